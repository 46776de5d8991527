"""Plays a chunk of a run: a match from its first hand to its last, whatever the bots do."""

from __future__ import annotations

import io
import logging
import sys
from contextlib import ExitStack, redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from railbird.acpc.dealer_seats import ClientSeat
from railbird.acpc.seating import Seating
from railbird.acpc.time_limits import Clock
from railbird.arena.bot_files import check_unchanged
from railbird.arena.forgiving_seat import ForgivingSeat
from railbird.arena.recorder import Recorder
from railbird.arena.shadow import ShadowedSeat
from railbird.arena.watchdog import Watchdog
from railbird.bots import make_bot, parse_spec
from railbird.play import BotSeat, Match, TimeLimits

if TYPE_CHECKING:
    import polars as pl

    from railbird.arena.plan import Chunk, RunPlan
    from railbird.play import Seat

_LONG = 10**9
"""Milliseconds, for the limits of a hand and of a match, which a run does not use."""
_START_TIMEOUT = 60_000


@dataclass(frozen=True)
class PlayedChunk:
    """The results of a chunk as the contents of Parquet files."""

    number: int
    hands: bytes
    incidents: bytes
    """Empty if there were no incidents."""


def play_chunk(plan: RunPlan, chunk: Chunk) -> PlayedChunk:
    """Play a chunk. Failures of bots are recorded; MatchError is raised only if a program cannot take its seat."""
    recorder = Recorder(plan, chunk)
    watchdog = Watchdog(plan.seconds_per_action)
    # The output of bots is not part of the results.
    with ExitStack() as stack, redirect_stdout(sys.stderr), watchdog.watching():
        seats = _seats(plan, chunk, recorder=recorder, watchdog=watchdog, stack=stack)
        Match(plan.match_plan(chunk), seats, observers=[recorder]).play()
    incidents = _parquet(recorder.incident_table()) if recorder.incidents.counts else b""
    return PlayedChunk(chunk.number, _parquet(recorder.hands()), incidents)


def _seats(plan: RunPlan, chunk: Chunk, *, recorder: Recorder, watchdog: Watchdog, stack: ExitStack) -> list[Seat]:
    match_plan = plan.match_plan(chunk)
    entrants = [plan.entrants[entrant] for entrant in chunk.seats]
    check_unchanged(entrants)
    specs = [parse_spec(entrant.spec) for entrant in entrants]
    limits = TimeLimits(response=round(1000 * plan.seconds_per_action), hand=_LONG, per_hand=_LONG)
    seating = Seating(match_plan.name, specs, host="127.0.0.1", warn=logging.getLogger(__name__).debug)
    seating.open_ports(stack)
    outputs = Path(stack.enter_context(TemporaryDirectory()))
    connections = seating.connect(stack, outputs=outputs, start_timeout=_START_TIMEOUT)
    forgiving = partial(ForgivingSeat, incidents=recorder.incidents, watchdog=watchdog)
    shadowed = partial(ShadowedSeat, incidents=recorder.incidents, watchdog=watchdog, recorder=recorder)
    seats: list[Seat] = []
    for seat, (spec, seed, connection) in enumerate(zip(specs, match_plan.bot_seeds(), connections, strict=True)):
        if connection is not None:
            clock = Clock(limits, hands=plan.hands)
            client = ClientSeat(connection, clock=clock, unreadable=recorder.answer_unreadable)
            seats.append(forgiving(client, is_program=True))
            continue
        bot, shadow = spec.build(seed=seed), plan.entrants[chunk.seats[seat]].shadow
        if shadow:
            seats.append(shadowed(bot, shadow=make_bot(shadow, seed=seed)))
        else:
            seats.append(forgiving(BotSeat(bot)))
    return seats


def _parquet(table: pl.DataFrame) -> bytes:
    file = io.BytesIO()
    table.write_parquet(file, compression="zstd")
    return file.getvalue()
