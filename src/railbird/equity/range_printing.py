"""Formatting of ranges in the short notation of poker players, and as a 13 x 13 grid."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from railbird.cards.card import RANKS
from railbird.cards.hands import CLASS_COUNT, class_name, class_of_ranks, format_hand, hands_in_class

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

_ACE = len(RANKS) - 1
# In printing order: both suited and offsuit, suited, offsuit.
_KINDS = ("", "s", "o")

# The classes with one top card as two sets of kickers, suited and offsuit; bit k stands for rank k.
_Row: TypeAlias = tuple[int, int]


class _Named(NamedTuple):
    """An item of the text, with its best class, which determines the printing order."""

    kind: str
    high: int
    low: int
    text: str


class _Ladder(NamedTuple):
    """Classes with the same gap, like JTs-54s: the best class and the `steps` classes below it."""

    kind: str
    high: int
    low: int
    steps: int

    def named(self) -> _Named:
        best, worst = (_ranks(self.high - step, self.low - step) + self.kind for step in (0, self.steps))
        return _Named(self.kind, self.high, self.low, f"{best}-{worst}")


def format_weights(weights: NDArray[np.float64]) -> str:
    """The canonical text: by descending weight, then pairs, `AK`, suited, offsuit and single hands."""
    if weights.min() == weights.max():
        return "random" + _suffix(float(weights[0]))
    classes, hands = _by_weight(weights)
    items: list[str] = []
    for weight in sorted(classes.keys() | hands.keys(), reverse=True):
        suffix = _suffix(weight)
        names = _format_classes(classes.get(weight, set()), len(suffix))
        names += [format_hand(hand) for hand in reversed(hands.get(weight, []))]
        items += [name + suffix for name in names]
    return ",".join(items)


def format_grid(grid: NDArray[np.float64]) -> str:
    """A 13 x 13 grid of mean weights as text: names for full classes, percentages for partial classes."""
    ranks = RANKS[::-1]
    lines = ["   " + " ".join(f"{rank:^3}" for rank in ranks)]
    for row, rank in enumerate(ranks):
        cells = (_format_cell(row * 13 + column, float(grid[row, column])) for column in range(13))
        lines.append(f"{rank}  " + " ".join(cells))
    return "\n".join(line.rstrip() for line in lines)


def _format_cell(index: int, mean: float) -> str:
    if mean == 0:
        return " . "
    if mean == 1:
        return f"{class_name(index):<3}"
    # A partial class never reads as 0% or 100%.
    return f"{min(max(round(100 * mean), 1), 99):>2}%"


def _suffix(weight: float) -> str:
    return "" if weight == 1 else f":{weight!r}"


def _by_weight(weights: NDArray[np.float64]) -> tuple[dict[float, set[int]], dict[float, list[int]]]:
    """The classes in which all hands have the same weight, and the single hands of the other classes, by weight."""
    classes: dict[float, set[int]] = {}
    hands: dict[float, list[int]] = {}
    for index in range(CLASS_COUNT):
        members = hands_in_class(index)
        values = weights[members].tolist()
        if min(values) == max(values):
            if values[0] > 0:
                classes.setdefault(values[0], set()).add(index)
            continue
        for hand, weight in zip(members.tolist(), values, strict=True):
            if weight > 0:
                hands.setdefault(weight, []).append(hand)
    for members_of_weight in hands.values():
        members_of_weight.sort()
    return classes, hands


def _format_classes(classes: set[int], suffix_length: int) -> list[str]:
    rows = [_row(classes, high) for high in range(_ACE + 1)]
    items: list[_Named] = []
    while (ladder := _best_ladder(rows, suffix_length)) is not None:
        items.append(ladder.named())
        for step in range(ladder.steps + 1):
            high, low = ladder.high - step, ladder.low - step
            rows[high] = _without(rows[high], ladder.kind, low)
    for high, row in enumerate(rows):
        items.extend(_row_items(high, row, suffix_length))
    items.sort(key=lambda item: (_KINDS.index(item.kind), -item.high, -item.low))
    return _format_pairs(classes) + [item.text for item in items]


def _format_pairs(classes: set[int]) -> list[str]:
    pairs = sum(1 << rank for rank in range(_ACE + 1) if class_of_ranks(rank, rank, suited=False) in classes)
    return [_run_text(_ranks(top, top), _ranks(end, end), top == _ACE) for top, end in _runs(pairs)]


def _row(classes: set[int], high: int) -> _Row:
    suited, offsuit = (
        sum(1 << low for low in range(high) if class_of_ranks(high, low, suited=suited) in classes)
        for suited in (True, False)
    )
    return suited, offsuit


@lru_cache(maxsize=8192)
def _row_items(high: int, row: _Row, suffix_length: int) -> tuple[_Named, ...]:
    """The classes with one top card as runs of kickers: `AT+,A9s-A2s` or `A2s+,ATo+`, whichever is shorter."""
    suited, offsuit = row
    both = suited & offsuit
    apart = (*_kicker_runs(high, suited, "s"), *_kicker_runs(high, offsuit, "o"))
    joined = (
        *_kicker_runs(high, both, ""),
        *_kicker_runs(high, suited & ~both, "s"),
        *_kicker_runs(high, offsuit & ~both, "o"),
    )
    return min(apart, joined, key=lambda items: _length(items, suffix_length))


def _kicker_runs(high: int, kickers: int, kind: str) -> Iterator[_Named]:
    for top, end in _runs(kickers):
        text = _run_text(_ranks(high, top) + kind, _ranks(high, end) + kind, top == high - 1)
        yield _Named(kind, high, top, text)


def _run_text(best: str, worst: str, reaches_top: bool) -> str:
    if best == worst:
        return best
    return f"{worst}+" if reaches_top else f"{best}-{worst}"


def _runs(ranks: int) -> list[tuple[int, int]]:
    """The unbroken runs in a set of ranks as (highest, lowest), highest run first."""
    runs: list[tuple[int, int]] = []
    for rank in range(_ACE, -1, -1):
        if not ranks >> rank & 1:
            continue
        if runs and runs[-1][1] == rank + 1:
            runs[-1] = (runs[-1][0], rank)
        else:
            runs.append((rank, rank))
    return runs


def _best_ladder(rows: list[_Row], suffix_length: int) -> _Ladder | None:
    """The ladder that shortens the text most when the rest is written as runs of kickers; None if none does."""
    best, most_saved = None, 0
    for kind in _KINDS:
        for high in range(_ACE, 0, -1):
            for low in range(high - 1, -1, -1):
                if not _holds(rows[high], kind, low):
                    continue
                for ladder, saved in _ladders_from(rows, kind, high=high, low=low, suffix_length=suffix_length):
                    if saved > most_saved:
                        best, most_saved = ladder, saved
    return best


def _ladders_from(
    rows: list[_Row], kind: str, *, high: int, low: int, suffix_length: int
) -> Iterator[tuple[_Ladder, int]]:
    """Each ladder of two or more classes downward from the given class, and the characters it saves."""
    saved = -_length((_Ladder(kind, high, low, 0).named(),), suffix_length)
    for step in range(low + 1):
        row = rows[high - step]
        if not _holds(row, kind, low - step):
            return
        rest = _without(row, kind, low - step)
        saved += _length(_row_items(high - step, row, suffix_length), suffix_length)
        saved -= _length(_row_items(high - step, rest, suffix_length), suffix_length)
        if step > 0:
            yield _Ladder(kind, high, low, step), saved


def _holds(row: _Row, kind: str, kicker: int) -> bool:
    suited, offsuit = (bool(kickers >> kicker & 1) for kickers in row)
    return (suited or kind == "o") and (offsuit or kind == "s")


def _without(row: _Row, kind: str, kicker: int) -> _Row:
    suited, offsuit = row
    kept = ~(1 << kicker)
    return suited if kind == "o" else suited & kept, offsuit if kind == "s" else offsuit & kept


def _length(items: Sequence[_Named], suffix_length: int) -> int:
    # The comma is the extra character.
    return sum(len(item.text) + suffix_length + 1 for item in items)


def _ranks(high: int, low: int) -> str:
    return RANKS[high] + RANKS[low]
