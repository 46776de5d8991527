"""The dealer: opens a port for each seat, seats the players, plays the match and writes its logs.

It behaves as the reference dealer of the ACPC does; where that dealer would wait for ever, this one stops.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from io import StringIO
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from railbird.acpc.dealer_seats import ClientSeat, TimedBotSeat, Traffic
from railbird.acpc.seating import Seating
from railbird.acpc.time_limits import Clock
from railbird.acpc.transactions import TransactionLog, TransactionWriter, take_up
from railbird.errors import MatchError
from railbird.formats.acpc_log import AcpcLog, format_score
from railbird.play import CorrectionWarnings, LogWriter, Match, TimeLimits, log_header

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.acpc.connection import Connection
    from railbird.acpc.dealer_seats import TimedSeat
    from railbird.bots import Bot, BotSpec
    from railbird.play import MatchPlan


@dataclass(frozen=True)
class DealerOptions:
    """How a dealer is run; the defaults are the reference dealer's."""

    host: str = "127.0.0.1"
    ports: tuple[int, ...] = ()
    """By seat; 0, or none given, for any free port."""
    quiet: bool = False
    log: bool = True
    transactions: bool = False
    append: bool = False
    """Go on with the files of a match; with a transaction log, where it stopped."""
    limits: TimeLimits = field(default_factory=TimeLimits)
    start_timeout: int = -1
    """Milliseconds in which all players must have connected and sent their version; below 0 for no limit."""


class Dealer:
    """Runs one match. `out` gets the ports and the score, `record` the header, the traffic and the score."""

    def __init__(
        self,
        plan: MatchPlan,
        bots: Sequence[BotSpec | None],
        *,
        options: DealerOptions,
        out: TextIO,
        record: TextIO,
    ) -> None:
        self._plan = plan
        self._bots = [*bots, *[None] * (plan.game.players - len(bots))]
        self._options = options
        self._out = out
        self._record = record
        self._traffic = None if options.quiet else Traffic(record)
        self._header = log_header(plan, options.limits)
        self._is_resumed = options.transactions and options.append

    def run(self) -> None:
        """Play the match; a MatchError if it cannot be finished. Nothing is left running or open."""
        bots = self._build_bots()
        with ExitStack() as stack:
            seating = Seating(self._plan.name, self._bots, host=self._options.host, warn=self._tell)
            ports = seating.open_ports(stack, self._options.ports)
            if self._is_resumed:
                self._check_log()
            # The log of a match that is taken up is written anew, once the match can go on.
            log = None if self._is_resumed else self._open_log(stack)
            transactions = self._open_transactions(stack)
            self._out.write(" ".join(map(str, ports)) + "\n")
            self._out.flush()
            self._tell(self._header)
            connections = seating.connect(
                stack, outputs=Path(), append=self._options.append, start_timeout=self._options.start_timeout
            )
            seats = [self._seat(seat, bot, connections[seat]) for seat, bot in enumerate(bots)]
            self._note("STARTED")
            match = Match(self._plan, seats, observers=[CorrectionWarnings()])
            if log is not None:
                match.observe(LogWriter(log, self._plan.names))
            if transactions is not None:
                if self._is_resumed:
                    self._take_up(match, transactions, seats, stack)
                match.observe(TransactionWriter(transactions, seats))
            match.play()
            self._finish(match)

    def _take_up(
        self, match: Match, transactions: TransactionLog, seats: Sequence[TimedSeat], stack: ExitStack
    ) -> None:
        past = StringIO()
        writer = LogWriter(past, self._plan.names)
        if self._options.log:
            match.observe(writer)
        take_up(match, transactions.read(), seats)
        log = self._open_log(stack)
        if log is not None:
            log.write(past.getvalue())
            writer.file = log

    def _finish(self, match: Match) -> None:
        """Tell the score, which the log has already: nobody need read what is printed."""
        score = format_score(match.totals, self._plan.names) + "\n"
        self._note("FINISHED")
        self._tell(score)
        self._out.write(score)
        self._out.flush()

    def _build_bots(self) -> list[Bot | None]:
        """The bots in this process, by seat: first of all, so that one that cannot be built does no harm."""
        return [
            None if spec is None or spec.bot_class is None else spec.build(seed=seed)
            for spec, seed in zip(self._bots, self._plan.bot_seeds(), strict=True)
        ]

    def _open_log(self, stack: ExitStack) -> TextIO | None:
        """The log, with its header."""
        if not self._options.log:
            return None
        goes_on = self._options.append and not self._options.transactions
        path = Path(f"{self._plan.name}.log")
        log = stack.enter_context(path.open("a" if goes_on else "w", buffering=1, encoding="utf-8"))
        log.write(self._header)
        return log

    def _check_log(self) -> None:
        """Refuse to go on with the match of another game, seed or length."""
        path = Path(f"{self._plan.name}.log")
        if not self._options.log or not path.exists():
            return
        with path.open(encoding="utf-8", errors="replace") as file:
            first, expected = file.readline(), self._header.partition("\n")[0]
        if first and first.rstrip("\n") != expected:
            raise MatchError(
                f"{path} is the log of another match: it begins {first[:120].rstrip()!r}, not {expected!r}"
            )
        hand = next(iter(AcpcLog(path, self._plan.game)), None)
        if hand is None:
            return
        if sorted(hand.players) != sorted(self._plan.names):
            names = ", ".join(sorted(hand.players))
            raise MatchError(f"{path} is the log of another match: it was played by {names}")
        if not Path(f"{self._plan.name}.tlog").exists():
            raise MatchError(f"{path} has hands, but there is no {self._plan.name}.tlog to go on with them")

    def _open_transactions(self, stack: ExitStack) -> TransactionLog | None:
        if not self._options.transactions:
            return None
        log = TransactionLog(Path(f"{self._plan.name}.tlog"), self._plan.game, append=self._options.append)
        stack.callback(log.close)
        return log

    def _seat(self, seat: int, bot: Bot | None, connection: Connection | None) -> TimedSeat:
        clock = Clock(self._options.limits, hands=self._plan.hands)
        if connection is not None:
            return ClientSeat(connection, clock=clock, traffic=self._traffic)
        if bot is None:
            raise MatchError(f"nobody sits on seat {seat + 1}")
        return TimedBotSeat(bot, clock=clock, traffic=self._traffic)

    def _note(self, what: str) -> None:
        if self._traffic is not None:
            self._tell(f"{what} at {time.time():.6f}\n")

    def _tell(self, text: str) -> None:
        self._record.write(text)
        self._record.flush()


def permuted(plan: MatchPlan, bots: Sequence[BotSpec | None]) -> list[tuple[MatchPlan, list[BotSpec | None]]]:
    """The matches of a duplicate set: all seat permutations with one seed, so that cards follow positions."""
    padded = [*bots, *[None] * (plan.game.players - len(bots))]
    matches = []
    for number, order in enumerate(permutations(range(plan.game.players))):
        names = tuple(plan.names[seat] for seat in order)
        matches.append((replace(plan, name=f"{plan.name}.{number}", names=names), [padded[seat] for seat in order]))
    return matches
