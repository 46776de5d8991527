"""The dealer: opens a port for each seat, seats the players, plays the match and writes its logs.

It behaves like the reference dealer of the ACPC, except that it stops where that dealer would wait forever.
"""

from __future__ import annotations

import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from io import SEEK_END, StringIO
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from railbird.acpc.dealer_seats import ClientSeat, ClientTable, TimedBotSeat, Traffic
from railbird.acpc.earlier_log import EarlierLog
from railbird.acpc.seating import Seating
from railbird.acpc.time_limits import Clock
from railbird.acpc.transactions import TransactionLog, TransactionWriter, resume
from railbird.bots.game_check import check_game
from railbird.errors import MatchError
from railbird.formats.acpc_log import format_score
from railbird.play import CorrectionWarnings, LogWriter, Match, TimeLimits, log_header

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.acpc.connection import Connection
    from railbird.acpc.dealer_seats import TimedSeat
    from railbird.bots import Bot, BotSpec
    from railbird.play import MatchPlan


@dataclass(frozen=True)
class DealerOptions:
    """Options of a dealer; the defaults are those of the reference dealer."""

    host: str = "127.0.0.1"
    ports: tuple[int, ...] = ()
    """Ports by seat; 0 or a missing port means any free port. Bots in this process need none."""
    quiet: bool = False
    log: bool = True
    transactions: bool = False
    append: bool = False
    """Append to the files of a match; with a transaction log, resume it where it stopped."""
    limits: TimeLimits = field(default_factory=TimeLimits)
    start_timeout: int = -1
    """Milliseconds until all players must have connected and sent their version; negative for no limit."""


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
        """Play the match; raise MatchError if it cannot be finished. All ports, files and programs are closed."""
        bots = self._build_bots()
        with ExitStack() as stack:
            seating = Seating(self._plan.name, self._bots, host=self._options.host, warn=self._write_record)
            ports = seating.open_ports(stack, self._options.ports)
            earlier = EarlierLog(self._plan) if self._is_resumed and self._options.log else None
            if earlier is not None:
                earlier.check(self._header)
            # The log of a resumed match is rewritten once the match can continue.
            log = None if self._is_resumed else self._open_log(stack)
            transactions = self._open_transactions(stack)
            self._out.write(" ".join(map(str, ports)) + "\n")
            self._out.flush()
            self._write_record(self._header)
            connections = seating.connect(
                stack, outputs=Path(), append=self._options.append, start_timeout=self._options.start_timeout
            )
            table = None if None in connections else ClientTable(self._traffic)
            seats = [self._seat(seat, bot, connections[seat], table) for seat, bot in enumerate(bots)]
            self._note("STARTED")
            match = Match(self._plan, seats, observers=[CorrectionWarnings()])
            if log is not None:
                match.observe(LogWriter(log, self._plan.names))
            if transactions is not None:
                if self._is_resumed:
                    self._resume(match, transactions, seats=seats, earlier=earlier, stack=stack)
                match.observe(TransactionWriter(transactions, seats))
            _play(match, table)
            self._finish(match)

    def _resume(
        self,
        match: Match,
        transactions: TransactionLog,
        *,
        seats: Sequence[TimedSeat],
        earlier: EarlierLog | None,
        stack: ExitStack,
    ) -> None:
        """Replay what was played. The log gets all finished hands at once, so that it is never shorter than it was."""
        past = StringIO(self._header)
        past.seek(0, SEEK_END)
        writer = LogWriter(past, self._plan.names)
        if earlier is not None:
            match.observe(writer)
        resume(match, transactions.read(), seats)
        if earlier is not None:
            earlier.replace(past.getvalue())
            writer.file = stack.enter_context(self._log_path.open("a", buffering=1, encoding="utf-8"))

    def _finish(self, match: Match) -> None:
        """Print the final score, which is already in the log."""
        score = format_score(match.totals, self._plan.names) + "\n"
        self._note("FINISHED")
        self._write_record(score)
        self._out.write(score)
        self._out.flush()

    def _build_bots(self) -> list[Bot | None]:
        """The bots in this process, by seat, built before anything else so that an error leaves no files or ports.

        Raise BotError if one of them does not play the game.
        """
        for spec in self._bots:
            if spec is not None:
                check_game(spec, self._plan.game)
        return [
            None if spec is None or spec.bot_class is None else spec.build(seed=seed)
            for spec, seed in zip(self._bots, self._plan.bot_seeds(), strict=True)
        ]

    @property
    def _log_path(self) -> Path:
        return Path(f"{self._plan.name}.log")

    def _open_log(self, stack: ExitStack) -> TextIO | None:
        """Open the log and write its header."""
        if not self._options.log:
            return None
        log = stack.enter_context(
            self._log_path.open("a" if self._options.append else "w", buffering=1, encoding="utf-8")
        )
        log.write(self._header)
        return log

    def _open_transactions(self, stack: ExitStack) -> TransactionLog | None:
        if not self._options.transactions:
            return None
        log = TransactionLog(self._plan, append=self._options.append)
        stack.callback(log.close)
        return log

    def _seat(self, seat: int, bot: Bot | None, connection: Connection | None, table: ClientTable | None) -> TimedSeat:
        clock = Clock(self._options.limits, hands=self._plan.hands)
        if connection is not None:
            return ClientSeat(connection, clock=clock, traffic=self._traffic, table=table)
        if bot is None:
            raise MatchError(f"seat {seat + 1} has no player")
        return TimedBotSeat(bot, clock=clock, traffic=self._traffic)

    def _note(self, event: str) -> None:
        if self._traffic is not None:
            self._write_record(f"{event} at {time.time():.6f}\n")

    def _write_record(self, text: str) -> None:
        self._record.write(text)
        self._record.flush()


def _play(match: Match, table: ClientTable | None) -> None:
    """Play to the end. Clients get everything that they have been shown, even if an error ends the match."""
    try:
        match.play()
    except MatchError:
        if table is not None:
            with suppress(MatchError):
                table.send()
        raise
    if table is not None:
        table.send()


def permuted(plan: MatchPlan, bots: Sequence[BotSpec | None]) -> list[tuple[MatchPlan, list[BotSpec | None]]]:
    """The matches of a duplicate set: every permutation of the seats with the same seed and so the same cards.

    `bots` has an entry for each seat.
    """
    matches = []
    for number, order in enumerate(permutations(range(plan.game.players))):
        names = tuple(plan.names[seat] for seat in order)
        matches.append((replace(plan, name=f"{plan.name}.{number}", names=names), [bots[seat] for seat in order]))
    return matches
