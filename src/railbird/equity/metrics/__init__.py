"""Hand-strength metrics: current and final hand strength, potential, outs and draws.

Each metric has a function for a single hand; `measure` computes all but the draws for an array of deals.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import as_cards, rank_of, suit_of
from railbird.cards.hands import HAND_CARDS
from railbird.cards.isomorphism import CanonicalIndex
from railbird.cards.strength import Category, category, strength, strengths
from railbird.cards.strength.classes import straight_top
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.compiled import available_cores
from railbird.equity.card_checks import BOARD_SIZES, check_hand_and_board
from railbird.equity.completions import rank_tables
from railbird.equity.exact import run_outs_by_score
from railbird.equity.metrics import _kernels
from railbird.errors import EquityError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from railbird.cards import Card, Cards

_CHUNK = 64


@dataclass(frozen=True)
class FinalStrength:
    """The distribution of hand strength on the river over all run-outs.

    Hand strength is the share of opposing hands that are beaten; ties count half.
    """

    mean: float
    """E[HS], the equity against one random hand."""
    mean_square: float
    """E[HS^2], which favours hands that can become very strong."""
    by_score: NDArray[np.int64]
    """The number of run-outs by score, 2 * beaten + tied."""

    def histogram(self, bins: int) -> NDArray[np.float64]:
        """The share of run-outs that end in each of `bins` equal intervals of strength; 1 belongs to the last."""
        _check_bins(bins)
        scores = np.arange(len(self.by_score))
        places = np.minimum(scores * bins // (len(scores) - 1), bins - 1)
        counts = np.bincount(places, weights=self.by_score, minlength=bins)
        return np.asarray(counts / self.by_score.sum())


@dataclass(frozen=True)
class Potential:
    """How often a hand falls behind or gets ahead of a random hand by the river (Billings et al. 2002, section 5.3)."""

    positive: float
    """PPot: the probability that a hand which is behind ends ahead; ties count half."""
    negative: float
    """NPot: the probability that a hand which is ahead ends behind; ties count half."""


@dataclass(frozen=True)
class Draws:
    """The cards that improve a hand on the next street."""

    outs: frozenset[Card]
    """Cards that raise the hand's category above that of the board alone, or raise it by a straight or flush below."""
    straight: frozenset[Card]
    """Cards that complete a straight, or a higher straight, that uses a hole card."""
    flush: frozenset[Card]
    """Cards that complete a flush that uses a hole card."""


@dataclass(frozen=True)
class Metrics:
    """The metrics of many deals, one row per deal."""

    strengths: NDArray[np.float64]
    """HS, the current hand strength."""
    means: NDArray[np.float64]
    """E[HS]."""
    mean_squares: NDArray[np.float64]
    """E[HS^2]."""
    histograms: NDArray[np.float64]
    """The share of run-outs by deal and interval of final strength."""
    positive_potentials: NDArray[np.float64]
    negative_potentials: NDArray[np.float64]
    """Potentials are NaN before the flop and on the river, where they are undefined."""


def hand_strength(hand: Cards, board: Cards = ()) -> float:
    """HS: the share of opposing hands that are currently beaten; ties count half. Preflop, pairs beat high cards."""
    hand, board = as_cards(hand), as_cards(board)
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


def final_strength(hand: Cards, board: Cards = ()) -> FinalStrength:
    """The exact distribution of hand strength on the river."""
    hand, board = as_cards(hand), as_cards(board)
    check_hand_and_board(hand, board)
    by_score = run_outs_by_score(hand, board)
    strengths = np.arange(len(by_score)) / (len(by_score) - 1)
    shares = by_score / by_score.sum()
    return FinalStrength(float(shares @ strengths), float(shares @ strengths**2), by_score)


def potential(hand: Cards, board: Cards) -> Potential:
    """The exact positive and negative potential on a flop or turn, over all run-outs and opposing hands."""
    hand, board = as_cards(hand), as_cards(board)
    check_hand_and_board(hand, board)
    _check_flop_or_turn(board, "potential")
    counts = _turns_of_fortune(np.array([[*hand, *board]], dtype=np.uint8))
    positive, negative = _potentials(counts)
    return Potential(float(positive[0]), float(negative[0]))


def _check_flop_or_turn(board: Sequence[Card], what: str) -> None:
    if len(board) not in (3, 4):
        raise EquityError(f"no {what} with {len(board)} board cards: give a flop or a turn, so that a card is to come")


