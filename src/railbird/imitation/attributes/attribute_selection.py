"""Selections of attributes by name, category, prefix and redundancy, as options, text or TOML (Kischka 2014, 3.6.1)."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.errors import DatasetError
from railbird.imitation.attributes.attribute_definition import AttributeCategory
from railbird.imitation.attributes.attribute_registry import attributes_of
from railbird.imitation.dataset import AttributePrefix
from railbird.strict_toml import StrictTable, nearest, read_toml
from railbird.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from railbird.games import GameDefinition
    from railbird.imitation.attributes.attribute_definition import AttributeDefinition

NOT_SPECIFIED = "NOT_SPECIFIED"
_PREFIXES = (*(prefix.name for prefix in AttributePrefix), NOT_SPECIFIED)
_KEYS = ("attributes", "categories", "prefix", "no_redundant", "invert")
_WORDS = {"-attributes": True, "-categories": True, "-prefix": True, "-noRedundant": False, "-invert": False}
"""The words of a selection as text, and whether a value follows."""


@dataclass(frozen=True)
class AttributeSelection:
    """Which attributes to use.

    Selected are the attributes that are named, and those that are in all categories and have the prefix, if categories
    or a prefix are given. `invert` selects all others instead, so that on its own it selects everything. Last,
    `no_redundant` removes redundant attributes.
    """

    attributes: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    prefix: str = NOT_SPECIFIED
    no_redundant: bool = False
    invert: bool = False

    def __post_init__(self) -> None:
        for category in self.categories:
            if category not in AttributeCategory.__members__:
                raise DatasetError(f"no category {category}: {nearest(category, AttributeCategory.__members__)}")
        if self.prefix not in _PREFIXES:
            raise DatasetError(f"no prefix {self.prefix}: give one of {', '.join(_PREFIXES)}")

    @classmethod
    def parse(cls, text: str) -> AttributeSelection:
        """Read a selection such as `-categories TURN,ODDS_AND_OUTS -invert`."""
        words = iter(shlex.split(text))
        values: dict[str, str] = {}
        for word in words:
            if word not in _WORDS:
                raise DatasetError(f"selection {text!r}: unknown word {word!r}: {nearest(word, _WORDS)}")
            value = next(words, "") if _WORDS[word] else word
            if not value or (_WORDS[word] and value.startswith("-")):
                raise DatasetError(f"selection {text!r}: nothing follows {word}")
            values[word] = value
        return cls(
            _split(values.get("-attributes", "")),
            _split(values.get("-categories", "")),
            values.get("-prefix", NOT_SPECIFIED),
            "-noRedundant" in values,
            "-invert" in values,
        )

    @classmethod
    def read(cls, path: Path) -> AttributeSelection:
        """Read a TOML file with the keys attributes, categories, prefix, no_redundant and invert."""
        table = StrictTable(read_toml(path, error=DatasetError), str(path), error=DatasetError, keys=_KEYS)
        try:
            return cls(
                tuple(map(_spelled, table.texts("attributes"))),
                tuple(table.texts("categories")),
                table.text("prefix", NOT_SPECIFIED),
                table.boolean("no_redundant", default=False),
                table.boolean("invert", default=False),
            )
        except DatasetError as error:
            raise DatasetError(str(error) if str(error).startswith(str(path)) else f"{path}: {error}") from None

    def names(self, game: GameDefinition) -> list[str]:
        """The names of the selected attributes of a game, in the order of the registry."""
        return [definition.name for definition in self.definitions(game)]

    def definitions(self, game: GameDefinition) -> list[AttributeDefinition]:
        """The selected attributes of a game. Raise DatasetError if there are none, or if a name is unknown."""
        known = attributes_of(game)
        check_names(self.attributes, game)
        chosen = [
            definition
            for definition in known.values()
            if self._is_selected(definition) is not self.invert and not (self.no_redundant and definition.is_redundant)
        ]
        if not chosen:
            raise DatasetError("the selection has no attributes: -invert selects all of them")
        return chosen

    def _is_selected(self, definition: AttributeDefinition) -> bool:
        if definition.name in self.attributes:
            return True
        if not self.categories and self.prefix == NOT_SPECIFIED:
            return False
        has_prefix = self.prefix in (NOT_SPECIFIED, definition.prefix.name)
        return has_prefix and all(category in definition.categories for category in self.categories)


ALL_ATTRIBUTES = AttributeSelection(invert=True)


def check_names(names: Iterable[str], game: GameDefinition) -> None:
    """Raise DatasetError if an attribute does not exist; the message has the nearest name."""
    known = attributes_of(game)
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or "`railbird imitate attributes` lists all of them"
            raise DatasetError(f"no attribute {name}: {hint}")


def _split(text: str) -> tuple[str, ...]:
    return tuple(map(_spelled, filter(None, text.split(","))))


def _spelled(name: str) -> str:
    """The name as the registry has it: the appendix also writes hyphens."""
    return name.strip().replace("-", "_")
