"""Best responses and the exploitability of a strategy, computed exactly over all deals.

Exploitability is the sum of the players' gains from playing a best response to the others instead of their own
strategy; it is 0 in an equilibrium. (OpenSpiel calls this NashConv; some programs halve it for two players.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.errors import StrategyError
from railbird.solvers.exact import _kernels
from railbird.solvers.exact.sequence_form import SequenceForm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame


@dataclass(frozen=True)
class Evaluation:
    """Values of a strategy profile, and of best responses to it; by player, in chips."""

    values: tuple[float, ...]
    best_responses: tuple[float, ...]

    @property
    def gains(self) -> tuple[float, ...]:
        """Each player's gain from deviating alone."""
        return tuple(best - value for best, value in zip(self.best_responses, self.values, strict=True))

    @property
    def exploitability(self) -> float:
        """Sum of all gains."""
        return sum(self.gains)


class Evaluator:
    """Evaluates strategies of one game."""

    def __init__(self, game: AbstractGame, sequence_form: SequenceForm | None = None) -> None:
        self._sequence_form = sequence_form or SequenceForm(game)
        self._starts = game.layout.starts
        self._values = self._sequence_form.new_cells()

    def evaluate(self, strategy: NDArray[np.float64]) -> Evaluation:
        """Evaluate a strategy that is given as probabilities by cell."""
        if strategy.shape != self._values.shape:
            raise StrategyError(
                f"a strategy of {strategy.size:,} probabilities: the game has {self._values.size:,} cells"
            )
        realization_plan = self._sequence_form.realization_plan(strategy)
        players = range(len(self._starts) - 1)
        return Evaluation(
            values=tuple(
                self._value(player, realization_plan=realization_plan, strategy=strategy) for player in players
            ),
            best_responses=tuple(self._best_response(player, realization_plan=realization_plan) for player in players),
        )

    def best_response(self, player: int, strategy: NDArray[np.float64]) -> NDArray[np.float64]:
        """The strategy with a best response of one player to the others in place of the player's own choices.

        The response is pure: it gives probability 1 to one choice in each of the player's information sets.
        """
        self._best_response(player, realization_plan=self._sequence_form.realization_plan(strategy))
        response = strategy.copy()
        sets = self._sequence_form.sets
        own = slice(int(sets.starts[player]), int(sets.starts[player + 1]))
        _kernels.write_best_choices(sets.first[own], sets.choices[own], self._values, response)
        return response

    def _value(self, player: int, *, realization_plan: NDArray[np.float64], strategy: NDArray[np.float64]) -> float:
        self._sequence_form.write_values(player, realization_plan=realization_plan, values=self._values)
        self._sequence_form.walks.upwards(
            player, lambda sets, _: _kernels.follow(*self._sequence_form.sets.part(sets), strategy, self._values)
        )
        return float(self._values[self._starts[player]])

    def _best_response(self, player: int, *, realization_plan: NDArray[np.float64]) -> float:
        self._sequence_form.write_values(player, realization_plan=realization_plan, values=self._values)
        self._sequence_form.walks.upwards(
            player, lambda sets, _: _kernels.respond(*self._sequence_form.sets.part(sets), self._values)
        )
        return float(self._values[self._starts[player]])
