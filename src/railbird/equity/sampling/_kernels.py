"""Random deals and their winners, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into, random_below, random_word
from railbird.cards.strength._kernels import FLUSH_BITS, FLUSH_START, flush_strength, strength_of_ranks
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.sampling.hand_lists import HandLists

_TO_UNIT = 2.0**-53


@kernel
def sample_showdowns(
    lists: HandLists,
    random_players: int,
    board: NDArray[np.uint8],
    live: NDArray[np.uint8],
    deals: int,
    tries: int,
    state: NDArray[np.uint64],
    tables: StrengthTables,
    shared: NDArray[np.int64],
) -> int:
    """Sample `deals` deals, and add to `shared[p, k]` those in which player p is one of k winners.

    Returns the number of deals, which is smaller if `tries` attempts to draw hands without a common card did not
    suffice. The first players draw their hands from lists, the others at random. `live` are the cards that are
    neither on the board nor dead.
    """
    keys, offsets, values, flushes = tables
    listed = len(lists.starts) - 1
    players = listed + random_players
    hands = np.empty((players, 2), dtype=np.uint8)
    strengths = np.empty(players, dtype=np.uint16)
    seven = np.empty(7, dtype=np.uint8)  # the board, then the hand that is evaluated
    copy_into(board, seven)
    deck = live.copy()
    all_known = lists.starts[listed] == listed
    used, clash = _draw_listed(lists, listed, state, hands)
    dealt = 0
    for _ in range(deals if all_known else tries):
        if not all_known:
            used, clash = _draw_listed(lists, listed, state, hands)
            if clash:
                continue
            if dealt == deals:
                break
        dealt += 1
        drawn = np.uint64(0)
        for player in range(listed, players):
            for i in range(2):
                drawn = _draw_card(deck, drawn, used, state)
                hands[player, i] = deck[drawn - np.uint64(1)]
        for i in range(len(board), 5):
            drawn = _draw_card(deck, drawn, used, state)
            seven[i] = deck[drawn - np.uint64(1)]
        board_key = FLUSH_START
        for i in range(5):
            board_key += keys[seven[i]]
        best = np.uint16(0)
        for player in range(players):
            key = board_key + keys[hands[player, 0]] + keys[hands[player, 1]]
            strength = strength_of_ranks(np.uint32(key), offsets, values)
            if key & FLUSH_BITS:
                seven[5] = hands[player, 0]
                seven[6] = hands[player, 1]
                strength = flush_strength(seven, key, flushes)
            strengths[player] = strength
            best = max(best, strength)
        winners = 0
        for player in range(players):
            winners += np.int64(strengths[player] == best)
        for player in range(players):
            shared[player, winners] += np.int64(strengths[player] == best)
    return dealt


@inlined
def _draw_card(deck: NDArray[np.uint8], drawn: np.uint64, used: np.uint64, state: NDArray[np.uint64]) -> np.uint64:
    """Move random cards to the front of the deck until one is in no listed hand; return the size of the front."""
    while True:
        other = drawn + random_below(state, np.uint64(len(deck)) - drawn)
        card = deck[other]
        deck[other] = deck[drawn]
        deck[drawn] = card
        drawn += np.uint64(1)
        if not used >> np.uint64(card) & np.uint64(1):
            return drawn


@inlined
def _random_unit(state: NDArray[np.uint64]) -> float:
    return np.float64(random_word(state) >> np.uint64(11)) * _TO_UNIT


@inlined
def _draw_listed(
    lists: HandLists, listed: int, state: NDArray[np.uint64], hands: NDArray[np.uint8]
) -> tuple[np.uint64, bool]:
    """Draw a hand from each list; return the cards in use, and whether two hands share a card.

    If they do, all hands must be drawn again: redrawing a single hand would favour hands that often share cards.
    """
    used = np.uint64(0)
    clash = False
    for player in range(listed):
        start = lists.starts[player]
        size = np.uint64(lists.starts[player + 1] - start)
        place = start + np.int64(random_below(state, size)) if size > 1 else start
        if lists.keep[place] < 1.0 and _random_unit(state) >= lists.keep[place]:
            place = start + lists.instead[place]
        for i in range(2):
            card = lists.cards[place, i]
            bit = np.uint64(1) << np.uint64(card)
            clash |= used & bit != 0
            used |= bit
            hands[player, i] = card
    return used, clash
