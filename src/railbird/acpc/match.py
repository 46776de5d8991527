"""A match: hands are dealt from a seed, the seats are asked in turn, and what happens is written down."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from railbird.acpc.answers import corrected
from railbird.acpc.hand import Hand
from railbird.acpc.transactions import Transaction
from railbird.errors import FormatError, GameError
from railbird.formats.fields import format_chips, format_names
from railbird.games import fixed_seats, rotating_seats, seeded_deals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TextIO

    from railbird.acpc.seats import Seat
    from railbird.acpc.time_limits import Clock, TimeLimits
    from railbird.acpc.transactions import TransactionLog
    from railbird.games import Chips, Deal, GameDefinition

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MatchPlan:
    """What is fixed before a match: its name, its game as it is to be named in the log, how much of it, who plays."""

    name: str
    game: GameDefinition
    game_file: str
    hands: int
    seed: int
    names: tuple[str, ...]
    fixed_seats: bool = False
    """Whether every seat keeps its position, where otherwise the button moves on from hand to hand."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"\S+", self.name):
            raise FormatError(f"the name of a match {self.name!r}: a log names it in one word")
        if len(self.names) != self.game.players:
            raise GameError(f"{len(self.names)} names for a game of {self.game.players} players")
        if self.hands < 1:
            raise GameError(f"a match of {self.hands} hands: play at least 1")
        if not re.fullmatch(r"\S+", self.game_file):
            raise FormatError(f"the game file {self.game_file!r}: a log names it in one word, without spaces")
        format_names(self.names)
        try:
            "".join((self.name, self.game_file, *self.names)).encode()
        except UnicodeEncodeError as error:
            raise FormatError(f"a name {error.object!r} is no text: a log is in UTF-8") from None

    def header(self, limits: TimeLimits) -> str:
        """The first lines of the log."""
        return (
            f"# name/game/hands/seed {self.name} {self.game_file} {self.hands} {self.seed}\n"
            f"#--t_response {limits.response}\n#--t_hand {limits.hand}\n#--t_per_hand {limits.per_hand}\n"
        )

    def score(self, totals: Sequence[Chips]) -> str:
        """The last line of the log, without its end; totals and names by seat."""
        return f"SCORE:{'|'.join(map(format_chips, totals))}:{'|'.join(self.names)}"


class Observer(Protocol):
    """Who wants to know what happens in a match."""

    def action_corrected(self, seat: int, hand: Hand, warning: str) -> None:
        """An action was not legal, and another one is played."""

    def hand_over(self, hand: Hand, payoffs: Sequence[Chips], seats: Sequence[int]) -> None:
        """A hand has ended; payoffs and seats are by position."""


@dataclass
class Match:
    """Plays a match that was planned. What has been reached is in `totals`."""

    plan: MatchPlan
    seats: Sequence[Seat]
    log: TextIO | None = None
    clock: Clock | None = None
    transactions: TransactionLog | None = None
    observer: Observer | None = None
    level: int = logging.WARNING
    """Of the messages about actions that were corrected."""
    totals: list[Chips] = field(init=False)
    """What each seat has won or lost so far."""
    corrections: list[int] = field(init=False)
    """How many actions of each seat were not legal, and were played as others."""
    _deals: Iterator[Deal] = field(init=False)
    _hand: Hand = field(init=False)
    _watching: list[tuple[Seat, int]] = field(init=False)
    _attentive: list[tuple[Seat, int]] = field(init=False)
    """Those who want to see every action."""
    _seat_of: tuple[int, ...] = field(init=False)
    _position_of: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.totals = [0] * self.plan.game.players
        self.corrections = [0] * self.plan.game.players
        self._deals = seeded_deals(self.plan.game, self.plan.seed)
        watching = [(player, seat) for seat, player in enumerate(self.seats) if player.attention != "nothing"]
        self._watching = watching
        self._attentive = [(player, seat) for player, seat in watching if player.attention == "actions"]
        self._start_hand(0)

    def play(self) -> None:
        """Play all hands that are left; a MatchError if a player is lost or too slow."""
        while self._hand.number < self.plan.hands:
            watching = self._watching
            while (position := self._hand.state.acting) >= 0:
                self._show(watching)
                self._play_action(position)
                watching = self._attentive
            # The log comes first, so that it has all that the players have seen.
            self._book_hand()
            self._show(self._watching)
            self._next_hand()

    def take_up(self, transactions: Iterable[Transaction]) -> None:
        """Play what has been played before; bots in this process hear of it as if they had been there."""
        for transaction in transactions:
            self._pass_over_finished_hands()
            hand = self._hand
            if transaction.hand != hand.number or hand.number >= self.plan.hands:
                raise FormatError(
                    f"a transaction of hand {transaction.hand} where hand {hand.number} is: it is damaged"
                )
            self._follow()
            if self.clock is not None:
                seconds = transaction.answered_at - transaction.asked_at
                self.clock.charge(self._seat_of[hand.state.acting], seconds)
            action, _ = corrected(transaction.action, hand.state.legal_actions(), is_limit=self.plan.game.is_limit)
            hand.apply(action)
        self._pass_over_finished_hands()

    def _pass_over_finished_hands(self) -> None:
        while self._hand.state.acting < 0 and self._hand.number < self.plan.hands:
            self._book_hand()
            self._follow()
            self._next_hand()

    def _play_action(self, position: int) -> None:
        hand = self._hand
        seat = self._seat_of[position]
        player = self.seats[seat]
        asked_for = player.answer(hand, position)
        if self.clock is not None:
            self.clock.charge(seat, player.answered_at - player.shown_at)
        action, warning = corrected(asked_for, hand.state.legal_actions(), is_limit=self.plan.game.is_limit)
        if warning:
            self.corrections[seat] += 1
            _log.log(self.level, "%s", warning)
            if self.observer is not None:
                self.observer.action_corrected(seat, hand, warning)
        if self.transactions is not None:
            self.transactions.add(Transaction(action, hand.number, player.shown_at, player.answered_at))
        hand.apply(action)

    def _show(self, watching: Sequence[tuple[Seat, int]]) -> None:
        """Let players know where the hand stands, in the order of their seats."""
        for player, seat in watching:
            player.show(self._hand, self._position_of[seat])

    def _follow(self) -> None:
        for player, seat in self._watching:
            player.follow(self._hand, self._position_of[seat])

    def _book_hand(self) -> None:
        hand = self._hand
        payoffs = hand.state.payoffs()
        for seat, chips in zip(self._seat_of, payoffs, strict=True):
            total = self.totals[seat] + chips
            self.totals[seat] = total.numerator if total.denominator == 1 else total
        if self.log is not None:
            self.log.write(hand.log_line(payoffs, [self.plan.names[seat] for seat in self._seat_of]) + "\n")
        if self.observer is not None:
            self.observer.hand_over(hand, payoffs, self._seat_of)

    def _next_hand(self) -> None:
        number = self._hand.number + 1
        self._start_hand(number)
        if self.clock is not None:
            self.clock.start_hand()

    def _start_hand(self, number: int) -> None:
        players = self.plan.game.players
        seats = (fixed_seats if self.plan.fixed_seats else rotating_seats)(number, players)
        self._hand = Hand(self.plan.game, seats, next(self._deals))
        self._seat_of = seats.seats
        self._position_of = [seats.seats.index(seat) for seat in range(players)]
