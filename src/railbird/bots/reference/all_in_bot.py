"""A bot that bets all its chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.bot import DeterministicBot
from railbird.bots.legal import LARGEST_RAISE, nearest_legal

if TYPE_CHECKING:
    from railbird.games import Action, View


class AllInBot(DeterministicBot):
    """Always raises to as much as is legal, in no-limit games all its chips; calls where it may not raise.

    Lilienthal 2019, 3.1.
    """

    def act(self, view: View) -> Action:
        return nearest_legal(LARGEST_RAISE, view)
