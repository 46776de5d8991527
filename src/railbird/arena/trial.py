"""Plays a few hands of a run as a trial, which compiles the kernels it needs and measures the time of a hand."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from railbird.arena.playing import play_chunk
from railbird.bots import parse_spec
from railbird.rng import derived_seed

if TYPE_CHECKING:
    from railbird.arena.plan import Chunk, RunPlan

_HANDS = 40
_KEY = 1_000_000
"""Key of the seed of the second part, whose cards differ from those of the first."""


def seconds_a_hand(plan: RunPlan) -> float | None:
    """Play a few hands twice and return the seconds per hand of the second time.

    The first time compiles kernels, here where that is announced. Users' own bots are not tried, because they should
    not see hands outside the run; the result is then None.
    """
    is_known = [_is_ours(entrant.spec) for entrant in plan.entrants]
    entrants = tuple(
        replace(entrant, shadow="") if ours else replace(entrant, spec="call", files={}, shadow="")
        for entrant, ours in zip(plan.entrants, is_known, strict=True)
    )
    trial = replace(plan, entrants=entrants, hands=_HANDS, duplicate=False, matches=1)
    chunks = _tables_for_all(trial)
    for chunk in chunks:
        play_chunk(trial, chunk)
    started = perf_counter()
    for chunk in chunks:
        play_chunk(trial, replace(chunk, seed=derived_seed(plan.seed, _KEY)))
    taken = perf_counter() - started
    return taken / (_HANDS * len(chunks)) if all(is_known) else None


def _is_ours(spec: str) -> bool:
    """Whether only Railbird's own code plays."""
    bot_class = parse_spec(spec).bot_class
    return bot_class is not None and bot_class.__module__.startswith("railbird.") and ".py" not in spec


def _tables_for_all(plan: RunPlan) -> list[Chunk]:
    """A few chunks in which every bot plays at least once."""
    seen: set[int] = set()
    chunks = []
    for chunk in plan.chunks():
        if not seen.issuperset(chunk.seats):
            seen.update(chunk.seats)
            chunks.append(chunk)
    return chunks
