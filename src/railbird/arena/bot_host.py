"""The process of one bot, which answers the requests of the process that plays the match."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from railbird.arena.child_process import INTERRUPTED, connection_to_parent
from railbird.arena.forgiving_seat import ForgivingSeat
from railbird.arena.guarded_process import guarded_process
from railbird.arena.incidents import Incidents
from railbird.bots import make_bot
from railbird.bots.bot_memory import may_remember
from railbird.bots.watchdog import TooSlowError, Watchdog
from railbird.errors import RailbirdError
from railbird.play import BotSeat

if TYPE_CHECKING:
    from railbird.arena.incidents import IncidentKind
    from railbird.bots import Bot
    from railbird.games import Action, GameDefinition, View


class _Host:
    """The bot of the current match. Replies to questions have the answer and the incidents."""

    def build(self, spec: str, seed: int, seconds: float) -> object:
        """Build the bot of a new match, and return what it wants to be shown, or the error."""
        try:
            bot = make_bot(spec, seed=seed)
        except RailbirdError as error:
            return error
        self._spec, self._bot = spec, bot
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

    def remembers(self, game: GameDefinition, seat: int, seeds: list[int]) -> bool:
        """Whether the bot may have remembered something from hand to hand. It is the last question of a match."""
        try:
            with self.watchdog.watching():
                return may_remember(self._bot, self._build_again, game=game, seat=seat, seeds=seeds)
        except (Exception, SystemExit, TooSlowError):  # noqa: BLE001 (a new bot may raise anything)
            return True
        finally:
            del self._bot, self._seat  # the match is over: a bot may have something to finish

    def _build_again(self, seed: int) -> Bot:
        return make_bot(self._spec, seed=seed)

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
        with guarded_process():
            while True:
                name, *values = connection.recv()
                connection.send(getattr(host, name)(*values))
    except (KeyboardInterrupt, EOFError, ConnectionError):
        os._exit(INTERRUPTED)
