"""Build the evaluator's tables: `python -m railbird.cards.strength.build` writes the shipped file.

The sum of its cards' rank keys identifies the ranks of a hand. The sums are grouped into rows by their upper
bits, and the rows are shifted until they interleave without collision. The strength of a sum is then at
`sum + offsets[sum >> ROW_BITS]` in a small array (a row-displacement perfect hash).
"""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.strength.classes import (
    HandClass,
    best_flush,
    best_without_flush,
    hand_classes,
    rank_multisets,
)
from railbird.cards.strength.evaluator_tables import HAND_SIZES, ROW_BITS, TABLE_FILE
from railbird.files import written_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CARDS = 7


def build_tables() -> dict[str, NDArray[np.generic]]:
    """The arrays of the shipped file, by name."""
    strength_of = {hand_class: place + 1 for place, hand_class in enumerate(hand_classes())}
    rank_keys = find_rank_keys()
    arrays: dict[str, NDArray[np.generic]] = {
        "rank_keys": np.array(rank_keys, dtype=np.uint32),
        "flushes": _flush_strengths(strength_of),
    }
    for size in HAND_SIZES:
        offsets, values = _packed_strengths(size, rank_keys, strength_of)
        arrays[f"offsets_{size}"] = offsets
        arrays[f"values_{size}"] = values
    return arrays


def find_rank_keys() -> list[int]:
    """Thirteen ascending rank keys, each the smallest for which the sums of all seven-card hands differ.

    Sums that differ for seven cards also differ for five and six: adding the same cards to two hands with equal
    sums would give two equal sums of seven cards.
    """
    keys = [0]
    sums = [np.zeros(1 if size <= 4 else 0, dtype=np.int64) for size in range(MOST_CARDS + 1)]
    while len(keys) < 13:
        keys.append(_smallest_free_key(keys[-1] + 1, sums))
        sums = _sums_with(sums, keys[-1])
    return keys


def _sums_with(sums: list[NDArray[np.int64]], key: int) -> list[NDArray[np.int64]]:
    """The sums by number of cards, once up to four cards with `key` can be added."""
    return [
        np.concatenate([sums[size - copies] + copies * key for copies in range(min(size, 4) + 1)])
        for size in range(MOST_CARDS + 1)
    ]


def _smallest_free_key(smallest: int, sums: list[NDArray[np.int64]]) -> int:
    """The smallest key at or above `smallest` that causes no collision.

    A key collides if some copies of it equal the difference between two hands of the previous ranks.
    """
    limit = max(64, 8 * smallest)
    taken = np.zeros(limit, dtype=np.bool_)
    for fewer, more in product(range(5), range(5)):
        if fewer < more:
            copies = more - fewer
            for total in np.unique(sums[MOST_CARDS - more]):
                gaps = sums[MOST_CARDS - fewer] - total
                gaps = gaps[(gaps >= 0) & (gaps % copies == 0)] // copies
                taken[gaps[gaps < limit]] = True
    return int(np.flatnonzero(~taken[smallest:])[0]) + smallest


def _flush_strengths(strength_of: dict[HandClass, int]) -> NDArray[np.uint16]:
    """Flush strengths by 13-bit mask of the ranks in one suit; 0 for fewer than five ranks."""
    flushes = np.zeros(1 << 13, dtype=np.uint16)
    for mask in range(1 << 13):
        if mask.bit_count() >= 5:
            flushes[mask] = strength_of[best_flush(rank for rank in range(13) if mask >> rank & 1)]
    return flushes


def _packed_strengths(
    size: int, rank_keys: list[int], strength_of: dict[HandClass, int]
) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    """The row offsets and the interleaved strengths for hands of `size` cards."""
    rows: dict[int, dict[int, int]] = defaultdict(dict)
    for ranks in rank_multisets(size):
        total = sum(rank_keys[rank] for rank in ranks)
        rows[total >> ROW_BITS][total] = strength_of[best_without_flush(ranks)]
    used = np.zeros(1 << 20, dtype=np.bool_)
    values = np.zeros(1 << 20, dtype=np.uint16)
    offsets = np.zeros(max(rows) + 1, dtype=np.int64)
    for row in sorted(rows, key=lambda row: (-len(rows[row]), row)):
        totals = np.array(sorted(rows[row]))
        start = _first_fit(totals - totals[0], used)
        offsets[row] = start - totals[0]
        used[totals + offsets[row]] = True
        values[totals + offsets[row]] = [rows[row][total] for total in totals]
    # Offsets are stored modulo 2**32, because kernels add unsigned numbers.
    return (offsets % (1 << 32)).astype(np.uint32), values[: np.flatnonzero(used)[-1] + 1].copy()


def _first_fit(places: NDArray[np.int64], used: NDArray[np.bool_]) -> int:
    """The smallest shift that leaves all `places` free."""
    block = 1 << 14
    for start in range(0, len(used), block):
        blocked = np.zeros(block, dtype=np.bool_)
        for place in places:
            blocked |= used[start + place : start + place + block]
        if not blocked.all():
            return start + int(np.argmin(blocked))
    raise AssertionError("the row does not fit")


def main() -> None:
    with written_whole(TABLE_FILE) as file:
        np.savez(file, **build_tables())  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
