"""Exact counts over all run-outs: known hands against each other, and a hand against random opponents."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import as_cards
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.card_checks import check_enough_cards, check_hand, check_hand_and_board
from railbird.equity.completions import rank_tables
from railbird.equity.exact import _kernels
from railbird.errors import EquityError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.cards import Card, Cards


@dataclass(frozen=True)
class Counts:
    """A player's wins by the number of players who shared the pot, and the number of deals."""

    shared: tuple[int, ...]
    """Deals in which the player was the only winner, one of two winners, one of three, and so on."""
    total: int

    @property
    def equity(self) -> float:
        """The player's expected share of the pot."""
        return sum(deals / winners for winners, deals in enumerate(self.shared, start=1)) / self.total


def count_known_hands(hands: Sequence[Cards], board: Cards = (), *, dead: Cards = ()) -> tuple[Counts, ...]:
    """The counts of each player for known hands against each other, over all run-outs."""
    if not hands:
        raise EquityError("no hands to count: give at least one")
    if isinstance(hands, str):
        raise EquityError(f"hands {hands!r}: give a list of hands, like ['AsAh', 'KdKc']")
    known, board, dead = [*map(as_cards, hands)], as_cards(board), as_cards(dead)
    for hand in known:
        check_hand(hand)
    check_enough_cards(len(known), dead)
    check_hand_and_board(known[0], board, [*(card for hand in known[1:] for card in hand), *dead])
    shared = np.zeros((len(known), len(known) + 1), dtype=np.int64)
    _kernels.meet_known(_cards(known), _cards(board), _cards(dead), rank_tables(), strength_tables(7), shared)
    run_outs = comb(52 - 2 * len(hands) - len(board) - len(dead), 5 - len(board))
    return tuple(Counts(tuple(row[1:].tolist()), run_outs) for row in shared)


def count_against_random(hand: Cards, board: Cards = (), *, opponents: int, dead: Cards = ()) -> Counts:
    """The counts of a hand against one or two random opponents, over all run-outs and opposing hands.

    Pairs of opposing hands are ordered.
    """
    if opponents not in (1, 2):
        raise EquityError(f"no exact counts against {opponents} random opponents: give 1 or 2")
    dead = as_cards(dead)
    check_enough_cards(1 + opponents, dead)
    return _counts_against(opponents, _meet_random(hand, board, dead)[0], dead_cards=len(dead))


def equities_against_random(hand: Cards, board: Cards = ()) -> tuple[float, float]:
    """Equities of a hand against one and against two random opponents, in the time of a single computation."""
    sums, _ = _meet_random(hand, board, ())
    return _counts_against(1, sums).equity, _counts_against(2, sums).equity


def _counts_against(opponents: int, sums: NDArray[np.int64], *, dead_cards: int = 0) -> Counts:
    """The counts against one or two opponents, from the sums that contain both."""
    *counts, run_outs = sums.tolist()
    shared = counts[:2] if opponents == 1 else counts[2:]
    return Counts(tuple(shared), run_outs * opposing_hands(opponents, dead_cards=dead_cards))


def opposing_hands(opponents: int, *, dead_cards: int = 0) -> int:
    """The number of opposing hands, or of ordered pairs of opposing hands, on a full board."""
    left = 52 - 2 - 5 - dead_cards
    return comb(left, 2) if opponents == 1 else comb(left, 2) * comb(left - 2, 2)


def run_outs_by_score(hand: Cards, board: Cards = (), dead: Cards = ()) -> NDArray[np.int64]:
    """The number of run-outs by score, 2 * beaten + tied opposing hands: the distribution of final strength."""
    return _meet_random(hand, board, dead)[1]


def _meet_random(hand: Cards, board: Cards, dead: Cards) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    hand, board, dead = as_cards(hand), as_cards(board), as_cards(dead)
    check_hand_and_board(hand, board, dead)
    sums = np.zeros(6, dtype=np.int64)
    by_score = np.zeros(2 * opposing_hands(1, dead_cards=len(dead)) + 1, dtype=np.int64)
    _kernels.meet_random(_cards(hand), _cards(board), _cards(dead), rank_tables(), strength_tables(7), sums, by_score)
    return sums, by_score


def _cards(cards: Sequence[Card] | Sequence[Sequence[Card]]) -> NDArray[np.uint8]:
    return np.array(cards, dtype=np.uint8)
