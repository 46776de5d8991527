"""Yardsticks: fixed pieces of work that a busy machine slows down as much as it does ours.

A goal for speed is stated for a quiet machine with two cores, on which the yardstick of its kind takes the seconds
given here. It is judged as a ratio: our time over the time of the yardstick in the same seconds, against the same ratio
of the goal.
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from typing import TYPE_CHECKING

import numba
import numpy as np

from railbird.compiled import available_cores

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Yardstick:
    """Work of one kind; `seconds` is what it takes on the quiet machine for which the goals are stated."""

    name: str
    run: Callable[[], object]
    seconds: float


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def _gather(table: Integers, steps: int) -> int:
    """Look-ups in a table beyond the first cache, each at a place that the one before decides in part."""
    place, total = 1, 0
    for step in range(steps):
        place = (place * 5 + step + table[place]) & (len(table) - 1)
        total += table[place] ^ step
    return total


@cache
def _table() -> Integers:
    return np.random.default_rng(1).integers(0, 1 << 30, 1 << 16)


def _compiled() -> int:
    return int(_gather(_table(), 300_000))


def _compiled_on_all_cores() -> int:
    """The compiled loop ten times on each core."""
    with ThreadPoolExecutor(available_cores()) as threads:
        return sum(threads.map(lambda _: int(_gather(_table(), 3_000_000)), range(available_cores())))


class _Counter:
    def __init__(self, step: int) -> None:
        self.step = step
        self.total = 0
        self.seen: dict[int, tuple[int, int]] = {}

    def add(self, number: int) -> int:
        self.total += self.step * number
        self.seen[number & 255] = (number, self.total)
        return self.total


def _python() -> int:
    """Calls, attributes, tuples and a dictionary."""
    counter = _Counter(3)
    for number in range(10_000):
        counter.add(number)
    return counter.total


def _python_often(turns: int) -> int:
    return sum(_python() for _ in range(turns))


@cache
def _processes() -> ProcessPoolExecutor:
    """A process for each core. They are started once, from a small process."""
    return ProcessPoolExecutor(available_cores(), mp_context=get_context("forkserver"))


def _python_on_all_cores() -> int:
    """The Python loop a hundred times on each core."""
    return sum(_processes().map(_python_often, [100] * available_cores()))


def _process() -> None:
    subprocess.run([sys.executable, "-c", "import numpy"], check=True)


def _compilation() -> None:
    """A function that Numba has not seen: the kernel above, compiled anew."""
    numba.njit(_gather.py_func).compile("int64(int64[::1], int64)")


# The least seconds of many runs on the quiet machine.
COMPILED = Yardstick("a compiled loop", _compiled, 0.002)
COMPILED_ON_ALL_CORES = Yardstick("a compiled loop on all cores", _compiled_on_all_cores, 0.02)
PYTHON = Yardstick("a Python loop", _python, 0.00125)
PYTHON_ON_ALL_CORES = Yardstick("a Python loop on all cores", _python_on_all_cores, 0.127)
PROCESS = Yardstick("a process that imports NumPy", _process, 0.083)
COMPILATION = Yardstick("a compilation", _compilation, 0.071)
