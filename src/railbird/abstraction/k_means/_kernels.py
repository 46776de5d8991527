"""How many run-outs reach each strength, for every hand before the river, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.abstraction.hand_values._kernels import index_of_hand, packed_card, packed_cards
from railbird.cards._kernels import hand_number
from railbird.cards.isomorphism._kernels import canonical_deal, packed_index
from railbird.cards.isomorphism.index_tables import IndexTables
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.river._kernels import CARDS_LEFT, HANDS_ON_BOARD, score_hands, sort_hands

_HANDS = 1326
_DECK = 52


@kernel
def write_turn_rows(
    boards: NDArray[np.uint8],
    bin_of_score: NDArray[np.uint8],
    strength_tables: StrengthTables,
    turn: IndexTables,
    rows: NDArray[np.uint8],
) -> None:
    """Write the number of rivers with a score above each bin but the last, for every hand on these turn boards."""
    cards = np.empty(CARDS_LEFT, dtype=np.uint8)
    hands = np.empty((HANDS_ON_BOARD, 2), dtype=np.uint8)
    strengths = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    scores = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    full = np.empty(5, dtype=np.uint8)
    counts = np.empty((_HANDS, rows.shape[1] + 1), dtype=np.uint8)
    for i in range(len(boards)):
        dealt = packed_cards(boards[i])
        copy_into(boards[i], full)
        counts[:] = 0
        for river in range(_DECK):
            if dealt & packed_card(river):
                continue
            full[4] = river
            sort_hands(full, strength_tables, cards, hands, strengths)
            score_hands(hands, strengths, scores)
            for place in range(HANDS_ON_BOARD):
                hand = hand_number(cards[hands[place, 0]], cards[hands[place, 1]])
                counts[hand, bin_of_score[scores[place]]] += 1
        for second in range(_DECK):
            for first in range(second):
                if not dealt & (packed_card(first) | packed_card(second)):
                    _write_row(counts[hand_number(first, second)], rows[index_of_hand(dealt, first, second, turn)])


@inlined
def _write_row(counts: NDArray[np.uint8], row: NDArray[np.uint8]) -> None:
    total = np.uint8(0)
    for place in range(len(row) - 1, -1, -1):
        total += counts[place + 1]
        row[place] = total


@kernel
def write_flop_rows(
    start: int,
    stop: int,
    flop: IndexTables,
    turn: IndexTables,
    turn_rows: NDArray[np.uint8],
    rows: NDArray[np.uint16],
) -> None:
    """Write the rows of the hands with a flop from `start` to `stop`, from those of the turn."""
    cards = np.empty(5, dtype=np.uint8)
    total = np.empty(rows.shape[1], dtype=np.uint16)
    for index in range(start, stop):
        canonical_deal(index, flop, cards)
        dealt = packed_cards(cards)
        total[:] = 0
        for card in range(_DECK):
            bit = packed_card(card)
            if not dealt & bit:
                later = packed_index(dealt | bit, int(cards[0]), int(cards[1]), turn)
                for place in range(len(total)):
                    total[place] += turn_rows[later, place]
        # Either card of a run-out may come first.
        for place in range(len(total)):
            rows[index, place] = total[place] // 2


@kernel
def write_preflop_rows(
    flops: int, hand: IndexTables, flop: IndexTables, flop_rows: NDArray[np.uint16], rows: NDArray[np.uint16]
) -> None:
    """Write the mean of the rows over the `flops` flops, rounded down, for the 169 hands."""
    cards = np.empty(2, dtype=np.uint8)
    total = np.empty(rows.shape[1], dtype=np.int64)
    for index in range(len(rows)):
        canonical_deal(index, hand, cards)
        held = packed_cards(cards)
        total[:] = 0
        for first in range(_DECK):
            for second in range(first):
                for third in range(second):
                    board = packed_card(first) | packed_card(second) | packed_card(third)
                    if not held & board:
                        later = packed_index(held | board, int(cards[0]), int(cards[1]), flop)
                        for place in range(len(total)):
                            total[place] += flop_rows[later, place]
        for place in range(len(total)):
            rows[index, place] = total[place] // flops
