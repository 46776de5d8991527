"""A bot that plays an exact best response to a strategy or to another bot."""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.abstraction.menu_file import read_menu
from railbird.bots import Bot, DeterministicBot, load_once
from railbird.errors import BotError, RailbirdError
from railbird.responses.bot_strategy import strategy_of_bot
from railbird.responses.enumerable import with_enumerable_cards
from railbird.solvers import Evaluator
from railbird.strategy import Strategy, open_strategy

if TYPE_CHECKING:
    from railbird.games import Action, GameDefinition, View


class BestResponseBot(DeterministicBot):
    """Plays an exact best response to a strategy file, or to a bot that says its probabilities, in a small game.

    The response of each position is computed over all deals when a match starts; nobody can win more against players
    who play as given. At a table of three, both others are assumed to play so. `bets` is the bet menu of no-limit
    games in which a bot is answered.
    """

    memoryless = True

    def __init__(self, *, to: Bot | None = None, file: str | Path | None = None, bets: str = "1,all-in") -> None:
        if (to is None) == (file is None):
            raise BotError("a best response needs a bot or a strategy file: give either to=[BOT] or file=FILE")
        self._to, self._menu = to, read_menu(bets)
        try:
            self._strategy = None if file is None else load_once(open_strategy, Path(file))
        except OSError as error:
            raise BotError(f"{file}: {error.strerror}; `railbird solve --out FILE` writes strategies") from None
        self._responses: tuple[Strategy, ...] = ()

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        try:
            self._responses = best_responses(self._opponent(game))
        except RailbirdError as error:
            raise BotError(str(error)) from None

    def act(self, view: View) -> Action:
        shares = self._responses[view.position].at(view)
        return max(shares, key=lambda action: shares[action])

    def _opponent(self, game: GameDefinition) -> Strategy:
        if self._strategy is not None:
            self._strategy.check_game(game)
            return self._strategy
        assert self._to is not None  # noqa: S101 (there is a file or a bot)
        return strategy_of_bot(partial(_copied, self._to), game, name=type(self._to).__name__, menu=self._menu)


def _copied(bot: Bot, seed: int) -> Bot:  # noqa: ARG001 (the seed of a bot that is already built cannot be changed)
    return deepcopy(bot)


@lru_cache(maxsize=16)
def best_responses(strategy: Strategy) -> tuple[Strategy, ...]:
    """By position: the strategy with the best response of this position in place of its own choices.

    Cached, because a tournament starts many matches with the same strategy.
    """
    exact = with_enumerable_cards(strategy)
    evaluator, probabilities = Evaluator(exact.game), exact.checked_probabilities()
    return tuple(
        Strategy(exact.game, evaluator.best_response(player, probabilities), exact.origin)
        for player in range(exact.game.players)
    )
