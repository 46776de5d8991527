"""The seats of a table: a bot in this process, or a player at the other end of a connection."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from railbird.acpc.answers import format_answer, read_answer
from railbird.acpc.time_limits import out_of_time
from railbird.bots import Follower, told
from railbird.errors import MatchError
from railbird.games.action import Action
from railbird.games.state_array import CALL, FOLD, RAISE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from railbird.acpc.connection import Connection
    from railbird.acpc.hand import Hand
    from railbird.acpc.time_limits import Clock
    from railbird.bots import Bot

Attention: TypeAlias = Literal["nothing", "hands", "actions"]
"""To nothing, to the beginning and the end of hands, or to every action too."""
_KINDS = (FOLD, CALL, RAISE)
_log = logging.getLogger(__name__)


class Seat(Protocol):
    """Where a player sits. Times are those of `time.time`, as the transaction log has them."""

    attention: Attention
    """What the player wants to see; one who wants nothing is only asked."""
    shown_at: float
    answered_at: float

    def show(self, hand: Hand, position: int) -> None:
        """Let the player know the present state of a hand."""

    def follow(self, hand: Hand, position: int) -> None:
        """The same for a state of the past, when a match is taken up again."""

    def answer(self, hand: Hand, position: int) -> Action:
        """Ask for an action; it need not be legal."""


class Traffic:
    """The record of every line that is sent and received, as the reference dealer keeps it."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def sent(self, seat: int, line: str, at: float) -> None:
        self._file.write(f"TO {seat + 1} at {at:.6f} {line}\r\n")

    def received(self, seat: int, line: str, at: float) -> None:
        self._file.write(f"FROM {seat + 1} at {at:.6f} {line}\r\n")


class BotSeat:
    """A bot in this process."""

    def __init__(self, bot: Bot, seat: int, *, is_timed: bool = False, traffic: Traffic | None = None) -> None:
        self._bot = bot
        self._follower = Follower(bot)
        self._seat = seat
        self._is_timed = is_timed
        self._traffic = traffic
        self.attention: Attention = "hands"
        if traffic is not None or self._follower.wants_steps:
            self.attention = "actions"
        elif self._follower.is_idle:
            self.attention = "nothing"
        self.shown_at = self.answered_at = 0.0

    def show(self, hand: Hand, position: int) -> None:
        if self._traffic is not None:
            self._traffic.sent(self._seat, hand.line(position), time.time())
        self.follow(hand, position)

    def follow(self, hand: Hand, position: int) -> None:
        if self._follower.wants(hand.state):
            try:
                self._follower.see(hand.state.view(position))
            except (Exception, SystemExit) as error:
                raise self._failure(error, hand) from error

    def answer(self, hand: Hand, position: int) -> Action:
        if self._is_timed:
            self.shown_at = time.time()
        try:
            action = self._bot.act(hand.state.view(position))
        except (Exception, SystemExit) as error:
            raise self._failure(error, hand) from error
        if not (isinstance(action, Action) and action.kind in _KINDS and hasattr(action.total, "__index__")):
            raise MatchError(f"seat {self._seat + 1}: the bot's answer {action!r} is no action")
        if self._is_timed:
            self.answered_at = time.time()
        if self._traffic is not None:
            self._traffic.received(self._seat, format_answer(hand.line(position), action, hand.game), self.answered_at)
        return action

    def _failure(self, error: BaseException, hand: Hand) -> MatchError:
        return MatchError(f"seat {self._seat + 1}: the bot failed in hand {hand.number}: {told(error)}")


class ClientSeat:
    """A player at the other end of a connection."""

    attention: Attention = "actions"

    def __init__(
        self,
        connection: Connection,
        seat: int,
        *,
        clock: Clock,
        traffic: Traffic | None,
        unreadable: Callable[[Hand, str], None] | None = None,
    ) -> None:
        """`unreadable` is told of answers that cannot be read, or that nobody asked for; else they are logged."""
        connection.limit_sending(max(clock.left(seat), 0.001))
        self._connection = connection
        self._seat = seat
        self._clock = clock
        self._traffic = traffic
        self._unreadable = unreadable
        self.shown_at = self.answered_at = 0.0

    def show(self, hand: Hand, position: int) -> None:
        line = hand.line(position)
        try:
            self._connection.send_line(line)
        except OSError:
            raise MatchError(f"could not send state to seat {self._seat + 1}") from None
        self.shown_at = time.time()
        if self._traffic is not None:
            self._traffic.sent(self._seat, line, self.shown_at)

    def follow(self, hand: Hand, position: int) -> None:
        """A client that joins later sees the present state only."""

    def answer(self, hand: Hand, position: int) -> Action:
        """Wait for an answer to the state that was sent last; all else is warned of, and the waiting goes on."""
        asked = hand.line(position)
        until = time.monotonic() + self._clock.left(self._seat)
        while True:
            line = self._read_line(until)
            if line.startswith(("#", ";")):
                continue
            answer = read_answer(line, asked, hand.game)
            if answer.warning:
                if self._unreadable is not None:
                    self._unreadable(hand, answer.warning)
                else:
                    _log.warning("%s", answer.warning)
            if answer.action is not None:
                return answer.action

    def _read_line(self, until: float) -> str:
        is_closed = True
        try:
            line = self._connection.read_line(until=until)
        except MatchError:
            is_closed = False
            if self._clock.left(self._seat) < self._clock.response:
                raise out_of_time(self._seat) from None
            line = None
        self.answered_at = time.time()
        if line is None:
            why = "it has closed its connection" if is_closed else "it has not answered in time"
            raise MatchError(f"could not get action from seat {self._seat + 1}: {why}")
        if self._traffic is not None:
            self._traffic.received(self._seat, line, self.answered_at)
        return line
