"""Plays the chunks of a run in this process, on all cores or on a cluster. The hands are the same either way."""

from __future__ import annotations

import io
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from railbird.arena.cluster import play_on_cluster
from railbird.arena.isolation import BotHosts, check_isolation
from railbird.arena.last_words import LastWords
from railbird.arena.live_matches import LiveWriter
from railbird.arena.order_decision import OrderWatch
from railbird.arena.plan import is_ours, is_recorded
from railbird.arena.playing import play_chunk
from railbird.arena.run_cost import workers_for
from railbird.arena.shorter_matches import remove_shorter
from railbird.arena.trial import FirstSeconds, LongRunError, try_plan
from railbird.arena.worker_memory import own_answers
from railbird.arena.worker_pool import WorkerPool, WorkersLostError
from railbird.equity.all_in import share_answers
from railbird.errors import MatchError
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from railbird.arena.plan import Chunk
    from railbird.arena.playing import PlayedChunk
    from railbird.arena.store import RunFolder
    from railbird.progress import Progress


def play_run(
    folder: RunFolder,
    *,
    workers: int | None = 1,
    cluster: str | None = None,
    isolate: bool = False,
    strict: bool = False,
    progress: Progress | None = None,
) -> RunFolder:
    """Play the missing chunks of a run. Each chunk is stored when it is done, so a run can be stopped at any time.

    Return the run, with a shorter plan if an order of bots was decided (see `order_decision`).

    The default number of workers is chosen from the expected run time. `cluster` is the address of a Dask scheduler. If
    a worker of the cluster dies, only the chunk that it was playing is lost. With `isolate`, each bot plays in a
    process of its own. With `strict`, the run is played in this process, and its first incident raises FaultError.
    """
    if isolate:
        check_isolation(folder.plan)
    with folder.being_played():
        chunks = folder.missing()
        watch = OrderWatch(folder.plan)
        if folder.plan.until:
            for table in folder.played_hands():
                watch.add(table)
        if chunks and not watch.is_decided():
            folder.check_resumable()
            players: Generator[PlayedChunk, None, None]
            if strict:
                players = (play_chunk(folder.plan, chunk, strict=True) for chunk in chunks)
            else:
                players = _players(folder, chunks, workers=workers, cluster=cluster, isolate=isolate)
            _store(folder, players, left=len(chunks), watch=watch, progress=progress)
            remove_shorter(folder.path)
        return _shortened(folder, watch)


def _players(
    folder: RunFolder, chunks: Sequence[Chunk], *, workers: int | None, cluster: str | None, isolate: bool
) -> Generator[PlayedChunk, None, None]:
    """Play chunks here or on a cluster, and yield them as they are done, in any order."""
    try:
        if cluster is None:
            yield from _played_here(folder, chunks, workers, isolate=isolate)
        else:
            yield from play_on_cluster(folder.plan, chunks, cluster, isolate=isolate)
    except WorkersLostError as error:
        raise MatchError(f"{error}; {folder.how_to_go_on}") from None


def _store(
    folder: RunFolder,
    done: Generator[PlayedChunk, None, None],
    *,
    left: int,
    watch: OrderWatch,
    progress: Progress | None,
) -> None:
    """Store chunks as they are done, until the order of bots that the run waits for is decided."""
    plan = folder.plan
    total = plan.hands * len(plan.chunks())
    before = total - plan.hands * left
    with (progress or Silence()).task("Playing hands", total=total, done=before) as task, closing(done):
        for played in done:
            folder.add(played)
            task.advance(plan.hands)
            if plan.until:
                watch.add(pl.read_parquet(io.BytesIO(played.hands)))
            if watch.is_decided():
                break


def _shortened(folder: RunFolder, watch: OrderWatch) -> RunFolder:
    """The run without the matches after the one that decided the order of its bots."""
    if watch.matches is None or watch.matches == folder.plan.matches:
        return folder
    shorter = folder.with_plan(replace(folder.plan, matches=watch.matches))
    shorter.clean_up()  # which removes matches that were played ahead
    return shorter


def _played_here(
    folder: RunFolder, chunks: Sequence[Chunk], workers: int | None, *, isolate: bool
) -> Generator[PlayedChunk, None, None]:
    """Play chunks on this machine, and yield them as they are done, in any order.

    The pace of bots that are not Railbird's is known only after some seconds of the run itself, which starts here.
    """
    plan, left = folder.plan, [*chunks]
    processes = workers_for(plan, len(chunks), requested=workers)
    is_pace_unknown = workers is None and processes > 1 and try_plan(plan).seconds_per_hand is None
    is_pace_unknown = is_pace_unknown and not is_recorded(plan)
    if processes == 1 or is_pace_unknown:
        observers = [FirstSeconds(plan.hands * len(chunks))] if is_pace_unknown else []
        with suppress(LongRunError):
            for played in played_in_this_process(folder, chunks, observers, isolate=isolate):
                left.pop(0)
                yield played
    if left:
        with WorkerPool(plan, min(processes, len(left)), run=folder.path) as pool:
            try_plan(plan)  # compiles kernels while the workers start
            yield from pool.play(left, isolate=isolate)


def played_in_this_process(
    folder: RunFolder, chunks: Sequence[Chunk], observers: Sequence[FirstSeconds] = (), *, isolate: bool
) -> Generator[PlayedChunk, None, None]:
    """Play chunks in order. If a bot ends the process, its last words name the bot."""
    plan, live = folder.plan, LiveWriter(folder.path)
    with ExitStack() as stack:
        # Like a worker: orders of seats share their cards, and so their equities.
        stack.callback(share_answers, None)
        share_answers(own_answers(plan))
        if isolate:
            hosts = stack.enter_context(BotHosts(plan))
            for chunk in chunks:
                yield play_chunk(plan, chunk, hosts=hosts, observers=observers, live=live)
        elif all(is_ours(entrant.spec) and is_ours(entrant.shadow or entrant.spec) for entrant in plan.entrants):
            for chunk in chunks:
                yield play_chunk(plan, chunk, observers=observers, live=live)
        else:
            last_words = stack.enter_context(LastWords(folder.how_to_go_on))
            for chunk in chunks:
                last_words.begin(plan.match_plan(chunk))
                yield play_chunk(plan, chunk, asked=last_words.asked, observers=observers, live=live)
