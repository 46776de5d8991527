"""A trial of a run, of a few hands: it compiles what the run needs, and tells how long a hand takes."""

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
"""Of the seed of the second part, whose cards are none of those that the bots know by then."""


def seconds_a_hand(plan: RunPlan) -> float | None:
    """Play a few hands twice, compiling what has to be compiled first, here where it is announced.

    Bots of the user are left out, because they need not know of these hands; what a hand takes is then not known.
    """
    is_known = [_is_ours(entrant.spec) for entrant in plan.entrants]
    entrants = tuple(
        replace(entrant, shadow="") if ours else replace(entrant, spec="call", code="", shadow="")
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
    """Whether no code but Railbird's plays."""
    bot_class = parse_spec(spec).bot_class
    return bot_class is not None and bot_class.__module__.startswith("railbird.") and ".py" not in spec


def _tables_for_all(plan: RunPlan) -> list[Chunk]:
    """As few as have every bot at one of them."""
    seen: set[int] = set()
    found = []
    for chunk in plan.chunks():
        if not seen.issuperset(chunk.seats):
            seen.update(chunk.seats)
            found.append(chunk)
    return found
