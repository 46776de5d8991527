"""All-in equities and draws of many deals at once, with the results of the functions for single deals."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.hands import CLASS_OF_HAND, hand_numbers
from railbird.cards.strength import CLASS_COUNT, category
from railbird.cards.strength.classes import straight_top
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.all_in import unchecked_equity
from railbird.equity.completions import rank_tables
from railbird.equity.exact import opposing_hands
from railbird.equity.flop import stored_flop_tables
from railbird.equity.many_deals import _kernels
from railbird.equity.preflop import class_equities

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FLOP = 5
"""Cards of a hand with a flop."""


def exact_equities(deals: NDArray[np.uint8]) -> NDArray[np.float64]:
    """All-in equities against one and against two random hands, in columns.

    A deal is a row of two hole cards and the board. The cards are not checked.
    """
    if len(deals) == 1:
        # A single deal is a bot's: its answers are kept, and shared between processes.
        hand, board = _split(deals[0])
        return np.array([[unchecked_equity(hand, board, opponents) for opponents in (1, 2)]])
    if deals.shape[1] == 2:
        classes = CLASS_OF_HAND[hand_numbers(deals)]
        return np.stack([class_equities(opponents)[classes] for opponents in (1, 2)], axis=1)
    distinct, places = _distinct(deals)
    if deals.shape[1] == _FLOP and (tables := stored_flop_tables()) is not None:
        equities = np.stack([tables.equities(distinct, opponents=opponents) for opponents in (1, 2)], axis=1)
    else:
        equities = _counted(distinct)
    return np.asarray(equities[places])


def all_in_equities(
    deals: NDArray[np.uint8], opponents: NDArray[np.int64], exact: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The all-in equity of each deal against its number of random opponents, as in `all_in.all_in_equity`.

    `exact` has the equities against one and two opponents, which are computed once for several questions.
    """
    equities = np.where(opponents > 0, exact[np.arange(len(deals)), np.clip(opponents, 1, 2) - 1], 1.0)
    for row in np.flatnonzero(opponents > 2).tolist():
        equities[row] = unchecked_equity(*_split(deals[row]), int(opponents[row]))
    return equities


def _split(deal: NDArray[np.uint8]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    cards = tuple(deal.tolist())
    return cards[:2], cards[2:]


def _counted(deals: NDArray[np.uint8]) -> NDArray[np.float64]:
    sums = np.zeros((len(deals), 6), dtype=np.int64)
    by_score = np.zeros(2 * opposing_hands(1) + 1, dtype=np.int64)
    _kernels.meet_random_each(deals, by_score, rank_tables(), strength_tables(7), sums)
    wins, ties, wins_of_two, two_way, three_way, run_outs = sums.T
    one = (wins / 1 + ties / 2) / (run_outs * opposing_hands(1))
    two = (wins_of_two / 1 + two_way / 2 + three_way / 3) / (run_outs * opposing_hands(2))
    return np.stack([one, two], axis=1)


def draw_counts(deals: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The numbers of outs, of straight cards and of flush cards, on flops and turns: see `metrics.draws`."""
    distinct, places = _distinct(deals)
    counts = np.empty((len(distinct), 3), dtype=np.int64)
    _kernels.count_draws(distinct, category_table(), _straight_tops(), counts)
    return np.asarray(counts[places])


@cache
def category_table() -> NDArray[np.int64]:
    """The category of each strength."""
    return np.array([0, *(category(strength) for strength in range(1, CLASS_COUNT + 1))], dtype=np.int64)


@cache
def _straight_tops() -> NDArray[np.int64]:
    """The highest rank of the best straight by mask of ranks, -1 if there is none."""
    tops = (straight_top([rank for rank in range(13) if mask >> rank & 1]) for mask in range(1 << 13))
    return np.array([-1 if top is None else top for top in tops], dtype=np.int64)


def _distinct(deals: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The different deals, and the place of each deal among them: a hand has several decisions on a street."""
    if len(deals) == 1:
        return deals, np.zeros(1, dtype=np.int64)
    codes = np.zeros(len(deals), dtype=np.int64)
    for column in deals.T:
        codes = codes << 6 | column
    _, first, places = np.unique(codes, return_index=True, return_inverse=True)
    return np.ascontiguousarray(deals[first]), places
