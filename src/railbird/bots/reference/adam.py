"""Adam (Dudziak 2006): plays a solution before the flop, and searches the betting tree with it afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.loaded_files import load_once
from railbird.bots.reference.strategy_bot import StrategyBot
from railbird.errors import BotError, StrategyError
from railbird.strategy import open_strategy, shipped_strategies
from railbird.strategy.chain_search import ChainSearch

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from railbird.games import Action, GameDefinition, View


class AdamBot(StrategyBot):
    """Plays limit hold'em for two with a strategy for equity buckets as reference, by default the one that is shipped.

    Before the flop it plays the strategy. Afterwards it infers the opponent's buckets from the actions so far, and
    takes the action with the highest value if both players follow the strategy from there on.
    """

    def __init__(self, *, file: str | Path | None = None, seed: int = 0) -> None:
        super().__init__(file=shipped_strategies()["adam"] if file is None else file, seed=seed)

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        super().match_starts(game, seat)
        _ = self._search  # a strategy for other buckets is noticed before the first hand

    def probabilities(self, view: View) -> Mapping[Action, float]:
        if not view.board:
            return super().probabilities(view)
        values = self._search.action_values(view.actions, view.hole_cards, view.board)
        return {max(values, key=lambda action: values[action]): 1.0}

    @property
    def _search(self) -> ChainSearch:
        try:
            return load_once(_open_search, self._file)
        except StrategyError as error:
            raise BotError(f"{self._file}: {error}") from None


def _open_search(path: Path) -> ChainSearch:
    search = ChainSearch(open_strategy(path))
    search.prepare()
    return search
