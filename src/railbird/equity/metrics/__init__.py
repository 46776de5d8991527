"""How strong a hand is and how it may develop: strength now and at the end, potential, outs, draws."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.hands import HAND_CARDS
from railbird.cards.strength import Category, category, strength, strengths
from railbird.cards.strength.tables import strength_tables
from railbird.equity.completions import rank_tables
from railbird.equity.exact import run_outs_by_score
from railbird.equity.metrics import _kernels
from railbird.equity.questions import BOARD_SIZES, check_hand_and_board
from railbird.errors import EquityError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.cards import Card

_CHUNK = 64


@dataclass(frozen=True)
class FinalStrength:
    """Where a hand's strength ends, over all run-outs: strength is the share of opposing hands beaten, ties half."""

    mean: float
    """E[HS], the equity against one random hand."""
    mean_square: float
    """E[HS^2], which favours hands that may become very strong."""
    by_score: NDArray[np.int64]
    """The number of run-outs by score, 2 * beaten + tied."""

    def histogram(self, bins: int) -> NDArray[np.float64]:
        """The share of the run-outs that end in each of `bins` equal intervals of strength; 1 belongs to the last."""
        scores = np.arange(len(self.by_score))
        places = np.minimum(scores * bins // (len(scores) - 1), bins - 1)
        counts = np.bincount(places, weights=self.by_score, minlength=bins)
        return np.asarray(counts / self.by_score.sum())


@dataclass(frozen=True)
class FinalStrengths:
    """The same for many deals: one row each."""

    means: NDArray[np.float64]
    mean_squares: NDArray[np.float64]
    histograms: NDArray[np.float64]


@dataclass(frozen=True)
class Potential:
    """How often a hand's standing against a random hand turns by the river (Billings et al. 2002, section 5.3)."""

    positive: float
    """PPot: the share of the cases in which the hand is behind that end ahead; ties count half."""
    negative: float
    """NPot: the share of the cases in which it is ahead that end behind."""


@dataclass(frozen=True)
class Draws:
    """The next cards that help."""

    outs: frozenset[Card]
    """Cards that lift the hand to a higher category which the board alone does not have."""
    straight: frozenset[Card]
    """Cards that complete a straight in which a hole card takes part."""
    flush: frozenset[Card]
    """Cards that complete a flush in which a hole card takes part."""


def hand_strength(hand: Sequence[Card], board: Sequence[Card] = ()) -> float:
    """HS: the share of opposing hands that are beaten now, ties half; before the flop pairs beat high cards."""
    check_hand_and_board(hand, board)
    live = np.setdiff1d(np.arange(52), [*hand, *board])
    others = HAND_CARDS[np.isin(HAND_CARDS, live).all(axis=1)]
    own, theirs = _strengths_now(np.array([hand]), board)[0], _strengths_now(others, board)
    return float(((own > theirs).sum() + (own >= theirs).sum()) / 2 / len(theirs))


def _strengths_now(hands: NDArray[np.integer], board: Sequence[Card]) -> NDArray[np.integer]:
    if board:
        boards = np.tile(np.array(board), (len(hands), 1))
        return strengths(np.hstack([hands, boards]).astype(np.uint8))
    low, high = np.sort(hands >> 2, axis=1).astype(np.int64).T
    return np.asarray(np.where(low == high, 13 * 13 + high, 13 * high + low))


def final_strength(hand: Sequence[Card], board: Sequence[Card] = ()) -> FinalStrength:
    """The distribution of the hand's strength on the river, exactly."""
    check_hand_and_board(hand, board)
    by_score = run_outs_by_score(hand, board)
    strengths = np.arange(len(by_score)) / (len(by_score) - 1)
    shares = by_score / by_score.sum()
    return FinalStrength(float(shares @ strengths), float(shares @ strengths**2), by_score)


def final_strengths(deals: NDArray[np.uint8], *, bins: int = 10) -> FinalStrengths:
    """The same for many deals, on all cores: rows of two hole cards and no, three, four or five board cards."""
    if deals.ndim != 2 or deals.shape[1] - 2 not in BOARD_SIZES:
        raise EquityError(f"no deals in an array of shape {deals.shape}: give n rows of 2, 5, 6 or 7 cards")
    found = FinalStrengths(np.empty(len(deals)), np.empty(len(deals)), np.empty((len(deals), bins)))
    rows = np.ascontiguousarray(deals, dtype=np.uint8)

    def measure(part: slice) -> None:
        columns = found.means[part], found.mean_squares[part], found.histograms[part]
        _kernels.write_final_strengths(rows[part], rank_tables(), strength_tables(7), *columns)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(measure, (slice(start, start + _CHUNK) for start in range(0, len(rows), _CHUNK))))
    return found


def potential(hand: Sequence[Card], board: Sequence[Card]) -> Potential:
    """The positive and negative potential on a flop or turn, over all run-outs and opposing hands, exactly."""
    check_hand_and_board(hand, board)
    if len(board) not in (3, 4):
        raise EquityError(f"no potential with {len(board)} board cards: it is defined on the flop and on the turn")
    counts = np.zeros((3, 3), dtype=np.int64)
    _kernels.count_turns_of_fortune(
        np.array(hand, dtype=np.uint8),
        np.array(board, dtype=np.uint8),
        np.empty(0, dtype=np.uint8),
        rank_tables(),
        strength_tables(2 + len(board)),
        strength_tables(7),
        counts,
    )
    behind, tied, ahead = counts.sum(axis=1).tolist()
    rises = 2 * counts[0, 2] + counts[0, 1] + counts[1, 2]
    falls = 2 * counts[2, 0] + counts[2, 1] + counts[1, 0]
    return Potential(_share(int(rises), 2 * behind + tied), _share(int(falls), 2 * ahead + tied))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def draws(hand: Sequence[Card], board: Sequence[Card]) -> Draws:
    """The cards that may come next and help, on a flop or turn."""
    check_hand_and_board(hand, board)
    if len(board) not in (3, 4):
        raise EquityError(f"no draws with {len(board)} board cards: a card has to come after a flop or turn")
    now = category(strength((*hand, *board)))
    outs, straight, flush = set(), set(), set()
    for card in set(range(52)) - {*hand, *board}:
        then = category(strength((*hand, *board, card)))
        on_board = _board_category((*board, card))
        if then > now and then > on_board:
            outs.add(card)
            if then in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
                straight.add(card)
            if then in (Category.FLUSH, Category.STRAIGHT_FLUSH):
                flush.add(card)
    return Draws(frozenset(outs), frozenset(straight), frozenset(flush))


def _board_category(board: Sequence[Card]) -> Category:
    """What four or five board cards make on their own."""
    if len(board) == 5:
        return category(strength(board))
    copies = sorted((sum(card >> 2 == rank for card in board) for rank in range(13)), reverse=True)
    match copies[:2]:
        case [4, _]:
            return Category.FOUR_OF_A_KIND
        case [3, _]:
            return Category.THREE_OF_A_KIND
        case [2, 2]:
            return Category.TWO_PAIR
        case [2, _]:
            return Category.PAIR
    return Category.HIGH_CARD
