"""Plays a chunk of a run: a match from its first hand to its last, whatever the bots do."""

from __future__ import annotations

import io
import logging
import sys
from contextlib import ExitStack, redirect_stdout
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from railbird.acpc.dealer_seats import ClientSeat
from railbird.acpc.seating import Seating
from railbird.acpc.time_limits import Clock
from railbird.arena.forgiving_seat import ForgivingSeat
from railbird.arena.plan import code_of
from railbird.arena.recorder import Recorder
from railbird.arena.shadow import ShadowedSeat
from railbird.arena.watchdog import NEVER, TooSlowError, Watchdog
from railbird.bots import make_bot, parse_spec
from railbird.bots.bot_memory import may_remember
from railbird.errors import MatchError
from railbird.play import BotSeat, Match, TimeLimits
from railbird.rng import derived_seed

if TYPE_CHECKING:
    import polars as pl

    from railbird.arena.plan import Chunk, Entrant, RunPlan
    from railbird.bots import Bot, BotSpec
    from railbird.play import Seat

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


def play_chunk(plan: RunPlan, chunk: Chunk) -> PlayedChunk:
    """Play a chunk. Failures of bots are recorded; MatchError is raised only if a program cannot take its seat."""
    recorder = Recorder(plan, chunk)
    watchdog = Watchdog(plan.seconds_per_action)
    # The output of bots is not part of the results.
    with ExitStack() as stack, redirect_stdout(sys.stderr), watchdog.watching():
        specs = [_unchanged_spec(plan.entrants[entrant]) for entrant in chunk.seats]
        seats, bots = _seats(plan, chunk, specs, recorder=recorder, watchdog=watchdog, stack=stack)
        Match(plan.match_plan(chunk), seats, observers=[recorder]).play()
        remembers = [
            bot is None or _may_remember(plan, chunk, seat=seat, bot=bot, spec=specs[seat], watchdog=watchdog)
            for seat, bot in enumerate(bots)
        ]
    incidents = _parquet(recorder.incident_table()) if recorder.incidents.counts else b""
    return PlayedChunk(chunk.number, _parquet(recorder.hands(remembers=remembers)), incidents)


def _may_remember(plan: RunPlan, chunk: Chunk, *, seat: int, bot: Bot, spec: BotSpec, watchdog: Watchdog) -> bool:
    """Whether a bot may have remembered something from hand to hand."""

    def build(seed: int) -> Bot:
        watchdog.until = perf_counter() + watchdog.seconds
        return spec.build(seed=seed)

    # A bot that chooses between two styles is compared with enough new bots to see both.
    count = ceil(_NEW_BOTS / plan.orders) if chunk.match == 0 else 1
    seeds = [derived_seed(chunk.seed, chunk.number, seat, number) for number in range(count)]
    try:
        return may_remember(bot, build, game=plan.game, seat=seat, seeds=seeds)
    except (Exception, SystemExit, TooSlowError):  # noqa: BLE001 (a new bot may raise anything)
        return True
    finally:
        watchdog.until = NEVER


def _seats(
    plan: RunPlan,
    chunk: Chunk,
    specs: list[BotSpec],
    *,
    recorder: Recorder,
    watchdog: Watchdog,
    stack: ExitStack,
) -> tuple[list[Seat], list[Bot | None]]:
    """The seats, and by seat the bot that plays in this process, or None for a program."""
    match_plan = plan.match_plan(chunk)
    limits = TimeLimits(response=round(1000 * plan.seconds_per_action), hand=_LONG, per_hand=_LONG)
    seating = Seating(match_plan.name, specs, host="127.0.0.1", warn=logging.getLogger(__name__).debug)
    seating.open_ports(stack)
    outputs = Path(stack.enter_context(TemporaryDirectory()))
    connections = seating.connect(stack, outputs=outputs, start_timeout=_START_TIMEOUT)
    forgiving = partial(ForgivingSeat, incidents=recorder.incidents, watchdog=watchdog)
    shadowed = partial(ShadowedSeat, incidents=recorder.incidents, watchdog=watchdog, recorder=recorder)
    seats: list[Seat] = []
    bots: list[Bot | None] = []
    for seat, (spec, seed, connection) in enumerate(zip(specs, match_plan.bot_seeds(), connections, strict=True)):
        if connection is not None:
            clock = Clock(limits, hands=plan.hands)
            client = ClientSeat(connection, clock=clock, unreadable=recorder.answer_unreadable)
            seats.append(forgiving(client, is_program=True))
            bots.append(None)
            continue
        bot, shadow = spec.build(seed=seed), plan.entrants[chunk.seats[seat]].shadow
        bots.append(bot)
        if shadow:
            seats.append(shadowed(bot, shadow=make_bot(shadow, seed=seed)))
        else:
            seats.append(forgiving(BotSeat(bot)))
    return seats, bots


def _unchanged_spec(entrant: Entrant) -> BotSpec:
    if code_of(entrant.spec) != entrant.code:
        raise MatchError(f"{entrant.spec} has changed since the run began, or is missing here: start a new run")
    return parse_spec(entrant.spec)


def _parquet(table: pl.DataFrame) -> bytes:
    file = io.BytesIO()
    table.write_parquet(file, compression="zstd")
    return file.getvalue()
