"""Percentile buckets in compiled code: weighted values by parent bucket, deals, and pairs of bucket sequences."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.abstraction.equal_parts._kernels import bucket_of, sort_key
from railbird.abstraction.hand_values._kernels import index_of_hand, packed_card, packed_cards
from railbird.abstraction.holdem_deals._kernels import (
    BLOCK,
    draw_cards,
    order_of_hands,
    write_first_classes,
    write_indices,
)
from railbird.abstraction.holdem_deals.deal_indices import DealIndices
from railbird.abstraction.joint._kernels import add_counts, count_pairs
from railbird.abstraction.joint.pair_counts import PairWorkspace
from railbird.abstraction.percentile.bucket_tables import BucketTables
from railbird.cards._kernels import hand_number
from railbird.cards.isomorphism._kernels import canonical_deal, class_size, packed_index
from railbird.cards.isomorphism.index_tables import IndexTables
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.river._kernels import CARDS_LEFT, HANDS_ON_BOARD, score_hands, sort_hands

_DECK = 52
_HANDS = 1326
_ORDERS = 4


@kernel
def write_flop_keys(
    start: int,
    stop: int,
    squares: NDArray[np.uint32],
    hand_buckets: NDArray[np.int32],
    flop: IndexTables,
    keys: NDArray[np.uint64],
) -> None:
    """Write the keys of the hands with a flop from `start` to `stop`; hands have buckets by their number."""
    cards = np.empty(5, dtype=np.uint8)
    for index in range(start, stop):
        canonical_deal(index, flop, cards)
        keys[index] = sort_key(
            hand_buckets[hand_number(cards[0], cards[1])], np.int64(squares[index]), class_size(index, flop)
        )


@kernel
def write_flop_classes(
    start: int,
    stop: int,
    squares: NDArray[np.uint32],
    hand_buckets: NDArray[np.int32],
    borders: NDArray[np.uint32],
    flop: IndexTables,
    classes: NDArray[np.int32],
) -> None:
    """Write the classes of the hands with a flop from `start` to `stop`."""
    cards = np.empty(5, dtype=np.uint8)
    buckets = borders.shape[1] + 1
    for index in range(start, stop):
        canonical_deal(index, flop, cards)
        parent = np.int64(hand_buckets[hand_number(cards[0], cards[1])])
        classes[index] = parent * buckets + bucket_of(squares[index], borders[parent])


@kernel
def write_turn_keys(
    start: int,
    stop: int,
    squares: NDArray[np.uint32],
    flop_classes: NDArray[np.int32],
    flop: IndexTables,
    turn: IndexTables,
    keys: NDArray[np.uint64],
) -> None:
    """Write four keys for each hand with a turn from `start` to `stop`: any of the four cards may be the turn."""
    cards = np.empty(6, dtype=np.uint8)
    for index in range(start, stop):
        canonical_deal(index, turn, cards)
        dealt, weight, value = packed_cards(cards), class_size(index, turn), np.int64(squares[index])
        for place in range(4):
            before = packed_index(dealt ^ packed_card(cards[2 + place]), int(cards[0]), int(cards[1]), flop)
            keys[4 * index + place] = sort_key(flop_classes[before], value, weight)


@kernel
def add_river_scores(
    boards: NDArray[np.uint8],
    sizes: NDArray[np.int64],
    squares: NDArray[np.uint32],
    flop_classes: NDArray[np.int32],
    turn_borders: NDArray[np.uint32],
    strength_tables: StrengthTables,
    flop: IndexTables,
    turn: IndexTables,
    histogram: NDArray[np.int64],
) -> None:
    """Count the scores of every hand on every river of these turn boards, by class on the turn and score.

    `sizes` are the numbers of turn boards that each board stands for. Any of the four cards may be the turn.
    """
    cards = np.empty(CARDS_LEFT, dtype=np.uint8)
    hands = np.empty((HANDS_ON_BOARD, 2), dtype=np.uint8)
    strengths = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    scores = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    full = np.empty(5, dtype=np.uint8)
    classes = np.empty((_HANDS, 4), dtype=np.int32)
    for i in range(len(boards)):
        _write_turn_classes(boards[i], squares, flop_classes, turn_borders, flop, turn, classes)
        dealt = packed_cards(boards[i])
        copy_into(boards[i], full)
        for river in range(_DECK):
            if dealt & packed_card(river):
                continue
            full[4] = river
            sort_hands(full, strength_tables, cards, hands, strengths)
            score_hands(hands, strengths, scores)
            for place in range(HANDS_ON_BOARD):
                hand = hand_number(cards[hands[place, 0]], cards[hands[place, 1]])
                for order in range(4):
                    histogram[classes[hand, order], scores[place]] += sizes[i]


@inlined
def _write_turn_classes(
    board: NDArray[np.uint8],
    squares: NDArray[np.uint32],
    flop_classes: NDArray[np.int32],
    borders: NDArray[np.uint32],
    flop: IndexTables,
    turn: IndexTables,
    classes: NDArray[np.int32],
) -> None:
    """Write the class of every hand on a turn board, for each of its cards as the turn."""
    dealt = packed_cards(board)
    buckets = borders.shape[1] + 1
    for second in range(_DECK):
        for first in range(second):
            if dealt & (packed_card(first) | packed_card(second)):
                continue
            hand = hand_number(first, second)
            value = squares[index_of_hand(dealt, first, second, turn)]
            for order in range(4):
                on_flop = dealt ^ packed_card(board[order])
                parent = np.int64(flop_classes[index_of_hand(on_flop, first, second, flop)])
                classes[hand, order] = parent * buckets + bucket_of(value, borders[parent])


@kernel
def count_sequences(
    boards: NDArray[np.uint8],
    sizes: NDArray[np.int64],
    tables: BucketTables,
    indices: DealIndices,
    strength_tables: StrengthTables,
    workspace: PairWorkspace,
    wins: NDArray[np.int64],
    ties: NDArray[np.int64],
) -> None:
    """Add all pairs of hands on all rivers of these turn boards, by bucket sequence.

    `sizes` are the numbers of turn boards that each board stands for. Any of the four cards may be the turn.
    """
    full = np.empty(5, dtype=np.uint8)
    scores = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    classes = np.empty(HANDS_ON_BOARD, dtype=np.int32)
    turn_classes = np.empty((len(tables.hand_buckets), _ORDERS), dtype=np.int32)
    for number in range(len(boards)):
        board = boards[number]
        _write_turn_classes(
            board,
            tables.turn_squares,
            tables.flop_classes,
            tables.turn_borders,
            indices.flop,
            indices.turn,
            turn_classes,
        )
        workspace.wins[:] = 0
        workspace.ties[:] = 0
        dealt = packed_cards(board)
        copy_into(board, full)
        for river in range(_DECK):
            if dealt & packed_card(river):
                continue
            full[4] = river
            sort_hands(full, strength_tables, workspace.cards, workspace.hands, workspace.strengths)
            score_hands(workspace.hands, workspace.strengths, scores)
            for order in range(_ORDERS):
                _write_river_classes(tables.river_borders, turn_classes[:, order], scores, workspace, classes)
                count_pairs(workspace.hands, workspace.strengths, classes, workspace, workspace.wins, workspace.ties)
        add_counts(sizes[number], workspace.wins, wins)
        add_counts(sizes[number], workspace.ties, ties)


@inlined
def _write_river_classes(
    borders: NDArray[np.uint16],
    turn_classes: NDArray[np.int32],
    scores: NDArray[np.uint16],
    workspace: PairWorkspace,
    classes: NDArray[np.int32],
) -> None:
    """Write the bucket sequence of each hand, in the order of strengths."""
    buckets = borders.shape[1] + 1
    for place in range(len(classes)):
        first, second = workspace.hands[place, 0], workspace.hands[place, 1]
        parent = np.int64(turn_classes[hand_number(workspace.cards[first], workspace.cards[second])])
        classes[place] = parent * buckets + bucket_of(scores[place], borders[parent])


@kernel
def deal_hands(
    tables: BucketTables,
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
    for start in range(0, len(classes), BLOCK):
        stop = min(start + BLOCK, len(classes))
        for deal in range(start, stop):
            draw_cards(state, hole_cards, board)
            write_indices(hole_cards, board, indices, hand_indices[deal - start])
            write_first_classes(hole_cards, tables.hand_buckets, classes[deal])
            order[deal] = order_of_hands(hole_cards, board, cards, strengths)
        _write_classes(tables, hand_indices[: stop - start], classes[start:stop])


@inlined
def _write_classes(tables: BucketTables, hand_indices: NDArray[np.int64], classes: NDArray[np.int32]) -> None:
    """Write the classes of the later rounds."""
    on_turn, on_river = tables.turn_borders.shape[1] + 1, tables.river_borders.shape[1] + 1
    for deal in range(len(classes)):
        for player in range(classes.shape[1]):
            number = np.int64(tables.flop_classes[hand_indices[deal, player, 0]])
            classes[deal, player, 1] = number
            value = tables.turn_squares[hand_indices[deal, player, 1]]
            number = number * on_turn + bucket_of(value, tables.turn_borders[number])
            classes[deal, player, 2] = number
            score = tables.river_scores[hand_indices[deal, player, 2]]
            number = number * on_river + bucket_of(score, tables.river_borders[number])
            classes[deal, player, 3] = number


@kernel
def draw_boards(
    tables: BucketTables,
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
    on_turn, on_river = tables.turn_borders.shape[1] + 1, tables.river_borders.shape[1] + 1
    for drawn in range(len(cards)):
        draw_cards(state, nobody, board)
        copy_into(board, full)
        sort_hands(full, strength_tables, left, hands, strengths)
        score_hands(hands, strengths, scores)
        flop, turn = packed_cards(full[:3]), packed_cards(full[:4])
        for place in range(HANDS_ON_BOARD):
            first, second = left[hands[place, 0]], left[hands[place, 1]]
            cards[drawn, place, 0], cards[drawn, place, 1] = first, second
            level[drawn, place] = strengths[place]
            classes[drawn, 0, place] = tables.hand_buckets[hand_number(first, second)]
            number = np.int64(tables.flop_classes[index_of_hand(flop, first, second, indices.flop)])
            classes[drawn, 1, place] = number
            value = tables.turn_squares[index_of_hand(turn, first, second, indices.turn)]
            number = number * on_turn + bucket_of(value, tables.turn_borders[number])
            classes[drawn, 2, place] = number
            classes[drawn, 3, place] = number * on_river + bucket_of(scores[place], tables.river_borders[number])


@kernel
def write_scores(
    classes: NDArray[np.int32], masks: NDArray[np.int64], strengths: NDArray[np.int64], scores: NDArray[np.int64]
) -> None:
    """By board and hand: 2 * beaten + tied opposing hands that share no card with hand and board."""
    for board in range(len(classes)):
        for hand in range(len(masks)):
            score = np.int64(0)
            if classes[board, hand] >= 0:
                for other in range(len(masks)):
                    if classes[board, other] >= 0 and masks[hand] & masks[other] == 0:
                        score += 1 + np.sign(strengths[board, hand] - strengths[board, other])
            scores[board, hand] = score
