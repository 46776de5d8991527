"""Random deals and their winners, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into, random_below, random_word
from railbird.cards.strength._kernels import FLUSH_BITS, FLUSH_START, flush_strength, strength_of_ranks
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.sampling.hand_lists import HandLists
from railbird.processor_hints import few_rounds

_TO_UNIT = 2.0**-53
_LOW_BITS = np.uint64(0xFFFFFFFF)
_BATCH = 64
"""Deals side by side, each with a deck of its own: no draw waits for another."""
_DECK = 53
"""Places in a deck: one more than cards, since cards are drawn in pairs."""


@kernel
def sample_showdowns(
    lists: HandLists,
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
    neither on the board nor dead, nor in a list of one hand.
    """
    listed, players = len(lists.starts) - 1, len(shared)
    missing = 5 - len(board)
    others = 2 * (players - listed) + missing
    decks = np.empty((_BATCH, _DECK), dtype=np.uint8)
    for deal in range(_BATCH):
        copy_into(live, decks[deal])
    cards = np.empty((2 * listed + others + 1, _BATCH), dtype=np.uint8)  # of every deal: the hands, then the board
    seven = np.empty(7, dtype=np.uint8)
    copy_into(board, seven)
    used, words = np.empty(_BATCH, dtype=np.uint64), np.empty(_BATCH, dtype=np.uint64)
    strengths = np.empty((players + 2, _BATCH), dtype=np.uint16)
    all_known = lists.starts[listed] == listed
    dealt = 0
    while dealt < deals and tries > 0:
        batch = min(_BATCH, deals - dealt)
        if dealt == 0 or not all_known:
            batch, tries = _draw_listed(lists, batch, tries, state, cards, used)
        _draw_cards(decks, batch, len(live), others, words, state, cards[2 * listed :])
        if not all_known:
            _replace_used(decks, batch, len(live), others, used, state, cards[2 * listed :])
        _judge(cards, batch, players, seven, missing, tables, words, strengths)
        _count_winners(strengths, batch, shared)
        dealt += batch
    return dealt


@inlined
def _draw_listed(
    lists: HandLists,
    deals: int,
    tries: int,
    state: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    used: NDArray[np.uint64],
) -> tuple[int, int]:
    """Draw a hand from each list for every deal; return the number of deals, and of tries that are left.

    If two hands share a card, all must be drawn again: redrawing one would favour hands that often share cards.
    """
    dealt = 0
    while dealt < deals and tries > 0:
        tries -= 1
        used[dealt] = 0
        clash = False
        for player in range(len(lists.starts) - 1):
            place = _drawn_place(lists, player, state)
            for i in range(2):
                card = lists.cards[place, i]
                bit = np.uint64(1) << np.uint64(card)
                clash |= used[dealt] & bit != 0
                used[dealt] |= bit
                cards[2 * player + i, dealt] = card
        dealt += not clash
    return dealt, tries


@inlined
def _drawn_place(lists: HandLists, player: int, state: NDArray[np.uint64]) -> int:
    """The place of a hand that is drawn from a player's list."""
    start = lists.starts[player]
    size = np.uint64(lists.starts[player + 1] - start)
    place = start + np.int64(random_below(state, size)) if size > 1 else start
    if lists.keep[place] < 1.0 and np.float64(random_word(state) >> np.uint64(11)) * _TO_UNIT >= lists.keep[place]:
        place = start + lists.instead[place]
    return place


@inlined
def _draw_cards(
    decks: NDArray[np.uint8],
    deals: int,
    size: int,
    count: int,
    words: NDArray[np.uint64],
    state: NDArray[np.uint64],
    cards: NDArray[np.uint8],
) -> None:
    """Draw `count` cards for every deal to the front of its deck: two with each half of a random word."""
    for place in range(0, count, 2):
        if place & 2:
            for deal in range(deals):
                _draw_two(decks[deal], place, size, words[deal], state)
        else:
            for deal in range(deals):
                word = random_word(state)
                words[deal] = word & _LOW_BITS
                _draw_two(decks[deal], place, size, word >> np.uint64(32), state)
        for deal in range(deals):
            cards[place, deal] = decks[deal, place]
            cards[place + 1, deal] = decks[deal, place + 1]


