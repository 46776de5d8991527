"""Rules: the best condition by trying all, lists that say what they do, and JRip on the same rows."""

from __future__ import annotations

from math import log2

import numpy as np
import polars as pl
import pytest

from imitation.tables import ACTION, SCHEMA, random_frame
from railbird.errors import LearnerError
from railbird.imitation.learners.learner_registry import make_learner
from railbird.imitation.learners.rules import RuleList, _kernels, rule_text
from railbird.imitation.learners.rules.conditions import Condition
from railbird.imitation.learners.rules.description_length import exception_bits, subset_bits, theory_bits
from railbird.imitation.learners.tree.ranked_columns import RankedColumns
from railbird.imitation.learners.tree.tree_nodes import space_for_values

INPUTS = [attribute.name for attribute in SCHEMA.inputs]


def tried_gains(columns: RankedColumns, rows: np.ndarray, is_positive: np.ndarray, rate: float) -> list[float]:
    """The gain of every condition that separates rows."""
    gains = []
    for attribute in range(len(INPUTS)):
        cells = columns.cells[attribute, rows]
        kinds = (_kernels.EQUAL,) if columns.offsets[attribute] < 0 else (_kernels.AT_MOST, _kernels.AT_LEAST)
        for kind in kinds:
            for rank in range(columns.sizes[attribute]):
                covered = rows[Condition(attribute, kind, rank).covers(cells)]
                if kind != _kernels.EQUAL and len(covered) == (cells >= 0).sum():
                    continue
                right = int(is_positive[covered].sum())
                gains.append(right * (log2((right + 1) / (len(covered) + 1)) - log2(rate)))
    return gains


@pytest.mark.kernels
@pytest.mark.parametrize("seed", range(4))
def test_the_best_condition_is_the_best_of_all(seed: int) -> None:
    frame = random_frame(60, seed, missing=0.1)
    columns = RankedColumns.of(frame, [SCHEMA[name] for name in INPUTS])
    is_positive = (frame[ACTION] == "RAISE").cast(pl.UInt8).to_numpy()
    rows = np.flatnonzero(np.random.default_rng(seed).random(60) < 0.7).astype(np.int32)
    rate = float((is_positive[rows].sum() + 1) / (len(rows) + 1))
    best = np.zeros(6)
    _kernels.best_condition(
        columns.cells,
        columns.sizes,
        columns.offsets,
        np.zeros(len(INPUTS), bool),
        rows,
        is_positive,
        rate,
        np.ones(60),
        space_for_values(int(columns.sizes.max()), classes=2),
        best,
    )
    assert best[0] == pytest.approx(max(tried_gains(columns, rows, is_positive, rate)))
    chosen = Condition(*(int(number) for number in best[1:4]))
    covered = rows[chosen.covers(columns.cells[chosen.attribute, rows])]
    assert (best[4], best[5]) == (is_positive[covered].sum(), len(covered))


def test_a_rule_that_is_there_is_found() -> None:
    generator = np.random.default_rng(1)
    equity, position = generator.random(600).round(3), generator.integers(0, 3, 600)
    names = ["SB", "BB", "BU"]
    rows = pl.DataFrame(
        {
            "EQUITY": equity,
            "POSITION": pl.Series([names[place] for place in position], dtype=pl.Enum(names)),
            "NOISE": generator.random(600),
        }
    )
    is_raise = (equity >= 0.7) & (position == 2)
    target = pl.Series("ACTION", np.where(is_raise, "RAISE", "CALL"), dtype=pl.Enum(["RAISE", "CALL"]))
    rules = RuleList().fit(rows, target)
    assert rules.predict(rows).to_list() == target.to_list()
    first, last = rule_text(rules).splitlines()
    assert "(POSITION = BU)" in first
    assert "(EQUITY >= 0.7" in first
    assert first.endswith(f"=> ACTION=RAISE ({float(is_raise.sum())}/0.0)")
    assert last == f"=> ACTION=CALL ({float((~is_raise).sum())}/0.0)"
    assert rules.size() == {"rules": 2, "conditions": 2}


def test_counts_are_those_of_the_list_on_the_training_data() -> None:
    frame = random_frame(800, 2)
    rules = RuleList().fit(frame.select(INPUTS), frame[ACTION])
    covered, wrong = rules.counts_.sum(axis=0)
    assert covered == 800
    assert wrong == (rules.predict(frame) != frame[ACTION]).sum()
    assert wrong / covered < 0.25
    assert rule_text(rules, most_lines=2).splitlines()[1].startswith("... and ")
    again = RuleList().fit(frame.select(INPUTS), frame[ACTION])
    assert rule_text(again) == rule_text(rules)


def test_bits_by_hand() -> None:
    assert subset_bits(8, 2, 0.25) == pytest.approx(2 * 2 + 6 * log2(4 / 3))
    assert theory_bits(0, 100) == 0
    assert theory_bits(1, 100) == pytest.approx(0.5 * subset_bits(100, 1, 0.01))
    assert theory_bits(4, 100) == pytest.approx(0.5 * (2 + 2 + subset_bits(100, 4, 0.04)))
    # Nothing is covered, and all 20 positives are exceptions, of which 0.8 are expected to be missed.
    expected = log2(101) + subset_bits(100, 20, 0.8 * 20 / 100)
    assert exception_bits(0.2, covered=0, uncovered=100, wrong=0, missed=20) == pytest.approx(expected)


@pytest.mark.weka
@pytest.mark.deep
def test_as_good_as_jrip() -> None:
    """Both draw the rows that prune at random, so their rules differ; their scores do not differ much."""
    scores = []
    for seed in range(3):
        frame, test = random_frame(1500, seed, missing=0.05), random_frame(1500, 10 + seed, missing=0.05)
        for spec in ("rules", "weka-jrip"):
            learner = make_learner(spec).fit(frame.select(INPUTS), frame[ACTION])
            scores.append((learner.predict(test) == test[ACTION]).mean())
    assert np.mean(scores[::2]) == pytest.approx(np.mean(scores[1::2]), abs=0.01)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("rules:folds=1", "folds=1: give a whole number of at least 2"),
        ("rules:minimum=-1", "minimum=-1: give a number of at least 0"),
        ("rules:optimizations=0.5", "optimizations=0.5: give a whole number of at least 0"),
    ],
)
def test_wrong_parameters_are_one_line(spec: str, message: str) -> None:
    with pytest.raises(LearnerError, match=message):
        make_learner(spec)
