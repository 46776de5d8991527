"""Selections of attributes: the examples of Kischka 2014, 3.6.1, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from railbird.errors import DatasetError
from railbird.games import game_named
from railbird.imitation.attributes import ALL_ATTRIBUTES, AttributeSelection, attributes_of

if TYPE_CHECKING:
    from pathlib import Path

LIMIT = game_named("holdem.limit.3p")
REGISTRY = attributes_of(LIMIT)


def chosen(text: str) -> set[str]:
    return set(AttributeSelection.parse(text).names(LIMIT))


def test_invert_alone_selects_everything() -> None:
    assert chosen("-invert") == set(REGISTRY)
    assert ALL_ATTRIBUTES.names(LIMIT) == list(REGISTRY)


def test_section_3_6_1_all_but_the_amount_to_invest() -> None:
    assert chosen("-attributes CLASS_TO_INVEST -invert") == set(REGISTRY) - {"CLASS_TO_INVEST"}


def test_section_3_6_1_categories_are_intersected() -> None:
    both = chosen("-categories PREFLOP,RIVER")
    assert "POT_SIZE" in both
    assert "DRAWS" not in both
    assert "RIVER_CARD" not in both
    assert all({0, 3} <= set(REGISTRY[name].streets) for name in both)


def test_section_3_6_1_all_categories_but_the_turn() -> None:
    assert chosen("-categories TURN -invert") == {name for name in REGISTRY if 2 not in REGISTRY[name].streets}


def test_names_are_added_to_categories() -> None:
    odds = chosen("-categories ODDS_AND_OUTS")
    assert chosen("-attributes POT_SIZE -categories ODDS_AND_OUTS") == odds | {"POT_SIZE"}


def test_prefixes() -> None:
    assert len(chosen("-prefix HISTORY")) == 12
    assert len(chosen("-prefix FUTURE")) == 5
    assert len(chosen("-prefix PRESENT")) == 96
    assert chosen("-prefix NOT_SPECIFIED -invert") == set(REGISTRY)


def test_without_redundant_attributes_each_information_is_there_once() -> None:
    left = chosen("-invert -noRedundant")
    assert "HERO_HOLE_CARDS" in left
    assert not left & {"HERO_HOLE_CARD_HIGH", "HERO_HOLE_CARD_LOW_SUIT", "ABSTRACTED_HOLE_CARDS", "FLOP_CARD1_RANK"}


def test_the_hyphens_of_the_appendix_are_understood() -> None:
    assert chosen("-attributes HERO-HOLE-CARDS,PREFLOP-ACTION") == {"HERO_HOLE_CARDS", "PREFLOP_ACTION"}


@pytest.mark.parametrize(
    ("text", "toml"),
    [
        ("-categories TURN,ODDS_AND_OUTS -invert", 'categories = ["TURN", "ODDS_AND_OUTS"]\ninvert = true'),
        ("-attributes POT_SIZE,DRAWS", 'attributes = ["POT_SIZE", "DRAWS"]'),
        ("-prefix HISTORY -noRedundant", 'prefix = "HISTORY"\nno_redundant = true'),
    ],
)
def test_toml_says_the_same_as_text(text: str, toml: str, tmp_path: Path) -> None:
    path = tmp_path / "selection.toml"
    path.write_text(toml)
    assert AttributeSelection.read(path) == AttributeSelection.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-attributes POT_SISE", "no attribute POT_SISE: did you mean POT_SIZE?"),
        ("-attributes XYZ", "no attribute XYZ: `railbird imitate attributes` lists all of them"),
        ("-categories FLIP", "no category FLIP: did you mean FLOP?"),
        ("-prefix PAST", "no prefix PAST: give one of PRESENT, HISTORY, FUTURE, NOT_SPECIFIED"),
        ("-attribute POT_SIZE", "unknown word '-attribute': did you mean -attributes?"),
        ("-attributes -invert", "nothing follows -attributes"),
        ("-categories EMPTY_CATEGORY", "the selection has no attributes: -invert selects all of them"),
        ("", "the selection has no attributes: -invert selects all of them"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(text: str, message: str) -> None:
    with pytest.raises(DatasetError) as error:
        AttributeSelection.parse(text).names(LIMIT)
    assert message in str(error.value)


def test_an_unknown_key_in_toml_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "selection.toml"
    path.write_text("inverted = true")
    with pytest.raises(DatasetError, match=r"selection.toml: unknown key 'inverted': did you mean invert\?"):
        AttributeSelection.read(path)
    path.write_text('categories = ["FLIP"]')
    with pytest.raises(DatasetError, match=r"selection.toml: no category FLIP"):
        AttributeSelection.read(path)
