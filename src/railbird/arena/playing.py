"""Plays a chunk of a run: a match from its first hand to its last, whatever the bots do."""

from __future__ import annotations

import io
import logging
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING

from railbird.acpc.dealer_seats import ClientSeat
from railbird.acpc.seating import Seating
from railbird.acpc.time_limits import Clock
from railbird.arena.bot_files import check_unchanged
from railbird.arena.forgiving_seat import ForgivingSeat
from railbird.arena.guarded_process import guarded_process
from railbird.arena.plan import is_asked_again
from railbird.arena.recorder import Recorder
from railbird.arena.retelling import RetoldSeat
from railbird.arena.shadow import ShadowedSeat
from railbird.arena.worker_memory import NOBODY, AskedRecord
from railbird.bots import make_bot, parse_spec
from railbird.bots.bot_memory import may_remember
from railbird.bots.watchdog import NEVER, TooSlowError, Watchdog
from railbird.equity.all_in import look_ahead
from railbird.files import temporary_folder
from railbird.play import BotSeat, Match, TimeLimits
from railbird.rng import derived_seed

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Sequence

    import polars as pl

    from railbird.acpc.connection import Connection
    from railbird.arena.incidents import MatchIncident
    from railbird.arena.isolation import BotHosts, IsolatedSeat
    from railbird.arena.live_matches import LiveWriter
    from railbird.arena.plan import Chunk, RunPlan
    from railbird.bots import Bot, BotSpec
    from railbird.cards import Card
    from railbird.games import Action
    from railbird.play import MatchObserver, Seat

_LONG = 10**9
"""Milliseconds, for the limits of a hand and of a match, which a run does not use."""
_START_TIMEOUT = 60_000
_NEW_BOTS = 8
"""Number of new bots with which a bot is compared in the first match, over all orders of seats."""


@dataclass(frozen=True)
class PlayedChunk:
    """The results of a chunk as the contents of Parquet files."""

    number: int
    hands: bytes
    incidents: bytes
    """Empty if there were no incidents."""
    notes: bytes = b""
    """Empty if no bot kept notes."""


def play_chunk(
    plan: RunPlan,
    chunk: Chunk,
    *,
    asked: AskedRecord | None = None,
    hosts: BotHosts | None = None,
    observers: Sequence[MatchObserver] = (),
    live: LiveWriter | None = None,
    suspected: MatchIncident | None = None,
    strict: bool = False,
) -> PlayedChunk:
    """Play a chunk. Failures of bots are recorded; MatchError is raised only if a program cannot take its seat.

    The seat of the bot whose code runs is written to `asked`. With `hosts`, each bot plays in a process of its own.
    `live` writes the match while it is played. `suspected` is an incident that ended an earlier attempt; it is recorded
    unless the bot fails again. With `strict`, the first incident raises FaultError.
    """
    asked = asked or AskedRecord()
    recorder = Recorder(plan, chunk, strict=strict)
    listening: list[MatchObserver] = [recorder, *observers]
    if live is not None:
        live.begin(chunk.number, partial(_so_far, recorder, plan.game.players))
        listening.append(live)
    watchdog = Watchdog(plan.seconds_per_action, asked.words)
    with ExitStack() as stack, guarded_process(), watchdog.watching():
        table = _Table(plan, chunk, recorder=recorder, watchdog=watchdog, hosts=hosts)
        seats = table.seats(stack)
        if chunk.stored is not None:
            seats = _retold(plan, chunk, seats, actions=chunk.stored.actions())
        match = Match(plan.match_plan(chunk), seats, observers=listening)
        look_ahead(partial(_hands_ahead, match))
        stack.callback(look_ahead, tuple)  # or the match, and its bots, would live until the next one
        match.play()
        remembers, shadow_remembers = table.remembers(), table.shadow_remembers()
    if suspected is not None and not recorder.incidents.counts[suspected.seat, suspected.kind]:
        recorder.incidents.add(suspected.seat, suspected.hand, kind=suspected.kind, message=suspected.message)
    incidents = _parquet(recorder.incident_table()) if recorder.incidents.counts else b""
    notes = _parquet(recorder.note_table()) if recorder.has_notes else b""
    hands = recorder.hands(remembers=remembers, shadow_remembers=shadow_remembers)
    return PlayedChunk(chunk.number, _parquet(hands), incidents, notes)


def _so_far(recorder: Recorder, players: int) -> bytes:
    """The hands of a match that is not over. Who remembers is known at its end: until then, everybody may."""
    return _parquet(recorder.hands(remembers=[True] * players, shadow_remembers=True))


def _hands_ahead(match: Match) -> list[tuple[tuple[Card, ...], tuple[Card, ...], int]]:
    """The hands whose equities the players may ask for in the rest of the current hand, street by street."""
    state = match.state
    players = state.in_hand
    sizes = [size for size in dict.fromkeys(state.game.board_sizes) if size and size >= state.board_size]
    deal = state.deal
    return [(deal.hole_cards[player], deal.board[:size], len(players) - 1) for size in sizes for player in players]


def _retold(plan: RunPlan, chunk: Chunk, seats: list[Seat], *, actions: deque[Action]) -> list[Seat]:
    """The seats, to which the stored actions of the match are retold before it goes on."""
    entrants = [plan.entrants[entrant] for entrant in chunk.seats]
    return [
        RetoldSeat(seat, actions=actions, name=entrant.name, is_asked=is_asked_again(entrant.spec))
        for seat, entrant in zip(seats, entrants, strict=True)
    ]


