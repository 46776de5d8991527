"""Percentile buckets in compiled code: weighted values by parent bucket, and deals.

A key is the parent bucket, the value and the weight of a class of hands in one number, so that sorted keys are
grouped by parent and value.
"""

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction._kernels import order_of
from railbird.abstraction.hand_values._kernels import index_of_hand, packed_card, packed_cards
from railbird.abstraction.holdem_deals._kernels import BLOCK, draw_cards, write_indices
from railbird.abstraction.holdem_deals.deal_indices import DealIndices
from railbird.abstraction.percentile.bucket_tables import BucketTables
from railbird.cards._kernels import hand_number
from railbird.cards.isomorphism._kernels import canonical_deal, class_size, packed_index
from railbird.cards.isomorphism.index_tables import IndexTables
from railbird.cards.strength._kernels import strength_of_array
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.river._kernels import CARDS_LEFT, HANDS_ON_BOARD, score_hands, sort_hands

WEIGHT_BITS = 5
VALUE_BITS = 32
_DECK = 52
_HANDS = 1326


@inlined
def sort_key(parent: int, value: int, weight: int) -> np.uint64:
    """Parent bucket, value and weight in one number."""
    return np.uint64(np.int64(parent) << (VALUE_BITS + WEIGHT_BITS) | np.int64(value) << WEIGHT_BITS | np.int64(weight))


@inlined
def bucket_of(value: int, borders: NDArray[np.uint32] | NDArray[np.uint16]) -> int:
    """The number of borders that do not exceed a value."""
    bucket = np.int64(0)
    for border in borders:
        bucket += np.int64(value >= border)
    return bucket


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
def group_keys(keys: NDArray[np.uint64], values: NDArray[np.int64], weights: NDArray[np.int64]) -> int:
    """Merge sorted keys of one parent with equal values; the number of distinct values."""
    count = 0
    for key in keys:
        value = np.int64(key >> np.uint64(WEIGHT_BITS) & np.uint64((1 << VALUE_BITS) - 1))
        weight = np.int64(key & np.uint64((1 << WEIGHT_BITS) - 1))
        if count > 0 and values[count - 1] == value:
            weights[count - 1] += weight
        else:
            values[count], weights[count] = value, weight
            count += 1
    return count


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
        full[:4] = boards[i]
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
    found = np.empty((BLOCK, players, 3), dtype=np.int64)
    for start in range(0, len(classes), BLOCK):
        stop = min(start + BLOCK, len(classes))
        for deal in range(start, stop):
            draw_cards(state, hole_cards, board)
            for player in range(players):
                first, second = hole_cards[2 * player], hole_cards[2 * player + 1]
                classes[deal, player, 0] = tables.hand_buckets[hand_number(first, second)]
                write_indices(first, second, board, indices, found[deal - start, player])
                cards[0], cards[1] = first, second
                cards[2:] = board
                strengths[player] = strength_of_array(cards)
            order[deal] = order_of(strengths, players)
        _write_classes(tables, found[: stop - start], classes[start:stop])


@inlined
def _write_classes(tables: BucketTables, found: NDArray[np.int64], classes: NDArray[np.int32]) -> None:
    """Write the classes of the later rounds."""
    on_turn, on_river = tables.turn_borders.shape[1] + 1, tables.river_borders.shape[1] + 1
    for deal in range(len(classes)):
        for player in range(classes.shape[1]):
            number = np.int64(tables.flop_classes[found[deal, player, 0]])
            classes[deal, player, 1] = number
            value = tables.turn_squares[found[deal, player, 1]]
            number = number * on_turn + bucket_of(value, tables.turn_borders[number])
            classes[deal, player, 2] = number
            score = tables.river_scores[found[deal, player, 2]]
            number = number * on_river + bucket_of(score, tables.river_borders[number])
            classes[deal, player, 3] = number


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
