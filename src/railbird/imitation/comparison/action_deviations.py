"""How far the numbers of a model's actions deviate from those of the original, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.analysis.play_tables import street_names
from railbird.imitation.comparison.seat_tables import counted_actions, tally_of
from railbird.statistics import COUNT, SHARE, SHARE_ESTIMATE, Column, Estimate, Table, estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from railbird.formats.columns import HandColumns
    from railbird.imitation.comparison.placed_hands import PlacedHands
    from railbird.statistics import Cell

KINDS = ("raises", "calls", "folds")


@dataclass(frozen=True)
class ActionDeviation:
    """How often the original and the model did something on a street, in all seats or matches together."""

    street: str
    kind: str
    original: int
    model: int
    largest: float | None
    """The largest deviation in a seat or match, without its sign, as a share of the original's count there."""
    deviation: Estimate | None
    """The deviation in all of them, as a share of the original's count; None if that is 0."""


def action_deviations(hands: PlacedHands) -> list[ActionDeviation]:
    """The deviations by street and kind of action."""
    original, model = ([_counts(parts) for parts in by_place.values()] for _, by_place in hands.named)
    game = next(iter(hands.original.values()))[0].game
    return [
        _deviation(street, kind, *([counts[:, row, column] for counts in places] for places in (original, model)))
        for row, street in enumerate(street_names(game.rounds, is_holdem=True))
        for column, kind in enumerate(KINDS)
    ]


def _deviation(
    street: str, kind: str, original: Sequence[NDArray[np.int64]], model: Sequence[NDArray[np.int64]]
) -> ActionDeviation:
    """The counts are by place and part of its hands."""
    total = sum(int(counts.sum()) for counts in original)
    differences = [after - before for before, after in zip(original, model, strict=True)]
    places = [
        abs(int(difference.sum())) / int(counts.sum())
        for counts, difference in zip(original, differences, strict=True)
        if counts.any()
    ]
    samples = np.concatenate(differences).astype(np.float64)
    estimated = estimate(samples, factor=samples.size / total) if total else None
    counted = sum(int(counts.sum()) for counts in model)
    return ActionDeviation(street, kind, total, counted, max(places, default=None), estimated)


def _counts(parts: Iterable[HandColumns]) -> NDArray[np.int64]:
    """The counts by part, street and kind of action."""
    tables = [counted_actions(tally_of([hands])) for hands in parts]
    return np.array([list(zip(*map(table.column, KINDS), strict=True)) for table in tables], dtype=np.int64)


def deviation_table(deviations: Sequence[ActionDeviation], *, place: str = "seat") -> Table:
    """A row for each street and kind of action."""
    columns = [
        Column("street"),
        Column("action"),
        Column("original", COUNT, "actions of the original"),
        Column("model", COUNT, "actions of the model with the same cards"),
        Column("deviation", SHARE_ESTIMATE, "difference as a share of the original's actions, with its 95 % interval"),
        Column("largest", SHARE, f"largest deviation in a {place}, without its sign", shown_as=f"largest in a {place}"),
    ]
    rows: list[tuple[Cell, ...]] = [
        (done.street, done.kind, done.original, done.model, done.deviation, done.largest) for done in deviations
    ]
    return Table("deviations", "Deviations of the model's actions", columns, rows)
