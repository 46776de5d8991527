"""Estimates the cost of a run: from a few hands of a trial, or from the first seconds of the run itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

from railbird.arena.plan import is_ours
from railbird.arena.playing import play_chunk
from railbird.bots import parse_spec
from railbird.bots.game_check import leaves_traces
from railbird.play import MatchObserver
from railbird.rng import derived_seed

if TYPE_CHECKING:
    from railbird.arena.plan import Chunk, RunPlan
    from railbird.games import Chips, State

SHORT = 10.0
"""Seconds below which a run is played in one process: starting others takes time, and they share no caches."""
_FIRST_SECONDS = 2.0
_FEW_HANDS, _HANDS = 10, 40
_KEY = 1_000_000
"""Key of the seed of the second part, whose cards differ from those of the first."""


@dataclass(frozen=True)
class Trial:
    """The measured cost of hands in one order of seats."""

    seconds_per_hand: float | None
    """None if a user's own bots play."""
    bytes_per_hand: float
    bytes_per_match: float


_last: list[tuple[RunPlan, Trial]] = []
"""The last plan that was tried: its cost is printed before the number of workers is chosen."""


def try_plan(plan: RunPlan) -> Trial:
    """Play a few hands, then a few more, and measure these.

    The first hands compile kernels, here where that is announced. Users' own bots are not tried, because they should
    not see hands outside the run, and neither are bots that record what they play; bots that call take their seats.
    """
    if not _last or _last[0][0] != plan:
        _last[:] = [(plan, _measure(plan))]
    return _last[0][1]


def _measure(plan: RunPlan) -> Trial:
    is_known = [is_ours(entrant.spec) and not leaves_traces(parse_spec(entrant.spec)) for entrant in plan.entrants]
    entrants = tuple(
        replace(entrant, shadow="") if ours else replace(entrant, spec="call", files={}, shadow="")
        for entrant, ours in zip(plan.entrants, is_known, strict=True)
    )
    trial = replace(plan, entrants=entrants, hands=_FEW_HANDS, seat_orders="single", matches=1, until=())
    chunks = _tables_for_all(trial)
    few = sum(len(play_chunk(trial, chunk).hands) for chunk in chunks)
    trial = replace(trial, hands=_HANDS)
    started = perf_counter()
    more = sum(len(play_chunk(trial, replace(chunk, seed=derived_seed(plan.seed, _KEY))).hands) for chunk in chunks)
    taken = perf_counter() - started
    bytes_per_hand = max(more - few, 0) / ((_HANDS - _FEW_HANDS) * len(chunks))
    return Trial(
        seconds_per_hand=taken / (_HANDS * len(chunks)) if all(is_known) else None,
        bytes_per_hand=bytes_per_hand,
        bytes_per_match=max(more / len(chunks) - _HANDS * bytes_per_hand, 0.0),
    )


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


def _tables_for_all(plan: RunPlan) -> list[Chunk]:
    """A few chunks in which every bot plays at least once."""
    seen: set[int] = set()
    chunks = []
    for chunk in plan.chunks():
        if not seen.issuperset(chunk.seats):
            seen.update(chunk.seats)
            chunks.append(chunk)
    return chunks
