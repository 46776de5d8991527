"""A member of a team at a dealer: shown every state, asked without waiting, and started again or dropped by rule."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Literal, TypeAlias

from railbird.acpc.connection import VERSION_LINE
from railbird.errors import MatchError
from railbird.formats.player_answers import read_answer
from railbird.play import corrected
from railbird.team_server.member_connection import MemberConnection
from railbird.team_server.member_counts import MemberCounts, Reply

if TYPE_CHECKING:
    from railbird.games import Action, View
    from railbird.team_server.member_starts import MemberStart

_MOST_RECEIVED = 2**18
"""Bytes without an answer, after which a member is left out of a decision."""
MemberStatus: TypeAlias = Literal["starting", "playing", "dropped"]
"""A member plays once it has connected and sent its version."""
_log = logging.getLogger(__name__)
_ABSENT = Reply("absent")


@dataclass(frozen=True)
class MemberRules:
    """What a team expects of its members, and what it does with one that breaks down."""

    time_limit: float
    """Seconds for an answer."""
    start_limit: float
    """Seconds for a start."""
    most_failures: int
    """Failures in a row, and time limits for which an answer may be owed, before a member counts as broken down."""
    restarts: bool
    """Whether a member that breaks down is started again, or dropped."""


class ConnectedMember:
    """One member. It breaks down if it is lost, or has failed too often in a row. Nothing that it does raises.

    It is then started again if the rules say so, and if it has answered since its last start; else it is dropped.
    """

    def __init__(self, name: str, start: MemberStart, *, rules: MemberRules) -> None:
        self.name = name
        self.counts = MemberCounts()
        self.status: MemberStatus = "starting"
        self.start = start
        self._rules = rules
        self._connection: MemberConnection | None = None
        self._starts_until = 0.0
        self._state = ""
        """The match state that was shown last."""
        self._view: View | None = None
        """The question, if there is one."""
        self._asked_at = 0.0
        self._until = 0.0
        self._owed: deque[tuple[str, float]] = deque()
        """Match states that it has not answered in time, and when they were shown."""
        self._failures = 0
        """Failures in a row."""
        self._has_answered = True
        """Whether it has answered since it was started again."""
        self._received = 0

    @property
    def connection(self) -> MemberConnection | None:
        """The connection to the member, if it has connected."""
        return self._connection

    @property
    def owes_answer(self) -> bool:
        """Whether it is busy with an earlier question."""
        return bool(self._owed)

    def begin(self) -> None:
        """Start the member, and do not wait for it; raise MatchError if that fails."""
        self.status = "starting"
        self.start.start()
        limit = self._rules.start_limit if self.start.can_restart else inf  # others start clients
        self._starts_until = monotonic() + limit

    def go_on_starting(self) -> None:
        """Take the next steps of a start: the connection, the version. Raise MatchError if it has failed."""
        if self._connection is None:
            sock = self.start.connection()
            self._connection = None if sock is None else MemberConnection(sock)
        if self._connection is not None:
            self._connection.receive()
            self._read_version(self._connection)
        if self.status == "starting" and monotonic() > self._starts_until:
            step = "connect" if self._connection is None else "send its version"
            raise MatchError(f"{self.name} did not {step} within {self._rules.start_limit:g} seconds")

    def show(self, state: str) -> None:
        """Show a match state, without waiting. A member that has just started sees it as its first."""
        self._state = state
        if self.status == "starting":
            try:
                self.go_on_starting()
            except MatchError as error:
                self._break_down(str(error))
        elif self._connection is not None:
            self._connection.send_line(state)
            self._check(self._connection)

    def ask(self, view: View, *, until: float) -> Reply | None:
        """Ask for the answer to the state that was shown last; None if it has to be waited for.

        From the time `until` on, answers to earlier states are left for the next question.
        """
        if self._connection is None or self.status != "playing":
            return self._count(_ABSENT)
        self._view, self._asked_at, self._until, self._received = view, monotonic(), until, 0
        return self._next_reply(self._connection, view)

    def read(self) -> Reply | None:
        """Read what has arrived; None if the member is still to be waited for."""
        connection, view = self._connection, self._view
        if connection is None or view is None:
            return self._count(_ABSENT)
        self._received += connection.receive()
        reply = self._next_reply(connection, view)
        if reply is not None:
            return reply
        if connection.closed:
            self._lose(connection.closed)
            return self._count(_ABSENT)
        if self._received > _MOST_RECEIVED:
            connection.forget_received()
            return self._wrong("it sends more than anybody can read")
        return None

    def give_up(self) -> Reply:
        """End the question: the member is late."""
        if not self._owed:
            self._failures += 1  # while an answer is owed, it is the time that counts
        self._owed.append((self._state, self._asked_at))
        if not self.counts.outcomes["late"]:
            _log.warning("%s is late for the first time; from now on that is only counted", self.name)
        return self._count(Reply("late"))

    def close(self) -> None:
        """Close the connection, by which a member learns that the match is over."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _next_reply(self, connection: MemberConnection, view: View) -> Reply | None:
        """The reply in the lines that have arrived; answers to earlier states are late, and discarded."""
        while (line := connection.next_line()) is not None:
            if not line or line.startswith(("#", ";")):
                continue
            answer = read_answer(line, self._state, view.game)
            if answer.is_of_another_state:
                self._settle(line, view)
                if monotonic() > self._until:
                    return None
            elif answer.action is None or answer.warning:
                return self._wrong(answer.warning)
            else:
                return self._judged(answer.action, view)
        return None

    def _judged(self, answer: Action, view: View) -> Reply:
        """The reply with an answer, unless that is illegal. As at a dealer, a fold when a check is free is a check."""
        action, warning = corrected(answer, view.legal_actions(), is_limit=view.game.is_limit)
        if warning and not answer.is_fold:
            return self._wrong(f"{answer} is not legal")
        self._owed.clear()
        self._failures = 0
        self._has_answered = True
        return self._count(Reply("answered", action, monotonic() - self._asked_at))

    def _settle(self, line: str, view: View) -> None:
        """Find the state that a late answer is for: neither this nor earlier ones are owed any more."""
        for place, (state, _) in enumerate(self._owed):
            if read_answer(line, state, view.game).action is not None:
                for _ in range(place + 1):
                    self._owed.popleft()
                return

    def _wrong(self, why: str) -> Reply:
        if not self.counts.outcomes["wrong"]:
            _log.warning("%s gives a wrong answer: %s; from now on that is only counted", self.name, why)
        self._failures += 1
        return self._count(Reply("wrong"))

    def _count(self, reply: Reply) -> Reply:
        self._view = None
        self.counts.add(reply)
        return reply

    def _check(self, connection: MemberConnection) -> None:
        """Let the member break down if it is lost, or has failed too often."""
        rules = self._rules
        longest = rules.most_failures * rules.time_limit
        if connection.closed:
            self._lose(connection.closed)
        elif self._failures >= rules.most_failures:
            self._lose(f"failures in a row: {self._failures}")
        elif self._owed and monotonic() - self._owed[0][1] > longest:
            self._lose(f"it has not answered for {longest:g} seconds")

    def _lose(self, why: str) -> None:
        """Break down, and quote what a program said last, which may tell more."""
        last_words = self.start.last_words()
        self._break_down(f"{why} ({last_words})" if last_words else why)

    def _break_down(self, why: str) -> None:
        """End the member, and start it again or drop it."""
        self.close()
        self.start.kill()
        self._owed.clear()
        self._failures = 0
        if not (self._rules.restarts and self._has_answered):
            self.status = "dropped"
            self.start.release()
            _log.warning("%s is dropped: %s", self.name, why)
            return
        self._has_answered = False
        self.counts.restarted += 1
        _log.warning("%s %s: %s", self.name, "is started again" if self.start.can_restart else "may connect again", why)
        try:
            self.begin()
        except MatchError as error:
            self._break_down(str(error))

    def _read_version(self, connection: MemberConnection) -> None:
        line = connection.next_line()
        if line is not None:
            if not VERSION_LINE.match(line):
                raise MatchError(f"{self.name} sent {line[:80]!r} where its version belongs, like VERSION:2.0.0")
            self.status = "playing"
            if self._state:
                connection.send_line(self._state)
        elif connection.closed:
            raise MatchError(f"{self.name} closed its connection before it sent its version")
