"""The process of one bot, which answers the requests of the process that plays the match."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from railbird.arena.child_process import INTERRUPTED, connection_to_parent
from railbird.arena.forgiving_seat import ForgivingSeat
from railbird.arena.incidents import Incidents
from railbird.arena.watchdog import Watchdog
from railbird.bots import make_bot
from railbird.errors import RailbirdError
from railbird.play import BotSeat

if TYPE_CHECKING:
    from railbird.arena.incidents import IncidentKind
    from railbird.games import Action, View


class _Host:
    """The bot of the current match. Replies to questions have the answer and the incidents."""

    def build(self, spec: str, seed: int, seconds: float) -> object:
        """Build the bot of a new match, and return what it wants to be shown, or the error."""
        try:
            bot = make_bot(spec, seed=seed)
        except RailbirdError as error:
            return error
        self._incidents = Incidents()
        self.watchdog = Watchdog(seconds)
        self._seat = ForgivingSeat(BotSeat(bot), incidents=self._incidents, watchdog=self.watchdog)
        return self._seat.attention

    def show(self, view: View) -> tuple[None, list[tuple[IncidentKind, str]]]:
        with self.watchdog.watching():
            self._seat.show(view)
        return None, self._new_incidents()

    def answer(self, view: View) -> tuple[Action | None, list[tuple[IncidentKind, str]]]:
        with self.watchdog.watching():
            answer = self._seat.ask(view)
        return answer, self._new_incidents()

    def _new_incidents(self) -> list[tuple[IncidentKind, str]]:
        kept = [(incident.kind, incident.message) for incident in self._incidents.kept]
        self._incidents.kept.clear()
        self._incidents.counts.clear()
        return kept


def main() -> None:
    """Answer requests until the connection is closed."""
    try:
        connection = connection_to_parent()
        host = _Host()
        while True:
            name, *values = connection.recv()
            connection.send(getattr(host, name)(*values))
    except (KeyboardInterrupt, EOFError, BrokenPipeError):
        os._exit(INTERRUPTED)
