"""Ranges against each other on a board: by comparing all combinations of their hands, or by sweeping sorted hands."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import CARD_COUNT
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.hand_combinations import disjoint_combinations
from railbird.equity.range_meetings._kernels import count_combinations, sweep_run_outs
from railbird.equity.range_meetings.compared_lanes import LANES
from railbird.equity.range_meetings.meeting_hands import meeting_hands, sweep_sums

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.equity.alike_suits import RunOutClasses
    from railbird.equity.range_meetings.meeting_hands import MeetingHands
    from railbird.equity.ranges import Range
    from railbird.progress import Task

_COUNTERS_AT_ONCE = 2**17
"""As many as fit into the processor's cache."""


def compared_shares(
    ranges: Sequence[Range], board: Sequence[Card], run_outs: RunOutClasses, *, dead_cards: int, task: Task
) -> NDArray[np.float64]:
    """Each player's probabilities of being the only winner, one of two, and so on, from every combination of hands."""
    players = len(ranges)
    # The longest range comes last: its hands are compared side by side.
    order = sorted(range(players), key=lambda player: len(ranges[player]))
    hands = meeting_hands([ranges[player] for player in order])
    cards, tables = np.array(board, dtype=np.uint8), strength_tables(7)
    outcomes = np.zeros(1 << players)
    total = 0.0
    counters = np.empty((2, 0, _columns(hands)), dtype=np.uint16)
    for leads in _leads(hands):
        rows = len(leads) * _winning_sets(hands)
        if rows > counters.shape[1]:  # memory that the system has to provide anew takes longer than the counting
            counters = np.empty((2, rows, _columns(hands)), dtype=np.uint16)
        lower, equal = counters
        total += count_combinations(hands, leads, cards, run_outs, tables, lower, equal, outcomes)
        task.advance(len(leads))
    deals = total * _run_outs_left(players, board, dead_cards)
    outcomes[1 << players - 1] = deals - outcomes.sum()
    return _shares(outcomes / deals, order)


def _leads(hands: MeetingHands) -> Iterator[NDArray[np.int64]]:
    """Combinations of hands of all players but the last, in blocks that have counters at once."""
    lists = [hands.members[start:end] for start, end in zip(hands.starts[:-2], hands.starts[1:-1], strict=True)]
    most = max(1, _COUNTERS_AT_ONCE // (_winning_sets(hands) * _columns(hands)))
    for places in disjoint_combinations([hands.masks[members] for members in lists]):
        leads = np.column_stack([members[column] for members, column in zip(lists, places.T, strict=True)])
        for start in range(0, len(leads), most):
            yield leads[start : start + most]


def _winning_sets(hands: MeetingHands) -> int:
    """The number of sets of winners among the hands of a lead; there are counters for each."""
    return (1 << len(hands.weights) - 1) - 1


def _columns(hands: MeetingHands) -> int:
    """The number of counters in a row: one for each hand of the last player, filled up to whole vectors."""
    last = int(hands.starts[-1] - hands.starts[-2])
    return -(-last // LANES) * LANES


def _shares(outcomes: NDArray[np.float64], order: Sequence[int]) -> NDArray[np.float64]:
    """Each player's probabilities by number of winners, from those of the sets of winners."""
    shares = np.zeros((len(order), len(order)))
    for winners in range(1, len(outcomes)):
        for place, player in enumerate(order):
            if winners >> place & 1:
                shares[player, winners.bit_count() - 1] += outcomes[winners]
    return shares


def swept_shares(
    ranges: Sequence[Range], named: int, board: Sequence[Card], run_outs: RunOutClasses, *, dead_cards: int
) -> NDArray[np.float64]:
    """The same for the first `named` of two or three players, in closed form on every run-out."""
    players = len(ranges)
    shares = np.zeros((players, players))
    hands, cards = meeting_hands(ranges), np.array(board, dtype=np.uint8)
    total = sweep_run_outs(hands, named, cards, run_outs, strength_tables(7), sweep_sums(players), shares)
    shares /= total * _run_outs_left(players, board, dead_cards)
    if players == 2:
        won, tied = shares[0]
        shares[1] = 1 - won - tied, tied
    return shares[:named]


def _run_outs_left(players: int, board: Sequence[Card], dead_cards: int) -> int:
    """The number of run-outs for known hands of all players."""
    return comb(CARD_COUNT - len(board) - dead_cards - 2 * players, 5 - len(board))
