"""Random cards of hold'em in compiled code: hands and boards, their canonical indices, and who wins."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into, random_below
from railbird.abstraction._kernels import order_of
from railbird.abstraction.hand_values._kernels import packed_card
from railbird.abstraction.holdem_deals.deal_indices import DealIndices
from railbird.cards._kernels import hand_number
from railbird.cards.isomorphism._kernels import packed_index
from railbird.cards.strength._kernels import strength_of_array
from railbird.compiled import inlined

_DECK = 52
BLOCK = 256
"""Deals whose classes are looked up together, so that many reads from memory are under way at the same time."""


@inlined
def draw_cards(state: NDArray[np.uint64], hole_cards: NDArray[np.int64], board: NDArray[np.int64]) -> None:
    """Draw different cards for all hands, then for the board."""
    taken = np.uint64(0)
    for place in range(len(hole_cards) + 5):
        while True:
            card = random_below(state, np.uint64(_DECK))
            if not taken >> card & np.uint64(1):
                break
        taken |= np.uint64(1) << card
        if place < len(hole_cards):
            hole_cards[place] = card
        else:
            board[place - len(hole_cards)] = card


@inlined
def write_indices(
    hole_cards: NDArray[np.int64], board: NDArray[np.int64], indices: DealIndices, hand_indices: NDArray[np.int64]
) -> None:
    """By player: write the canonical indices of the hand with the flop, the turn and the river."""
    for player in range(len(hand_indices)):
        first, second = hole_cards[2 * player], hole_cards[2 * player + 1]
        dealt = packed_card(first) | packed_card(second)
        dealt |= packed_card(board[0]) | packed_card(board[1]) | packed_card(board[2])
        hand_indices[player, 0] = packed_index(dealt, first, second, indices.flop)
        dealt |= packed_card(board[3])
        hand_indices[player, 1] = packed_index(dealt, first, second, indices.turn)
        dealt |= packed_card(board[4])
        hand_indices[player, 2] = packed_index(dealt, first, second, indices.river)


@inlined
def write_first_classes(
    hole_cards: NDArray[np.int64],
    hand_classes: NDArray[np.int32] | NDArray[np.uint16],
    classes: NDArray[np.int32],
) -> None:
    """By player: write the class before the flop."""
    for player in range(len(classes)):
        classes[player, 0] = hand_classes[hand_number(hole_cards[2 * player], hole_cards[2 * player + 1])]


@inlined
def order_of_hands(
    hole_cards: NDArray[np.int64], board: NDArray[np.int64], cards: NDArray[np.uint8], strengths: NDArray[np.int64]
) -> int:
    """The order of the players' strengths; `cards` is space for a hand with the board, `strengths` for all players."""
    copy_into(board, cards[2:])
    for player in range(len(strengths)):
        cards[0], cards[1] = hole_cards[2 * player], hole_cards[2 * player + 1]
        strengths[player] = strength_of_array(cards)
    return order_of(strengths, len(strengths))