def _turns_of_fortune(deals: NDArray[np.uint8]) -> NDArray[np.int64]:
    counts = np.zeros((len(deals), 3, 3), dtype=np.int64)
    tables = strength_tables(deals.shape[1]), strength_tables(7)
    _on_all_cores(
        lambda part: _kernels.write_turns_of_fortune(deals[part], rank_tables(), *tables, counts[part]), deals
    )
    return counts


def _potentials(counts: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """PPot and NPot from the transition counts between behind, tied and ahead, now and on the river."""
    behind, tied, ahead = counts.sum(axis=2).T
    rises = 2 * counts[:, 0, 2] + counts[:, 0, 1] + counts[:, 1, 2]
    falls = 2 * counts[:, 2, 0] + counts[:, 2, 1] + counts[:, 1, 0]
    # A hand that is never behind has no positive potential, one that is never ahead no negative potential.
    return rises / np.maximum(2 * behind + tied, 1), falls / np.maximum(2 * ahead + tied, 1)


def measure(deals: NDArray[np.uint8], *, bins: int = 10) -> Metrics:
    """All metrics of many deals, on all cores; rows of two hole cards and 0, 3, 4 or 5 board cards."""
    _check_bins(bins)
    if deals.ndim != 2 or deals.shape[1] - 2 not in BOARD_SIZES:
        raise EquityError(f"not deals: an array of shape {deals.shape}: give n rows of 2, 5, 6 or 7 cards")
    rows = CanonicalIndex(2, deals.shape[1] - 2).checked_deals(deals)
    means, mean_squares, histograms = np.empty(len(rows)), np.empty(len(rows)), np.empty((len(rows), bins))
    _on_all_cores(
        lambda part: _kernels.write_final_strengths(
            rows[part], rank_tables(), strength_tables(7), means[part], mean_squares[part], histograms[part]
        ),
        rows,
    )
    if rows.shape[1] in (5, 6):
        counts = _turns_of_fortune(rows)
        behind, tied, ahead = counts.sum(axis=2).T
        now = (2 * ahead + tied) / (2 * (behind + tied + ahead))
        return Metrics(now, means, mean_squares, histograms, *_potentials(counts))
    now = means if rows.shape[1] == 7 else np.array([hand_strength(row) for row in rows.tolist()])
    undefined = np.full(len(rows), np.nan)
    return Metrics(now, means, mean_squares, histograms, undefined, undefined)


def _check_bins(bins: int) -> None:
    if bins < 1:
        raise EquityError(f"a histogram of {bins} bins: it needs at least 1")


def _on_all_cores(work: Callable[[slice], None], rows: NDArray[np.uint8]) -> None:
    parts = (slice(start, start + _CHUNK) for start in range(0, len(rows), _CHUNK))
    with ThreadPoolExecutor(available_cores()) as pool:
        list(pool.map(work, parts))


def draws(hand: Cards, board: Cards) -> Draws:
    """The cards that improve a hand on the next street, on a flop or turn."""
    hand, board = as_cards(hand), as_cards(board)
    check_hand_and_board(hand, board)
    _check_flop_or_turn(board, "draws")
    unseen = set(range(52)) - {*hand, *board}
    straight = frozenset(card for card in unseen if _makes_straight(hand, board, card))
    flush = frozenset(card for card in unseen if _makes_flush(hand, board, card))
    now = category(strength((*hand, *board)))
    lifts = {card for card in unseen if category(strength((*hand, *board, card))) > now}
    better = {card for card in lifts if category(strength((*hand, *board, card))) > _board_category((*board, card))}
    return Draws(frozenset(better | (lifts & (straight | flush))), straight, flush)


def _makes_straight(hand: Sequence[Card], board: Sequence[Card], card: Card) -> bool:
    """Whether a card makes a higher straight than the hand has now and than the new board has alone."""
    then = straight_top(map(rank_of, (*hand, *board, card)))
    others = straight_top(map(rank_of, (*hand, *board))), straight_top(map(rank_of, (*board, card)))
    return then is not None and all(top is None or top < then for top in others)


def _makes_flush(hand: Sequence[Card], board: Sequence[Card], card: Card) -> bool:
    """Whether a card is the fifth of its suit, with at least one hole card in that suit."""
    suit = suit_of(card)
    return suit in map(suit_of, hand) and sum(suit_of(other) == suit for other in (*hand, *board)) == 4


def _board_category(board: Sequence[Card]) -> Category:
    """The category of four or five board cards alone."""
    if len(board) == 5:
        return category(strength(board))
    copies = sorted((sum(rank_of(card) == rank for card in board) for rank in range(13)), reverse=True)
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
