"""Estimates the time of a run: from a few hands of a trial, or from the first seconds of the run itself."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from railbird.arena.playing import play_chunk
from railbird.bots import parse_spec
from railbird.play import MatchObserver
from railbird.rng import derived_seed

if TYPE_CHECKING:
    from railbird.arena.plan import Chunk, RunPlan
    from railbird.games import Chips, State

SHORT = 10.0
"""Seconds below which a run is played in one process: starting others takes time, and they share no caches."""
_FIRST_SECONDS = 2.0
_HANDS = 40
_KEY = 1_000_000
"""Key of the seed of the second part, whose cards differ from those of the first."""


def seconds_a_hand(plan: RunPlan) -> float | None:
    """Play a few hands twice and return the seconds per hand of the second time.

    The first time compiles kernels, here where that is announced. Users' own bots are not tried, because they should
    not see hands outside the run; the result is then None.
    """
    is_known = [is_ours(entrant.spec) for entrant in plan.entrants]
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


class LongRunError(Exception):
    """The rest of a run takes so long that other processes should play it."""


class FirstSeconds(MatchObserver):
    """Observes the first seconds of a run, and raises LongRunError if the rest of it would take long at that pace."""

    def __init__(self, hands: int) -> None:
        self._left = hands
        self._played = 0
        self._started = perf_counter()
        self._is_undecided = True

    def hand_over(self, state: State, payoffs: tuple[Chips, ...], seats: tuple[int, ...]) -> None:  # noqa: ARG002
        self._played += 1
        self._left -= 1
        taken = perf_counter() - self._started
        if self._is_undecided and taken > _FIRST_SECONDS:
            self._is_undecided = False
            if taken / self._played * self._left > SHORT:
                raise LongRunError


def is_ours(spec: str) -> bool:
    """Whether only Railbird's own code plays for a spec."""
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
