"""A comparison in play as tables for people, and as JSON for programs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from railbird.arena import (
    compare_versions,
    place_comparison_table,
    read_results,
)
from railbird.imitation.comparison.action_deviations import action_deviations, deviation_table
from railbird.imitation.comparison.model_agreement import agreement_table
from railbird.imitation.comparison.place_runs import HERO, MODEL, ORIGINAL
from railbird.imitation.comparison.placed_hands import PlacedHands
from railbird.imitation.comparison.seat_tables import seat_tables, with_differences
from railbird.statistics import rows_as_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.arena.place_comparison import PlaceComparison
    from railbird.imitation.comparison.action_deviations import ActionDeviation
    from railbird.imitation.comparison.place_runs import PlaceRuns
    from railbird.statistics import Estimate, JsonValue, Table


@dataclass(frozen=True)
class PlayComparison:
    """What the two runs say about the model."""

    runs: PlaceRuns
    predicted: Mapping[str, Estimate]
    """Accuracies in cross-validation by street, if they are known."""

    @cached_property
    def _hands(self) -> PlacedHands:
        return PlacedHands.of_runs(self.runs)

    @cached_property
    def deviations(self) -> list[ActionDeviation]:
        """Deviations of the numbers of actions."""
        return action_deviations(self._hands)

    @cached_property
    def _seats(self) -> list[tuple[Table, Table]]:
        return seat_tables(self._hands)

    @cached_property
    def _agreement(self) -> Table:
        return agreement_table(self.runs.original, self.predicted)

    @cached_property
    def _win_rates(self) -> list[PlaceComparison]:
        results = [read_results(folder) for _, folder in self.runs.named]
        return list(compare_versions(*results, names=[HERO, HERO]))

    def tables(self) -> list[Table]:
        """Agreement, deviations, win rates, and play by seat with differences in brackets."""
        return [
            self._agreement,
            deviation_table(self.deviations),
            self._win_rate_table(),
            *(with_differences(original, model) for original, model in self._seats),
        ]

    def _win_rate_table(self) -> Table:
        table = place_comparison_table(self._win_rates)
        return replace(table, title="Win rates", rows=[(ORIGINAL, MODEL, *row[2:]) for row in table.rows])

    def as_json(self) -> dict[str, JsonValue]:
        """The same for programs, with plain numbers."""
        return {
            "agreement": [*rows_as_json(self._agreement)],
            "deviations": [*rows_as_json(deviation_table(self.deviations))],
            "win_rates": [*rows_as_json(self._win_rate_table())],
            "seats": {original.key: [*rows_as_json(original), *rows_as_json(model)] for original, model in self._seats},
        }