@inlined
def _draw_two(deck: NDArray[np.uint8], place: int, size: int, bits: np.uint64, state: NDArray[np.uint64]) -> None:
    """Exchange the cards at a place and the next one with random ones from there on, chosen by 32 bits.

    Brackett-Rozinsky and Lemire, Batched ranged random integer generation, 2024: what the multiplication for the
    first leaves over chooses the second. As in `random_below`, draws that would favour some are made again.
    """
    bound = np.uint64(size - place)
    pairs = bound * (bound - np.uint64(1))
    while True:
        first = bits * bound
        second = (first & _LOW_BITS) * (bound - np.uint64(1))
        rest = second & _LOW_BITS
        if rest >= pairs or rest >= np.uint64(1 << 32) % pairs:
            break
        bits = random_word(state) >> np.uint64(32)
    _exchange(deck, np.uint64(place), np.uint64(place) + (first >> np.uint64(32)))
    _exchange(deck, np.uint64(place + 1), np.uint64(place + 1) + (second >> np.uint64(32)))


@inlined
def _exchange(deck: NDArray[np.uint8], place: np.uint64, other: np.uint64) -> None:
    card = deck[other]
    deck[other] = deck[place]
    deck[place] = card


@inlined
def _replace_used(
    decks: NDArray[np.uint8],
    deals: int,
    size: int,
    count: int,
    used: NDArray[np.uint64],
    state: NDArray[np.uint64],
    cards: NDArray[np.uint8],
) -> None:
    """Replace cards in listed hands among the first `count` of every deck by random ones from the rest of it."""
    for place in range(count):
        for deal in range(deals):
            while used[deal] >> np.uint64(cards[place, deal]) & np.uint64(1):
                other = np.uint64(count) + random_below(state, np.uint64(size - count))
                _exchange(decks[deal], np.uint64(place), other)
                cards[place, deal] = decks[deal, place]


@inlined
def _judge(
    cards: NDArray[np.uint8],
    deals: int,
    players: int,
    seven: NDArray[np.uint8],
    missing: int,
    tables: StrengthTables,
    board_keys: NDArray[np.uint64],
    strengths: NDArray[np.uint16],
) -> None:
    """Write the strength of every hand in every deal; `seven` begins with the known cards of the board."""
    keys, offsets, values, flushes = tables
    known = FLUSH_START
    for place in range(5 - missing):
        known += keys[seven[place]]
    for deal in range(deals):
        board_keys[deal] = known
    for place in range(2 * players, 2 * players + missing):
        for deal in range(deals):
            board_keys[deal] += keys[cards[place, deal]]
    for player in range(players):
        for deal in range(deals):
            key = board_keys[deal] + keys[cards[2 * player, deal]] + keys[cards[2 * player + 1, deal]]
            strengths[player, deal] = strength_of_ranks(np.uint32(key), offsets, values)
            if key & FLUSH_BITS:
                for place in range(missing):
                    few_rounds()
                    seven[5 - missing + place] = cards[2 * players + place, deal]
                seven[5], seven[6] = cards[2 * player, deal], cards[2 * player + 1, deal]
                strengths[player, deal] = flush_strength(seven, key, flushes)


@inlined
def _count_winners(strengths: NDArray[np.uint16], deals: int, shared: NDArray[np.int64]) -> None:
    """Add to `shared[p, k]` the deals in which player p is one of k winners."""
    players = len(strengths) - 2
    best, winners = strengths[players], strengths[players + 1]
    for deal in range(deals):
        best[deal] = winners[deal] = 0
    for player in range(players):
        for deal in range(deals):
            best[deal] = max(best[deal], strengths[player, deal])
    for player in range(players):
        for deal in range(deals):
            winners[deal] += strengths[player, deal] == best[deal]
    for player in range(players):
        alone = 0
        for deal in range(deals):
            alone += np.int64(strengths[player, deal] == best[deal]) & np.int64(winners[deal] == 1)
        shared[player, 1] += alone
    for deal in range(deals):
        if winners[deal] > 1:
            for player in range(players):
                shared[player, winners[deal]] += strengths[player, deal] == best[deal]
