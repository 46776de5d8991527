"""The betting of a game as flat arrays: every decision, its choices, and every terminal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.abstraction import _kernels
from railbird.abstraction.game_tree import GameTree
from railbird.abstraction.menu import BetMenu
from railbird.cards import RANKS, SUITS
from railbird.errors import GameError
from railbird.games.action import Action
from railbird.games.state_array import array_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.games import GameDefinition

MOST_DECISIONS = 12_000_000
"""Larger trees are not counted to their end."""
MOST_SOLVED_PLAYERS = 3
_FIRST_ROWS = 1 << 16


@dataclass(frozen=True)
class TreeSize:
    """How large a betting tree is, known before any of it is allocated."""

    decisions: NDArray[np.int64]
    """By player and round."""
    choices: NDArray[np.int64]
    """By player and round: those of all decisions together."""
    folds: int
    showdowns: int

    @property
    def terminals(self) -> int:
        """Folds and showdowns."""
        return self.folds + self.showdowns

    @property
    def bytes(self) -> int:
        """The memory of the arrays, without the few rows of payoffs."""
        return 14 * int(self.decisions.sum()) + 9 * int(self.choices.sum()) + 5 * self.terminals


@dataclass(frozen=True)
class BettingTree(GameTree):
    """The tree of a game of poker: its rounds are streets, and chance deals the cards apart from it."""

    size: TreeSize
    kind: NDArray[np.int8]
    """By edge: fold, call or raise."""
    total: NDArray[np.int32]
    """By edge: what a raise goes to."""
    terminal_street: NDArray[np.int8]
    """By terminal: the round in which the betting ended; the last round for showdowns."""
    is_fold: NDArray[np.bool_]
    """By row of payoffs: whether all but one have folded, so that the cards do not matter."""

    def actions(self, decision: int) -> tuple[Action, ...]:
        """What can be chosen at a decision."""
        edges = range(int(self.first_edge[decision]), int(self.first_edge[decision + 1]))
        return tuple(Action(int(self.kind[edge]), int(self.total[edge])) for edge in edges)

    def decision_after(self, actions: Sequence[Action]) -> int:
        """The decision that these actions lead to; a GameError if one of them is not in the tree, or ends the hand."""
        decision = 0
        for number, action in enumerate(actions):
            choices = self.actions(decision)
            if action not in choices:
                raise GameError(
                    f"action {number + 1}, {action}, is not in the tree: there are {', '.join(map(str, choices))}"
                )
            decision = int(self.child[self.first_edge[decision] + choices.index(action)])
            if decision < 0 and number + 1 < len(actions):
                raise GameError(f"action {number + 1}, {action}, ends the hand, but more follow")
        if decision < 0:
            raise GameError("the hand is over after these actions: there is nothing to decide")
        return decision


def count_tree(game: GameDefinition, menu: BetMenu | None = None, *, most: int = MOST_DECISIONS) -> TreeSize:
    """Walk through the betting without keeping any of it; a GameError if there are more decisions than `most`."""
    if game.players > MOST_SOLVED_PLAYERS:
        raise GameError(
            f"{game.name or 'a game'} is for {game.players} players: games for 2 or {MOST_SOLVED_PLAYERS} are solved"
        )
    # Betting is the same whatever the deck: games that differ in it are counted once.
    menu = menu or BetMenu()
    size = _counted(replace(game, ranks=len(RANKS), suits=len(SUITS), name=""), menu, most)
    if size is None:
        bets = "" if game.is_limit else f" with the bets {menu}"
        raise GameError(
            f"{game.name or 'the game'}{bets} has more than {most:,} decisions: "
            "give fewer sizes of bets, fewer raises or smaller stacks"
        )
    return size


@lru_cache(maxsize=64)
def _counted(game: GameDefinition, menu: BetMenu, most: int) -> TreeSize | None:
    """None if there are too many decisions."""
    decisions = np.zeros((game.players, game.rounds), dtype=np.int64)
    choices = np.zeros_like(decisions)
    terminals = np.zeros(2, dtype=np.int64)
    parts = np.array(menu.pot_parts, dtype=np.float64)
    first = array_of(game)
    if not _kernels.count_tree(first, parts, menu.smallest, menu.all_in, most, decisions, choices, terminals):
        return None
    decisions.flags.writeable = choices.flags.writeable = False  # the same for all who ask
    return TreeSize(decisions, choices, folds=int(terminals[0]), showdowns=int(terminals[1]))


def build_tree(game: GameDefinition, menu: BetMenu | None = None) -> BettingTree:
    """The betting tree of a game for two or three players."""
    menu = menu or BetMenu()
    size = count_tree(game, menu)
    if not size.decisions.any():
        raise GameError(f"nobody has anything to decide in {game.name or 'the game'}")
    arrays = _new_arrays(size)
    rows = _write_tree(game, menu, arrays=arrays)
    payoffs = np.zeros((len(rows), 3 ** (game.players * (game.players - 1) // 2), game.players))
    _kernels.write_row_payoffs(array_of(game), rows, payoffs)
    folded = np.bitwise_count(rows[:, 0])
    return BettingTree(
        size=size, payoffs=payoffs, is_fold=folded == game.players - 1, chance=np.empty(0), **arrays._asdict()
    )


class _Arrays(NamedTuple):
    """What the kernel writes, in its order."""

    player: NDArray[np.int8]
    street: NDArray[np.int8]
    first_edge: NDArray[np.int64]
    slot: NDArray[np.int32]
    child: NDArray[np.int32]
    kind: NDArray[np.int8]
    total: NDArray[np.int32]
    terminal_street: NDArray[np.int8]
    terminal_row: NDArray[np.int32]


def _new_arrays(size: TreeSize) -> _Arrays:
    decisions, edges = int(size.decisions.sum()), int(size.choices.sum())
    return _Arrays(
        player=np.empty(decisions, dtype=np.int8),
        street=np.empty(decisions, dtype=np.int8),
        first_edge=np.empty(decisions + 1, dtype=np.int64),
        slot=np.empty(decisions, dtype=np.int32),
        child=np.empty(edges, dtype=np.int32),
        kind=np.empty(edges, dtype=np.int8),
        total=np.empty(edges, dtype=np.int32),
        terminal_street=np.empty(size.terminals, dtype=np.int8),
        terminal_row=np.empty(size.terminals, dtype=np.int32),
    )


def _write_tree(game: GameDefinition, menu: BetMenu, *, arrays: _Arrays) -> NDArray[np.int64]:
    """Fill the arrays; returns a row for each kind of terminal: who folded, and the chips of all players."""
    parts = np.array(menu.pot_parts, dtype=np.float64)
    capacity = _FIRST_ROWS
    while True:
        rows = np.empty((capacity, 1 + game.players), dtype=np.int64)
        places = np.empty(4 * capacity, dtype=np.int32)
        used = _kernels.write_tree(array_of(game), parts, menu.smallest, menu.all_in, *arrays, rows, places)
        if used >= 0:
            return rows[:used]
        capacity *= 8
