"""Estimates the time and disk space that the rest of a run takes, from a short trial."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.arena.trial import SHORT, try_plan
from railbird.compiled import available_cores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.arena.plan import RunPlan


@dataclass(frozen=True)
class RunCost:
    """The cost of the hands left to play."""

    hands: int
    seconds: float | None
    """None if it is unknown, because a user's own bots play."""
    bytes: float
    workers: int


def estimate_run_cost(plan: RunPlan, matches: int, *, workers: int | None = None) -> RunCost:
    """Estimate the cost of a number of matches of a plan, each in one order of seats."""
    if not matches:
        return RunCost(hands=0, seconds=0.0, bytes=0.0, workers=1)
    trial = try_plan(plan)
    hands = matches * plan.hands
    processes = workers_for(plan, matches, requested=workers)
    return RunCost(
        hands=hands,
        seconds=None if trial.seconds_per_hand is None else hands * trial.seconds_per_hand / processes,
        bytes=matches * trial.bytes_per_match + hands * trial.bytes_per_hand,
        workers=processes,
    )


def total_cost(costs: Sequence[RunCost]) -> RunCost:
    """The cost of several runs, played one after another."""
    known = [cost.seconds for cost in costs if cost.seconds is not None]
    return RunCost(
        hands=sum(cost.hands for cost in costs),
        seconds=sum(known) if len(known) == len(costs) else None,
        bytes=sum(cost.bytes for cost in costs),
        workers=max((cost.workers for cost in costs), default=1),
    )


def workers_for(plan: RunPlan, matches: int, *, requested: int | None) -> int:
    """The number of processes: at most one for each match, and by default 1 for a run too short to gain from more."""
    most = min(requested or available_cores(), matches)
    if requested is not None or most == 1:
        return most
    seconds_per_hand = try_plan(plan).seconds_per_hand
    is_short = seconds_per_hand is not None and seconds_per_hand * plan.hands * matches < SHORT
    return 1 if is_short else most
