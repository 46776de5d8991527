"""Plays the chunks of a run: in this process, on all cores, or on a cluster, with the same hands in the end."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import joblib

from railbird.arena.playing import play_chunk
from railbird.errors import MatchError
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.arena.store import RunFolder
    from railbird.progress import Progress


def play_run(
    folder: RunFolder, *, workers: int = 1, cluster: str | None = None, progress: Progress | None = None
) -> None:
    """Play what is left of a run. Each chunk is stored when it is done, so that a run can be stopped at any time.

    A cluster is the address of a Dask scheduler; a worker that is lost loses the chunk that it was playing.
    """
    plan = folder.plan
    chunks = folder.missing()
    if not chunks:
        return
    total = plan.hands * len(plan.chunks())
    with (progress or Silence()).task("Playing hands", total=total) as task, _backend(workers, cluster):
        task.advance(total - plan.hands * len(chunks))
        jobs = (joblib.delayed(play_chunk)(plan, chunk) for chunk in chunks)
        for played in joblib.Parallel(return_as="generator_unordered")(jobs):
            folder.add(played)
            task.advance(plan.hands)


@contextmanager
def _backend(workers: int, cluster: str | None) -> Iterator[None]:
    """Where joblib works as long as the context lasts."""
    if cluster is None:
        with joblib.parallel_config(backend="loky", n_jobs=workers):
            yield
        return
    try:
        from distributed import Client
    except ImportError:
        raise MatchError("a cluster needs Dask: pip install 'railbird[cluster]'") from None
    try:
        client = Client(cluster, timeout=10)
    except (OSError, ValueError) as error:
        raise MatchError(f"no cluster answers at {cluster}: {error}") from None
    with client, joblib.parallel_config(backend="dask"):
        yield
