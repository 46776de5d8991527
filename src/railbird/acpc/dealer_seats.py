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
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from railbird.acpc.connection import Connection
    from railbird.acpc.time_limits import Clock
    from railbird.bots import Bot
    from railbird.games import Action, View
    from railbird.play import Attention

_log = logging.getLogger(__name__)

_MOST_WARNINGS = 100
"""The most warnings about the lines of a seat that are logged."""


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

    def sent_to_all(self, lines: Sequence[tuple[int, str]], at: float) -> None:
        self._file.write("".join([format_sent(seat, line, at=at) for seat, line in lines]))

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

    What they are shown is held back until a player is asked, and sent in one piece: the end of a hand together with the
    start of the next. The player who is asked is sent its state first, and can answer while the others are sent theirs.
    Its time runs from when all have been sent theirs, so that nobody pays for a player who does not read.
    """

    def __init__(self, traffic: Traffic | None = None) -> None:
        self._traffic = traffic
        self._clients: list[ClientSeat] = []
        self._shown: list[tuple[int, str]] = []
        """What the record has yet to contain: seats and lines."""

    def add(self, client: ClientSeat) -> None:
        """Seat a client; clients are added in the order of seats."""
        self._clients.append(client)

    def show(self, seat: int, line: str) -> None:
        """Put a line into the record as soon as it has been sent."""
        if self._traffic is not None:
            self._shown.append((seat, line))

    def send(self, first: ClientSeat | None = None) -> None:
        """Send all clients what they have been shown, one of them before the others."""
        if first is not None:
            first.send_shown()
        for client in self._clients:
            if client is not first:
                client.send_shown()
        now = time.time()
        for client in self._clients:
            client.shown_at = now
        if self._traffic is not None:
            self._traffic.sent_to_all(self._shown, now)
            self._shown.clear()


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
        self._line = ""
        """The line that was shown last."""
        self._unsent = ""
        self._seat = 0
        self.clock = clock
        self.shown_at = self.answered_at = 0.0

    def show(self, view: View) -> None:
        self._line = line = self._writer.line(view)
        self._unsent += line + "\r\n"
        self._seat = seat = view.seat
        if self._table is not None:
            self._table.show(seat, line)
            return
        self.send_shown()
        self.shown_at = time.time()
        if self._traffic is not None:
            self._traffic.sent(seat, line, self.shown_at)

    def send_shown(self) -> None:
        """Send the states that the player has been shown since the last time."""
        text, self._unsent = self._unsent, ""
        if text:
            try:
                self._connection.send(text)
            except OSError:
                raise MatchError(f"could not send state to seat {self._seat + 1}") from None

    def follow(self, view: View) -> None:
        """Do nothing: a client that joins later sees only the current state."""

    def answer(self, view: View) -> Action:
        """Wait for an answer to the last state sent; other answers give a warning, and the wait continues.

        Every line but a comment is charged with the time since the state was sent, as by the reference dealer: a
        player who sends many bad lines runs out of time.
        """
        if self._table is not None:
            self._table.send(self)
        sent_at = time.monotonic() - max(time.time() - self.shown_at, 0)
        while True:
            line = self._read_line(view, sent_at + self.clock.left(view.hand))
            if line.startswith(("#", ";")):
                continue
            self.clock.charge(self.answered_at - self.shown_at, seat=view.seat, hand=view.hand)
            answer = read_answer(line, self._line, view.game)
            if answer.warning:
                self._unreadable(view, answer.warning)
            if answer.action is not None:
                return answer.action

    def _read_line(self, view: View, until: float) -> str:
        is_closed = True
        try:
            line = self._connection.read_line(until=until)
        except MatchError:
            is_closed = False
            if self.clock.left(view.hand) < self.clock.response:
                raise out_of_time(view.seat) from None
            line = None
        self.answered_at = time.time()
        if line is None:
            why = "it has closed its connection" if is_closed else "it has not answered in time"
            raise MatchError(f"could not get action from seat {view.seat + 1}: {why}")
        if self._traffic is not None:
            self._traffic.received(view.seat, line, self.answered_at)
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
