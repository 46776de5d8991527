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
from railbird.solvers.exact.plans import ExactForm
from railbird.solvers.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame


class CFR(Solver):
    """As Zinkevich et al. described it in 2007: all regrets are kept, all iterations weigh the same."""

    algorithm: ClassVar[str] = "cfr"
    powers: ClassVar[tuple[float, float, float]] = (inf, inf, 0.0)
    """Alpha, beta and gamma."""

    def __init__(self, game: AbstractGame) -> None:
        super().__init__(game)
        self._form = form = ExactForm(game)
        self._strategy = form.uniform_strategy()
        self._plan = form.plan(self._strategy)
        self._regrets, self._average, self._values = form.new_cells(), form.new_cells(), form.new_cells()

    def step(self, iterations: int = 1) -> None:
        sets, ends = self._form.sets, self._form.ends
        _kernels.run_cfr(
            self.game.cells.starts,
            sets.starts,
            sets.first,
            sets.choices,
            sets.parent,
            ends.rows,
            ends.others,
            ends.worth,
            self.powers,
            self.iteration,
            iterations,
            self._values,
            self._regrets,
            self._strategy,
            self._plan,
            self._average,
        )
        self.iteration += iterations

    def average_strategy(self) -> NDArray[np.float64]:
        return self.game.probabilities(self._average)

    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        return {"regrets": self._regrets, "average": self._average, "strategy": self._strategy, "plan": self._plan}


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
