"""How strong a hand is and how it may develop: strength now and at the end, potential, outs, draws."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.strength import Category, category, strength
from railbird.cards.strength.tables import strength_tables
from railbird.equity.completions import rank_tables
from railbird.equity.exact import run_outs_by_score
from railbird.equity.metrics import _kernels
from railbird.equity.questions import check_hand_and_board
from railbird.errors import EquityError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.cards import Card


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
    seen = {*hand, *board}
    live = [card for card in range(52) if card not in seen]
    own = _strength_now(hand, board)
    score = 0
    for high in range(len(live)):
        for low in range(high):
            other = _strength_now((live[low], live[high]), board)
            score += (own > other) + (own >= other)
    return score / 2 / comb(len(live), 2)


def _strength_now(hand: Sequence[Card], board: Sequence[Card]) -> int:
    if board:
        return strength((*hand, *board))
    low, high = sorted(card >> 2 for card in hand)
    return 13 * 13 + high if low == high else 13 * high + low


def final_strength(hand: Sequence[Card], board: Sequence[Card] = ()) -> FinalStrength:
    """The distribution of the hand's strength on the river, exactly."""
    check_hand_and_board(hand, board)
    by_score = run_outs_by_score(hand, board)
    strengths = np.arange(len(by_score)) / (len(by_score) - 1)
    shares = by_score / by_score.sum()
    return FinalStrength(float(shares @ strengths), float(shares @ strengths**2), by_score)


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
