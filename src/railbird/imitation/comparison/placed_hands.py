"""The hands of the original and those of the model with the same cards, by seat or by match."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import polars as pl

from railbird.arena.hand_table import columns_of
from railbird.imitation.comparison.place_runs import MODEL, ORIGINAL
from railbird.statistics import COUNT, Column

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.arena import RunFolder
    from railbird.formats.columns import HandColumns
    from railbird.imitation.comparison.place_runs import PlaceRuns

PARTS = 20
"""Parts of the hands of a seat or match, whose counts are the samples of intervals."""
_SEAT = Column("seat", COUNT, "seat of the player when the match starts, from 0: the small blind")


@dataclass(frozen=True)
class PlacedHands:
    """Hands in which the player to compare is called HERO. Both have the same places, and as many parts of hands."""

    place: Column
    """What the places are."""
    original: Mapping[int, Sequence[HandColumns]]
    """Consecutive parts of the hands by place."""
    model: Mapping[int, Sequence[HandColumns]]

    @classmethod
    def of_runs(cls, runs: PlaceRuns) -> PlacedHands:
        """The hands of two runs by the seat of the hero."""
        return cls(_SEAT, hands_by_seat(runs.original), hands_by_seat(runs.model))

    @property
    def named(self) -> list[tuple[str, Mapping[int, Sequence[HandColumns]]]]:
        """Who played the hands, and the hands."""
        return [(ORIGINAL, self.original), (MODEL, self.model)]


def hands_by_seat(folder: RunFolder) -> dict[int, list[HandColumns]]:
    """Parts of the hands of a run by the seat of its first entrant, from 0, match after match."""
    names = [entrant.name for entrant in folder.plan.entrants]
    by_seat: dict[int, list[pl.DataFrame]] = {}
    for chunk, table in zip(folder.plan.chunks(), folder.hands_of_chunks(), strict=True):
        by_seat.setdefault(chunk.seats.index(0), []).append(table)
    parts = {}
    for seat in sorted(by_seat):
        hands = columns_of(pl.concat(by_seat[seat]), game=folder.plan.game, names=names)
        parts[seat] = [hands[first:end] for first, end in pairwise(part_bounds(len(hands)))]
    return parts


def part_bounds(hands: int) -> list[int]:
    """The place at which each part of the hands starts, and the number of hands."""
    parts = min(PARTS, hands)
    return [hands * part // parts for part in range(parts + 1)]
