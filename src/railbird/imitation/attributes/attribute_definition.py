"""The definition of an attribute: what it is called, what it means, where it is allowed, and how it is computed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from railbird.imitation.attributes.value_lists import TRUE_FALSE
from railbird.imitation.dataset import CLASS_PREFIX, Attribute, AttributeKind, AttributePrefix
from railbird.imitation.dataset.dataset_folder import column_type

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from railbird.games import GameDefinition
    from railbird.imitation.decisions import Decisions

    Numbers = Callable[[Decisions], NDArray[np.integer] | NDArray[np.floating]]
    Codes = Callable[[Decisions], NDArray[np.integer]]
    Truths = Callable[[Decisions], NDArray[np.bool_]]

ALL_STREETS = (0, 1, 2, 3)
POSTFLOP = (1, 2, 3)


class AttributeCategory(StrEnum):
    """What attributes are about, and on which streets they are allowed (Kischka 2014, 3.6.1)."""

    NO_CATEGORY = "NO_CATEGORY"
    GENERAL_GAME_INFO = "GENERAL_GAME_INFO"
    HERO_INFO = "HERO_INFO"
    OPPONENT_INFO = "OPPONENT_INFO"
    DERIVED_INFO = "DERIVED_INFO"
    OPPONENT_STATS = "OPPONENT_STATS"
    OPPONENT_BETTING = "OPPONENT_BETTING"
    HERO_BETTING = "HERO_BETTING"
    ODDS_AND_OUTS = "ODDS_AND_OUTS"
    PREFLOP = "PREFLOP"
    FLOP = "FLOP"
    TURN = "TURN"
    RIVER = "RIVER"
    EMPTY_CATEGORY = "EMPTY_CATEGORY"


STREET_CATEGORIES = (
    AttributeCategory.PREFLOP,
    AttributeCategory.FLOP,
    AttributeCategory.TURN,
    AttributeCategory.RIVER,
)


@dataclass(frozen=True, kw_only=True)
class AttributeDefinition:
    """An attribute of the registry."""

    name: str
    description: str
    topic: AttributeCategory
    compute: Callable[[Decisions], NDArray[Any] | Sequence[str]]
    """Numbers with NaN for missing values, places in the list of values, or texts."""
    kind: AttributeKind = AttributeKind.NUMERIC
    values: tuple[str, ...] = ()
    streets: tuple[int, ...] = ALL_STREETS
    is_redundant: bool = False
    """Whether another attribute without this mark has the same information."""
    section: str = ""
    """The section of the appendix of Kischka 2014, or empty for attributes that are not in it."""

    @property
    def prefix(self) -> AttributePrefix:
        """When the value is known."""
        return AttributePrefix.of(self.name)

    @property
    def is_class(self) -> bool:
        """Whether it is something to predict."""
        return self.name.startswith(CLASS_PREFIX)

    @property
    def categories(self) -> frozenset[AttributeCategory]:
        """The topic, and the streets on which the attribute is allowed."""
        return frozenset([self.topic, *(STREET_CATEGORIES[street] for street in self.streets)])

    def as_attribute(self) -> Attribute:
        """The attribute as learners see it."""
        return Attribute(self.name, self.kind, self.values, self.prefix, self.is_class)

    @cached_property
    def _listed_values(self) -> pl.Series:
        return pl.Series(self.name, self.values, dtype=column_type(self.as_attribute()))

    def value(self, decisions: Decisions) -> str | float | None:
        """The value for a single decision; None if it is missing."""
        (computed,) = self.compute(decisions)
        if self.kind is AttributeKind.STRING:
            return str(computed)
        if self.kind is AttributeKind.NOMINAL:
            return self.values[int(computed)]
        number = float(computed)
        return None if isnan(number) else number

    def column(self, decisions: Decisions) -> pl.Series:
        """The values for decisions; missing values are null."""
        computed = self.compute(decisions)
        if self.kind is AttributeKind.STRING:
            return pl.Series(self.name, computed, dtype=pl.String)
        if self.kind is AttributeKind.NOMINAL:
            return self._listed_values.gather(np.asarray(computed))
        return pl.Series(self.name, np.asarray(computed, dtype=np.float64), nan_to_null=True)


def numeric(
    name: str,
    compute: Numbers,
    description: str,
    *,
    topic: AttributeCategory,
    section: str = "",
    streets: tuple[int, ...] = ALL_STREETS,
    redundant: bool = False,
) -> AttributeDefinition:
    """A numeric attribute."""
    return AttributeDefinition(
        name=name,
        description=description,
        topic=topic,
        compute=compute,
        streets=streets,
        is_redundant=redundant,
        section=section,
    )


def nominal(
    name: str,
    values: tuple[str, ...],
    compute: Codes,
    description: str,
    *,
    topic: AttributeCategory,
    section: str = "",
    streets: tuple[int, ...] = ALL_STREETS,
    redundant: bool = False,
) -> AttributeDefinition:
    """A nominal attribute; `compute` gives places in `values`."""
    return AttributeDefinition(
        name=name,
        description=description,
        topic=topic,
        compute=compute,
        kind=AttributeKind.NOMINAL,
        values=values,
        streets=streets,
        is_redundant=redundant,
        section=section,
    )


def true_or_false(
    name: str,
    compute: Truths,
    description: str,
    *,
    topic: AttributeCategory,
    section: str = "",
    redundant: bool = False,
) -> AttributeDefinition:
    """An attribute whose values are true and false."""
    return nominal(
        name,
        TRUE_FALSE,
        lambda decisions: 1 - compute(decisions).astype(np.int64),
        description,
        topic=topic,
        section=section,
        redundant=redundant,
    )


def for_opponents(game: GameDefinition, define: Callable[[int], AttributeDefinition]) -> list[AttributeDefinition]:
    """An attribute for each opponent; opponent 0 is the next clockwise from the hero, who is player 0."""
    return [define(opponent) for opponent in range(game.players - 1)]


def for_streets(define: Callable[[int], AttributeDefinition]) -> list[AttributeDefinition]:
    """An attribute for each street."""
    return [define(street) for street in ALL_STREETS]
