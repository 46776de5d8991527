"""Drawing cards, and the canonical indices of a player's cards in every round, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import random_below
from railbird.abstraction.hand_values._kernels import packed_card
from railbird.abstraction.holdem_deals.deal_indices import DealIndices
from railbird.cards.isomorphism._kernels import packed_index
from railbird.compiled import inlined

BLOCK = 256
"""Deals whose classes are looked up together, so that many reads from memory are under way at the same time."""
_DECK = 52


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
    first: int, second: int, board: NDArray[np.int64], indices: DealIndices, found: NDArray[np.int64]
) -> None:
    """Write the canonical indices of a hand with the flop, the turn and the river."""
    dealt = packed_card(first) | packed_card(second)
    dealt |= packed_card(board[0]) | packed_card(board[1]) | packed_card(board[2])
    found[0] = packed_index(dealt, first, second, indices.flop)
    dealt |= packed_card(board[3])
    found[1] = packed_index(dealt, first, second, indices.turn)
    dealt |= packed_card(board[4])
    found[2] = packed_index(dealt, first, second, indices.river)
