"""What a person waits for: the first run, later starts, and building the flop tables; in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import Measurement, paced, paced_once
from benchmarks.yardsticks import COMPILATION, PROCESS

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
        _, first, pace = paced_once(lambda: _railbird(FLOP_QUESTION, cache), COMPILATION)
        yield Measurement("first run, compiling included", "s", first, goal=25, pace=pace)
        again, pace = paced(lambda: _railbird(FLOP_QUESTION, cache), PROCESS, repeat=5)
        yield Measurement("second start, on a flop", "s", again, pace=pace)
        preflop, pace = paced(lambda: _railbird(["equity", "AhKh", "--opponents", "2"], cache), PROCESS, repeat=5)
        yield Measurement("second start, before the flop", "s", preflop, goal=1, pace=pace)
        for option in ("--help", "--version"):
            quick, pace = paced(partial(_railbird, [option], cache), PROCESS, repeat=5)
            yield Measurement(f"railbird {option}", "s", quick, goal=0.5, pace=pace)
        yield from _build_tables(cache)


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
