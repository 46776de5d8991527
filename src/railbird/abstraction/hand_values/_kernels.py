"""Building the hand values in compiled code. A word holds the rank sets of a deal, 16 bits for each suit."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.cards._kernels import hand_number
from railbird.cards.isomorphism._kernels import canonical_deal, packed_index
from railbird.cards.isomorphism.index_tables import IndexTables
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.river._kernels import CARDS_LEFT, HANDS_ON_BOARD, score_hands, sort_hands

_HANDS = 1326
_DECK = 52


@inlined
def packed_card(card: int) -> int:
    """The bit of a card in a word."""
    return 1 << ((int(card) & 3) << 4 | int(card) >> 2)


@inlined
def packed_cards(cards: NDArray[np.uint8]) -> int:
    """The word of several cards."""
    dealt = 0
    for card in cards:
        dealt |= packed_card(card)
    return dealt


@inlined
def index_of_hand(dealt: int, first: int, second: int, tables: IndexTables) -> int:
    """The canonical index of a hand on a board that is given as a word."""
    return packed_index(dealt | packed_card(first) | packed_card(second), int(first), int(second), tables)


@kernel
def write_river_scores(
    boards: NDArray[np.uint8], strength_tables: StrengthTables, river: IndexTables, scores: NDArray[np.uint16]
) -> None:
    """Write the score of every hand on these river boards to its canonical index."""
    cards = np.empty(CARDS_LEFT, dtype=np.uint8)
    hands = np.empty((HANDS_ON_BOARD, 2), dtype=np.uint8)
    strengths = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    on_board = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    for i in range(len(boards)):
        sort_hands(boards[i], strength_tables, cards, hands, strengths)
        score_hands(hands, strengths, on_board)
        dealt = packed_cards(boards[i])
        for place in range(HANDS_ON_BOARD):
            first, second = cards[hands[place, 0]], cards[hands[place, 1]]
            scores[index_of_hand(dealt, first, second, river)] = on_board[place]


@kernel
def write_turn_sums(
    boards: NDArray[np.uint8],
    strength_tables: StrengthTables,
    turn: IndexTables,
    scores: NDArray[np.uint32],
    squares: NDArray[np.uint32],
) -> None:
    """Write the sums of the score and of its square over all rivers, for every hand on these turn boards."""
    cards = np.empty(CARDS_LEFT, dtype=np.uint8)
    hands = np.empty((HANDS_ON_BOARD, 2), dtype=np.uint8)
    strengths = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    on_board = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    full = np.empty(5, dtype=np.uint8)
    sums = np.empty((_HANDS, 2), dtype=np.int64)
    for i in range(len(boards)):
        dealt = packed_cards(boards[i])
        copy_into(boards[i], full)
        sums[:] = 0
        for river in range(_DECK):
            if dealt & packed_card(river):
                continue
            full[4] = river
            sort_hands(full, strength_tables, cards, hands, strengths)
            score_hands(hands, strengths, on_board)
            for place in range(HANDS_ON_BOARD):
                hand = hand_number(cards[hands[place, 0]], cards[hands[place, 1]])
                score = np.int64(on_board[place])
                sums[hand, 0] += score
                sums[hand, 1] += score * score
        for second in range(_DECK):
            for first in range(second):
                if dealt & (packed_card(first) | packed_card(second)):
                    continue
                index = index_of_hand(dealt, first, second, turn)
                hand = hand_number(first, second)
                scores[index] = sums[hand, 0]
                squares[index] = sums[hand, 1]


@kernel
def write_flop_sums(
    start: int,
    stop: int,
    flop: IndexTables,
    turn: IndexTables,
    turn_scores: NDArray[np.uint32],
    turn_squares: NDArray[np.uint32],
    scores: NDArray[np.uint32],
    squares: NDArray[np.uint32],
) -> None:
    """Write the sums over all run-outs of the hands with a flop from `start` to `stop`, from the sums of the turn."""
    cards = np.empty(5, dtype=np.uint8)
    for index in range(start, stop):
        canonical_deal(index, flop, cards)
        dealt = packed_cards(cards)
        total = squared = np.int64(0)
        for card in range(_DECK):
            bit = packed_card(card)
            if not dealt & bit:
                later = packed_index(dealt | bit, int(cards[0]), int(cards[1]), turn)
                total += np.int64(turn_scores[later])
                squared += np.int64(turn_squares[later])
        # Either card of a run-out may come first.
        scores[index] = total // 2
        squares[index] = squared // 2


@kernel
def write_preflop_sums(
    hand: IndexTables,
    flop: IndexTables,
    flop_scores: NDArray[np.uint32],
    flop_squares: NDArray[np.uint32],
    scores: NDArray[np.int64],
    squares: NDArray[np.int64],
) -> None:
    """Write the sums over all boards of the 169 hands, from the sums of the flop."""
    cards = np.empty(2, dtype=np.uint8)
    for index in range(len(scores)):
        canonical_deal(index, hand, cards)
        held = packed_cards(cards)
        total = squared = np.int64(0)
        for first in range(_DECK):
            for second in range(first):
                for third in range(second):
                    board = packed_card(first) | packed_card(second) | packed_card(third)
                    if not held & board:
                        later = packed_index(held | board, int(cards[0]), int(cards[1]), flop)
                        total += np.int64(flop_scores[later])
                        squared += np.int64(flop_squares[later])
        # Any three cards of a board may be its flop: ten ways.
        scores[index] = total // 10
        squares[index] = squared // 10
