"""A bot that learns models of its opponents, and simulates the rest of the hand with them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from railbird.bots.adaptive.parameters import read_parameters
from railbird.bots.bot import Bot
from railbird.bots.equities import prepare as prepare_equities
from railbird.bots.loaded_files import load_once
from railbird.errors import BotError
from railbird.games.action import CALL, FOLD, raise_to
from railbird.opponent_models import TableModels
from railbird.rng import derived_seed
from railbird.rollouts import Effort, action_values
from railbird.rollouts import prepare as prepare_rollouts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from railbird.games import Action, Chips, GameDefinition, View
    from railbird.rollouts import ActionValue

_FEWEST_DEALS = 32


class SimulatingBot(Bot):
    """The common part of the adaptive bots. With `model` off it learns nothing about its opponents.

    `strength` multiplies the number of simulated deals, and so the time of a decision; `seconds` limits that time. The
    same seed gives the same actions, unless the limit is reached.
    """

    memoryless = False
    own_tables: tuple[str, ...] = ()
    """Tables of the parameter file that only this kind of bot has."""

    def __init__(
        self, *, parameters: Path, strength: float = 1.0, seconds: float = 0.0, model: bool = True, seed: int = 0
    ) -> None:
        # Options of a spec may be texts.
        if not (isinstance(strength, int | float) and 0.01 <= strength <= 1000):
            raise BotError(f"strength={strength}: give a number from 0.01 to 1000")
        if not (isinstance(seconds, int | float) and 0 <= seconds <= 3600):
            raise BotError(f"seconds={seconds}: give a time limit for a decision of up to 3600, or 0 for none")
        if model not in (0, 1):
            raise BotError(f"model={model}: give 1 to learn about the opponents, or 0 not to")
        if not (isinstance(seed, int) and seed >= 0):
            raise BotError(f"seed={seed}: give a whole number of 0 or more")
        self.parameters = load_once(read_parameters, parameters, *self.own_tables)
        models, rollouts = self.parameters.models, self.parameters.rollouts
        self.models = TableModels(
            prior_weight=models.prior_weight,
            half_life=models.half_life,
            change_odds=models.change_odds,
            learns=bool(model),
        )
        self._effort = Effort(
            deals=max(round(rollouts.deals * strength), _FEWEST_DEALS),
            confidence=rollouts.confidence,
            seconds=seconds,
        )
        self._seed = seed

    def reset(self) -> None:
        self.models.reset()

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        self.check_game(game)
        prepare_equities(game)
        prepare_rollouts(game)

    @abstractmethod
    def check_game(self, game: GameDefinition) -> None:
        """Raise BotError if the bot was not made for this game."""

    def hand_starts(self, view: View) -> None:
        self.models.hand_starts(view)

    def action_played(self, position: int, action: Action, view: View) -> None:
        self.models.action_played(position, action, view)

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        self.models.hand_ends(view, payoffs)

    def raises(self, view: View) -> list[Action]:
        """The raises to consider: in limit games there is one."""
        return [raise_to(view.legal_actions().lowest_raise)]

    def values(self, view: View) -> dict[Action, ActionValue]:
        """The value of each action, from a simulation whose seed depends on the hand and the actions so far."""
        fold = [FOLD] if view.to_call(view.position) else []
        raises = self.raises(view) if view.legal_actions().can_raise else []
        return action_values(
            view,
            [*fold, CALL, *raises],
            self.models.by_position(view),
            effort=self._effort,
            policy=self.parameters.rollouts.policy,
            seed=derived_seed(self._seed, view.hand, len(view.actions)),
        )

    def best_action(self, view: View) -> Action:
        """The action with the highest value, after `caution` standard errors have been subtracted from each."""
        values = self.values(view)
        caution = self.parameters.rollouts.caution
        return max(values, key=lambda action: values[action].mean - caution * values[action].error)
