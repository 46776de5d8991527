"""The betting sequences of a street, as values of nominal attributes and as a tree that compiled code walks."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.games.state_array import CALL, FOLD, RAISE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.games import GameDefinition

_LETTERS = {FOLD: "f", CALL: "c", RAISE: "r"}
_MOST_RAISES = 16
_MOST_VALUES = 8000
"""With more sequences, the attributes are texts: a list of values would say nothing."""


def has_sequence_values(game: GameDefinition) -> bool:
    """Whether the betting sequences of a game are a list of values, and not texts."""
    return game.is_limit and max(game.max_raises) <= _MOST_RAISES and _size(game.players, max(game.max_raises)) > 0


@cache
def _size(players: int, raises: int) -> int:
    """The number of sequences, or 0 if there are too many."""
    return len(_listed(players, raises, most=_MOST_VALUES) or ())


@cache
def sequence_values(players: int, raises: int) -> tuple[str, ...]:
    """All sequences of a street with `raises` raises at most, complete or not, but for those that end the hand.

    Folding instead of checking is allowed. Children follow their parent, in the order raise, fold, call.
    """
    return tuple(_listed(players, raises, most=None) or ())


def _listed(players: int, raises: int, *, most: int | None) -> list[str] | None:
    """The sequences, or None if there are more than `most`."""
    sequences: list[str] = []
    stack = [("", players, 0, 0)]
    while stack:
        sequence, active, called, raised = stack.pop()
        sequences.append(sequence)
        if most is not None and len(sequences) > most:
            return None
        if called == active:
            continue
        stack.append((sequence + "c", active, called + 1, raised))
        if active > 2:
            stack.append((sequence + "f", active - 1, called, raised))
        if raised < raises:
            stack.append((sequence + "r", active, 1, raised + 1))
    return sequences


@cache
def sequence_tree(players: int, raises: int) -> NDArray[np.int64]:
    """By place of a sequence and kind of the next action: the place of the longer sequence, or -1."""
    places = {sequence: place for place, sequence in enumerate(sequence_values(players, raises))}
    children = [[places.get(sequence + _LETTERS[kind], -1) for kind in (FOLD, CALL, RAISE)] for sequence in places]
    return np.array(children, dtype=np.int64)


@lru_cache(maxsize=64)
def trees_of(game: GameDefinition) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The trees of all streets below each other, and where each begins; a tree of one node if they are texts.

    After the trees of the streets comes the one in which every street is placed, for the current street.
    """
    if not has_sequence_values(game):
        return np.full((1, 3), -1, dtype=np.int64), np.zeros(game.rounds + 1, dtype=np.int64)
    raises = [*game.max_raises, max(game.max_raises)]
    trees = [sequence_tree(game.players, most) for most in raises]
    starts = np.cumsum([0, *map(len, trees[:-1])], dtype=np.int64)
    return np.concatenate(trees), starts
