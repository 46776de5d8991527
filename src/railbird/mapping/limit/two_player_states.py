"""The 6,378 decisions of two-player limit hold'em, with indices that find them.

A betting round of two players is a string of `c` and `r`: the number of raises and whether it starts with a check (or,
before the flop, a call) determine it. So a decision is a choice of one completed round for each earlier street, and of
one open round for its own street.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from railbird.bots.adaptive.heads_up_history import TWO_PLAYERS
from railbird.games.action import CALL, raise_to
from railbird.games.betting_node import first_node
from railbird.games.state_array import BET, SPENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from railbird.games import Action
    from railbird.games.betting_node import BettingNode

    Members = NDArray[np.intp]

Key = TypeVar("Key")

BIG_BLIND, BUTTON = 0, 1
"""Positions of the two-player game. The slides call the button `SB`, because it posts the small blind."""


class TwoPlayerState(NamedTuple):
    """A decision of the two-player game; hero is the player to act."""

    number: int
    """Its place among the decisions of its street."""
    rounds: tuple[str, ...]
    """The actions of each street so far, the last one open: `("rc", "r")`."""
    position: int
    """Hero's position."""
    pot: int
    to_call: int
    can_raise: bool
    actions: tuple[Action, ...]

    @property
    def street(self) -> int:
        """The street of the decision."""
        return len(self.rounds) - 1

    @property
    def history(self) -> str:
        """The betting as a string: `rc/r`."""
        return "/".join(self.rounds)

    @property
    def pot_odds(self) -> Fraction | None:
        """The pot divided by the amount to call; None if there is nothing to call."""
        return pot_odds(self.pot, self.to_call)


def pot_odds(pot: int, to_call: int) -> Fraction | None:
    """The pot divided by the amount to call; None if there is nothing to call."""
    return Fraction(pot, to_call) if to_call else None


def open_rounds(street: int) -> list[str]:
    """All rounds of a street that are not over."""
    return [check + "r" * raises for raises in range(_most_raises(street) + 1) for check in ("", "c")]


def completed_rounds(street: int) -> list[str]:
    """All rounds of a street after which the hand goes on."""
    return ["cc", *(check + "r" * raises + "c" for raises in range(1, _most_raises(street) + 1) for check in ("", "c"))]


def actions_of(round_: str, street: int, position: int) -> str:
    """The actions of one player in a two-player round: the players alternate."""
    return round_[0::2] if position == TWO_PLAYERS.first_players[street] else round_[1::2]


@dataclass(frozen=True)
class StreetStates:
    """The decisions of a street, in the order of their numbers, with their indices."""

    states: tuple[TwoPlayerState, ...]
    round_counts: tuple[int, ...]
    """Number of rounds of each street: a number has them as its digits."""
    codes: NDArray[np.intp]
    """By street and decision: the row of its round in a table of all rounds for hero as big blind, then as button."""
    positions: Members
    """Hero's position by decision."""
    by_rounds: Mapping[tuple[str, ...], TwoPlayerState]
    by_pot: Mapping[int, Members]
    by_odds: Mapping[tuple[Fraction | None, bool, int], Members]
    """By pot odds, whether a raise is possible, and hero's position."""

    @property
    def all_odds(self) -> set[Fraction | None]:
        """All pot odds that occur on the street."""
        return {odds for odds, _, _ in self.by_odds}

    def combinations(self, rounds: Sequence[Members]) -> Members:
        """Numbers of the decisions that consist of these rounds, given by their place for each street."""
        numbers = np.zeros(1, dtype=np.intp)
        for count, places in zip(self.round_counts, rounds, strict=True):
            numbers = (numbers[:, None] * count + places).ravel()
        return numbers


@lru_cache(maxsize=4)
def two_player_states(street: int) -> StreetStates:
    """The decisions of a street."""
    rounds = [*map(completed_rounds, range(street)), open_rounds(street)]
    states = tuple(_state(number, choice) for number, choice in enumerate(product(*rounds)))
    counts = tuple(map(len, rounds))
    places = np.array(np.unravel_index(np.arange(prod(counts)), counts))
    positions = np.array([state.position for state in states])
    return StreetStates(
        states=states,
        round_counts=counts,
        codes=places + positions * np.array(counts)[:, None],
        positions=positions,
        by_rounds={state.rounds: state for state in states},
        by_pot=_grouped((state.pot, state.number) for state in states),
        by_odds=_grouped(((state.pot_odds, state.can_raise, state.position), state.number) for state in states),
    )


def _state(number: int, rounds: tuple[str, ...]) -> TwoPlayerState:
    node = _after(_after_rounds(rounds[:-1]), rounds[-1])
    to_call = node.numbers[BET] - node.numbers[SPENT + node.acting]
    return TwoPlayerState(number, rounds, node.acting, sum(node.spent()), to_call, node.legal.can_raise, node.actions)


@lru_cache(maxsize=1024)
def _after_rounds(rounds: tuple[str, ...]) -> BettingNode:
    return _after(_after_rounds(rounds[:-1]), rounds[-1]) if rounds else first_node(TWO_PLAYERS)


def _after(node: BettingNode, round_: str) -> BettingNode:
    for letter in round_:
        node = node.play([CALL if letter == "c" else raise_to(node.legal.lowest_raise)])
    return node


def _grouped(pairs: Iterable[tuple[Key, int]]) -> dict[Key, Members]:
    groups: dict[Key, list[int]] = defaultdict(list)
    for key, number in pairs:
        groups[key].append(number)
    return {key: np.array(numbers, dtype=np.intp) for key, numbers in groups.items()}


def _most_raises(street: int) -> int:
    return TWO_PLAYERS.max_raises[street]
