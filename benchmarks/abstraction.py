"""Card abstractions: time and memory of building all card tables with ten buckets a round, and deals of buckets."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

import numpy as np

from benchmarks.measure import Measurement, paced, paced_once
from benchmarks.yardsticks import COMPILED
from railbird.abstraction import PercentileBuckets
from railbird.compiled import CODE_FOLDER
from railbird.files import CACHE_VARIABLE, cache_folder
from railbird.games import game_named
from railbird.rng import kernel_state

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEALS = 2_048
"""In a batch, as sampling solvers take them."""
# The kernel's own record of the peak; the one in `resource` starts with that of the parent process.
_BUILD = """
import re
from pathlib import Path
from railbird.abstraction.hand_values import store_hand_values
from railbird.abstraction.percentile.border_building import build_borders
from railbird.equity.flop_tables import store_flop_tables
from railbird.progress import Silence
store_flop_tables(Silence())
build_borders((10, 10, 10, 10), store_hand_values(Silence()), Silence())
print(re.search("VmHWM:\\\\s+(\\\\d+)", Path("/proc/self/status").read_text()).group(1))
"""


def measure() -> Iterator[Measurement]:
    """Everything is built in an empty cache, but for compiled code."""
    compiled = cache_folder(CODE_FOLDER)
    with TemporaryDirectory() as folder, patch.dict(os.environ, {CACHE_VARIABLE: folder}):
        (Path(folder) / CODE_FOLDER).symlink_to(compiled)
        kilobytes, seconds, pace = paced_once(_build, COMPILED)
        yield Measurement(
            "all card tables and ten buckets a round, built",
            "s",
            seconds,
            goal=600,
            pace=pace,
            note="flop tables, hand values, borders of the buckets; on all cores",
        )
        yield Measurement("the same, memory", "MB", kilobytes / 1024, limit=4_000)
        yield _deals()


def _build() -> int:
    """Kilobytes at the peak."""
    done = subprocess.run([sys.executable, "-c", _BUILD], check=True, capture_output=True, text=True)
    return int(done.stdout)


def _deals() -> Measurement:
    source = PercentileBuckets(game_named("holdem.limit.2p.reverse_blinds")).deals()
    state = kernel_state(1)
    classes, order = np.zeros((_DEALS, 2, 4), dtype=np.int32), np.zeros(_DEALS, dtype=np.int32)
    seconds, pace = paced(lambda: source.deal(state, classes=classes, order=order), COMPILED, calls=100)
    return Measurement(
        "deals of two-player hold'em, ten buckets a round",
        "deals/s",
        _DEALS / seconds,
        goal=1_000_000,
        pace=pace,
        more_is_better=True,
        note="on one core",
    )
