"""What a person waits for: the first run, later starts, and building the flop tables; in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.measure import Measurement

if TYPE_CHECKING:
    from collections.abc import Iterator

FLOP_QUESTION = ["equity", "AhKh", "--board", "Qs,Jh,2d", "--opponents", "2"]
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
        yield Measurement("first run, compiling included", "s", _seconds(FLOP_QUESTION, cache), goal=25)
        again = min(_seconds(FLOP_QUESTION, cache) for _ in range(5))
        yield Measurement("second start, on a flop", "s", again)
        preflop = min(_seconds(["equity", "AhKh", "--opponents", "2"], cache) for _ in range(5))
        yield Measurement("second start, before the flop", "s", preflop, goal=1)
        for option in ("--help", "--version"):
            quick = min(_seconds([option], cache) for _ in range(5))
            yield Measurement(f"railbird {option}", "s", quick, goal=0.5)
        yield from _build_tables(cache)


def _build_tables(cache: str) -> Iterator[Measurement]:
    started = perf_counter()
    output = _run([sys.executable, "-c", _REPORT_MEMORY, "tables", "build"], cache)
    seconds = perf_counter() - started
    yield Measurement("both flop tables, compiling included", "s", seconds, goal=90)
    peak = int(output.split("peak ")[1])
    yield Measurement("memory while building them", "MB", peak * 1024 / 1e6, goal=2000)
    size = sum(path.stat().st_size for path in (Path(cache) / "tables").iterdir())
    yield Measurement("their size on disk", "MB", size / 1e6, goal=40)


def _seconds(arguments: list[str], cache: str) -> float:
    started = perf_counter()
    _run([str(Path(sys.executable).with_name("railbird")), *arguments], cache)
    return perf_counter() - started


def _run(command: list[str], cache: str) -> str:
    environment = os.environ | {"RAILBIRD_CACHE": cache}
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
