"""The values of nominal attributes, and tables from cards to their places in the lists."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import CARD_COUNT, RANKS, SUITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.games import GameDefinition

INVALID = "INVALID"
TRUE_FALSE = ("true", "false")
ACTIONS_TAKEN = ("RAISE", "FOLD", "CALL", INVALID)
RANK_VALUES = (*RANKS, INVALID)
SUIT_VALUES = (*SUITS, INVALID)
CARD_VALUES = (*(rank + suit for suit in SUITS for rank in RANKS), INVALID)
POSITIONS = ("SB", "BB", "UTG_1", "UTG_2", "UTG_3", "MP_1", "MP_2", "MP_3", "CO", "BU", INVALID)
REACTIONS = ("ACTIVE_ACTIVE", "ACTIVE_PASSIVE", "PASSIVE_PASSIVE", "FIRST_TO_ACT", "ACTIVE", "PASSIVE", INVALID)
SIMPLE_TEXTURES = ("NO_SALIENT", "F", "F+", "S", "S+", "F_S", "F+_S", "F_S+", "F+_S+")
HAND_RANKS = (
    "HIGH_CARD",
    "PAIR",
    "TWO_PAIR",
    "THREE_OF_A_KIND",
    "STRAIGHT",
    "FLUSH",
    "FULL_HOUSE",
    "FOUR_OF_A_KIND",
    "STRAIGHT_FLUSH",
)
HAND_TYPES = (
    "NOTHING",
    "PAIR",
    "TOPPAIR",
    "OVERPAIR",
    "TWOPAIR",
    "TRIPS",
    "STRAIGHT",
    "FLUSH",
    "FULLHOUSE",
    "QUADS",
    "STRAIGHTFLUSH",
)
DRAW_VALUES = ("STRAIGHT_DRAW", "FLUSH_DRAW", "STRAIGHT_AND_FLUSH_DRAW", "NO_DRAW")

_MODIFIERS = ("", "{}", "{}+")
_ACE = len(RANKS) - 1


def texture_values() -> tuple[str, ...]:
    """The 27 products of no flush, F, F+ with no straight, S, S+ with no pair, H, H+; the code is 9 h + 3 f + s."""
    return tuple(
        "_".join(filter(None, (_MODIFIERS[f].format("F"), _MODIFIERS[s].format("S"), _MODIFIERS[h].format("H"))))
        or "NO_SALIENT"
        for h in range(3)
        for f in range(3)
        for s in range(3)
    )


def card_codes(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The places of cards in `CARD_VALUES`."""
    return np.asarray((cards & 3).astype(np.int64) * len(RANKS) + (cards >> 2))


@cache
def hole_card_values() -> tuple[str, ...]:
    """All hands, higher rank first, and INVALID: 1,327 values."""
    cards = [(rank, suit) for suit in range(len(SUITS)) for rank in range(len(RANKS))]
    hands = [(first, second) for first in cards for second in cards if second < first]
    return (*("".join(RANKS[rank] + SUITS[suit] for rank, suit in hand) for hand in hands), INVALID)


@cache
def hole_card_table() -> NDArray[np.int64]:
    """The place of a hand in `hole_card_values`, by its higher and its lower card."""
    table = np.full((CARD_COUNT, CARD_COUNT), len(hole_card_values()) - 1)
    for place, hand in enumerate(hole_card_values()[:-1]):
        first, second = (4 * RANKS.index(hand[at]) + SUITS.index(hand[at + 1]) for at in (0, 2))
        table[first, second] = place
    return table


@cache
def rank_pair_values() -> tuple[str, ...]:
    """All pairs of ranks without suits, higher rank first, and INVALID: 92 values."""
    pairs = ((high, low) for high in range(len(RANKS)) for low in (high, *range(high)))
    return (*(RANKS[high] + RANKS[low] for high, low in pairs), INVALID)


@cache
def rank_pair_table() -> NDArray[np.int64]:
    """The place of two ranks in `rank_pair_values`, by the higher and the lower rank."""
    table = np.zeros((len(RANKS), len(RANKS)), dtype=np.int64)
    for place, ranks in enumerate(rank_pair_values()[:-1]):
        table[RANKS.index(ranks[0]), RANKS.index(ranks[1])] = place
    return table


@cache
def position_codes(game: GameDefinition) -> NDArray[np.int64]:
    """The place in `POSITIONS` of each position of a game; the last entry, for -1, is INVALID."""
    blinds = game.blinds
    first_two = ("SB", "BB") if blinds[0] <= blinds[1] else ("BB", "SB")
    names = [*first_two, *_between(game.players - 3), "BU"][: game.players]
    return np.array([POSITIONS.index(name) for name in [*names, INVALID]])


def _between(players: int) -> Sequence[str]:
    """Those between the big blind and the button: the last is the cut-off, the others are early and middle."""
    if players < 1:
        return ()
    early = players // 2
    middle = players - 1 - early
    return (
        *(f"UTG_{place}" for place in range(1, early + 1)),
        *(f"MP_{place}" for place in range(1, middle + 1)),
        "CO",
    )
