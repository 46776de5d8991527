"""The common part of solvers that look at all deals."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from railbird.solvers.exact.sequence_form import SequenceForm
from railbird.solvers.solver import Solver

if TYPE_CHECKING:
    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.solvers.exact.terminals import Terminals


class ExactSolver(Solver):
    """Runs all iterations in compiled code where a game is small, and one update after the other where it is not."""

    def __init__(self, game: AbstractGame, *, threads: int | None = None) -> None:
        super().__init__(game)
        self.sequence_form = SequenceForm(game, threads=threads)

    def prepare(self) -> None:
        if self.sequence_form.terminals is None:
            self._compile_update()
        else:
            self._run(self.sequence_form.terminals, 0)

    def _step(self, iterations: int) -> None:
        if self.sequence_form.terminals is not None:
            self._run(self.sequence_form.terminals, iterations)
            self.iteration += iterations
            return
        for _ in range(iterations):
            self.iteration += 1
            for player in range(self.game.players):
                self._update(player)

    @abstractmethod
    def _update(self, player: int) -> None:
        """One iteration of one player."""

    @abstractmethod
    def _compile_update(self) -> None:
        """What an update calls, with nothing to do for it."""

    @abstractmethod
    def _run(self, terminals: Terminals, iterations: int) -> None:
        """Run all iterations in compiled code, for games so small that a call takes longer than an update."""
