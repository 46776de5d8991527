"""Page 14 of the docs lists every attribute, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from railbird.games import game_named
from railbird.imitation.attributes import AttributeCategory, attributes_of

PAGE = Path(__file__).parents[3] / "docs" / "14-learn-a-bot.md"
_NAME = re.compile(r"`([A-Z0-9_$]+)`")


def test_the_page_lists_all_attributes_by_section() -> None:
    listed: dict[str, list[str]] = {}
    for section, names in re.findall(r"^\| (A\.\d+) \| ([^|]*) \|", PAGE.read_text(), re.M):
        listed.setdefault(section, []).extend(_NAME.findall(names))
    registry = attributes_of(game_named("holdem.limit.3p"))
    for section, names in listed.items():
        assert sorted(names) == sorted(name for name in registry if registry[name].section == section)
    assert sum(map(len, listed.values())) == 113


def test_the_page_lists_all_categories() -> None:
    text = PAGE.read_text()
    assert all(f"`{category}`" in text for category in AttributeCategory)
