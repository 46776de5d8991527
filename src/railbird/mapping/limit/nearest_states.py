"""The two-player states that stand for a three-player state: mappings 1 to 4 (Glöckner 2013).

All candidates are decisions of the same street at which hero is to act. Mapping 1 gives one state; the others give the
nearest states for each opponent who is still in the hand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.errors import GameError
from railbird.games import game_named
from railbird.mapping.limit.action_distance import actions_by_player, letter_of, round_distances
from railbird.mapping.limit.round_deletion import two_player_round
from railbird.mapping.limit.two_player_states import BIG_BLIND, BUTTON, TwoPlayerState, pot_odds, two_player_states

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from railbird.games import GameDefinition
    from railbird.games.public_state import PublicState

    Members = NDArray[np.intp]

THREE_PLAYERS = game_named("holdem.limit.3p")
MAPPINGS = (1, 2, 3, 4)
_SMALL_BLIND_OF_THREE, _BIG_BLIND_OF_THREE, _BUTTON_OF_THREE = 0, 1, 2
_PREFERRED_POSITION = {
    (_SMALL_BLIND_OF_THREE, _BUTTON_OF_THREE): BIG_BLIND,
    (_BIG_BLIND_OF_THREE, _BUTTON_OF_THREE): BIG_BLIND,
    (_BUTTON_OF_THREE, _SMALL_BLIND_OF_THREE): BUTTON,
    (_BUTTON_OF_THREE, _BIG_BLIND_OF_THREE): BUTTON,
}
"""By the positions of hero and opponent, from the slides' table; the blinds have no preference against each other."""


class StateDistance(NamedTuple):
    """A two-player state and its distance from the three-player state."""

    state: TwoPlayerState
    distance: int


def check_three_players(game: GameDefinition) -> None:
    """Raise if a game is not the three-player limit hold'em that is mapped."""
    # A definition's name is not part of its rules.
    if any(
        getattr(game, name) != getattr(THREE_PLAYERS, name)
        for name in ("betting", "blinds", "raise_sizes", "max_raises", "first_players", "stacks", "antes")
    ) or not (game.is_holdem and THREE_PLAYERS.is_holdem):
        raise GameError(
            f"map-limit plays {THREE_PLAYERS.name}, limit hold'em for three players with blinds of 5 and 10, and "
            f"{game.name or 'this game'} is not"
        )


def preferred_position(hero: int, opponent: int) -> int | None:
    """Hero's two-player position that matches the positions of hero and opponent; None if both positions do."""
    return _PREFERRED_POSITION.get((hero, opponent))


def mapped_states(state: PublicState, *, mapping: int, nearest: int = 1) -> dict[int, list[StateDistance]]:
    """For each opponent still in the hand, the two-player states nearest to that of the player to act, nearest first.

    Mapping 1 gives the same single state for all opponents. States at equal distances are in the order of their
    numbers, with fewer raises first.
    """
    check_three_players(state.game)
    hero = state.acting
    if hero < 0:
        raise GameError(f"{state} is not mapped: the hand is over")
    opponents = [position for position in state.in_hand if position != hero]
    if mapping == 1:
        only = least_deletion(state)
        return {opponent: [only] for opponent in opponents}
    actions = actions_by_player(state)
    return {
        opponent: _nearest(
            tuple(actions[hero]),
            tuple(actions[opponent]),
            mapping=mapping,
            nearest=nearest,
            pot=state.pot,
            to_call=state.to_call(hero),
            can_raise=state.legal_actions().can_raise,
            preferred=preferred_position(hero, opponent),
        )
        for opponent in opponents
    }


def least_deletion(state: PublicState) -> StateDistance:
    """Mapping 1: the state after the fewest deletions of actions, whose number is the distance."""
    rounds = [""] * (state.street + 1)
    for _, action, street in state.history:
        rounds[street] += letter_of(action.kind)
    kept = tuple(
        two_player_round(actions, street=street, is_open=street == state.street)
        for street, actions in enumerate(rounds)
    )
    return StateDistance(two_player_states(state.street).by_rounds[kept], sum(map(len, rounds)) - sum(map(len, kept)))


