"""Classes of the current round in compiled code: scores on the river by bucket of the board, deals, and boards."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.abstraction.hand_values._kernels import index_of_hand, packed_card, packed_cards
from railbird.abstraction.holdem_deals._kernels import (
    BLOCK,
    draw_cards,
    order_of_hands,
    write_first_classes,
    write_indices,
)
from railbird.abstraction.holdem_deals.deal_indices import DealIndices
from railbird.abstraction.street_classes.class_tables import ClassTables
from railbird.cards._kernels import hand_number
from railbird.cards.isomorphism._kernels import packed_index
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.river._kernels import CARDS_LEFT, HANDS_ON_BOARD, score_hands, sort_hands


@kernel
def count_river_scores(
    boards: NDArray[np.uint8],
    sizes: NDArray[np.int64],
    buckets: NDArray[np.uint16],
    strength_tables: StrengthTables,
    counts: NDArray[np.int64],
) -> None:
    """Count the hands on these river boards by bucket of the board and score; `sizes` are the weights of the boards."""
    cards = np.empty(CARDS_LEFT, dtype=np.uint8)
    hands = np.empty((HANDS_ON_BOARD, 2), dtype=np.uint8)
    strengths = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    scores = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    for i in range(len(boards)):
        sort_hands(boards[i], strength_tables, cards, hands, strengths)
        score_hands(hands, strengths, scores)
        for score in scores:
            counts[buckets[i], score] += sizes[i]


@kernel
def deal_street_classes(
    tables: ClassTables,
    indices: DealIndices,
    state: NDArray[np.uint64],
    classes: NDArray[np.int32],
    order: NDArray[np.int32],
) -> None:
    """Draw hands and a board for each deal, and look up the classes of all players in all rounds."""
    players = classes.shape[1]
    cards = np.empty(7, dtype=np.uint8)
    board = np.empty(5, dtype=np.int64)
    hole_cards = np.empty(2 * players, dtype=np.int64)
    strengths = np.empty(players, dtype=np.int64)
    hand_indices = np.empty((BLOCK, players, 3), dtype=np.int64)
    on_board = np.zeros(BLOCK, dtype=np.int64)
    for start in range(0, len(classes), BLOCK):
        stop = min(start + BLOCK, len(classes))
        for deal in range(start, stop):
            draw_cards(state, hole_cards, board)
            if len(tables.river_classes) > 1:
                on_board[deal - start] = _board_index(board, tables)
            write_indices(hole_cards, board, indices, hand_indices[deal - start])
            write_first_classes(hole_cards, tables.hand_classes, classes[deal])
            order[deal] = order_of_hands(hole_cards, board, cards, strengths)
        _write_classes(tables, hand_indices[: stop - start], on_board, classes[start:stop])


@inlined
def _board_index(board: NDArray[np.int64], tables: ClassTables) -> int:
    dealt = 0
    for card in board:
        dealt |= packed_card(card)
    return packed_index(dealt, int(board[0]), int(board[1]), tables.boards)


@inlined
def _write_classes(
    tables: ClassTables, hand_indices: NDArray[np.int64], on_board: NDArray[np.int64], classes: NDArray[np.int32]
) -> None:
    """Write the classes of the later rounds."""
    for deal in range(len(classes)):
        bucket = tables.river_boards[on_board[deal]]
        for player in range(classes.shape[1]):
            classes[deal, player, 1] = tables.flop_classes[hand_indices[deal, player, 0]]
            classes[deal, player, 2] = tables.turn_classes[hand_indices[deal, player, 1]]
            score = tables.river_scores[hand_indices[deal, player, 2]]
            classes[deal, player, 3] = tables.river_classes[bucket, score]


@kernel
def draw_boards(
    tables: ClassTables,
    indices: DealIndices,
    strength_tables: StrengthTables,
    state: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    classes: NDArray[np.int32],
    level: NDArray[np.int32],
) -> None:
    """Draw boards, and write all hands on them, weakest first, with their classes in all rounds."""
    board = np.empty(5, dtype=np.int64)
    full = np.empty(5, dtype=np.uint8)
    nobody = np.empty(0, dtype=np.int64)
    left = np.empty(CARDS_LEFT, dtype=np.uint8)
    hands = np.empty((HANDS_ON_BOARD, 2), dtype=np.uint8)
    strengths = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    scores = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    for drawn in range(len(cards)):
        draw_cards(state, nobody, board)
        copy_into(board, full)
        sort_hands(full, strength_tables, left, hands, strengths)
        score_hands(hands, strengths, scores)
        flop, turn = packed_cards(full[:3]), packed_cards(full[:4])
        bucket = tables.river_boards[_board_index(board, tables)]
        for place in range(HANDS_ON_BOARD):
            first, second = left[hands[place, 0]], left[hands[place, 1]]
            cards[drawn, place, 0], cards[drawn, place, 1] = first, second
            level[drawn, place] = strengths[place]
            classes[drawn, 0, place] = tables.hand_classes[hand_number(first, second)]
            classes[drawn, 1, place] = tables.flop_classes[index_of_hand(flop, first, second, indices.flop)]
            classes[drawn, 2, place] = tables.turn_classes[index_of_hand(turn, first, second, indices.turn)]
            classes[drawn, 3, place] = tables.river_classes[bucket, scores[place]]
