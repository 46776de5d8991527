"""A bot that plays by its all-in equity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.bot import DeterministicBot
from railbird.bots.equities import prepare
from railbird.bots.legal import SMALLEST_RAISE, nearest_legal
from railbird.games.action import CALL, FOLD

if TYPE_CHECKING:
    from railbird.games import Action, GameDefinition, View


class AllInEquityBot(DeterministicBot):
    """The mathematically fair bot (Thiel 2013, 3.2.2), by its all-in equity e.

    Raises if e x players still in the hand > 1: it has more than its share. Otherwise it calls if e x pot > amount to
    call, or if it owes nothing, and else folds. A raise is the smallest that is legal, a call where none is.
    """

    margin = 0.0
    """Chips by which the value of a call must exceed its price."""

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        prepare(game)

    def act(self, view: View) -> Action:
        opponents = len(view.in_hand) - 1
        equity = view.equity(opponents=opponents)
        if equity * (opponents + 1) > 1:
            return nearest_legal(SMALLEST_RAISE, view)
        to_call = view.to_call(view.position)
        if to_call == 0 or equity * view.pot > to_call + self.margin:
            return CALL
        return FOLD
