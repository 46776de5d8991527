"""The distance between the actions of players in two hands (mapping 2).

The slides show this distance only as a picture, so the definition is Railbird's own: the edit distance between the
actions of a player in both hands, summed over hero and one opponent and over all streets. An edit inserts, deletes or
replaces an action. Who acts first does not count.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.bots.adaptive.heads_up_history import TWO_PLAYERS
from railbird.mapping.limit.two_player_states import BIG_BLIND, BUTTON, actions_of, completed_rounds, open_rounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.games.public_state import PublicState

UNREACHABLE = 10_000
"""The distance of an open round in which hero is not to act."""
_LETTERS = "fcr"


def actions_by_player(state: PublicState) -> list[list[str]]:
    """Actions of each player as letters, by position and street."""
    letters = [[""] * (state.street + 1) for _ in range(state.game.players)]
    for position, action, street in state.history:
        letters[position][street] += letter_of(action.kind)
    return letters


def letter_of(kind: int) -> str:
    """The letter of a kind of action: f, c or r."""
    return _LETTERS[kind]


@lru_cache(maxsize=4096)
def edit_distance(first: str, second: str) -> int:
    """The smallest number of letters to insert, delete or replace that turns one string into the other."""
    row = list(range(len(second) + 1))
    for place, letter in enumerate(first, start=1):
        above, row = row, [place]
        for column, other in enumerate(second):
            row.append(min(above[column] + (letter != other), above[column + 1] + 1, row[column] + 1))
    return row[-1]


@lru_cache(maxsize=4096)
def round_distances(hero: str, opponent: str, *, street: int, is_open: bool) -> NDArray[np.int64]:
    """The distance of each two-player round of a street: first for hero as the big blind, then as the button."""
    rounds = open_rounds(street) if is_open else completed_rounds(street)
    distances = np.array(
        [
            UNREACHABLE
            if is_open and _to_act(round_, street) != position
            else edit_distance(hero, actions_of(round_, street, position))
            + edit_distance(opponent, actions_of(round_, street, 1 - position))
            for position in (BIG_BLIND, BUTTON)
            for round_ in rounds
        ]
    )
    distances.flags.writeable = False
    return distances


def _to_act(round_: str, street: int) -> int:
    """The position to act after the actions of an open round."""
    return (TWO_PLAYERS.first_players[street] + len(round_)) % 2
