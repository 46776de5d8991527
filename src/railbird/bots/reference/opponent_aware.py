"""An exploiting bot that considers every opponent in the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.reference.exploiting import ExploitingBot

if TYPE_CHECKING:
    from railbird.games import View


class OpponentAwareExploitingBot(ExploitingBot):
    """The exploiting bot, but it exploits only if all opponents in the hand are known to fold (Thiel 2013, 3.2.5)."""

    def can_exploit(self, view: View) -> bool:
        return all(self.known_to_fold(view))
