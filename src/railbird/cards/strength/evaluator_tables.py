"""The evaluator's tables, shipped with the package and read on first use."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.cards.card import CARD_COUNT
from railbird.errors import CardError

if TYPE_CHECKING:
    from numpy.typing import NDArray

HAND_SIZES = (5, 6, 7)
ROW_BITS = 10
TABLE_FILE = Path(__file__).parent / "strength.npz"


class StrengthTables(NamedTuple):
    """The tables for evaluating hands of one size."""

    keys: NDArray[np.uint64]
    """For each card, the key of its rank in the lower 32 bits, and above it a 4-bit counter for its suit."""
    offsets: NDArray[np.uint32]
    """For each row (sum of rank keys >> ROW_BITS), the offset from the sum to its place in `values`."""
    values: NDArray[np.uint16]
    """The strength of the ranks at each place, without a flush."""
    flushes: NDArray[np.uint16]
    """The strength of a flush, by the 13-bit mask of its ranks (at least five)."""


@cache
def strength_tables(size: int = 7) -> StrengthTables:
    """The tables for hands of five, six or seven cards."""
    if size not in HAND_SIZES:
        raise CardError(f"a hand of {size} cards has no strength: hands have 5, 6 or 7 cards")
    with np.load(TABLE_FILE) as stored:
        cards = np.arange(CARD_COUNT, dtype=np.uint64)
        suit_counters = np.uint64(1) << (np.uint64(32) + np.uint64(4) * (cards & np.uint64(3)))
        keys = stored["rank_keys"].astype(np.uint64)[cards >> np.uint64(2)] + suit_counters
        offsets, values = _padded(
            stored[f"offsets_{size}"], stored[f"values_{size}"], size * int(stored["rank_keys"][-1])
        )
        return StrengthTables(keys, offsets, values, stored["flushes"])


def _padded(
    offsets: NDArray[np.uint32], values: NDArray[np.uint16], largest_key: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    """The tables, padded for sums that no hand has: duplicate cards then give a wrong strength, not a crash."""
    row_size = 1 << ROW_BITS
    row_starts = np.arange((largest_key >> ROW_BITS) + 1, dtype=np.int64) << ROW_BITS
    # Offsets are stored modulo 2**32; rows without hands start at the front.
    places = row_starts.copy()
    places[: len(offsets)] += offsets.astype(np.int32)
    places[len(offsets) :] = -row_size
    places[(places < -row_size) | (places >= len(values))] = -row_size
    return ((places - row_starts + row_size) % (1 << 32)).astype(np.uint32), np.pad(values, row_size)
