"""The dealer: opens a port for each seat, seats the players, plays the match and writes its logs.

It behaves as the competition's reference dealer does; where that one would wait for ever, this one stops.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from io import StringIO
from itertools import islice, permutations
from pathlib import Path
from typing import TYPE_CHECKING, TextIO
from zlib import crc32

from railbird.acpc.match import Match
from railbird.acpc.seating import Seating
from railbird.acpc.seats import BotSeat, ClientSeat, Traffic
from railbird.acpc.time_limits import Clock, TimeLimits
from railbird.acpc.transactions import TransactionLog
from railbird.errors import MatchError
from railbird.rng import derived_seed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.acpc.connection import Connection
    from railbird.acpc.match import MatchPlan
    from railbird.acpc.seats import Seat
    from railbird.bots import Bot, BotSpec


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
    """Milliseconds in which all players must have connected and told their version; below 0 for no limit."""


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

    def run(self) -> None:
        """Play the match; a MatchError if it cannot be finished. Nothing is left running or open."""
        bots = self._build_bots()
        with ExitStack() as stack:
            seating = Seating(self._plan, self._bots, host=self._options.host, warn=self._tell)
            ports = seating.open_ports(stack, self._options.ports)
            is_resumed = self._options.transactions and self._options.append
            # A match that is taken up writes its log anew, once it can go on.
            log = None if is_resumed else self._open_log(stack)
            header = self._plan.header(self._options.limits)
            if is_resumed:
                self._check_log(header)
            transactions = self._open_transactions(stack)
            self._out.write(" ".join(map(str, ports)) + "\n")
            self._out.flush()
            self._tell(header)
            if log is not None:
                log.write(header)
            clock = Clock(self._options.limits, seats=len(bots), hands=self._plan.hands)
            connections = seating.connect(
                stack, outputs=Path(), append=self._options.append, start_timeout=self._options.start_timeout
            )
            seats = [self._seat(seat, bot, connections[seat], clock) for seat, bot in enumerate(bots)]
            self._note("STARTED")
            match = Match(self._plan, seats, log=log, clock=clock, transactions=transactions)
            if transactions is not None and is_resumed:
                past = match.log = StringIO()
                match.take_up(transactions.read())
                match.log = log = self._open_log(stack)
                if log is not None:
                    log.write(header + past.getvalue())
            match.play()
            self._finish(match, log)

    def _finish(self, match: Match, log: TextIO | None) -> None:
        """The score, in the log first: nobody need read what is printed."""
        score = self._plan.score(match.totals) + "\n"
        if log is not None:
            log.write(score)
        self._note("FINISHED")
        self._tell(score)
        self._out.write(score)
        self._out.flush()

    def _build_bots(self) -> list[Bot | None]:
        """The bots in this process, by seat: first of all, so that one that cannot be built does no harm."""
        return [
            None if spec is None or spec.bot_class is None else spec.build(seed=seed)
            for spec, seed in zip(self._bots, bot_seeds(self._plan), strict=True)
        ]

    def _open_log(self, stack: ExitStack) -> TextIO | None:
        if not self._options.log:
            return None
        goes_on = self._options.append and not self._options.transactions
        path = Path(f"{self._plan.name}.log")
        return stack.enter_context(path.open("a" if goes_on else "w", buffering=1, encoding="utf-8"))

    def _check_log(self, header: str) -> None:
        """Refuse to go on with the match of another game, seed or length."""
        path = Path(f"{self._plan.name}.log")
        if not self._options.log or not path.exists():
            return
        with path.open(encoding="utf-8", errors="replace") as file:
            first, expected = file.readline(), header.partition("\n")[0]
            hands = [line for line in islice(file, 10) if line.startswith("STATE:")]
        if first and first.rstrip("\n") != expected:
            raise MatchError(
                f"{path} is the log of another match: it begins {first[:120].rstrip()!r}, not {expected!r}"
            )
        names = sorted(hands[0].rstrip("\n").rpartition(":")[2].split("|")) if hands else sorted(self._plan.names)
        if names != sorted(self._plan.names):
            raise MatchError(f"{path} is the log of another match: it was played by {', '.join(names)}")
        if hands and not Path(f"{self._plan.name}.tlog").exists():
            raise MatchError(f"{path} has hands, but there is no {self._plan.name}.tlog to go on with them")

    def _open_transactions(self, stack: ExitStack) -> TransactionLog | None:
        if not self._options.transactions:
            return None
        log = TransactionLog(Path(f"{self._plan.name}.tlog"), self._plan.game, append=self._options.append)
        stack.callback(log.close)
        return log

    def _seat(self, seat: int, bot: Bot | None, connection: Connection | None, clock: Clock) -> Seat:
        if connection is not None:
            return ClientSeat(connection, seat, clock=clock, traffic=self._traffic)
        if bot is None:
            raise MatchError(f"nobody sits on seat {seat + 1}")
        return BotSeat(bot, seat, is_timed=True, traffic=self._traffic)

    def _note(self, what: str) -> None:
        if self._traffic is not None:
            self._tell(f"{what} at {time.time():.6f}\n")

    def _tell(self, text: str) -> None:
        self._record.write(text)
        self._record.flush()


def bot_seeds(plan: MatchPlan) -> list[int]:
    """The seeds of the bots, by seat: independent of each other, and a player's own in every seat permutation."""
    seeds = []
    for seat, name in enumerate(plan.names):
        namesakes = plan.names[:seat].count(name)
        seeds.append(derived_seed(plan.seed, crc32(name.encode()), namesakes))
    return seeds


def permuted(plan: MatchPlan, bots: Sequence[BotSpec | None]) -> list[tuple[MatchPlan, list[BotSpec | None]]]:
    """The matches of a duplicate set: all seat permutations with one seed, so that cards follow positions."""
    padded = [*bots, *[None] * (plan.game.players - len(bots))]
    found = []
    for number, order in enumerate(permutations(range(plan.game.players))):
        names = tuple(plan.names[seat] for seat in order)
        found.append((replace(plan, name=f"{plan.name}.{number}", names=names), [padded[seat] for seat in order]))
    return found
