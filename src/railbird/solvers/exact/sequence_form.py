"""The sequence form of a game for exact solvers: information sets, terminals and realization plans."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.solvers.boards.board_values import Boards
from railbird.solvers.enumerations import enumeration_of
from railbird.solvers.exact import _kernels
from railbird.solvers.exact.information_sets import information_sets, last_edges
from railbird.solvers.exact.size_limits import can_be_listed, check_possible
from railbird.solvers.exact.terminals import list_terminals
from railbird.solvers.exact.walks import Walks
from railbird.solvers.workers import Workers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.solvers.exact.information_sets import LastEdges
    from railbird.solvers.exact.terminals import Terminals


class SequenceForm:
    """A game with the list of its terminals, or board by board if the list would be too long."""

    def __init__(self, game: AbstractGame, *, threads: int | None = None) -> None:
        last = last_edges(game.tree)
        workers = Workers(threads)
        self.game = game
        self.terminals, self.boards = _terminals_or_boards(game, last, workers)
        self.sets = information_sets(game, last)
        self.walks = Walks(game, self.sets, workers)

    def new_cells(self) -> NDArray[np.float64]:
        """An array with a zero for each cell."""
        return np.zeros(self.game.layout.count)

    def uniform_strategy(self) -> NDArray[np.float64]:
        """The strategy with equal probabilities in every information set."""
        return self.game.probabilities(self.new_cells())

    def realization_plan(self, strategy: NDArray[np.float64]) -> NDArray[np.float64]:
        """The realization plan of a strategy: the reach of the player's own choices, by cell."""
        plan = np.ones(self.game.layout.count)
        for player in range(self.game.players):
            self.walks.downwards(
                player, lambda sets, _: _kernels.write_realization_plan(*self.sets.part(sets), strategy, plan)
            )
        return plan

    def write_values(self, player: int, *, realization_plan: NDArray[np.float64], values: NDArray[np.float64]) -> None:
        """Write, for each cell of a player, the value of the terminals right behind it against the others' plans."""
        if self.boards is not None:
            self.boards.write_values(player, realization_plan=realization_plan, values=values)
        elif self.terminals is not None:
            start, stop = map(int, self.game.layout.starts[player : player + 2])
            rows, others, payoffs = self.terminals.rows, self.terminals.others, self.terminals.weighted_payoffs
            _kernels.write_values(rows, others, payoffs, realization_plan, start, stop, values)


def _terminals_or_boards(
    game: AbstractGame, last: LastEdges, workers: Workers
) -> tuple[Terminals | None, Boards | None]:
    """The listed terminals, or boards if the list would be too long; games without cards are always listed."""
    cards = enumeration_of(game)
    if game.cards is None or cards is None:
        return list_terminals(game, last), None
    terminals, rules = len(game.tree.terminal_row), game.cards.game
    deals = cards.most_deals(rules.players)
    check_possible(rules, terminals=terminals, cells=game.layout.count, deals=deals)
    if can_be_listed(rules, terminals, deals=deals):
        return list_terminals(game, last), None
    return None, Boards(game, last, workers)
