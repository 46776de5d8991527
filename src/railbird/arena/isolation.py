"""Bots in processes of their own: a bot that ends its process loses its seat, and nobody else does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena.child_process import ChildProcess, how_it_ended
from railbird.errors import MatchError
from railbird.games import CALL

if TYPE_CHECKING:
    from typing import Any, Self

    from railbird.arena.incidents import IncidentKind, Incidents
    from railbird.arena.plan import RunPlan
    from railbird.games import Action, GameDefinition, View
    from railbird.play import Attention

_GRACE = 60.0
"""Seconds after the time limit in which a process must answer. Compiling kernels does not count as a bot's time."""


class BotHosts:
    """The processes of the bots, one for each entrant. They are started when needed, and used for several matches."""

    def __init__(self, plan: RunPlan) -> None:
        self._plan = plan
        self._hosts: dict[int, ChildProcess] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for host in self._hosts.values():
            host.end()

    def seat(self, entrant: int, seed: int, *, seat: int, incidents: Incidents) -> IsolatedSeat:
        """The seat of an entrant in a new match."""
        host = self._hosts.get(entrant)
        if host is None or host.connection.closed:
            host = self._hosts[entrant] = ChildProcess("railbird.arena.bot_host")
        isolated = IsolatedSeat(host, seat=seat, incidents=incidents, seconds=self._plan.seconds_per_action)
        isolated.build(self._plan.entrants[entrant].spec, seed)
        return isolated


class IsolatedSeat:
    """The seat of a bot in another process, which plays and keeps time as in this one.

    If the process ends, or does not answer long after the time is up, the bot is not asked again, and calls are played
    for it: the rule for programs.
    """

    def __init__(self, host: ChildProcess, *, seat: int, incidents: Incidents, seconds: float) -> None:
        self.attention: Attention = "nothing"
        self._host = host
        self._seat = seat
        self._incidents = incidents
        self._patience = seconds + _GRACE
        self._seconds = seconds
        self._lost = ""

    def build(self, spec: str, seed: int) -> None:
        """Build the bot. Raise the error of a bot that cannot be built."""
        reply = self._request(("build", spec, seed, self._seconds), hand=0)
        if isinstance(reply, Exception):
            raise reply
        if reply is not None:
            self.attention = reply

    def show(self, view: View) -> None:
        if not self._lost:
            self._ask("show", view)

    def follow(self, view: View) -> None:
        self.show(view)

    def answer(self, view: View) -> Action:
        return self._ask("answer", view) or CALL

    def remembers(self, game: GameDefinition, seeds: list[int]) -> bool:
        """Whether the bot may have remembered something from hand to hand."""
        reply = None if self._lost else self._request(("remembers", game, self._seat, seeds), hand=0)
        return reply is None or bool(reply)

    def _ask(self, request: str, view: View) -> Action | None:
        if self._lost:
            self._note(view.hand, "failed", self._lost)
            return None
        reply = self._request((request, view), hand=view.hand)
        if reply is None:
            return None
        answer: Action | None
        answer, incidents = reply
        for kind, message in incidents:
            self._note(view.hand, kind, message)
        return answer

    def _request(self, message: tuple[object, ...], *, hand: int) -> Any:
        """The reply of the process; None if it has died, which is noted."""
        connection = self._host.connection
        try:
            connection.send(message)
            if connection.poll(self._patience):
                return connection.recv()
            self._lost = f"seat {self._seat + 1}: the bot did not answer in hand {hand}, and its process was ended"
            self._host.end()
        except (EOFError, OSError):
            ended = how_it_ended(self._host.wait())
            self._lost = f"seat {self._seat + 1}: the process of the bot ended in hand {hand} ({ended})"
        self._note(hand, "failed", self._lost)
        return None

    def _note(self, hand: int, kind: IncidentKind, message: str) -> None:
        self._incidents.add(self._seat, hand, kind=kind, message=message)


def check_isolation(plan: RunPlan) -> None:
    """Raise MatchError for shadows, which compare themselves with their bot in the same process."""
    shadowed = [entrant.name for entrant in plan.entrants if entrant.shadow]
    if shadowed:
        raise MatchError(f"{shadowed[0]} has a shadow, which plays in the process of its bot: leave out --isolate")
