"""What boards do to hands, and the classes of hands within buckets of boards, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.equal_parts._kernels import bucket_of, sort_key
from railbird.abstraction.hand_values._kernels import index_of_hand, packed_card, packed_cards
from railbird.cards._kernels import hand_number
from railbird.cards.isomorphism._kernels import canonical_deal, class_size, packed_index
from railbird.cards.isomorphism.index_tables import IndexTables
from railbird.compiled import inlined, kernel

_DECK = 52
_BOARD_CARDS = 5
_FLUSH = 5


@kernel
def write_board_rows(
    boards: NDArray[np.uint8],
    values: NDArray[np.uint32] | NDArray[np.uint16],
    levels: NDArray[np.int64],
    hand_groups: NDArray[np.int64],
    groups: int,
    index: IndexTables,
    rows: NDArray[np.uint16],
) -> None:
    """Count the hands on each board by group and level reached; groups `groups` and `groups` + 1 are flushes and draws.

    `hand_groups` has a group for each of the 1,326 hands. A hand has reached the levels that do not exceed its value;
    column 0 of a group counts all its hands.
    """
    columns = len(levels) + 1
    for i in range(len(boards)):
        dealt = packed_cards(boards[i])
        rows[i] = 0
        for second in range(_DECK):
            for first in range(second):
                if dealt & (packed_card(first) | packed_card(second)):
                    continue
                level = bucket_of(values[index_of_hand(dealt, first, second, index)], levels)
                group = hand_groups[hand_number(first, second)]
                flush_group = _flush_group(boards[i], first, second)
                for column in range(level + 1):
                    rows[i, group * columns + column] += 1
                    if flush_group >= 0:
                        rows[i, (groups + flush_group) * columns + column] += 1


@inlined
def _flush_group(board: NDArray[np.uint8], first: int, second: int) -> int:
    """0 for a flush, 1 if another card can make one, otherwise -1."""
    longest = np.int64(0)
    for suit in range(4):
        length = np.int64(first & 3 == suit) + np.int64(second & 3 == suit)
        for card in board:
            length += np.int64(card & 3 == suit)
        longest = max(longest, length)
    if longest >= _FLUSH:
        return 0
    return 1 if longest == _FLUSH - 1 and len(board) < _BOARD_CARDS else -1


@inlined
def _board_index(cards: NDArray[np.uint8], boards: IndexTables) -> int:
    """The canonical index of the board of a deal."""
    return packed_index(packed_cards(cards[2:]), int(cards[2]), int(cards[3]), boards)


@kernel
def write_hand_keys(
    start: int,
    stop: int,
    values: NDArray[np.uint32] | NDArray[np.uint16],
    board_buckets: NDArray[np.uint16],
    hands: IndexTables,
    boards: IndexTables,
    cards: NDArray[np.uint8],
    keys: NDArray[np.uint64],
) -> None:
    """Write bucket of the board, value and weight of the hands with a board from `start` to `stop` as sort keys.

    `cards` is space for a hand and its board.
    """
    for index in range(start, stop):
        canonical_deal(index, hands, cards)
        bucket = board_buckets[_board_index(cards, boards)]
        keys[index] = sort_key(bucket, np.int64(values[index]), class_size(index, hands))


@kernel
def write_hand_classes(
    start: int,
    stop: int,
    values: NDArray[np.uint32] | NDArray[np.uint16],
    board_buckets: NDArray[np.uint16],
    borders: NDArray[np.uint32],
    hands: IndexTables,
    boards: IndexTables,
    cards: NDArray[np.uint8],
    classes: NDArray[np.uint16],
) -> None:
    """Write the classes of the hands with a board from `start` to `stop`; `cards` is space for a hand and its board."""
    parts = borders.shape[1] + 1
    for index in range(start, stop):
        canonical_deal(index, hands, cards)
        bucket = np.int64(board_buckets[_board_index(cards, boards)])
        classes[index] = bucket * parts + bucket_of(values[index], borders[bucket])
