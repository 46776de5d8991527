"""Card abstractions: time and memory of building card tables and buckets, and deals of buckets."""

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
from benchmarks.yardsticks import COMPILED, COMPILED_ON_ALL_CORES
from railbird.abstraction import BoardHandBuckets, KMeansBuckets, PercentileBuckets
from railbird.compiled import CODE_FOLDER
from railbird.files import CACHE_VARIABLE, cache_folder
from railbird.games import game_named
from railbird.rng import kernel_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.abstraction import CardAbstraction

_DEALS = 2_048
"""In a batch, as sampling solvers take them."""
_PEAK = """
from benchmarks.peak_memory import peak_bytes
print(peak_bytes())
"""
_BUILD = """
from railbird.abstraction.hand_values import store_hand_values
from railbird.abstraction.percentile.border_building import build_borders
from railbird.equity.flop_tables import store_flop_tables
from railbird.progress import Silence
store_flop_tables(Silence())
build_borders((10, 10, 10, 10), store_hand_values(Silence()), Silence())
"""
_CLUSTER = """
from railbird.abstraction.k_means.cluster_building import build_clusters
from railbird.progress import Silence
build_clusters((169, 200, 200, 200), 1, Silence())
"""


def measure() -> Iterator[Measurement]:
    """Everything is built in an empty cache, but for compiled code."""
    compiled = cache_folder(CODE_FOLDER)
    with TemporaryDirectory() as folder, patch.dict(os.environ, {CACHE_VARIABLE: folder}):
        (Path(folder) / CODE_FOLDER).symlink_to(compiled)
        peak, seconds, pace = paced_once(lambda: _peak(_BUILD), COMPILED_ON_ALL_CORES)
        yield Measurement(
            "all card tables and ten buckets a round, built",
            "s",
            seconds,
            goal=600,
            pace=pace,
            note="flop tables, hand values, borders of the buckets; on all cores",
        )
        yield Measurement("the same, memory", "MB", peak / 2**20, limit=4_000)
        peak, seconds, pace = paced_once(lambda: _peak(_CLUSTER), COMPILED_ON_ALL_CORES)
        yield Measurement(
            "k-means buckets 169/200/200/200, built",
            "s",
            seconds,
            goal=600,
            pace=pace,
            note="with the classes of all hands on the flop and the turn; on all cores",
        )
        yield Measurement("k-means buckets 169/200/200/200, memory", "MB", peak / 2**20, limit=4_000)
        holdem = game_named("holdem.nolimit.2p.reverse_blinds")
        yield _deals("ten buckets a round", PercentileBuckets(holdem), goal=1_000_000)
        yield _deals("100 k-means buckets a round", KMeansBuckets(holdem), goal=500_000)
        yield _deals("10 board buckets times 10 hand buckets a round", BoardHandBuckets(holdem), goal=500_000)


def _peak(script: str) -> int:
    """Run a script; its memory at the peak, in bytes."""
    done = subprocess.run([sys.executable, "-c", script + _PEAK], check=True, capture_output=True, text=True)
    return int(done.stdout)


def _deals(name: str, cards: CardAbstraction, *, goal: int) -> Measurement:
    source = cards.deals()
    state = kernel_state(1)
    classes, order = np.zeros((_DEALS, 2, 4), dtype=np.int32), np.zeros(_DEALS, dtype=np.int32)
    seconds, pace = paced(lambda: source.deal(state, classes=classes, order=order), COMPILED, calls=100)
    return Measurement(
        f"deals of two-player hold'em, {name}",
        "deals/s",
        _DEALS / seconds,
        goal=goal,
        pace=pace,
        more_is_better=True,
        note="on one core",
    )
