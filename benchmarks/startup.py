"""What a person waits for: the first run, later starts, and building the flop tables; in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import Measurement, Pace, paced, paced_once, python_usage, usage_of
from benchmarks.yardsticks import COMPILATION, PROCESS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

FLOP_QUESTION = ["equity", "AhKh", "--board", "Qs,Jh,2d", "--opponents", "2"]
SECOND_STARTS = {
    "second start, on a flop": (FLOP_QUESTION, 0.8),
    "second start, a match": (["match", "call", "random", "--hands", "100", "--seed", "1"], 1.0),
    "second start, solving Leduc poker": (["solve", "leduc.limit.2p", "--iterations", "10"], 0.8),
}
"""Commands with the goals for their processor time on a quiet machine."""
# The kernel's own record of the peak; the one in `resource` starts with that of the parent process.
_REPORT_MEMORY = """
import re, sys
from pathlib import Path
from railbird.cli import app
try:
    app(sys.argv[1:])
finally:
    print("peak", re.search("VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text()).group(1))
"""


def measure() -> Iterator[Measurement]:
    """Starts and the tables, with a cache folder that is empty at first."""
    with tempfile.TemporaryDirectory() as cache:
        _, first, pace = paced_once(lambda: _railbird(FLOP_QUESTION, cache), COMPILATION)
        yield Measurement("first run, compiling included", "s", first, goal=25, pace=pace)
        yield from _second_starts(cache)
        preflop, pace = paced(lambda: _railbird(["equity", "AhKh", "--opponents", "2"], cache), PROCESS, repeat=5)
        yield Measurement("second start, before the flop", "s", preflop, goal=1, pace=pace)
        for option in ("--help", "--version"):
            quick, pace = paced(partial(_railbird, [option], cache), PROCESS, repeat=5)
            yield Measurement(f"railbird {option}", "s", quick, goal=0.5, pace=pace)
        yield from _build_tables(cache)


def _second_starts(cache: str) -> Iterator[Measurement]:
    """Processor time, beside that of a process that imports NumPy: other processes do not count."""
    environment = os.environ | {"RAILBIRD_CACHE": cache}
    for name, (arguments, goal) in SECOND_STARTS.items():
        usage_of(*arguments, environment=environment)  # compiles what it needs
        yield _beside_numpy(name, partial(_processor_seconds, arguments, environment), goal)
    yield _beside_numpy("start of a dealer, up to its ports", lambda: _dealer_start(environment), goal=0.6)


def _processor_seconds(arguments: list[str], environment: Mapping[str, str]) -> float:
    return usage_of(*arguments, environment=environment).processor


def _beside_numpy(name: str, processor_seconds: Callable[[], float], goal: float) -> Measurement:
    ours, yard = [], []
    for _ in range(5):
        ours.append(processor_seconds())
        yard.append(python_usage("-c", "import numpy").processor)
    pace = Pace(f"{PROCESS.name}, in processor time,", min(yard) / PROCESS.seconds)
    return Measurement(name, "s of processor time", min(ours), goal=goal, pace=pace)


def _dealer_start(environment: Mapping[str, str]) -> float:
    """Processor seconds of a dealer until it listens: then it waits for its players."""
    command = [sys.executable, "-m", "railbird", "dealer", "start", "holdem.limit.3p", "1", "1", "a", "b", "c", "-l"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as dealer:
        if dealer.stdout is None or not dealer.stdout.readline():
            raise RuntimeError("the dealer has not started")
        dealer.kill()
        usage = os.wait4(dealer.pid, 0)[2]
        dealer.returncode = 0  # it has been waited for
    return usage.ru_utime + usage.ru_stime


def _build_tables(cache: str) -> Iterator[Measurement]:
    build = [sys.executable, "-c", _REPORT_MEMORY, "tables", "build"]
    output, seconds, pace = paced_once(lambda: _run(build, cache), COMPILATION)
    yield Measurement("both flop tables, compiling included", "s", seconds, goal=90, pace=pace)
    peak = int(output.split("peak ")[1])
    yield Measurement("memory while building them", "MB", peak * 1024 / 1e6, limit=2000)
    size = sum(path.stat().st_size for path in (Path(cache) / "tables").iterdir())
    yield Measurement("their size on disk", "MB", size / 1e6, limit=40)


def _railbird(arguments: list[str], cache: str) -> str:
    return _run([str(Path(sys.executable).with_name("railbird")), *arguments], cache)


def _run(command: list[str], cache: str) -> str:
    environment = os.environ | {"RAILBIRD_CACHE": cache}
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
