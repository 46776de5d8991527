"""Timing beside a yardstick, and the record of one measurement: speed is judged as a ratio."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from benchmarks.yardsticks import Yardstick

    Clock = Callable[[], float]

Result = TypeVar("Result")

_LAUNCHER = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
"""
"""A small process between: a process is said to need at least as much memory as the one that has started it."""


class Pace(NamedTuple):
    """How slow the machine was while ours was measured: the time of a yardstick then, over its time when quiet."""

    yardstick: str
    factor: float


@dataclass(frozen=True)
class Measurement:
    """One figure of ours, the goal for it, and the peers' figures for the same work.

    A goal for speed holds on a quiet machine, and with `pace` elsewhere; a limit of bytes, counts and ratios, which do
    not depend on how busy the machine is, holds as it is.
    """

    name: str
    unit: str
    ours: float
    goal: float | None = None
    pace: Pace | None = None
    limit: float | None = None
    more_is_better: bool = False
    least_ratio: float = 0.0
    """How many times as fast as the best peer it has to be."""
    peers: dict[str, float] = field(default_factory=dict)
    note: str = ""

    def __post_init__(self) -> None:
        if self.goal is not None and self.pace is None:
            raise ValueError(f"{self.name}: a goal for speed needs the pace of a yardstick")

    @property
    def reached(self) -> bool:
        """Whether the goal, the limit and the ratio are reached."""
        return self.reaches_goal and self.keeps_limit and self.reaches_ratio

    @property
    def reaches_goal(self) -> bool:
        """Whether the goal is reached at the pace of this measurement, if there is one."""
        present = self.present_goal
        if present is None:
            return True
        return self.ours >= present if self.more_is_better else self.ours <= present

    @property
    def keeps_limit(self) -> bool:
        """Whether the limit is kept, if there is one."""
        return self.limit is None or self.ours <= self.limit

    @property
    def reaches_ratio(self) -> bool:
        """Whether it is so many times as fast as the best peer as it has to be."""
        return self.ratio is None or self.ratio >= self.least_ratio

    @property
    def present_goal(self) -> float | None:
        """The goal at the pace of this measurement: its ratio to the yardstick is that of the goal when quiet."""
        if self.goal is None or self.pace is None:
            return None
        return self.goal / self.pace.factor if self.more_is_better else self.goal * self.pace.factor

    @property
    def best_peer(self) -> str | None:
        """The fastest of the peers."""
        if not self.peers:
            return None
        choose = max if self.more_is_better else min
        return choose(self.peers, key=lambda name: self.peers[name])

    @property
    def ratio(self) -> float | None:
        """How many times as fast as the best peer."""
        best = self.best_peer
        if best is None:
            return None
        return self.ours / self.peers[best] if self.more_is_better else self.peers[best] / self.ours

    def as_json(self) -> dict[str, Any]:
        """All fields, and what follows from them."""
        pace = None if self.pace is None else self.pace._asdict()
        judged = {"pace": pace, "present_goal": self.present_goal, "reached": self.reached}
        return asdict(self) | judged | {"best_peer": self.best_peer, "ratio": self.ratio}


@dataclass(frozen=True)
class Usage:
    """What a process took, its start included."""

    seconds: float
    processor: float
    """Seconds of it."""
    megabytes: float
    """The most memory that it had."""


def usage_of(*arguments: str, environment: Mapping[str, str] | None = None) -> Usage:
    """Of a command of Railbird, as a process of its own, with those that it starts."""
    return python_usage("-m", "railbird", *arguments, environment=environment)


def python_usage(*arguments: str, environment: Mapping[str, str] | None = None) -> Usage:
    """Of a Python process with these arguments, with those that it starts."""
    started = perf_counter()
    command = (sys.executable, "-c", _LAUNCHER, sys.executable, *arguments)
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    seconds = perf_counter() - started
    processor, kilobytes = map(float, done.stdout.split())
    return Usage(seconds, processor, kilobytes / 1024)


def paced(
    work: Callable[[], object], yardstick: Yardstick, *, repeat: int = 7, calls: int = 1, clock: Clock = perf_counter
) -> tuple[float, Pace]:
    """The shortest time of a call, and the pace of the machine meanwhile."""
    (best,), pace = paced_in_turn(work, yardstick=yardstick, repeat=repeat, calls=calls, clock=clock)
    return best, pace


def paced_in_turn(
    *works: Callable[[], object], yardstick: Yardstick, repeat: int, calls: int = 1, clock: Clock = perf_counter
) -> tuple[list[float], Pace]:
    """The same for several that are compared: each has its turn in every round, and so has the yardstick.

    It runs for as long as the first work does, up to five seconds, so that both are interrupted equally often. Work
    that neither waits nor starts processes is better measured in the time of the processor (`process_time`), in which
    interruptions do not count.
    """
    yardstick.run()
    first, *_ = [_seconds(work, clock=clock) for work in works]
    turns = max(1, round(min(first * calls, 5.0) / yardstick.seconds))
    best, yard = [float("inf")] * len(works), float("inf")
    for _ in range(repeat):
        for number, work in enumerate(works):
            best[number] = min(best[number], _seconds(work, calls, clock))
        yard = min(yard, _seconds(yardstick.run, turns, clock))
    return best, Pace(yardstick.name, yard / yardstick.seconds)


def paced_once(work: Callable[[], Result], yardstick: Yardstick) -> tuple[Result, float, Pace]:
    """The result and the seconds of long work that is done once, and the mean pace before and after it."""
    turns = max(1, round(0.5 / yardstick.seconds))
    yardstick.run()
    before = _seconds(yardstick.run, turns)
    started = perf_counter()
    result = work()
    seconds = perf_counter() - started
    after = _seconds(yardstick.run, turns)
    return result, seconds, Pace(yardstick.name, (before + after) / 2 / yardstick.seconds)


def _seconds(work: Callable[[], object], calls: int = 1, clock: Clock = perf_counter) -> float:
    started = clock()
    for _ in range(calls):
        work()
    return (clock() - started) / calls


def best_seconds(work: Callable[[], object], *, repeat: int = 7, calls: int = 1) -> float:
    """The shortest time that a call took, over several rounds: noise only ever makes a machine slower."""
    (best,) = best_seconds_in_turn(work, repeat=repeat, calls=calls)
    return best


def best_seconds_in_turn(
    *works: Callable[[], object], repeat: int, calls: int = 1, clock: Clock = perf_counter
) -> list[float]:
    """The same for several that are compared: each has its turn in every round."""
    best = [float("inf")] * len(works)
    for work in works:
        work()
    for _ in range(repeat):
        for number, work in enumerate(works):
            best[number] = min(best[number], _seconds(work, calls, clock))
    return best
