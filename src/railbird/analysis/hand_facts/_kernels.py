"""Writes the facts about hands, in one replay of the betting of each hand."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.analysis._kernels import can_three_bet, category_of, kind_of_action
from railbird.analysis.counters import ACTION_KINDS, RAISES
from railbird.compiled import inlined, kernel
from railbird.formats._kernels import TOTAL_SHIFT
from railbird.formats.columns._kernels import HandArrays
from railbird.formats.payoff_checks._kernels import most_lost, plays_out
from railbird.games._kernels import apply_action
from railbird.games.definition import MOST_ROUNDS, SHARES
from railbird.games.state_array import ACTING, ANTES, FOLDED, OUTCOME, PLAYERS, ROUND, SHOWDOWN, SPENT

# Bits of a player's part in a hand. The first are the kinds of actions, by street.
THREE_BET = MOST_ROUNDS * ACTION_KINDS
THREE_BET_CHANCE = THREE_BET + 1
WALK = THREE_BET + 2
SHOWED_DOWN = THREE_BET + 3
WON_SHOWDOWN = THREE_BET + 4
LAST_PLAYER = THREE_BET + 5

_KIND = (1 << TOTAL_SHIFT) - 1
_SLASH = ord("/")
_LETTERS = np.frombuffer(b"fcr", dtype=np.uint8)


class FactArrays(NamedTuple):
    """The facts by hand, and by hand and position."""

    is_legal: NDArray[np.bool_]
    streets: NDArray[np.uint8]
    """The street on which the hand ended."""
    pots: NDArray[np.int64]
    """All chips in the pot."""
    parts: NDArray[np.int32]
    """The bits of each player's part."""
    seen: NDArray[np.uint8]
    """The number of streets that the player saw begin."""
    categories: NDArray[np.uint8]
    """The category of the result."""
    ends: NDArray[np.int64]
    """Where the letters of the hand's betting end."""
    letters: NDArray[np.uint8]
    """The betting of all hands: f, c and r, with a / at the start of each later street."""


@kernel
def write_facts(first: NDArray[np.int64], hands: HandArrays, bounds: NDArray[np.int64], facts: FactArrays) -> None:
    """Write the facts. `first` is the array of a hand that has just begun; payoffs are in fractions of a chip."""
    hand = first.copy()
    at = 0
    for number in range(len(hands.numbers)):
        actions = hands.actions[hands.offsets[number] : hands.offsets[number + 1]]
        copy_into(first, hand)
        facts.is_legal[number] = plays_out(hand, actions)
        if facts.is_legal[number]:
            copy_into(first, hand)
            at = _write_betting(hand, actions, facts.parts[number], facts.seen[number], facts.letters, at)
            _write_end(hand, facts.parts[number])
            pot = 0
            for position in range(hand[PLAYERS]):
                net = hands.payoffs[number, position]
                pot += hand[SPENT + position] + hand[ANTES + position]
                facts.categories[number, position] = category_of(net, position, hand[PLAYERS], bounds)
                is_in = facts.parts[number, position] >> SHOWED_DOWN & 1
                if is_in and net > -SHARES * most_lost(hand, position):
                    facts.parts[number, position] |= 1 << WON_SHOWDOWN
            facts.pots[number] = pot
            facts.streets[number] = hand[ROUND]
        facts.ends[number] = at


@inlined
def _write_betting(
    hand: NDArray[np.int64],
    actions: NDArray[np.int64],
    parts: NDArray[np.int32],
    seen: NDArray[np.uint8],
    letters: NDArray[np.uint8],
    at: int,
) -> int:
    """Play a legal hand, and write its letters and what each player did; return where the letters end."""
    _see_streets(hand, seen)
    for action in actions:
        position, street, kind = hand[ACTING], hand[ROUND], action & _KIND
        parts[position] |= _bits(hand, kind)
        letters[at] = _LETTERS[kind]
        at += 1
        apply_action(hand, kind, action >> TOTAL_SHIFT)
        if hand[ROUND] > street:
            _see_streets(hand, seen)
            for _ in range(hand[ROUND] - street):
                letters[at] = _SLASH
                at += 1
    return at


@inlined
def _bits(hand: NDArray[np.int64], action: int) -> int:
    """The bits of the action that the acting player is about to take."""
    kind = kind_of_action(hand, action)
    bits = 1 << (ACTION_KINDS * hand[ROUND] + kind)
    if can_three_bet(hand):
        bits |= 1 << THREE_BET_CHANCE
        if kind == RAISES:
            bits |= 1 << THREE_BET
    return bits


@inlined
def _see_streets(hand: NDArray[np.int64], seen: NDArray[np.uint8]) -> None:
    for position in range(hand[PLAYERS]):
        if not hand[FOLDED] >> position & 1:
            seen[position] = hand[ROUND] + 1


@inlined
def _write_end(hand: NDArray[np.int64], parts: NDArray[np.int32]) -> None:
    """Write who was in at the end of a hand, and who had no decision."""
    street_kinds = (1 << ACTION_KINDS) - 1
    for position in range(hand[PLAYERS]):
        is_in = not hand[FOLDED] >> position & 1
        if is_in and hand[OUTCOME] == SHOWDOWN:
            parts[position] |= 1 << SHOWED_DOWN
        elif is_in:
            parts[position] |= 1 << LAST_PLAYER
            if hand[ROUND] == 0 and not parts[position] & street_kinds:
                parts[position] |= 1 << WALK
