"""An aggressive bot, made for no-limit games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.bot import DeterministicBot
from railbird.bots.equities import prepare
from railbird.bots.legal import nearest_legal
from railbird.bots.opponents import opponents_in_hand
from railbird.bots.pot_odds import share_of_final_pot
from railbird.games.action import FOLD, raise_to

if TYPE_CHECKING:
    from railbird.games import Action, GameDefinition, View


class EVBot(DeterministicBot):
    """Raises by the size of the pot if its all-in equity is above its pot odds or it owes nothing, and else folds.

    Both are for the case that all who are still in the hand stay in: the equity is that against all of them, and the
    pot is the one after all of them have called. A raise is by what the pot would be after its own call, or the nearest
    that is legal; it calls where it may not raise. So it hardly ever calls while it has chips, folds seldom, and two of
    them often get each other all-in (Lilienthal 2019, 3.1 and 6.3).
    """

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        prepare(game)

    def act(self, view: View) -> Action:
        to_call = view.to_call(view.position)
        opponents = opponents_in_hand(view)
        called = view.pot + sum(map(view.to_call, opponents))
        equity = view.equity(opponents=len(opponents))
        if to_call == 0 or equity > share_of_final_pot(to_call, called):
            return nearest_legal(raise_to(view.bet + view.pot + to_call), view)
        return FOLD
