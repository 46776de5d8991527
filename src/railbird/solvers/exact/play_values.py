"""How often each choice is made when all follow a strategy, and what it is worth; exact, over all deals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from railbird.solvers.exact import _kernels
from railbird.solvers.exact.sequence_form import SequenceForm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame


@dataclass(frozen=True)
class PlayValues:
    """Reach and value of each cell: of each choice in each information set."""

    reach: NDArray[np.float64]
    """By cell: the probability that its choice is made in a hand."""
    values: NDArray[np.float64]
    """By cell: chips that its player wins on average in the hand once the choice is made.

    Also of choices that the player itself never makes; NaN where the cards or the others never let it choose."""


def play_values(game: AbstractGame, strategy: NDArray[np.float64]) -> PlayValues:
    """Evaluate every choice of a strategy that is given as probabilities by cell."""
    # If every terminal pays 1, the value of a choice is the probability that chance and the others let it happen.
    paying_one = replace(game, tree=replace(game.tree, payoffs=np.ones_like(game.tree.payoffs)))
    form = SequenceForm(game)
    plan = form.realization_plan(strategy)
    chances = _followed(SequenceForm(paying_one), strategy, plan)
    values = _followed(form, strategy, plan)
    with np.errstate(invalid="ignore", divide="ignore"):
        return PlayValues(reach=plan * chances, values=np.where(chances > 0, values / chances, np.nan))


def _followed(form: SequenceForm, strategy: NDArray[np.float64], plan: NDArray[np.float64]) -> NDArray[np.float64]:
    """By cell: the value of all terminals behind it if its player follows the strategy from there on."""
    values = form.new_cells()
    for player in range(form.game.players):
        form.write_values(player, realization_plan=plan, values=values)
        form.walks.upwards(player, lambda sets, _: _kernels.follow(*form.sets.part(sets), strategy, values))
    return values