class _Table:
    """Builds the seats of a match."""

    def __init__(
        self, plan: RunPlan, chunk: Chunk, *, recorder: Recorder, watchdog: Watchdog, hosts: BotHosts | None
    ) -> None:
        self._plan = plan
        self._chunk = chunk
        self._entrants = [plan.entrants[entrant] for entrant in chunk.seats]
        self._recorder = recorder
        self._watchdog = watchdog
        self._hosts = hosts
        self._specs: list[BotSpec] = []
        self._bots: dict[int, Bot] = {}
        """The bots that play in this process, by seat."""
        self._shadows: dict[int, Bot] = {}
        """Their shadows, by seat."""
        self._isolated: dict[int, IsolatedSeat] = {}

    def seats(self, stack: ExitStack) -> list[Seat]:
        """The seats in order. Programs end with the stack."""
        check_unchanged(self._entrants)
        match_plan = self._plan.match_plan(self._chunk)
        asked = self._watchdog.asked
        for seat, entrant in enumerate(self._entrants):
            asked[0] = seat
            self._specs.append(parse_spec(entrant.spec))
        connections = self._connected_programs(match_plan.name, self._specs, stack)
        seats: list[Seat] = []
        for seat, (seed, connection) in enumerate(zip(match_plan.bot_seeds(), connections, strict=True)):
            asked[0] = seat
            seats.append(self._bot_seat(seat, seed) if connection is None else self._program_seat(connection))
        asked[0] = NOBODY
        return seats

    def remembers(self) -> list[bool]:
        """By seat, whether the bot may have remembered something from hand to hand; programs always may."""
        return [self._may_remember(seat) for seat in range(len(self._entrants))]

    def shadow_remembers(self) -> bool:
        """Whether any shadow may have remembered something from hand to hand."""
        return any(
            self._differs_from_new(shadow, parse_spec(self._entrants[seat].shadow), seat)
            for seat, shadow in self._shadows.items()
        )

    def _may_remember(self, seat: int) -> bool:
        if seat in self._isolated:
            return self._isolated[seat].remembers(self._plan.game, self._seeds_of_new_bots(seat))
        return seat not in self._bots or self._differs_from_new(self._bots[seat], self._specs[seat], seat)

    def _seeds_of_new_bots(self, seat: int) -> list[int]:
        # A bot that chooses between two styles is compared with enough new bots to see both.
        count = ceil(_NEW_BOTS / self._plan.orders) if self._chunk.match == 0 else 1
        return [derived_seed(self._chunk.seed, self._chunk.number, seat, number) for number in range(count)]

    def _differs_from_new(self, bot: Bot, spec: BotSpec, seat: int) -> bool:
        """Whether a bot at the end of the match is not like new bots: it may have remembered something."""
        watchdog = self._watchdog

        def build(seed: int) -> Bot:
            watchdog.until = perf_counter() + watchdog.seconds
            return spec.build(seed=seed)

        watchdog.asked[0] = seat
        try:
            return may_remember(bot, build, game=self._plan.game, seat=seat, seeds=self._seeds_of_new_bots(seat))
        except (Exception, SystemExit, TooSlowError):  # noqa: BLE001 (a new bot may raise anything)
            return True
        finally:
            watchdog.until = NEVER
            watchdog.asked[0] = NOBODY

    def _connected_programs(self, name: str, specs: Sequence[BotSpec], stack: ExitStack) -> Sequence[Connection | None]:
        if all(spec.executable is None for spec in specs):
            return [None] * len(specs)
        seating = Seating(name, specs, host="127.0.0.1", warn=logging.getLogger(__name__).debug)
        seating.open_ports(stack)
        outputs = stack.enter_context(temporary_folder())
        return seating.connect(stack, outputs=outputs, start_timeout=_START_TIMEOUT)

    def _program_seat(self, connection: Connection) -> Seat:
        limits = TimeLimits(response=round(1000 * self._plan.seconds_per_action), hand=_LONG, per_hand=_LONG)
        clock = Clock(limits, hands=self._plan.hands)
        client = ClientSeat(connection, clock=clock, unreadable=self._recorder.answer_unreadable)
        return ForgivingSeat(client, incidents=self._recorder.incidents, watchdog=self._watchdog, is_program=True)

    def _bot_seat(self, seat: int, seed: int) -> Seat:
        incidents, watchdog = self._recorder.incidents, self._watchdog
        shadow = self._entrants[seat].shadow
        if self._hosts is not None and not shadow:
            host = self._hosts.seat(self._chunk.seats[seat], seed, seat=seat, incidents=incidents)
            self._isolated[seat] = host
            return host
        bot = self._bots[seat] = self._specs[seat].build(seed=seed)
        if bot.keeps_notes:
            bot.keep_note = partial(self._recorder.keep_note, seat)
        if not shadow:
            return ForgivingSeat(BotSeat(bot), incidents=incidents, watchdog=watchdog)
        beside = self._shadows[seat] = make_bot(shadow, seed=seed)
        return ShadowedSeat(bot, incidents=incidents, shadow=beside, watchdog=watchdog, recorder=self._recorder)


def _parquet(table: pl.DataFrame) -> bytes:
    file = io.BytesIO()
    table.write_parquet(file, compression="zstd")
    return file.getvalue()
