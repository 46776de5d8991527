"""A client of an ACPC server: reads match states, reports them to a bot, and sends the bot's actions."""

from __future__ import annotations

import logging
import socket
import time
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from railbird.acpc.connection import VERSION, Connection
from railbird.bots import Follower, describe_error
from railbird.errors import BotError, FormatError, MatchError
from railbird.formats.hand_reader import HandReader
from railbird.formats.match_state import MatchStateReader, format_match_state
from railbird.formats.player_answers import format_answer
from railbird.games import CALL, Action, State, game_named, random_deal
from railbird.rng import generator

if TYPE_CHECKING:
    from railbird.bots import Bot
    from railbird.games import Chips, GameDefinition, View

_RETRY_SECONDS = 0.1
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Joined:
    """Result of a match that was joined."""

    hands: int
    """Number of hands that were seen to the end."""
    chips: Chips
    """Chips that the bot won or lost in these hands."""
    unfinished_hand: int | None = None
    """Number of the hand that was being played when the server closed the connection; None between hands."""


def join(
    host: str, port: int, bot: Bot, *, game: GameDefinition | str, patience: float = 10.0, has_fixed_seats: bool = False
) -> Joined:
    """Connect to a server, play until it closes the connection, and return the result.

    If the server does not listen yet, keep trying for `patience` seconds. The protocol does not transmit seats: with
    `has_fixed_seats` every seat keeps its position, otherwise positions rotate from hand to hand.
    """
    definition = game_named(game) if isinstance(game, str) else game
    _load_compiled_code(definition)
    bot.reset()  # it may have played before
    with Connection(_connect(host, port, patience)) as connection:
        return play_connected(connection, bot, game=definition, has_fixed_seats=has_fixed_seats)


def play_connected(connection: Connection, bot: Bot, *, game: GameDefinition, has_fixed_seats: bool) -> Joined:
    """Play over a connection until the server closes it, and return the result."""
    connection.send_line(f"VERSION:{'.'.join(map(str, VERSION))}")
    return Client(bot, game, connection, has_fixed_seats=has_fixed_seats).play()


class Client:
    """Plays one bot over one connection."""

    def __init__(self, bot: Bot, game: GameDefinition, connection: Connection, *, has_fixed_seats: bool) -> None:
        self._bot = bot
        self._game = game
        self._connection = connection
        self._reader = MatchStateReader(game, has_fixed_seats=has_fixed_seats)
        self._follower = Follower(bot)
        self._last: View | None = None
        self._hands = 0
        self._chips: Chips = 0

    def play(self) -> Joined:
        """Play until the server closes the connection, which is the only sign that the match is over."""
        while lines := self._read_lines():
            self._handle_all([line for line in lines if line and not line.startswith(("#", ";"))])
        last = self._last
        return Joined(self._hands, self._chips, None if last is None or last.is_over else last.hand)

    def _read_lines(self) -> list[str]:
        try:
            return self._connection.read_lines()
        except OSError:
            return []

    def _handle_all(self, lines: list[str]) -> None:
        """Handle lines that have come together. Those that the next one only adds to are left out, if they can be."""
        left_out: list[str] = []
        for line, following in pairwise([*lines, ""]):
            if following and _extends(following, line):
                left_out.append(line)
                continue
            view = self._read(line)
            if left_out:
                if self._was_asked_before(view):
                    for earlier in left_out:
                        self._handle(earlier, self._read(earlier))
                    view = self._read(line)
                left_out.clear()
            self._handle(line, view)

    def _was_asked_before(self, view: View) -> bool:
        """Whether it was the bot's turn after the state that it has seen last and before this one."""
        last = self._last.node if self._last is not None and self._last.hand == view.hand else None
        node = view.node.before
        while node is not None and node is not last:
            if node.acting == view.position:
                return True
            node = node.before
        return False

    def _read(self, line: str) -> View:
        try:
            return self._reader.read(line)
        except FormatError as error:
            raise MatchError(f"the server sent no valid state of {self._game.name or 'the game'}: {error}") from None

    def _handle(self, line: str, view: View) -> None:
        self._last = view
        action = self._ask_bot(view)
        if action is not None:
            self._send(format_answer(line, action, self._game))
        elif view.is_over:
            self._hands += 1
            self._chips += view.payoffs()[view.position]

    def _ask_bot(self, view: View) -> Action | None:
        """Report a state to the bot, and ask for an action if it is the bot's turn."""
        try:
            if self._follower.wants(view):
                self._follower.see(view)
            if view.acting != view.position:
                return None
            action = self._bot.act(view)
        except (Exception, SystemExit) as error:
            raise MatchError(f"the bot failed in hand {view.hand}: {describe_error(error)}") from error
        if not isinstance(action, Action):
            raise BotError(f"the bot's answer {action!r} is not an action")
        return action

    def _send(self, line: str) -> None:
        try:
            self._connection.send_line(line)
        except OSError as error:
            raise MatchError(f"lost the connection to the server: {error.strerror or error}") from None


def _extends(later: str, earlier: str) -> bool:
    """Whether a state only adds actions, with their board cards, to an earlier one, and so contains all of it."""
    head, _, cards = earlier.rpartition(":")
    return (
        later.startswith(head)
        and not later.startswith(":", len(head))  # the same betting with more cards is another state
        and later.startswith(cards, later.rfind(":") + 1)
    )


def _load_compiled_code(game: GameDefinition) -> None:
    """Play a dummy hand, so that the match does not wait for code to be loaded or compiled."""
    reader = MatchStateReader(game)
    state = State.start(game, random_deal(game, generator(0)))
    while not state.is_over:
        reader.read(format_match_state(state.view(0)))
        state = state.apply(CALL)
    last = format_match_state(state.view(0))
    reader.read(last).payoffs()
    # Only unusual lines are read in full, as hands of logs are.
    HandReader(game).read_so_far(last.split(":", 2)[2])


def _connect(host: str, port: int, patience: float) -> socket.socket:
    until = time.monotonic() + patience
    has_warned = False
    while True:
        try:
            return socket.create_connection((host, port))
        except (OSError, OverflowError, UnicodeError, TypeError) as error:
            if not isinstance(error, ConnectionRefusedError) or time.monotonic() > until:
                reason = error.strerror if isinstance(error, OSError) else error
                raise MatchError(f"cannot connect to {host}:{port}: {reason}") from None
            if not has_warned:
                _log.warning("no server listens on %s:%s yet; trying for %g seconds", host, port, patience)
                has_warned = True
            time.sleep(_RETRY_SECONDS)
