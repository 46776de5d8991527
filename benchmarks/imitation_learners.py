"""Learning from a million decisions: the default tree, and how long its decisions take; scikit-learn's tree beside."""

from __future__ import annotations

import json
import subprocess
import sys
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from benchmarks.measure import Measurement, paced, paced_once
from benchmarks.peak_memory import peak_bytes
from benchmarks.yardsticks import COMPILED, PYTHON
from railbird.imitation.learners.encoding import input_matrix
from railbird.imitation.learners.tree import DecisionTree

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS, FEW_ROWS = 1_000_000, 50_000
"""Decisions to learn from: those of the goal, and those that the peer learns from as well."""
CLASS = "CLASS_HERO_ACTION_TAKEN"
ACTIONS = ("RAISE", "FOLD", "CALL", "INVALID")
_TRAIN = "from benchmarks.imitation_learners import train; train()"


def measure() -> Iterator[Measurement]:
    """Sixty attributes like those of a street: numbers with few and many values, nominal ones with up to 370."""
    frame = decisions(FEW_ROWS, seed=1)
    rows = frame.drop(CLASS)
    tree = DecisionTree().fit(rows, frame[CLASS])  # which compiles
    answer, _, pace = paced_once(_in_a_process, COMPILED)
    note = f"{rows.width} attributes, {answer['nodes']:,.0f} nodes, {answer['processor']:.0f} s of the processor"
    name = f"tree of {ROWS:,} decisions"
    yield Measurement(name, "s", answer["seconds"], goal=60, pace=pace, note=note)
    yield Measurement(f"{name}, memory", "GB", answer["gigabytes"], limit=3, note="with the rows")
    yield _beside_the_peer(rows, frame[CLASS])
    asked = list(rows.head(1000).iter_rows(named=True))
    seconds, pace = paced(lambda: [tree.predict_one(row) for row in asked], PYTHON)
    yield Measurement("decision of a tree", "ms", seconds, goal=0.1, pace=pace, note="without its attributes")


def _in_a_process() -> dict[str, float]:
    done = subprocess.run([sys.executable, "-c", _TRAIN], check=True, capture_output=True, text=True)
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def train() -> None:
    """Train on a million rows, and print seconds, memory and size as JSON."""
    frame = decisions(ROWS, seed=3)
    rows = frame.drop(CLASS)
    started, processor = perf_counter(), process_time()
    tree = DecisionTree().fit(rows, frame[CLASS])
    answer = {
        "seconds": perf_counter() - started,
        "processor": process_time() - processor,
        "gigabytes": peak_bytes() / 1e9,
        "nodes": tree.size()["nodes"],
    }
    print(json.dumps(answer))


def _beside_the_peer(rows: pl.DataFrame, target: pl.Series) -> Measurement:
    from sklearn.tree import DecisionTreeClassifier

    started = perf_counter()
    tree = DecisionTree().fit(rows, target)
    ours = perf_counter() - started
    inputs, codes = input_matrix(rows, tree.attributes_), target.to_physical().to_numpy()
    started = perf_counter()
    DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2, random_state=1).fit(inputs, codes)
    peers = {"scikit-learn, binary splits, unpruned": perf_counter() - started}
    return Measurement(f"tree of {FEW_ROWS:,} decisions", "s", ours, peers=peers)


def decisions(count: int, *, seed: int) -> pl.DataFrame:
    """Decisions by a rule of equity, pot odds and betting, with some noise, among attributes that do not matter."""
    generator = np.random.default_rng(seed)
    equity, pot = generator.beta(2, 2, count).round(6), generator.integers(2, 40, count) * 10.0
    call = generator.choice([0.0, 10.0, 20.0, 30.0], count)
    betting, strength = generator.integers(0, 370, count), np.random.default_rng(7).random(370)
    odds = call / (pot + call)
    score = 1.2 * equity - odds + 0.25 * strength[betting] + 0.04 * generator.normal(size=count)
    columns = {"ALL_IN_EQUITY": equity, "POT_SIZE": pot, "CALL_AMOUNT": call, "POT_ODDS": odds, "RATIO": odds / equity}
    columns |= {f"COUNT_{place}": generator.integers(0, 6, count).astype(float) for place in range(20)}
    columns |= {f"SHARE_{place}": generator.random(count).round(4) for place in range(8)}
    frame = pl.DataFrame(columns)
    codes = {"BETTING": (betting, 370), "HOLE_CARDS": (generator.integers(0, 92, count), 92)}
    codes |= {f"RANK_{place}": (generator.integers(0, 13, count), 14) for place in range(17)}
    codes |= {f"ABSTRACT_{place}": (generator.integers(0, 6, count), 7) for place in range(8)}
    action = np.where(score > 0.72, 0, np.where((score < 0.45) & (call > 0), 1, 2))
    values = tuple(f"v{place}" for place in range(370))
    words = [_words(name, numbers, values[:size]) for name, (numbers, size) in codes.items()]
    return frame.with_columns(*words, _words(CLASS, action, ACTIONS))


def _words(name: str, numbers: np.ndarray, values: tuple[str, ...]) -> pl.Series:
    return pl.Series(name, values, dtype=pl.Enum(values)).gather(numbers)
