"""Sampling of all starting hands at once, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into, random_below
from railbird.cards._kernels import hand_number
from railbird.cards.strength._kernels import FLUSH_BITS, FLUSH_START, flush_strength, strength_of_ranks
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import kernel


@kernel
def sample_classes(
    players: int,
    deals: int,
    state: NDArray[np.uint64],
    class_of_hand: NDArray[np.uint8],
    tables: StrengthTables,
    shared: NDArray[np.int64],
) -> None:
    """Deal random hands to all players, and count the results of each player's class by number of winners.

    `shared[c, k]` gets the hands of class c that were among k winners, `shared[c, 0]` those that lost. A deal with
    ten players gives ten results.
    """
    keys, offsets, values, flushes = tables
    deck = np.arange(52).astype(np.uint8)
    strengths = np.empty(players, dtype=np.uint16)
    seven = np.empty(7, dtype=np.uint8)
    for _ in range(deals):
        for i in range(5 + 2 * players):
            other = np.uint64(i) + random_below(state, np.uint64(52 - i))
            deck[i], deck[other] = deck[other], deck[i]
        board_key = FLUSH_START
        for i in range(5):
            board_key += keys[deck[i]]
        best = np.uint16(0)
        for player in range(players):
            first, second = deck[5 + 2 * player], deck[6 + 2 * player]
            key = board_key + keys[first] + keys[second]
            strength = strength_of_ranks(np.uint32(key), offsets, values)
            if key & FLUSH_BITS:
                copy_into(deck[:5], seven)
                seven[5] = first
                seven[6] = second
                strength = flush_strength(seven, key, flushes)
            strengths[player] = strength
            best = max(best, strength)
        winners = 0
        for player in range(players):
            winners += np.int64(strengths[player] == best)
        for player in range(players):
            hand_class = class_of_hand[hand_number(deck[5 + 2 * player], deck[6 + 2 * player])]
            shared[hand_class, winners * np.int64(strengths[player] == best)] += 1
