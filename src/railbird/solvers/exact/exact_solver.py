"""What solvers have in common that look at all deals."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from railbird.solvers.exact.sequence_form import ExactForm
from railbird.solvers.solver import Solver

if TYPE_CHECKING:
    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.solvers.exact.terminals import Ends


class ExactSolver(Solver):
    """Runs all iterations in compiled code where a game is small, and one update after the other where it is not."""

    def __init__(self, game: AbstractGame, *, threads: int | None = None) -> None:
        super().__init__(game)
        self.form = ExactForm(game, threads=threads)

    def prepare(self) -> None:
        if self.form.ends is None:
            self._compile_update()
        else:
            self._run(self.form.ends, 0)

    def _step(self, iterations: int) -> None:
        if self.form.ends is not None:
            self._run(self.form.ends, iterations)
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
    def _run(self, ends: Ends, iterations: int) -> None:
        """All iterations in compiled code, for games so small that calling it takes longer than an update."""
