"""Building and looking up the flop tables in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird.cards._kernels import hand_number
from railbird.cards.isomorphism._kernels import canonical_index
from railbird.cards.isomorphism.index_tables import IndexTables
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.flop_tables.geometry import FlopGeometry
from railbird.equity.river._kernels import CARDS_LEFT, HANDS_ON_BOARD, count_all_hands, sort_hands

SUMS = 6


@kernel
def add_boards(
    boards: NDArray[np.uint8],
    weights: NDArray[np.int64],
    strength_tables: StrengthTables,
    geometry: FlopGeometry,
    sums: NDArray[np.int64],
) -> None:
    """Add the counts of every hand on these river boards to the flops that the boards contain.

    The columns of `sums` by canonical (hand, flop): the five counts of `count_all_hands`, and the sum of the
    squares of (2 * beaten + tied).
    """
    cards = np.empty(CARDS_LEFT, dtype=np.uint8)
    hands = np.empty((HANDS_ON_BOARD, 2), dtype=np.uint8)
    strengths = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    counts = np.empty((HANDS_ON_BOARD, SUMS), dtype=np.int64)
    hand_numbers = np.empty(HANDS_ON_BOARD, dtype=np.int64)
    for i in range(len(boards)):
        board = boards[i]
        sort_hands(board, strength_tables, cards, hands, strengths)
        count_all_hands(hands, strengths, counts)
        for place in range(HANDS_ON_BOARD):
            hand_numbers[place] = hand_number(cards[hands[place, 0]], cards[hands[place, 1]])
            counts[place, 5] = (2 * counts[place, 0] + counts[place, 1]) ** 2
            for column in range(SUMS):
                counts[place, column] *= weights[i]
        for first in range(3):
            for second in range(first + 1, 4):
                for third in range(second + 1, 5):
                    flop = flop_number(board[first], board[second], board[third])
                    _add_to_flop(hand_numbers, counts, flop, geometry, sums)


@kernel
def _add_to_flop(
    hand_numbers: NDArray[np.int64],
    counts: NDArray[np.int64],
    flop: int,
    geometry: FlopGeometry,
    sums: NDArray[np.int64],
) -> None:
    renamed = geometry.renamed_hands[geometry.renaming[flop]]
    indices = geometry.hand_indices[geometry.flop_class[flop]]
    for place in range(HANDS_ON_BOARD):
        index = indices[renamed[hand_numbers[place]]]
        for column in range(SUMS):
            sums[index, column] += counts[place, column]


@inlined
def flop_number(first: int, second: int, third: int) -> int:
    """A number from 0 to 22,099 for three different cards in ascending order."""
    one, two, three = np.int64(first), np.int64(second), np.int64(third)
    return three * (three - 1) * (three - 2) // 6 + two * (two - 1) // 2 + one


@kernel
def look_up(
    deals: NDArray[np.uint8],
    table: NDArray[np.uint32],
    opponents: int,
    total: int,
    index_tables: IndexTables,
    equities: NDArray[np.float64],
) -> None:
    """The equity of each deal (hand and flop in a row): its counts, each by the number of winners, of all cases."""
    for i in range(len(deals)):
        index = canonical_index(deals[i], index_tables)
        equity = 0.0
        for others in range(opponents + 1):
            equity += table[index, others] / (others + 1)
        equities[i] = equity / total
