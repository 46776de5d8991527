"""The betting of a game as flat arrays: every decision, its choices, and every end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction import _kernels
from railbird.abstraction.game_tree import GameTree
from railbird.abstraction.menu import BetMenu
from railbird.errors import GameError
from railbird.games.action import Action
from railbird.games.layout import array_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.games import GameDefinition

MOST_DECISIONS = 200_000_000
"""Larger trees are not counted to their end."""
MOST_PLAYERS = 3
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
    def ends(self) -> int:
        """Folds and showdowns."""
        return self.folds + self.showdowns

    @property
    def bytes(self) -> int:
        """The memory of the arrays, without the few rows of payoffs."""
        return 14 * int(self.decisions.sum()) + 9 * int(self.choices.sum()) + 5 * self.ends


@dataclass(frozen=True)
class BettingTree(GameTree):
    """The tree of a game of poker: its rounds are streets, and chance deals the cards apart from it."""

    size: TreeSize
    kind: NDArray[np.int8]
    """By edge: fold, call or raise."""
    total: NDArray[np.int32]
    """By edge: what a raise goes to."""
    end_street: NDArray[np.int8]
    """By end: the round in which the betting ended; the last one for showdowns."""
    is_fold: NDArray[np.bool_]
    """By row of payoffs: whether all but one have folded, so that the cards do not matter."""

    def actions(self, decision: int) -> tuple[Action, ...]:
        """What can be chosen at a decision."""
        edges = range(int(self.first_edge[decision]), int(self.first_edge[decision + 1]))
        return tuple(Action(int(self.kind[edge]), int(self.total[edge])) for edge in edges)


def count_tree(game: GameDefinition, menu: BetMenu | None = None) -> TreeSize:
    """Walk through the betting without keeping any of it."""
    menu = menu or BetMenu()
    decisions = np.zeros((game.players, game.rounds), dtype=np.int64)
    choices = np.zeros_like(decisions)
    ends = np.zeros(2, dtype=np.int64)
    parts = np.array(menu.pot_parts, dtype=np.float64)
    first = array_of(game)
    if not _kernels.count_tree(first, parts, menu.smallest, menu.all_in, MOST_DECISIONS, decisions, choices, ends):
        raise GameError(
            f"{game.name or 'the game'} with the bets {menu} has more than {MOST_DECISIONS:,} decisions: "
            "give fewer sizes of bets, fewer raises or smaller stacks"
        )
    return TreeSize(decisions, choices, folds=int(ends[0]), showdowns=int(ends[1]))


def build_tree(game: GameDefinition, menu: BetMenu | None = None) -> BettingTree:
    """The betting tree of a game for two or three players."""
    if game.players > MOST_PLAYERS:
        raise GameError(f"a game for {game.players} players: games for 2 or {MOST_PLAYERS} can be solved")
    menu = menu or BetMenu()
    size = count_tree(game, menu)
    if not size.decisions.any():
        raise GameError(f"nobody has anything to decide in {game.name or 'the game'}")
    arrays = _write_tree(game, menu, size)
    rows = arrays.pop("rows")
    payoffs = np.zeros((len(rows), 3 ** (game.players * (game.players - 1) // 2), game.players))
    _kernels.write_row_payoffs(array_of(game), rows, payoffs)
    folded = np.bitwise_count(rows[:, 0])
    return BettingTree(size=size, payoffs=payoffs, is_fold=folded == game.players - 1, chance=np.empty(0), **arrays)


def _write_tree(game: GameDefinition, menu: BetMenu, size: TreeSize) -> dict[str, NDArray[np.generic]]:
    decisions, edges = int(size.decisions.sum()), int(size.choices.sum())
    parts = np.array(menu.pot_parts, dtype=np.float64)
    arrays: dict[str, NDArray[np.generic]] = {
        "player": np.empty(decisions, dtype=np.int8),
        "street": np.empty(decisions, dtype=np.int8),
        "first_edge": np.empty(decisions + 1, dtype=np.int64),
        "slot": np.empty(decisions, dtype=np.int32),
        "child": np.empty(edges, dtype=np.int32),
        "kind": np.empty(edges, dtype=np.int8),
        "total": np.empty(edges, dtype=np.int32),
        "end_street": np.empty(size.ends, dtype=np.int8),
        "end_row": np.empty(size.ends, dtype=np.int32),
    }
    room = _FIRST_ROWS
    while True:
        rows = np.empty((room, 1 + game.players), dtype=np.int64)
        places = np.empty(4 * room, dtype=np.int32)
        used = _kernels.write_tree(array_of(game), parts, menu.smallest, menu.all_in, *arrays.values(), rows, places)
        if used >= 0:
            return {**arrays, "rows": rows[:used]}
        room *= 8
