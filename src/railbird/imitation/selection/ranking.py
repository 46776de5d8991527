"""Rankings of the attributes of a street by several measures, and merged lists of them (Kischka 2014, tables 6, 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.imitation.selection.attribute_measures import DiscreteColumns
from railbird.imitation.selection.correlation_subsets import CorrelationSubsets
from railbird.statistics import COUNT, SIGNIFICANT, TEXT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from railbird.progress import Progress
    from railbird.statistics import Cell

DEFAULT_TOP = 10


@dataclass(frozen=True)
class RankedAttribute:
    """An attribute, and what the measures say about it."""

    name: str
    information_gain: float
    symmetrical_uncertainty: float
    is_in_best_first: bool
    is_in_greedy: bool
    mentions: int
    """By how many of the four methods it is chosen: both searches, and the first places of both rankings."""


@dataclass(frozen=True)
class AttributeRanking:
    """All attributes of a street, those that are mentioned most first."""

    street: str
    attributes: Sequence[RankedAttribute]

    @property
    def important(self) -> list[str]:
        """The attributes that at least one method chooses."""
        return [attribute.name for attribute in self.attributes if attribute.mentions]

    @property
    def unimportant(self) -> list[str]:
        """All others."""
        return [attribute.name for attribute in self.attributes if not attribute.mentions]


def rank_attributes(
    rows: pl.DataFrame, target: pl.Series, *, street: str, top: int = DEFAULT_TOP, progress: Progress
) -> AttributeRanking:
    """Rank attributes by information gain and symmetrical uncertainty, and search subsets by CFS (5.2.1)."""
    with progress.task(f"{street}, attributes", total=None):
        columns = DiscreteColumns.of(rows, target)
        places = range(columns.attributes)
        gains = [columns.information_gain(place) for place in places]
        uncertainties = [columns.symmetrical_uncertainty(place, columns.attributes) for place in places]
        subsets = CorrelationSubsets(columns)
        best_first = subsets.best_first(both_ways=True, start=frozenset([0]))
        greedy = subsets.greedy()
    first_by_gain, first_by_uncertainty = _first(gains, top), _first(uncertainties, top)
    ranked = []
    for place in places:
        methods = (best_first, greedy, first_by_gain, first_by_uncertainty)
        ranked.append(
            RankedAttribute(
                columns.names[place],
                gains[place],
                uncertainties[place],
                place in best_first,
                place in greedy,
                sum(place in method for method in methods),
            )
        )
    ranked.sort(key=lambda attribute: (-attribute.mentions, -attribute.symmetrical_uncertainty))
    return AttributeRanking(street, ranked)


def _first(scores: Sequence[float], top: int) -> set[int]:
    """The places of the highest scores that are not 0."""
    ordered = sorted(range(len(scores)), key=lambda place: -scores[place])
    return {place for place in ordered[:top] if scores[place] > 0}


def ranking_table(ranking: AttributeRanking) -> Table:
    """A row for each attribute."""
    columns = [
        Column("attribute", TEXT),
        Column("information_gain", SIGNIFICANT, "bits that it says about the class", shown_as="information gain"),
        Column(
            "symmetrical_uncertainty",
            SIGNIFICANT,
            "twice the gain over the sum of both entropies",
            shown_as="symmetrical uncertainty",
        ),
        Column("best_first", TEXT, "chosen by CFS with best-first search", shown_as="best-first"),
        Column("greedy", TEXT, "chosen by CFS with greedy search"),
        Column("mentions", COUNT, "by how many of the four methods it is chosen"),
    ]
    rows: list[tuple[Cell, ...]] = [
        (
            attribute.name,
            attribute.information_gain,
            attribute.symmetrical_uncertainty,
            "yes" if attribute.is_in_best_first else None,
            "yes" if attribute.is_in_greedy else None,
            attribute.mentions,
        )
        for attribute in ranking.attributes
    ]
    return Table(f"ranking-{ranking.street}", ranking.street, columns, rows)


def merged_table(rankings: Sequence[AttributeRanking]) -> Table:
    """The important and the unimportant attributes of each street, as tables 6 and 7 list them."""
    columns = [Column("street", TEXT), Column("important", TEXT), Column("unimportant", TEXT)]
    rows: list[tuple[Cell, ...]] = [
        (ranking.street, ", ".join(ranking.important), ", ".join(ranking.unimportant)) for ranking in rankings
    ]
    return Table("merged", "Attributes by street", columns, rows)
