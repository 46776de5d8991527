"""Strengths of all hands on the run-outs of a board, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into, random_below
from railbird.cards._kernels import hand_number
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.river._kernels import CARDS_LEFT, HANDS_ON_BOARD, score_hands, sort_hands

HANDS = 1326
BLOCKED = 255
"""The level of hands that share a card with the board."""
BEST_LEVEL = 254
_BEST_SCORE = 2 * 990


@kernel
def write_run_outs(
    board: NDArray[np.uint8],
    last_cards: int,
    tables: StrengthTables,
    state: NDArray[np.uint64],
    flops: NDArray[np.uint8],
    turns: NDArray[np.uint8],
    rivers: NDArray[np.uint8],
    showdowns: NDArray[np.uint16],
) -> None:
    """Write the levels of all hands on a board of three to five cards, and on run-outs of it.

    `flops`, `turns` and `rivers` have a row of levels for each board of that street, `showdowns` a row of strengths
    for each full board, 0 for hands that are not possible. Every turn gets `last_cards` river cards.
    """
    full = np.empty(5, dtype=np.uint8)
    copy_into(board, full)
    known = len(board)
    turn_cards = np.empty(52, dtype=np.uint8)
    river_cards = np.empty(52, dtype=np.uint8)
    left = _cards_left(board, turn_cards)
    _cards_left(board, river_cards)
    sums = np.zeros((2, HANDS))
    counts = np.zeros((2, HANDS), dtype=np.int64)
    river = 0
    for turn in range(len(turns)):
        if known == 3:
            _draw(turn_cards, turn, left, state)
            full[3] = turn_cards[turn]
        sums[1] = 0.0
        counts[1] = 0
        place = 0
        for _ in range(last_cards):
            if known < 5:
                _draw(river_cards, place, left, state)
                if known == 3 and river_cards[place] == full[3]:
                    place += 1
                    _draw(river_cards, place, left, state)
                full[4] = river_cards[place]
                place += 1
            _write_full_board(full, tables, rivers[river], showdowns[river], sums, counts)
            river += 1
        _write_means(sums[1], counts[1], turns[turn])
    if known == 3:
        _write_means(sums[0], counts[0], flops[0])


@inlined
def _cards_left(board: NDArray[np.uint8], deck: NDArray[np.uint8]) -> int:
    """Write the cards that are not on the board, and return their number."""
    left = 0
    for card in range(52):
        dealt = False
        for other in board:
            dealt = dealt or other == card
        if not dealt:
            deck[left] = card
            left += 1
    return left


@inlined
def _draw(deck: NDArray[np.uint8], place: int, left: int, state: NDArray[np.uint64]) -> None:
    """Move a random card to a place, from those at this place or later."""
    other = place + np.int64(random_below(state, np.uint64(left - place)))
    deck[place], deck[other] = deck[other], deck[place]


@kernel
def _write_full_board(
    board: NDArray[np.uint8],
    tables: StrengthTables,
    levels: NDArray[np.uint8],
    showdowns: NDArray[np.uint16],
    sums: NDArray[np.float64],
    counts: NDArray[np.int64],
) -> None:
    """Write the levels and strengths of all hands on a full board, and add them to the sums of the streets before."""
    cards = np.empty(CARDS_LEFT, dtype=np.uint8)
    hands = np.empty((HANDS_ON_BOARD, 2), dtype=np.uint8)
    strengths = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    scores = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    sort_hands(board, tables, cards, hands, strengths)
    score_hands(hands, strengths, scores)
    levels[:] = BLOCKED
    showdowns[:] = 0
    for place in range(HANDS_ON_BOARD):
        number = hand_number(cards[hands[place, 0]], cards[hands[place, 1]])
        score = np.int64(scores[place])
        levels[number] = score * BEST_LEVEL // _BEST_SCORE
        showdowns[number] = strengths[place]
        sums[0, number] += score
        sums[1, number] += score
        counts[0, number] += 1
        counts[1, number] += 1


@inlined
def _write_means(sums: NDArray[np.float64], counts: NDArray[np.int64], levels: NDArray[np.uint8]) -> None:
    for number in range(HANDS):
        if counts[number]:
            levels[number] = np.int64(sums[number] / counts[number] * BEST_LEVEL / _BEST_SCORE)
        else:
            levels[number] = BLOCKED
