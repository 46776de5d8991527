"""The decisions of a strategy's betting tree, each with the betting before it and its cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.formats.betting import format_betting, read_betting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import PokerGame
    from railbird.games import Action


@dataclass(frozen=True)
class Decision:
    """A decision of the betting tree: an information set for each card class."""

    number: int
    """Its place in the tree."""
    position: int
    """The player to act."""
    street: int
    actions: tuple[Action, ...]
    """The actions that lead to it."""
    history: str
    """The same as a betting string, such as `cr/c`."""
    choices: tuple[Action, ...]
    cells: NDArray[np.int64]
    """By card class and choice: the place of the choice in the strategy's arrays."""


def decision_at(game: PokerGame, history: str) -> Decision:
    """The decision after a betting string; raise FormatError or GameError if there is none."""
    actions = read_betting(game.definition, history)
    return _decision(game, game.tree.decision_after(actions), actions)


def decisions_of(game: PokerGame, *, street: int | None = None) -> Iterator[Decision]:
    """All decisions in the order of play, or those of one street."""
    tree = game.tree
    waiting: list[tuple[int, tuple[Action, ...]]] = [(0, ())]
    while waiting:
        number, actions = waiting.pop()
        if street is None or tree.street[number] == street:
            yield _decision(game, number, actions)
        first = int(tree.first_edge[number])
        below = [
            (int(tree.child[first + place]), (*actions, choice)) for place, choice in enumerate(tree.actions(number))
        ]
        waiting += [
            (child, line) for child, line in reversed(below) if child >= 0 and _is_wanted(game, child, street=street)
        ]


def _is_wanted(game: PokerGame, number: int, *, street: int | None) -> bool:
    return street is None or bool(game.tree.street[number] <= street)


def _decision(game: PokerGame, number: int, actions: tuple[Action, ...]) -> Decision:
    tree, layout = game.tree, game.layout
    position, street = int(tree.player[number]), int(tree.street[number])
    choices = tree.actions(number)
    first = layout.base[position, street] + tree.slot[number]
    classes = np.arange(layout.classes[street])
    return Decision(
        number=number,
        position=position,
        street=street,
        actions=actions,
        history=format_betting(game.definition, actions),
        choices=choices,
        cells=first + classes[:, None] * layout.width[position, street] + np.arange(len(choices)),
    )
