"""The betting tree of a poker game as flat arrays: decisions, choices and terminals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction import _kernels
from railbird.abstraction.game_tree import GameTree
from railbird.abstraction.menu import BetMenu
from railbird.abstraction.menu_arrays import MenuArrays, check_streets, check_uses
from railbird.abstraction.tree_arrays import TreeArrays
from railbird.cards import RANKS, SUITS
from railbird.errors import GameError
from railbird.games.action import Action
from railbird.games.state_array import array_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from railbird.games import GameDefinition

MOST_DECISIONS = 15_000_000
"""Counting stops at trees larger than this."""
_MOST_SOLVED_PLAYERS = 3
_FIRST_ROWS = 1 << 16
_MOST_KEPT = 1 << 16
"""Number of decisions whose children are kept as Python objects, about 50 MB."""


@dataclass(frozen=True)
class TreeSize:
    """Size of a betting tree, known before the tree is allocated."""

    decisions: NDArray[np.int64]
    """Number of decisions by player and round."""
    choices: NDArray[np.int64]
    """Number of choices of all these decisions, by player and round."""
    folds: int
    showdowns: int

    @property
    def terminals(self) -> int:
        """Number of terminals: folds and showdowns."""
        return self.folds + self.showdowns

    @property
    def bytes(self) -> int:
        """Memory of the arrays, without the few rows of payoffs."""
        return 14 * int(self.decisions.sum()) + 9 * int(self.choices.sum()) + 5 * self.terminals


@dataclass(frozen=True)
class BettingTree(GameTree):
    """The betting tree of a poker game; its rounds are streets, and cards are dealt outside the tree."""

    size: TreeSize
    kind: NDArray[np.int8]
    """By edge: fold, call or raise."""
    total: NDArray[np.int32]
    """By edge: the total that a raise goes to."""
    terminal_street: NDArray[np.int8]
    """By terminal: the round in which the betting ended; the last round for showdowns."""
    is_fold: NDArray[np.bool_]
    """By row of payoffs: whether all players but one have folded, so that the cards do not matter."""

    def actions(self, decision: int) -> tuple[Action, ...]:
        """The choices at a decision."""
        return tuple(self.children(decision))

    def actions_to(self, decision: int) -> tuple[Action, ...]:
        """The actions that lead to a decision."""
        here, actions = 0, []
        while here != decision:
            # Nodes are in depth-first order: the way leads through the last child that does not come later.
            first, last = int(self.first_edge[here]), int(self.first_edge[here + 1])
            choice = max(edge - first for edge in range(first, last) if 0 <= self.child[edge] <= decision)
            actions.append(self.actions(here)[choice])
            here = int(self.child[first + choice])
        return tuple(actions)

    def decision_after(self, actions: Sequence[Action]) -> int:
        """The decision that these actions lead to; raise GameError if they leave the tree or end the hand."""
        decision = 0
        for number, action in enumerate(actions):
            children = self.children(decision)
            below = children.get(action)
            if below is None:
                raise GameError(
                    f"action {number + 1}, {action}, is not in the tree: there are {', '.join(map(str, children))}"
                )
            if below < 0 and number + 1 < len(actions):
                raise GameError(f"action {number + 1}, {action}, ends the hand, but more follow")
            decision = below
        if decision < 0:
            raise GameError("the hand is over after these actions: there is nothing to decide")
        return decision

    def children(self, decision: int) -> Mapping[Action, int]:
        """By choice at a decision: the decision that it leads to, or -1 - terminal."""
        children = self._kept.get(decision)
        if children is None:
            edges = slice(int(self.first_edge[decision]), int(self.first_edge[decision + 1]))
            choices = map(Action, self.kind[edges].tolist(), self.total[edges].tolist())
            children = dict(zip(choices, self.child[edges].tolist(), strict=True))
            if len(self._kept) < _MOST_KEPT:
                self._kept[decision] = children
        return children

    @cached_property
    def _kept(self) -> dict[int, Mapping[Action, int]]:
        """The children of decisions that came up before: players ask for the same ones again and again."""
        return {}


def check_players(game: GameDefinition) -> None:
    """Raise GameError if a game has too many players for solvers."""
    if game.players > _MOST_SOLVED_PLAYERS:
        raise GameError(
            f"{game.name or 'a game'} is for {game.players} players: solvers take 2 or {_MOST_SOLVED_PLAYERS}"
        )


def count_tree(game: GameDefinition, menu: BetMenu | None = None, *, most: int = MOST_DECISIONS) -> TreeSize:
    """Count the betting tree without storing it; raise GameError if it has more decisions than `most`."""
    check_players(game)
    menu = menu or BetMenu()
    if not game.is_limit:
        check_streets(menu, game)
    # Betting does not depend on the deck, so games that differ only in the deck are counted once.
    size, part_uses = _counted(replace(game, ranks=len(RANKS), suits=len(SUITS), name=""), menu, most)
    if size is None:
        bets = "" if game.is_limit else f" with the bets {menu}"
        raise GameError(
            f"{game.name or 'the game'}{bets} has more than {most:,} decisions: "
            "give fewer bet sizes, fewer raises or smaller stacks"
        )
    check_uses(menu, game, part_uses=part_uses)
    return size


@lru_cache(maxsize=64)
def _counted(game: GameDefinition, menu: BetMenu, most: int) -> tuple[TreeSize | None, NDArray[np.int8]]:
    """Size of the tree, or None if it has too many decisions; and which bets of the menu were legal in it."""
    decisions = np.zeros((game.players, game.rounds), dtype=np.int64)
    choices = np.zeros_like(decisions)
    terminals = np.zeros(2, dtype=np.int64)
    bets = MenuArrays.of(menu, rounds=game.rounds)
    if not _kernels.count_tree(array_of(game), *bets, most, decisions, choices, terminals):
        return None, bets.part_uses
    decisions.flags.writeable = choices.flags.writeable = False  # callers share the cached arrays
    return TreeSize(decisions, choices, folds=int(terminals[0]), showdowns=int(terminals[1])), bets.part_uses


def build_tree(game: GameDefinition, menu: BetMenu | None = None) -> BettingTree:
    """The betting tree of a game for two or three players."""
    menu = menu or BetMenu()
    size = count_tree(game, menu)
    if not size.decisions.any():
        raise GameError(f"{game.name or 'the game'} has no decisions")
    edges = int(size.choices.sum())
    arrays = TreeArrays.empty(decisions=int(size.decisions.sum()), edges=edges, terminals=size.terminals)
    rows = _write_tree(game, menu, arrays=arrays)
    payoffs = np.zeros((len(rows), 3 ** (game.players * (game.players - 1) // 2), game.players))
    _kernels.write_row_payoffs(array_of(game), rows, payoffs)
    folded = np.bitwise_count(rows[:, 0])
    return BettingTree(
        size=size, payoffs=payoffs, is_fold=folded == game.players - 1, chance=np.empty(0), **arrays._asdict()
    )


def _write_tree(game: GameDefinition, menu: BetMenu, *, arrays: TreeArrays) -> NDArray[np.int64]:
    """Fill the arrays; return a row for each distinct terminal: who folded, and the chips of all players."""
    bets = MenuArrays.of(menu, rounds=game.rounds)
    capacity = _FIRST_ROWS
    while True:
        rows = np.empty((capacity, 1 + game.players), dtype=np.int64)
        places = np.empty(4 * capacity, dtype=np.int32)
        used = _kernels.write_tree(array_of(game), *bets, arrays, rows, places)
        if used >= 0:
            return rows[:used]
        capacity *= 8
