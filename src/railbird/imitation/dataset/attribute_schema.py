"""Attributes by which a decision is described, and the list of them that a table of decisions has.

Only `AttributeSchema.inputs` reach a learner: no attribute that looks into the future, no class attribute and no text.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from railbird.errors import DatasetError
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

CLASS_PREFIX = "CLASS_"
ACTION_CLASS = "CLASS_HERO_ACTION_TAKEN"
"""What is predicted unless another class attribute is named."""
AMOUNT_CLASS = "CLASS_TO_INVEST"
OUTCOME = "FUTURE_HERO_OUTCOME"
"""What the hero won in the hand: never an input, but what some learners predict of each action."""
MISSING = "?"
"""The text of a missing value in ARFF, which is therefore no value of a nominal attribute."""
_MOST_VALUES = 2**15 - 1
"""Values are encoded in 16 bits."""


class AttributeKind(StrEnum):
    """What the values of an attribute are."""

    NUMERIC = "numeric"
    NOMINAL = "nominal"
    STRING = "string"


class AttributePrefix(StrEnum):
    """When the value of an attribute is known: now, from the hands before, or only when the hand is over."""

    PRESENT = "present"
    HISTORY = "history"
    FUTURE = "future"

    @classmethod
    def of(cls, name: str) -> AttributePrefix:
        """The prefix by the name of an attribute: `FUTURE_...`, `HISTORY_...`, or neither."""
        if name.startswith("FUTURE_"):
            return cls.FUTURE
        return cls.HISTORY if name.startswith("HISTORY_") else cls.PRESENT


@dataclass(frozen=True)
class Attribute:
    """An attribute: its name, its kind, and all values that a nominal one can have."""

    name: str
    kind: AttributeKind = AttributeKind.NUMERIC
    values: tuple[str, ...] = ()
    prefix: AttributePrefix = AttributePrefix.PRESENT
    is_class: bool = False
    """Whether it is something to predict: the action taken, the amount to invest."""

    def __post_init__(self) -> None:
        if AttributePrefix.of(self.name) is AttributePrefix.FUTURE and self.prefix is not AttributePrefix.FUTURE:
            raise DatasetError(f"attribute {self.name}: its prefix is {self.prefix}, but its name says future")
        if (self.kind is AttributeKind.NOMINAL) is not bool(self.values):
            raise DatasetError(f"attribute {self.name}: nominal attributes have values, and no others")
        if len({*self.values}) < len(self.values):
            raise DatasetError(f"attribute {self.name}: a value is listed twice")
        if MISSING in self.values:
            raise DatasetError(f"attribute {self.name}: {MISSING} is no value: it means that the value is missing")
        if len(self.values) > _MOST_VALUES:
            raise DatasetError(f"attribute {self.name}: {len(self.values):,} values, but at most {_MOST_VALUES:,}")

    @property
    def is_nominal(self) -> bool:
        """Whether the values are a list of words."""
        return self.kind is AttributeKind.NOMINAL

    @property
    def is_input(self) -> bool:
        """Whether learners may see it."""
        return self.prefix is not AttributePrefix.FUTURE and self.kind is not AttributeKind.STRING and not self.is_class

    def as_json(self) -> dict[str, object]:
        """The attribute as a JSON value; `of_json` reads it."""
        return {
            "name": self.name,
            "kind": self.kind.value,
            "values": list(self.values),
            "prefix": self.prefix.value,
            "is_class": self.is_class,
        }

    @classmethod
    def of_json(cls, content: Mapping[str, object]) -> Attribute:
        """Read what `as_json` gives; KeyError, TypeError or ValueError if it is something else."""
        values = content["values"]
        if not isinstance(values, list):
            raise TypeError("values is no list")
        return cls(
            str(content["name"]),
            AttributeKind(str(content["kind"])),
            tuple(map(str, values)),
            AttributePrefix(str(content["prefix"])),
            bool(content["is_class"]),
        )


@dataclass(frozen=True)
class AttributeSchema:
    """The attributes of a table of decisions, in order."""

    attributes: tuple[Attribute, ...]

    def __post_init__(self) -> None:
        if len(self._by_name) < len(self.attributes):
            names = self.names
            twice = next(name for name in names if names.count(name) > 1)
            raise DatasetError(f"attribute {twice} is listed twice")

    @property
    def names(self) -> list[str]:
        """The names of all attributes."""
        return [attribute.name for attribute in self.attributes]

    @property
    def inputs(self) -> list[Attribute]:
        """The attributes that learners may see."""
        return [attribute for attribute in self.attributes if attribute.is_input]

    @property
    def classes(self) -> list[Attribute]:
        """The class attributes: what can be predicted."""
        return [attribute for attribute in self.attributes if attribute.is_class]

    @cached_property
    def _by_name(self) -> dict[str, Attribute]:
        return {attribute.name: attribute for attribute in self.attributes}

    def __getitem__(self, name: str) -> Attribute:
        if name not in self._by_name:
            raise DatasetError(f"there is no attribute {name}: {nearest(name, self.names)}")
        return self._by_name[name]

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def select(self, names: Iterable[str]) -> AttributeSchema:
        """The schema with only these attributes, in this order."""
        return AttributeSchema(tuple(self[name] for name in names))

    def without(self, names: Collection[str]) -> AttributeSchema:
        """The schema without these attributes, which need not be there."""
        return AttributeSchema(tuple(attribute for attribute in self.attributes if attribute.name not in names))

    def chosen_inputs(self, names: Iterable[str] | None = None) -> list[Attribute]:
        """The inputs with these names (default: all inputs); raise if learners may not see one of them."""
        if names is None:
            return self.inputs
        chosen = list(self.select(names).attributes)
        for attribute in chosen:
            if not attribute.is_input:
                raise DatasetError(f"attribute {attribute.name} cannot be learned from: {_why_hidden(attribute)}")
        return chosen

    def as_json(self) -> list[dict[str, object]]:
        """The schema as a JSON value."""
        return [attribute.as_json() for attribute in self.attributes]


def _why_hidden(attribute: Attribute) -> str:
    if attribute.prefix is AttributePrefix.FUTURE:
        return "it is known only when the hand is over"
    return "it is what is predicted" if attribute.is_class else "it is text"
