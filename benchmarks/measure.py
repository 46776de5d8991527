"""Timing, and the record of one measurement."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_LAUNCHER = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
"""
"""A small process between: a process is said to need at least as much memory as the one that has started it."""


@dataclass(frozen=True)
class Measurement:
    """One figure of ours, the goal for it, and the peers' figures for the same work."""

    name: str
    unit: str
    ours: float
    goal: float | None = None
    more_is_better: bool = False
    least_ratio: float = 0.0
    """How many times as fast as the best peer it has to be."""
    peers: dict[str, float] = field(default_factory=dict)
    note: str = ""

    @property
    def reached(self) -> bool:
        """Whether the goal and the ratio are reached."""
        if self.ratio is not None and self.ratio < self.least_ratio:
            return False
        if self.goal is None:
            return True
        return self.ours >= self.goal if self.more_is_better else self.ours <= self.goal

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
        return asdict(self) | {"reached": self.reached, "best_peer": self.best_peer, "ratio": self.ratio}


@dataclass(frozen=True)
class Usage:
    """What a process took, its start included."""

    seconds: float
    processor: float
    """Seconds of it."""
    megabytes: float
    """The most memory that it had."""


def usage_of(*arguments: str) -> Usage:
    """Of a command of Railbird, as a process of its own."""
    started = perf_counter()
    command = (sys.executable, "-c", _LAUNCHER, sys.executable, "-m", "railbird", *arguments)
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = perf_counter() - started
    processor, kilobytes = map(float, done.stdout.split())
    return Usage(seconds, processor, kilobytes / 1024)


def best_seconds(work: Callable[[], object], *, repeat: int = 7, calls: int = 1) -> float:
    """The shortest time that a call took, over several rounds: noise only ever makes a machine slower."""
    (best,) = best_seconds_in_turn(work, repeat=repeat, calls=calls)
    return best


def best_seconds_in_turn(*works: Callable[[], object], repeat: int, calls: int = 1) -> list[float]:
    """The same for several that are compared: each has its turn in every round."""
    best = [float("inf")] * len(works)
    for work in works:
        work()
    for _ in range(repeat):
        for number, work in enumerate(works):
            started = perf_counter()
            for _ in range(calls):
                work()
            best[number] = min(best[number], (perf_counter() - started) / calls)
    return best
