"""What tests of buckets of the current round share."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from abstraction.few_values import empty_tables
from abstraction.plain_draws import drawn_cards
from railbird.abstraction.board_draws import BoardBatch
from railbird.abstraction.hand_values import hand_value
from railbird.abstraction.street_classes import EarlyClasses, StreetBuckets, street_deals
from railbird.cards.isomorphism import HAND_FLOP, HAND_RIVER, HAND_TURN
from railbird.cards.strength import strength
from railbird.games import game_named
from railbird.rng import kernel_state

if TYPE_CHECKING:
    from typing import Any

NO_LIMIT = game_named("holdem.nolimit.2p.reverse_blinds")


def empty_classes() -> EarlyClasses:
    """All zeros; the system provides the memory of what is written."""
    return EarlyClasses(np.zeros(HAND_FLOP.size, dtype=np.uint16), np.zeros(HAND_TURN.size, dtype=np.uint16))


def without_tables(cards: StreetBuckets[Any]) -> StreetBuckets[Any]:
    """Buckets that compute everything."""
    cards.__dict__.update(_stored_classes=None, _value_of=hand_value)
    return cards


def check_deals(cards: StreetBuckets[Any], *, players: int) -> None:
    """Deals have the classes and the order of the cards that were drawn."""
    deals, state, values, early = 300, kernel_state(7), empty_tables(), empty_classes()
    plain_state = state.tolist()
    drawn = [drawn_cards(plain_state, 2 * players + 5) for _ in range(deals)]
    expected, orders = np.zeros((deals, players, 4), dtype=np.int32), []
    for deal, dealt in enumerate(drawn):
        board, strengths, order = dealt[2 * players :], [], 0
        for player in range(players):
            hand = dealt[2 * player : 2 * player + 2]
            expected[deal, player] = [cards.class_of(hand, board[:size]) for size in (0, 3, 4, 5)]
            early.flop[HAND_FLOP.index([*hand, *board[:3]])] = expected[deal, player, 1]
            early.turn[HAND_TURN.index([*hand, *board[:4]])] = expected[deal, player, 2]
            values.river_scores[HAND_RIVER.index([*hand, *board])] = hand_value(hand, board).scores
            strengths.append(strength([*hand, *board]))
        for first, second in combinations(strengths, 2):
            order = 3 * order + 1 + int(np.sign(first - second))
        orders.append(order)
    source = street_deals.StreetDeals(street_deals.class_tables(cards.rules, early, values))
    classes, order_of = np.zeros((deals, players, 4), dtype=np.int32), np.zeros(deals, dtype=np.int32)
    source.deal(state, classes=classes[:30], order=order_of[:30])
    source.deal(state, classes=classes[30:], order=order_of[30:])
    assert np.array_equal(classes, expected)
    assert order_of.tolist() == orders


def check_boards(cards: StreetBuckets[Any]) -> None:
    """Boards have all hands, weakest first, with their classes."""
    state, early = kernel_state(4), empty_classes()
    board = drawn_cards(state.tolist(), 5)
    for hand in combinations(sorted(set(range(52)) - set(board)), 2):
        # Any classes will do on the flop, where computing them takes long.
        early.flop[HAND_FLOP.index([*hand, *board[:3]])] = sum(hand)
        early.turn[HAND_TURN.index([*hand, *board[:4]])] = cards.class_of(hand, board[:4])
    source = street_deals.StreetBoards(street_deals.class_tables(cards.rules, early, empty_tables()))
    batch = BoardBatch.empty(1, hands=source.hands, hole_cards=2, rounds=4)
    source.draw(state, batch)
    hands = list(map(tuple, batch.cards[0].tolist()))
    assert {frozenset(hand) for hand in hands} == set(map(frozenset, combinations(set(range(52)) - set(board), 2)))
    strengths = [strength([*hand, *board]) for hand in hands]
    assert strengths == sorted(strengths)
    assert np.array_equal(np.diff(batch.level[0]) > 0, np.diff(strengths) > 0)
    for place, hand in enumerate(hands):
        assert batch.classes[0, :, place].tolist() == [
            cards.class_of(hand, ()),
            early.flop[HAND_FLOP.index([*hand, *board[:3]])],
            cards.class_of(hand, board[:4]),
            cards.class_of(hand, board),
        ]
