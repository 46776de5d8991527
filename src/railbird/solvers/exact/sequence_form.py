"""What exact solvers have in common: the information sets of a game, its ends, and plans through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.solvers.boards.board_values import Boards
from railbird.solvers.exact import _kernels
from railbird.solvers.exact.information_sets import information_sets, last_edges
from railbird.solvers.exact.size_limits import can_be_listed, check_possible
from railbird.solvers.exact.terminals import ends_of
from railbird.solvers.exact.walks import Walks
from railbird.solvers.workers import Workers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.solvers.exact.information_sets import LastEdges
    from railbird.solvers.exact.terminals import Ends


class ExactForm:
    """A game laid out for exact updates: with the list of its ends, or board by board if that would be too long."""

    def __init__(self, game: AbstractGame, *, threads: int | None = None) -> None:
        last = last_edges(game.tree)
        workers = Workers(threads)
        self.game = game
        self.ends, self.boards = _ends_or_boards(game, last, workers)
        self.sets = information_sets(game, last)
        self.walks = Walks(game, self.sets, workers)

    def new_cells(self) -> NDArray[np.float64]:
        """A number for each cell, 0 at first."""
        return np.zeros(self.game.cells.count)

    def uniform_strategy(self) -> NDArray[np.float64]:
        """Every choice as likely as the others of its information set."""
        return self.game.probabilities(self.new_cells())

    def plan(self, strategy: NDArray[np.float64]) -> NDArray[np.float64]:
        """By cell: how likely its player's own choices lead there."""
        plan = np.ones(self.game.cells.count)
        for player in range(self.game.players):
            self.walks.downwards(player, lambda sets, _: _kernels.write_plan(*self.sets.part(sets), strategy, plan))
        return plan

    def write_values(self, player: int, *, plan: NDArray[np.float64], values: NDArray[np.float64]) -> None:
        """By cell of a player: what the ends right behind it are worth if the others follow the plan."""
        if self.boards is not None:
            self.boards.write_values(player, plan=plan, values=values)
        elif self.ends is not None:
            start, stop = map(int, self.game.cells.starts[player : player + 2])
            _kernels.write_values(self.ends.rows, self.ends.others, self.ends.worth, plan, start, stop, values)


def _ends_or_boards(game: AbstractGame, last: LastEdges, workers: Workers) -> tuple[Ends | None, Boards | None]:
    """One of them; games without cards are always listed."""
    if game.cards is None:
        return ends_of(game, last), None
    ends = len(game.tree.end_row)
    check_possible(game.cards.game, ends=ends, cells=game.cells.count)
    if can_be_listed(game.cards.game, ends):
        return ends_of(game, last), None
    return None, Boards(game, last, workers)
