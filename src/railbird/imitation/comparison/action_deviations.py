"""How far the numbers of a model's actions deviate from those of the original, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.imitation.comparison.seat_tables import counted_actions, hands_by_seat, tally_of
from railbird.statistics import COUNT, SHARE, SHARE_ESTIMATE, Column, Estimate, Table, estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.arena import RunFolder
    from railbird.imitation.comparison.place_runs import PlaceRuns
    from railbird.statistics import Cell

KINDS = ("raises", "calls", "folds")
_BATCHES = 20
"""Parts of a match whose counts are the samples of the intervals."""


@dataclass(frozen=True)
class ActionDeviation:
    """How often the original and the model did something on a street, in all seats together."""

    street: str
    kind: str
    original: int
    model: int
    largest: float | None
    """The largest deviation in a seat, without its sign, as a share of the original's count in that seat."""
    deviation: Estimate | None
    """The deviation in all seats, as a share of the original's count; None if that is 0."""


def action_deviations(runs: PlaceRuns) -> list[ActionDeviation]:
    """The deviations by street and kind of action."""
    (streets, original), (_, model) = (_counts(folder) for _, folder in runs.named)
    return [
        _deviation(street, kind, original[..., row, column], model[..., row, column])
        for row, street in enumerate(streets)
        for column, kind in enumerate(KINDS)
    ]


def _deviation(street: str, kind: str, original: NDArray[np.int64], model: NDArray[np.int64]) -> ActionDeviation:
    """The counts are by seat and part of the match."""
    by_seat, total = original.sum(axis=1), int(original.sum())
    difference = model - original
    seats = [
        abs(int(deviation)) / int(count)
        for count, deviation in zip(by_seat, difference.sum(axis=1), strict=True)
        if count
    ]
    estimated = estimate(difference.ravel().astype(np.float64), factor=difference.size / total) if total else None
    return ActionDeviation(street, kind, total, int(model.sum()), max(seats, default=None), estimated)


def _counts(folder: RunFolder) -> tuple[Sequence[str], NDArray[np.int64]]:
    """The streets, and the counts by seat, part of the match, street and kind of action."""
    streets: list[str] = []
    counts: list[list[list[tuple[Cell, ...]]]] = []
    size = -(-folder.plan.hands // _BATCHES)
    for hands in hands_by_seat(folder).values():
        parts = [
            counted_actions(tally_of(hands[first : first + size], folder))
            for first in range(0, folder.plan.hands, size)
        ]
        streets = [str(street) for street in parts[0].column("street")]
        counts.append([list(zip(*map(part.column, KINDS), strict=True)) for part in parts])
    return streets, np.array(counts, dtype=np.int64)


def deviation_table(deviations: Sequence[ActionDeviation]) -> Table:
    """A row for each street and kind of action."""
    columns = [
        Column("street"),
        Column("action"),
        Column("original", COUNT, "actions of the original in all seats"),
        Column("model", COUNT, "actions of the model with the same cards"),
        Column("deviation", SHARE_ESTIMATE, "difference as a share of the original's actions, with its 95 % interval"),
        Column("largest", SHARE, "largest deviation in a seat, without its sign", shown_as="largest in a seat"),
    ]
    rows: list[tuple[Cell, ...]] = [
        (done.street, done.kind, done.original, done.model, done.deviation, done.largest) for done in deviations
    ]
    return Table("deviations", "Deviations of the model's actions", columns, rows)
