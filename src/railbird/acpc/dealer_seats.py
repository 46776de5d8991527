"""The dealer's timed seats: for a bot in this process, and for a player over a connection."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Protocol

from railbird.acpc.time_limits import out_of_time
from railbird.errors import MatchError
from railbird.formats.match_state import MatchStateWriter
from railbird.formats.player_answers import format_answer, read_answer
from railbird.formats.traffic_lines import format_received, format_sent
from railbird.play import BotSeat, Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TextIO

    from railbird.acpc.connection import Connection
    from railbird.acpc.time_limits import Clock
    from railbird.bots import Bot
    from railbird.games import Action, View
    from railbird.play import Attention

_log = logging.getLogger(__name__)

_MOST_WARNINGS = 100
"""The most warnings about the lines of a seat that are logged."""
_QUICK_ANSWER = 1
"""Milliseconds for which the others' states are held back, in case the player who is asked answers at once."""
_LONGEST_PAUSE = 255
"""The most answers of a slow player that are not waited for in a row."""


class TimedSeat(Seat, Protocol):
    """A seat that charges its clock. Times are those of `time.time`, as in the transaction log."""

    clock: Clock
    shown_at: float
    """When the player was shown the state of its last or pending answer."""
    answered_at: float


class Traffic:
    """Records every line that is sent and received, in the format of the reference dealer."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def sent(self, seat: int, line: str, at: float) -> None:
        self._file.write(format_sent(seat, line, at=at))

    def sent_to_all(self, states: Iterable[tuple[str, ...]], at: float) -> None:
        """Record states, each as a line for every seat."""
        texts = [format_sent(seat, line, at=at) for lines in states for seat, line in enumerate(lines)]
        self._file.write("".join(texts))

    def received(self, seat: int, line: str, at: float) -> None:
        self._file.write(format_received(seat, line, at=at))


class TimedBotSeat:
    """A bot in this process. The traffic record contains the lines that a client would receive and send."""

    def __init__(self, bot: Bot, *, clock: Clock, traffic: Traffic | None) -> None:
        self._seat = BotSeat(bot)
        self._traffic = traffic
        self._writer = MatchStateWriter()
        self._line = ""
        self.attention: Attention = self._seat.attention if traffic is None else "actions"
        self.clock = clock
        self.shown_at = self.answered_at = 0.0

    def show(self, view: View) -> None:
        if self._traffic is not None:
            self._line = self._writer.line(view)
            self._traffic.sent(view.seat, self._line, time.time())
        self._seat.show(view)

    def follow(self, view: View) -> None:
        self._seat.follow(view)

    def answer(self, view: View) -> Action:
        self.shown_at = time.time()
        action = self._seat.answer(view)
        self.answered_at = time.time()
        if self._traffic is not None:
            self._traffic.received(view.seat, format_answer(self._line, action, view.game), self.answered_at)
        self.clock.charge(self.answered_at - self.shown_at, seat=view.seat, hand=view.hand)
        return action


class ClientTable:
    """Sends the states to the clients of a match in which every player is a client.

    What they are shown is held back until a player is asked. That player is sent all its states in one piece, such as
    the end of a hand and the start of the next. If it answers at once, the others get theirs when they are asked
    themselves, so that quick players need one message for each action. Otherwise they get theirs after a moment, or
    without delay if the player was slow before. If a record is kept, they always do: it has the lines in the order of
    the reference dealer, which sends a state to all seats before it waits for an answer.

    A player's time runs from when the last state was sent, so that nobody pays for a player who does not read.
    """

    def __init__(self, traffic: Traffic | None = None) -> None:
        self._traffic = traffic
        self._clients: list[ClientSeat] = []

    def add(self, client: ClientSeat) -> None:
        """Seat a client; clients are added in the order of seats."""
        self._clients.append(client)

    def ask(self, client: ClientSeat) -> None:
        """Send a client what it has been shown, and the others too unless it answers at once."""
        if self._traffic is not None:
            self.send(first=client)
            return
        client.send_shown()
        client.shown_at = time.time()
        for other in self._clients:
            other.write_shown()
        if not client.answers_at_once():
            self.send()

    def send(self, first: ClientSeat | None = None) -> None:
        """Send all clients what they have been shown, one of them before the others."""
        order = self._clients if first is None else [first, *self._clients]
        were_sent = [client.send_shown() for client in order]
        if not any(were_sent):
            return
        now = time.time()
        for client in self._clients:
            client.shown_at = now
        if self._traffic is not None:
            self._traffic.sent_to_all(zip(*[client.sent for client in self._clients], strict=True), now)


class ClientSeat:
    """A player over a connection."""

    attention: Attention = "actions"

    def __init__(
        self,
        connection: Connection,
        *,
        clock: Clock,
        traffic: Traffic | None = None,
        unreadable: Callable[[View, str], None] | None = None,
        table: ClientTable | None = None,
    ) -> None:
        """`unreadable` is called with invalid or unexpected answers; by default the first ones are logged.

        Without a table the player is sent every state at once.
        """
        connection.limit_sending(max(clock.left(0), 0.001))
        self._connection = connection
        self._table = table
        if table is not None:
            table.add(self)
        self._traffic = traffic
        self._unreadable = unreadable or _FewWarnings()
        self._writer = MatchStateWriter()
        self._shown: list[View] = []
        """States that are not yet lines."""
        self._unsent: list[str] = []
        self._seat = 0
        self.sent: list[str] = []
        """The lines that were sent last."""
        self._pause = self._not_waited_for = 0
        self.clock = clock
        self.shown_at = self.answered_at = 0.0

    def show(self, view: View) -> None:
        self._shown.append(view)
        if self._table is None:
            self.send_shown()
            self.shown_at = time.time()
            if self._traffic is not None:
                self._traffic.sent(view.seat, self.sent[-1], self.shown_at)

    def send_shown(self) -> bool:
        """Send the states that the player has been shown since the last time; return whether there were any."""
        self.write_shown()
        if not self._unsent:
            return False
        self.sent, self._unsent = self._unsent, []
        try:
            self._connection.send_lines(self.sent)
        except OSError:
            raise MatchError(f"could not send state to seat {self._seat + 1}") from None
        return True

    def write_shown(self) -> None:
        """Write the lines that are to be sent, for which there is time while another player thinks."""
        for view in self._shown:
            self._unsent.append(self._writer.line(view))
            self._seat = view.seat
        self._shown.clear()

    def follow(self, view: View) -> None:
        """Do nothing: a client that joins later sees only the current state."""

    def answers_at_once(self) -> bool:
        """Wait a moment for the player's answer, and return whether anything has come.

        After a wait in vain the next answers are not waited for: twice as many each time, half after a quick answer.
        """
        if self._not_waited_for:
            self._not_waited_for -= 1
            return False
        has_come = self._connection.receive_within(_QUICK_ANSWER)
        self._pause = self._pause // 2 if has_come else min(2 * self._pause + 1, _LONGEST_PAUSE)
        self._not_waited_for = self._pause
        return has_come

    def answer(self, view: View) -> Action:
        """Wait for an answer to the last state sent; other answers give a warning, and the wait continues.

        Every line but a comment is charged with the time since the state was sent, as by the reference dealer: a
        player who sends many bad lines runs out of time.
        """
        if self._table is not None:
            self._table.ask(self)
        while True:
            line = self._read_line(view)
            if line.startswith(("#", ";")):
                continue
            self.clock.charge(self.answered_at - self.shown_at, seat=view.seat, hand=view.hand)
            answer = read_answer(line, self.sent[-1], view.game)
            if answer.warning:
                self._unreadable(view, answer.warning)
            if answer.action is not None:
                return answer.action

    def _read_line(self, view: View) -> str:
        line = self._connection.received_line()
        if line is None:
            line = self._wait_for_line(view)
        else:
            self.answered_at = time.time()
        if self._traffic is not None:
            self._traffic.received(view.seat, line, self.answered_at)
        return line

    def _wait_for_line(self, view: View) -> str:
        if self._table is not None:
            self._table.send()
        sent_at = time.monotonic() - max(time.time() - self.shown_at, 0)
        is_closed = True
        try:
            line = self._connection.read_line(until=sent_at + self.clock.left(view.hand))
        except MatchError:
            is_closed = False
            if self.clock.left(view.hand) < self.clock.response:
                raise out_of_time(view.seat) from None
            line = None
        self.answered_at = time.time()
        if line is None:
            why = "it has closed its connection" if is_closed else "it has not answered in time"
            raise MatchError(f"could not get action from seat {view.seat + 1}: {why}")
        return line


class _FewWarnings:
    """Logs what was wrong with the lines of one seat, but no more than a person will read."""

    def __init__(self) -> None:
        self._left = _MOST_WARNINGS

    def __call__(self, view: View, warning: str) -> None:
        if self._left == 0:
            return
        self._left -= 1
        last = (
            ""
            if self._left
            else f"; after {_MOST_WARNINGS} warnings, bad lines of this seat are not mentioned any more"
        )
        _log.warning("seat %d, hand %d: %s%s", view.seat + 1, view.hand, warning, last)
