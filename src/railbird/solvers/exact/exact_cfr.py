"""Counterfactual regret minimisation over all deals, in the forms that differ in what they keep of old regrets.

Each iteration updates the players one after the other, each against the others' latest strategies (alternating
updates). In iteration t regrets above 0 are multiplied by t^alpha / (t^alpha + 1), those below by the same with beta,
and the average strategy takes the present one with weight t^gamma (Brown and Sandholm, Solving imperfect-information
games via discounted regret minimization, 2019). Numbers have double precision: the games are small enough for it, and
the average strategies of CFR+ come as close to an equilibrium as single precision could not tell.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, ClassVar

from railbird.solvers.exact import _kernels
from railbird.solvers.exact.exact_solver import ExactSolver

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.solvers.exact.terminals import Terminals


class CFR(ExactSolver):
    """As Zinkevich et al. described it in 2007: all regrets are kept, all iterations weigh the same."""

    algorithm: ClassVar[str] = "cfr"
    powers: ClassVar[tuple[float, float, float]] = (inf, inf, 0.0)
    """Alpha, beta and gamma."""

    def __init__(self, game: AbstractGame, *, threads: int | None = None) -> None:
        super().__init__(game, threads=threads)
        self._strategy = self.sequence_form.uniform_strategy()
        self._realization_plan = self.sequence_form.realization_plan(self._strategy)
        self._regrets, self._average, self._values = (self.sequence_form.new_cells() for _ in range(3))

    def _update(self, player: int) -> None:
        self.sequence_form.write_values(player, realization_plan=self._realization_plan, values=self._values)
        self.sequence_form.walks.upwards(player, self._learn)
        self.sequence_form.walks.downwards(player, self._rewrite_realization_plan)

    def _compile_update(self) -> None:
        self.sequence_form.write_values(0, realization_plan=self._realization_plan, values=self._values)
        self._learn(slice(0), slice(0))

    def _learn(self, sets: slice, cells: slice) -> None:
        weight = float(self.iteration) ** self.powers[2]
        _kernels.add_to_average(weight, self._realization_plan[cells], self._average[cells])
        part = self.sequence_form.sets.part(sets)
        _kernels.update_regrets(*part, self.powers, self.iteration, self._values, self._regrets, self._strategy)

    def _rewrite_realization_plan(self, sets: slice, _: slice) -> None:
        _kernels.write_realization_plan(*self.sequence_form.sets.part(sets), self._strategy, self._realization_plan)

    def _run(self, terminals: Terminals, iterations: int) -> None:
        sets = self.sequence_form.sets
        _kernels.run_cfr(
            self.game.layout.starts,
            sets.starts,
            sets.first,
            sets.choices,
            sets.parent,
            terminals.rows,
            terminals.others,
            terminals.weighted_payoffs,
            self.powers,
            self.iteration,
            iterations,
            self._values,
            self._regrets,
            self._strategy,
            self._realization_plan,
            self._average,
        )

    def average_strategy(self) -> NDArray[np.float64]:
        return self.game.probabilities(self._average)

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        return {
            "regrets": self._regrets,
            "average": self._average,
            "strategy": self._strategy,
            "realization_plan": self._realization_plan,
        }


class CFRPlus(CFR):
    """Regrets below 0 are forgotten at once; later iterations weigh more (Tammelin 2014)."""

    algorithm = "cfr+"
    powers = (inf, -inf, 1.0)


class LinearCFR(CFR):
    """Iteration t weighs t, in the regrets and in the average (Brown and Sandholm 2019)."""

    algorithm = "linear-cfr"
    powers = (1.0, 1.0, 1.0)


class DiscountedCFR(CFR):
    """The discounts that Brown and Sandholm found best: alpha 3/2, beta 0, gamma 2."""

    algorithm = "dcfr"
    powers = (1.5, 0.0, 2.0)
