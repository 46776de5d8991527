"""A comparison of a model with its original in replayed hands, as tables, JSON and logs (Kischka 2014, 7.2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from railbird.files import written_whole
from railbird.formats.acpc_log import MatchHeader, format_header, format_states
from railbird.formats.columns import HandColumns
from railbird.imitation.comparison.action_deviations import ActionDeviation, action_deviations, deviation_table
from railbird.imitation.comparison.model_agreement import table_of_counts
from railbird.imitation.comparison.placed_hands import PlacedHands, part_bounds
from railbird.imitation.comparison.seat_tables import seat_tables, with_differences
from railbird.statistics import COUNT, Column, Estimate, Table, rows_as_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from railbird.games import HandRecord
    from railbird.imitation.comparison.replayed_match import ReplayedMatch
    from railbird.statistics import Cell, JsonValue

_MATCH = Column("match", COUNT, "number of the log, from 0")


@dataclass(frozen=True)
class ReplayComparison:
    """What replayed matches say about a model."""

    matches: Sequence[ReplayedMatch]
    predicted: Mapping[str, Estimate]
    """Accuracies in cross-validation by street, if they are known."""

    @cached_property
    def _hands(self) -> PlacedHands:
        original = {number: _parts(match.original) for number, match in enumerate(self.matches)}
        model = {number: _parts(match.model) for number, match in enumerate(self.matches)}
        return PlacedHands(_MATCH, original, model)

    @cached_property
    def deviations(self) -> list[ActionDeviation]:
        """Deviations of the numbers of actions."""
        return action_deviations(self._hands)

    @cached_property
    def _seats(self) -> list[tuple[Table, Table]]:
        return seat_tables(self._hands)

    def match_table(self) -> Table:
        """The logs, and how many of their hands were replayed."""
        columns = [
            _MATCH,
            Column("log"),
            Column("hands", COUNT, "hands of the log"),
            Column("replayed", COUNT, "hands of the original whose cards are all known, which were replayed"),
        ]
        rows: list[tuple[Cell, ...]] = [
            (number, match.log.name, match.hands_in_log, len(match.original))
            for number, match in enumerate(self.matches)
        ]
        return Table("matches", "Replayed matches", columns, rows)

    def agreement_table(self) -> Table:
        """How often the model would have decided as the original did, by street."""
        decisions = np.concatenate([match.decisions for match in self.matches])
        agreements = np.concatenate([match.agreements for match in self.matches])
        # The player of a log may remember earlier hands.
        return table_of_counts(
            list(zip(decisions.T, agreements.T, strict=True)), self.predicted, matches=1, are_independent=False
        )

    def tables(self) -> list[Table]:
        """Matches, agreement, deviations, and play by match with differences in brackets (tables 17 to 22)."""
        return [
            self.match_table(),
            self.agreement_table(),
            deviation_table(self.deviations, place="match"),
            *(with_differences(original, model) for original, model in self._seats),
        ]

    def as_json(self) -> dict[str, JsonValue]:
        """The same for programs, with plain numbers."""
        return {
            "matches": [*rows_as_json(self.match_table())],
            "agreement": [*rows_as_json(self.agreement_table())],
            "deviations": [*rows_as_json(deviation_table(self.deviations, place="match"))],
            "play": {original.key: [*rows_as_json(original), *rows_as_json(model)] for original, model in self._seats},
        }

    def write_logs(self, folder: Path) -> None:
        """Write the replayed hands of both players, a log for each match: reports draw their profit curves."""
        for label, by_match in self._hands.named:
            for number, parts in by_match.items():
                game, hands = parts[0].game, sum(map(len, parts))
                header = MatchHeader(f"{label}.{number}", f"{game.name or 'unnamed'}.game", hands, 0)
                with written_whole(folder / f"{label}.{number}.log") as file:
                    file.write(f"{format_header(header)}\n".encode())
                    file.writelines(map(format_states, parts))


def _parts(records: Sequence[HandRecord]) -> list[HandColumns]:
    """The hands in parts, each in columns."""
    parts = [records[first:end] for first, end in pairwise(part_bounds(len(records)))]
    return [columns for part in parts for columns in HandColumns.of_records(part)]
