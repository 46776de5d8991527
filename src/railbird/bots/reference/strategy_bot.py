"""A bot that plays a strategy from a file."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.abstraction.translation import PSEUDO_HARMONIC, Translation
from railbird.bots.bot import Bot
from railbird.bots.explanation import Explanation
from railbird.bots.loaded_files import load_once
from railbird.errors import BotError, StrategyError
from railbird.rng import uniform
from railbird.strategy import explain_decision, open_strategy, strategy_path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action, GameDefinition, View
    from railbird.strategy import Strategy


class StrategyBot(Bot):
    """Plays a strategy that `railbird solve --out FILE` has written, or a shipped one by its name.

    In no-limit games, bets that the strategy does not know are translated to those that it does: by
    `pseudo-harmonic`, which draws between the sizes around the bet, `deterministic-pseudo-harmonic` or `nearest`. The
    action that it draws depends on its seed, the number of the hand and the actions before.
    """

    def __init__(self, *, file: str | Path, translation: str = PSEUDO_HARMONIC, seed: int = 0) -> None:
        self._file = strategy_path(Path(file))
        try:
            self._strategy = load_once(_load_strategy, self._file)
        except OSError as error:
            raise BotError(f"{file}: {error.strerror}; `railbird solve --out FILE` writes strategies") from None
        self._translation = Translation(translation, seed=seed)
        self._seed = seed

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        try:
            self._strategy.check_game(game)
        except StrategyError as error:
            raise BotError(f"{self._file.name}: {error}") from None

    def act(self, view: View) -> Action:
        probabilities = self.probabilities(view)
        drawn = uniform(self._seed, view.hand, len(view.actions)) * sum(probabilities.values())
        actions = list(probabilities)
        for action, cumulative_probability in zip(actions, accumulate(probabilities.values()), strict=True):
            if drawn < cumulative_probability:
                return action
        return actions[-1]

    def probabilities(self, view: View) -> Mapping[Action, float]:
        return self._strategy.at(view, translation=self._translation)

    def explanation(self, view: View) -> Explanation:
        explained = explain_decision(self._strategy, view, self._translation)
        about = {"file": str(self._file), "translation": self._translation.method}
        return Explanation("solver", {**about, **explained.as_json()})


def _load_strategy(path: Path) -> Strategy:
    """Open a strategy with everything that a decision needs: what is wrong with it shows now, not during a match."""
    strategy = open_strategy(path)
    try:
        strategy.prepare()
    except StrategyError as error:
        raise StrategyError(f"{path}: {error}") from None
    return strategy
