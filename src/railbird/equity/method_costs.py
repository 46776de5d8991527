"""Estimated run times of the exact methods, compilation not counted: seconds on one core of a current machine."""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.hands import HAND_CARDS
from railbird.equity.alike_suits import combinations_up_to_suits, fixing_permutations
from railbird.equity.hand_combinations import combinations_of, expected_combinations

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.equity.questions import Question

# Around compiled code: hand by hand; sweeping and enumerating; comparing.
_START_HANDS, _START, _START_COMPARING = 1e-5, 8e-5, 1.3e-4
# On each run-out: the board; the strength of a hand; comparing a lead with sixteen hands.
_BOARD, _EVALUATION, _COMPARISON = 1.6e-8, 2.4e-9, 1.2e-9
_WEIGHING = 2.5e-9
"""For each combination and set of winners, once."""
# On each run-out of two and of three players: sorting; a hand; a player's hand against its opponents.
_SWEEPING = {2: (1.5e-6, 1.4e-8, 0.0), 3: (1e-6, 5e-8, 1.35e-7)}
_KNOWN_HANDS = 3.5e-5
"""A combination of known hands on a board."""
# Before the flop: a combination; each of its players; each completion of the board with a flush.
_PREFLOP_HANDS, _PREFLOP_PLAYER, _COMPLETION = 2e-4, 2.6e-5, 4.3e-9
_FIXED_BY_SOME = 1.7
"""Combinations up to suits, over their number divided by that of the permutations: some fix a combination."""
_RANDOM_OPPONENTS = {0: 0.15, 3: 2.2e-4, 4: 3.2e-5, 5: 1.9e-5}
_SOME = 64
"""Combinations whose mean time is taken for that of all."""
_LISTED = 2**12
"""Combinations that are listed for an estimate; of more, the number up to suits is estimated."""


def known_hands_seconds(question: Question) -> float:
    """A single hand for each player."""
    row = np.array([[hand_range.weights.argmax() for hand_range in question.ranges]])
    return _known_hands_seconds(question, row)


def random_opponents_seconds(question: Question) -> float:
    """A range against one or two random opponents, hand by hand."""
    return _START_HANDS + question.sizes[0] * _RANDOM_OPPONENTS[len(question.board)]


def expected_leads(question: Question) -> float:
    """The number of combinations of hands of all players but the one with the most hands."""
    if question.opponents:
        return _expected(question, random_players=question.opponents - 1)
    return expected_combinations(sorted(question.ranges, key=len)[:-1])


def comparing_seconds(question: Question, leads: float) -> float:
    """All combinations of hands on every run-out of a board."""
    longest = max(question.sizes)
    compared = leads * -(-longest // 16) * _COMPARISON
    on_run_out = _BOARD + question.distinct_hands * _EVALUATION + compared
    sets = (1 << question.players - 1) - 1
    weighed = leads * longest * sets * _WEIGHING
    return _START_COMPARING + len(question.run_outs.copies) * on_run_out + weighed


def sweeping_seconds(question: Question) -> float:
    """Two or three ranges, sorted and swept on every run-out of a board."""
    sorting, sorted_hand, met_hand = _SWEEPING[question.players]
    met = sum(question.sizes[: len(question.ranges)]) * met_hand
    # Once more than there are run-outs, for the total weight.
    return _START + (1 + len(question.run_outs.copies)) * (sorting + question.distinct_hands * sorted_hand + met)


def enumerating_seconds(question: Question) -> float:
    """Every combination of hands up to suits, over the completions of the board."""
    if prod(question.sizes) <= _LISTED:
        permutations = fixing_permutations([question.board, question.dead])
        blocks = [combinations_up_to_suits(*block, permutations)[0] for block in combinations_of(question)]
        rows = np.concatenate(blocks)
        distinct = float(len(rows))
    else:
        rows = np.column_stack([_spread(hand_range.hands()) for hand_range in question.all_ranges])
        alike = len(fixing_permutations([question.board, question.dead], question.ranges))
        distinct = _expected(question, random_players=question.opponents) / alike
        distinct *= _FIXED_BY_SOME if alike > 1 else 1
    return _START + distinct * _known_hands_seconds(question, rows[:: max(1, len(rows) // _SOME)])


def _spread(hands: NDArray[np.intp]) -> NDArray[np.intp]:
    """Some of the hands, evenly spread."""
    return hands[np.linspace(0, len(hands) - 1, _SOME).astype(np.intp)]


def _known_hands_seconds(question: Question, rows: NDArray[np.int64]) -> float:
    """The mean time for one of some combinations of hands."""
    if question.board:
        return _KNOWN_HANDS
    return _PREFLOP_HANDS + question.players * _PREFLOP_PLAYER + _flush_completions(rows) * _COMPLETION


def _expected(question: Question, *, random_players: int) -> float:
    return expected_combinations(question.ranges, random_players=random_players, live_cards=question.live_cards)


def _flush_completions(combinations: NDArray[np.int64]) -> float:
    """The mean number of completions of an empty board on which a player has a flush."""
    suits = HAND_CARDS[combinations] & 3
    held = np.stack([(suits == suit).sum(axis=2).max(axis=1) for suit in range(4)])
    return float(_WITH_FLUSH[held].sum(axis=0).mean())


def _with_flush(held: int) -> int:
    """Completions with a flush in a suit, if a hand holds this number of its cards: ranks in the suit, and beside."""
    return sum(comb(13, in_suit) * comb(17 - in_suit, 5 - in_suit) for in_suit in range(5 - held, 6))


_WITH_FLUSH = np.array([_with_flush(held) for held in range(3)])