def _nearest(
    hero: tuple[str, ...],
    opponent: tuple[str, ...],
    *,
    mapping: int,
    nearest: int,
    pot: int,
    to_call: int,
    can_raise: bool,
    preferred: int | None,
) -> list[StateDistance]:
    street = len(hero) - 1
    tables = [
        round_distances(own, other, street=earlier, is_open=earlier == street)
        for earlier, (own, other) in enumerate(zip(hero, opponent, strict=True))
    ]
    if mapping == 2:
        classes = _near_combinations(tables, street=street, nearest=nearest)
    elif mapping == 3:
        classes = _by_pot(street, pot=pot)
    elif mapping == 4:
        classes = _by_odds(street, odds=pot_odds(pot, to_call), can_raise=can_raise, preferred=preferred)
    else:
        raise GameError(f"mapping {mapping}: the mappings are 1 to 4")
    return nearest_in_classes(classes, tables, street=street, nearest=nearest)


def nearest_in_classes(
    classes: Iterator[Members], tables: Sequence[NDArray[np.int64]], *, street: int, nearest: int
) -> list[StateDistance]:
    """The nearest states of the first class, then of the next, until there are enough.

    Distances in a class count from the largest distance in the classes before it.
    """
    index = two_player_states(street)
    found: list[StateDistance] = []
    for members in classes:
        distances = sum(table[codes[members]] for table, codes in zip(tables, index.codes, strict=True))
        order = np.argsort(distances, kind="stable")[: nearest - len(found)]
        base = found[-1].distance if found else 0
        found += [
            StateDistance(index.states[number], base + distance)
            for number, distance in zip(members[order].tolist(), distances[order].tolist(), strict=True)
        ]
        if len(found) == nearest:
            break
    return found


def _near_combinations(tables: Sequence[NDArray[np.int64]], *, street: int, nearest: int) -> Iterator[Members]:
    """A single class that has the nearest states of all: combinations of the nearest rounds of each street.

    Distances are sums over the streets, so no other state can be among the nearest. Of a street only as many rounds
    are needed as states are wanted.
    """
    index = two_player_states(street)
    numbers = []
    for position in (BIG_BLIND, BUTTON):
        rounds = [
            np.argsort(table[position * count : (position + 1) * count], kind="stable")[:nearest]
            for count, table in zip(index.round_counts, tables, strict=True)
        ]
        members = index.combinations(rounds)
        numbers.append(members[index.positions[members] == position])
    yield np.sort(np.concatenate(numbers))


def _by_pot(street: int, *, pot: int) -> Iterator[Members]:
    """Classes of states by the difference of their pots, the smallest first."""
    by_pot = two_player_states(street).by_pot
    for pots in _pots_by_difference(street, pot):
        yield _joined([by_pot[size] for size in pots])


def _by_odds(street: int, *, odds: Fraction | None, can_raise: bool, preferred: int | None) -> Iterator[Members]:
    """Classes of states by the difference of pot odds, then whether a raise is possible, then hero's position."""
    by_odds = two_player_states(street).by_odds
    positions = ((BIG_BLIND, BUTTON),) if preferred is None else ((preferred,), (1 - preferred,))
    for near in _odds_by_difference(street, odds):
        for raises in (can_raise, not can_raise):
            for hero in positions:
                cells = [by_odds[key] for some in near for at in hero if (key := (some, raises, at)) in by_odds]
                if cells:
                    yield _joined(cells)


def _joined(cells: Sequence[Members]) -> Members:
    return cells[0] if len(cells) == 1 else np.sort(np.concatenate(cells))


@lru_cache(maxsize=4096)
def _pots_by_difference(street: int, pot: int) -> list[list[int]]:
    """The sizes of pots in groups of equal difference from a pot, the nearest first."""
    groups: dict[int, list[int]] = {}
    for size in sorted(two_player_states(street).by_pot, key=lambda size: abs(size - pot)):
        groups.setdefault(abs(size - pot), []).append(size)
    return [*groups.values()]


@lru_cache(maxsize=4096)
def _odds_by_difference(street: int, odds: Fraction | None) -> list[list[Fraction | None]]:
    """The pot odds in groups of equal difference from some odds, the nearest first.

    Odds are infinite where there is nothing to call: from there the largest odds are nearest, and from all others
    these are the farthest.
    """
    all_odds = two_player_states(street).all_odds
    finite = [other for other in all_odds if other is not None]
    infinite: list[list[Fraction | None]] = [[None]] if None in all_odds else []
    if odds is None:
        return infinite + [[other] for other in sorted(finite, reverse=True)]
    groups: dict[Fraction, list[Fraction | None]] = {}
    for other in sorted(finite, key=lambda other: abs(other - odds)):
        groups.setdefault(abs(other - odds), []).append(other)
    return [*groups.values(), *infinite]
