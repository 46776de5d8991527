"""A bot that learns models of its opponents, and simulates the rest of the hand with them."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from railbird.bots.adaptive.parameters import FEWEST_DEALS, read_parameters
from railbird.bots.bot import Bot
from railbird.bots.equities import prepare as prepare_equities
from railbird.bots.loaded_files import load_once
from railbird.errors import BotError
from railbird.games import GAME_NAMES, game_named
from railbird.games.action import CALL, FOLD, raise_to
from railbird.opponent_models import TableModels
from railbird.rng import derived_seed
from railbird.rollouts import Effort, action_values
from railbird.rollouts import prepare as prepare_rollouts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Action, Chips, GameDefinition, View
    from railbird.rollouts import ActionValue

_MOST_PLAYERS = 6
"""The largest table that the adaptive bots were made for."""


class SimulatingBot(Bot):
    """The common part of the adaptive bots. With `model` off it learns nothing about its opponents.

    `strength` multiplies the number of simulated deals, which is never below 32, and so the time of a decision;
    `seconds` limits that time. The same seed gives the same actions, unless the limit is reached.
    """

    name: ClassVar[str]
    """The name of the bot in messages."""
    plays_limit: ClassVar[bool] = True
    """Whether the bot plays limit games, or no-limit games."""
    default_parameters: ClassVar[Path]
    """The parameter file that the bot reads if no other one is given."""
    own_tables: ClassVar[tuple[str, ...]] = ()
    """Tables of the parameter file that only this kind of bot has."""

    def __init__(
        self,
        *,
        strength: float = 1.0,
        seconds: float = 0.0,
        model: bool = True,
        parameters: str | Path | None = None,
        seed: int = 0,
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
        if parameters is not None and (not isinstance(parameters, str | Path) or not str(parameters)):
            raise BotError(f"parameters={parameters}: give a TOML file like {self.default_parameters.name}")
        file = self.default_parameters if parameters is None else Path(parameters)
        self.parameters = load_once(read_parameters, file, *self.own_tables)
        models, rollouts = self.parameters.models, self.parameters.rollouts
        self.models = TableModels(
            prior_weight=models.prior_weight,
            half_life=models.half_life,
            change_odds=models.change_odds,
            learns=bool(model),
        )
        self.memoryless = not model
        self._effort = Effort(
            deals=max(round(rollouts.deals * strength), FEWEST_DEALS),
            confidence=rollouts.confidence,
            seconds=seconds,
        )
        self._seed = seed
        self.set_up(file)

    @abstractmethod
    def set_up(self, parameters: Path) -> None:
        """Read the tables of the parameter file that only this kind of bot has, and build the bots that it consults."""

    def reset(self) -> None:
        self.models.reset()

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        self.check_game(game)
        prepare_equities(game)
        prepare_rollouts(game)

    def check_game(self, game: GameDefinition) -> None:
        """Raise BotError if the bot was not made for this game."""
        name = game.name or "this game"
        if not game.is_holdem or game.is_limit != self.plays_limit:
            betting = "limit" if self.plays_limit else "no-limit"
            raise BotError(f"{self.name} plays {betting} hold'em, but {name} is not: {self._advice(game.players)}")
        if game.players > _MOST_PLAYERS:
            raise BotError(f"{self.name} plays with 2 to {_MOST_PLAYERS} players, but {name} has {game.players}")

    def _advice(self, players: int) -> str:
        """A game that the bot plays, with the same number of players if there is a built-in one."""
        games = [game_named(name) for name in GAME_NAMES]
        fitting = [game for game in games if game.is_holdem and game.is_limit == self.plays_limit]
        same = next((game.name for game in fitting if game.players == players), None)
        if same is not None:
            return f"choose a game like {same}"
        names = " or ".join(game.name for game in fitting)
        own = f", or write a .game file for {players} players" if players <= _MOST_PLAYERS else ""
        return f"choose {names}{own}"

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
