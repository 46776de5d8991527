"""The decisions of a strategy's betting tree, each with the betting before it and its cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.merged_tree import MergedTree
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


def decisions_of(game: PokerGame, *, street: int | None = None, depth: int | None = None) -> Iterator[Decision]:
    """All decisions in the order of play, or those of one street, or those after fewer than `depth` actions.

    Where players forget the betting, these are the decisions that they tell apart, each with one of its histories.
    """
    is_merged = isinstance(game.tree, MergedTree)
    nodes: set[int] = set()
    first_cells: set[int] = set()
    waiting = [_decision(game, 0, ())]
    while waiting:
        decision = waiting.pop()
        if is_merged and decision.number in nodes:
            continue
        nodes.add(decision.number)
        is_new = not is_merged or int(decision.cells[0, 0]) not in first_cells
        first_cells.add(int(decision.cells[0, 0]))
        if is_new and (street is None or decision.street == street):
            yield decision
        if depth is None or len(decision.actions) + 1 < depth:
            waiting += [
                below
                for below in reversed(next_decisions(game, decision))
                if below is not None and (street is None or below.street <= street)
            ]


def next_decisions(game: PokerGame, decision: Decision) -> list[Decision | None]:
    """By choice of a decision: the next decision, None if the hand is over."""
    first = int(game.tree.first_edge[decision.number])
    children = game.tree.child[first : first + len(decision.choices)].tolist()
    return [
        _decision(game, child, (*decision.actions, choice)) if child >= 0 else None
        for child, choice in zip(children, decision.choices, strict=True)
    ]


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
