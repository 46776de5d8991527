"""Estimated run times of the exact methods, compilation not counted: seconds on one core of a current machine."""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import suit_of
from railbird.cards.hands import CLASS_COUNT, CLASS_OF_HAND, HAND_CARDS
from railbird.equity.alike_suits import combinations_up_to_suits, fixing_permutations
from railbird.equity.hand_combinations import combinations_of, expected_combinations

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.equity.questions import Question

_START_COMPARING, _PLAYER_COMPARING = 2.4e-5, 1.8e-5
"""The cost outside compiled code, like the first of the numbers below: fixed, and for each player."""
# On each run-out: a hand; the extra cost if a flush is possible; each hand of a lead; comparing a lead with
# sixteen hands, of two players and of more.
_HAND, _FLUSH_HAND, _LEAD_HAND = 4.9e-10, 5.6e-10, 1.2e-9
_COMPARISON, _COMPARISON_OF_MANY = 5.7e-10, 1.03e-9
_WEIGHING = 1.9e-9
"""For each combination and set of winners, once."""
# Two and three players; on each run-out: sorting; a hand; a player's hand against its opponents; one that may tie.
_SWEEPING = {2: (4.7e-5, 1.5e-6, 1.8e-8, 0.0, 0.0), 3: (6.3e-5, 1e-6, 4.6e-8, 9e-8, 2.3e-7)}
# A combination of known hands on a flop, turn and river; each of its players.
_KNOWN_HANDS = {3: (1.6e-5, 5.7e-6), 4: (1.6e-5, 3.8e-6), 5: (1.6e-5, 3.8e-6)}
_START_ENUMERATING = 8e-5
# Before the flop: a combination; each of its players; each completion of the board with a flush.
_PREFLOP_HANDS, _PREFLOP_PLAYER, _COMPLETION = 2e-4, 2.6e-5, 4.3e-9
_FIXED_BY_SOME = 1.7
"""Combinations up to suits, over their number divided by that of the permutations: some fix a combination."""
_START_RANDOM = 6e-6
# A hand against random opponents, by the number of board cards and the most cards of a suit among them; on the turn,
# more for a second pair of cards of a suit.
_RANDOM_OPPONENTS = {
    0: (0.15,),
    3: (0.0, 1.9e-4, 2.6e-4, 1.9e-4),
    4: (0.0, 2.1e-5, 2.8e-5, 3.4e-5, 3.4e-5),
    5: (0.0, 0.0, 1.6e-5, 1.6e-5, 1.6e-5, 1.6e-5),
}
_SECOND_PAIR = 8e-6
_SOME = 64
"""Combinations whose mean time is taken for that of all."""
_LISTED = 2**12
"""Combinations that are listed for an estimate; of more, the number up to suits is estimated."""


def known_hands_seconds(question: Question) -> float:
    """A single hand for each player."""
    if question.board:
        return _on_board_seconds(question)
    return _preflop_seconds(question, np.array([[hand_range.weights.argmax() for hand_range in question.ranges]]))


def random_opponents_seconds(question: Question) -> float:
    """A range against one or two random opponents, hand by hand."""
    in_suits = _in_suits(question)
    hand = _RANDOM_OPPONENTS[len(question.board)][in_suits[0]]
    if len(question.board) == 4 and in_suits[1] == 2:
        hand += _SECOND_PAIR
    return _START_RANDOM + question.sizes[0] * hand


def _in_suits(question: Question) -> list[int]:
    """The numbers of board cards in each suit, largest first."""
    suits = [*map(suit_of, question.board)]
    return sorted((suits.count(suit) for suit in range(4)), reverse=True)


def expected_leads(question: Question) -> float:
    """The number of combinations of hands of all players but the one with the most hands."""
    if question.opponents:
        return _expected(question, random_players=question.opponents - 1)
    return expected_combinations(sorted(question.ranges, key=len)[:-1])


def comparing_seconds(question: Question, leads: float) -> float:
    """All combinations of hands on every run-out of a board."""
    longest = max(question.sizes)
    before_last = question.players - 1
    comparison = _COMPARISON if question.players == 2 else _COMPARISON_OF_MANY
    lead = before_last * _LEAD_HAND + -(-longest // 16) * comparison
    hand = _HAND + _FLUSH_HAND * _flush_share(question)
    weighed = leads * longest * ((1 << before_last) - 1) * _WEIGHING
    start = _START_COMPARING + question.players * _PLAYER_COMPARING
    return start + len(question.run_outs.copies) * (question.distinct_hands * hand + leads * lead) + weighed


def _flush_share(question: Question) -> float:
    """About the share of the run-outs that leave three cards of a suit on the board."""
    in_suits = _in_suits(question)
    if in_suits[0] >= 3:
        return 1.0
    return {3: 0.17 if in_suits[0] == 1 else 0.46, 4: in_suits.count(2) * 0.23, 5: 0.0}[len(question.board)]


def sweeping_seconds(question: Question) -> float:
    """Two or three ranges, sorted and swept on every run-out of a board."""
    start, sorting, sorted_hand, met_hand, tying_hand = _SWEEPING[question.players]
    on_run_out = sorting + question.distinct_hands * sorted_hand
    if question.players == 3:
        met, tying = sum(question.sizes[: len(question.ranges)]), _tying_hands(question)
        on_run_out += (met - tying) * met_hand + tying * tying_hand
    # Once more than there are run-outs, for the total weight.
    return start + (1 + len(question.run_outs.copies)) * on_run_out


def _tying_hands(question: Question) -> int:
    """The number of hands of named players whose pair of ranks an opponent may have as well."""
    pairs = [_RANK_PAIRS[hand_range.hands()] for hand_range in question.all_ranges]
    may_have = np.zeros((question.players, CLASS_COUNT), dtype=np.bool_)
    for player, of_player in enumerate(pairs):
        may_have[player, of_player] = True
    players = may_have.sum(axis=0)
    return sum(int(np.count_nonzero(players[of_player] > 1)) for of_player in pairs[: len(question.ranges)])


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
    if question.board:
        return _START_ENUMERATING + distinct * _on_board_seconds(question)
    return _START_ENUMERATING + distinct * _preflop_seconds(question, rows[:: max(1, len(rows) // _SOME)])


def _spread(hands: NDArray[np.intp]) -> NDArray[np.intp]:
    """Some of the hands, evenly spread."""
    return hands[np.linspace(0, len(hands) - 1, _SOME).astype(np.intp)]


def _on_board_seconds(question: Question) -> float:
    """The time for a combination of hands on a board."""
    combination, player = _KNOWN_HANDS[len(question.board)]
    return combination + question.players * player


def _preflop_seconds(question: Question, rows: NDArray[np.int64]) -> float:
    """The mean time for one of some combinations of hands before the flop."""
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


def _rank_pairs() -> NDArray[np.uint8]:
    """By hand: a number that hands with the same two ranks share, whether suited or not."""
    row, column = np.divmod(CLASS_OF_HAND, 13)
    pairs: NDArray[np.uint8] = np.minimum(row, column) * np.uint8(13) + np.maximum(row, column)
    return pairs


_WITH_FLUSH = np.array([_with_flush(held) for held in range(3)])
_RANK_PAIRS = _rank_pairs()
