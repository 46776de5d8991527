"""All learners: predictions of one row and of frames, storing, twins, and what they are built upon."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest
from threadpoolctl import threadpool_limits

from imitation.tables import ACTION, ACTIONS, AMOUNT, SCHEMA, random_frame
from railbird.errors import LearnerError
from railbird.imitation.learners.encoding import input_matrix
from railbird.imitation.learners.learner_registry import LEARNERS, make_learner
from railbird.imitation.models import open_model, save_model

if TYPE_CHECKING:
    from pathlib import Path

INPUTS = [attribute.name for attribute in SCHEMA.inputs]
SMALL = {"forest": "forest:trees=5", "boosting": "boosting:rounds=5", "best-outcome": "best-outcome:rounds=5"}
CLASSIFIERS = [
    SMALL.get(name, name) for name in LEARNERS if not name.startswith("weka-") and name != "regression-tree"
] + ["neighbours:k=3,search=kd-tree", "cases:decision=earnings"]
REGRESSORS = ["regression-tree", "forest:trees=5", "boosting:rounds=5", "neighbours", "neighbours:search=kd-tree"]


@pytest.mark.parametrize("spec", CLASSIFIERS)
def test_a_stored_learner_predicts_single_rows_as_the_frame(spec: str, tmp_path: Path) -> None:
    frame, test = random_frame(300, 1), random_frame(60, 2)
    learner = make_learner(spec).fit(frame.select(INPUTS), frame[ACTION], outcome=frame["FUTURE_HERO_OUTCOME"])
    predicted = learner.predict(test)
    assert predicted.dtype == frame[ACTION].dtype
    # Equal shares may be broken either way by rounding, so the rows that are compared are many.
    assert [learner.predict_one(row) for row in test.iter_rows(named=True)] == predicted.to_list()
    save_model(tmp_path / "model", {"flop": learner}, about={})
    restored = open_model(tmp_path / "model").learner("flop")
    assert restored.predict(test).to_list() == predicted.to_list()
    assert restored.size() == learner.size()
    right = (learner.predict(frame) == frame[ACTION]).mean()
    assert right > (0.25 if "outcome" in spec or "earnings" in spec else 0.6)
    assert learner.size()


@pytest.mark.parametrize("spec", CLASSIFIERS)
def test_a_single_class_and_rows_with_nothing_known(spec: str) -> None:
    frame = random_frame(40, 3)
    same = pl.Series(ACTION, ["CALL"] * 40, dtype=frame[ACTION].dtype)
    learner = make_learner(spec).fit(frame.select(INPUTS), same, outcome=frame["FUTURE_HERO_OUTCOME"])
    nothing = dict.fromkeys(INPUTS)
    assert learner.predict_one(nothing) == "CALL"
    assert learner.predict(frame).unique().to_list() == ["CALL"]


@pytest.mark.parametrize("spec", REGRESSORS)
def test_amounts_are_learned_as_numbers(spec: str, tmp_path: Path) -> None:
    frame, test = random_frame(400, 1, missing=0), random_frame(100, 2, missing=0)
    learner = make_learner(spec).fit(frame.select(INPUTS), frame[AMOUNT])
    predicted = learner.predict(test)
    assert predicted.dtype == pl.Float64
    assert np.allclose([learner.predict_one(row) for row in test.iter_rows(named=True)], predicted.to_numpy())
    error = (predicted - test[AMOUNT]).abs().mean()
    constant = (test[AMOUNT] - frame[AMOUNT].mean()).abs().mean()
    assert error < 0.75 * constant
    save_model(tmp_path / "model", {"flop": learner}, about={})
    assert open_model(tmp_path / "model").learner("flop").predict(test).to_list() == predicted.to_list()


def test_the_forest_is_that_of_scikit_learn() -> None:
    from sklearn.ensemble import RandomForestClassifier

    frame, test = random_frame(500, 1), random_frame(200, 2)
    learner = make_learner("forest:trees=7,seed=3").fit(frame.select(INPUTS), frame[ACTION])
    codes = frame[ACTION].to_physical().to_numpy()
    peer = RandomForestClassifier(7, random_state=3).fit(input_matrix(frame, learner.attributes_), codes)
    expected = [ACTIONS[code] for code in peer.predict(input_matrix(test, learner.attributes_))]
    assert learner.predict(test).to_list() == expected


@pytest.mark.parametrize("classes", [2, 3])
def test_boosting_is_that_of_scikit_learn(classes: int) -> None:
    from sklearn.ensemble import HistGradientBoostingClassifier

    frame, test = random_frame(500, 1), random_frame(200, 2)
    frame = frame.filter(pl.col(ACTION).is_in(ACTIONS[:classes]))
    learner = make_learner("boosting:rounds=8,seed=3").fit(frame.select(INPUTS), frame[ACTION])
    codes = frame[ACTION].to_physical().to_numpy()
    peer = HistGradientBoostingClassifier(max_iter=8, early_stopping=False, random_state=3)
    with threadpool_limits(1, user_api="openmp"):
        peer.fit(input_matrix(frame, learner.attributes_), codes)
        expected = [ACTIONS[code] for code in peer.predict(input_matrix(test, learner.attributes_))]
    assert learner.predict(test).to_list() == expected


def test_regression_is_that_of_scikit_learn() -> None:
    from sklearn.ensemble import HistGradientBoostingRegressor
    from sklearn.tree import DecisionTreeRegressor

    frame, test = random_frame(500, 1), random_frame(200, 2)
    for spec, peer in [
        ("regression-tree:minimum=9", DecisionTreeRegressor(min_samples_leaf=9, random_state=0)),
        ("boosting:rounds=8", HistGradientBoostingRegressor(max_iter=8, early_stopping=False, random_state=0)),
    ]:
        learner = make_learner(spec).fit(frame.select(INPUTS), frame[AMOUNT])
        with threadpool_limits(1, user_api="openmp"):
            peer.fit(input_matrix(frame, learner.attributes_), frame[AMOUNT].to_numpy())
            expected = peer.predict(input_matrix(test, learner.attributes_))
        assert np.allclose(learner.predict(test).to_numpy(), expected)


def test_support_vectors_are_those_of_scikit_learn() -> None:
    from sklearn.svm import SVC

    frame, test = random_frame(300, 1, missing=0), random_frame(200, 2, missing=0)
    for classes in (2, 3):
        some = frame.filter(pl.col(ACTION).is_in(ACTIONS[:classes]))
        learner = make_learner("support-vectors:cost=2").fit(some.select(INPUTS), some[ACTION])
        dense = [learner._matrix(input_matrix(rows, learner.attributes_)).toarray() for rows in (some, test)]
        peer = SVC(C=2, kernel="linear").fit(dense[0], some[ACTION].to_physical().to_numpy())
        agreement = np.mean(learner.predict(test).to_numpy() == np.array(ACTIONS)[peer.predict(dense[1])])
        assert agreement > 0.99  # sparse and dense sums differ in their last bits


def distance(first: dict[str, object], second: dict[str, object], ranges: dict[str, tuple[float, float]]) -> float:
    """The squared distance of two rows, written down as its definition."""
    total = 0.0
    for name in INPUTS:
        a, b = first[name], second[name]
        if SCHEMA[name].is_nominal:
            total += 0 if a == b and a is not None else 1 if a != b else 0
            if a is None and b is None:
                total += 1
            continue
        low, high = ranges[name]
        a, b = ((value - low) / (high - low) if value is not None else None for value in (a, b))
        if a is None or b is None:
            known = a if b is None else b
            total += 1 if known is None else max(known, 1 - known) ** 2
        else:
            total += (a - b) ** 2
    return total


@pytest.mark.kernels
def test_neighbours_are_the_nearest_with_ties() -> None:
    frame, test = random_frame(80, 5, missing=0.1).select([*INPUTS, ACTION]), random_frame(40, 6, missing=0.1)
    frame = pl.concat([frame, frame.head(40)])  # the same case twice, so that distances are equal
    learner = make_learner("neighbours:k=3").fit(frame.select(INPUTS), frame[ACTION])
    ranges = {name: (frame[name].min(), frame[name].max()) for name in INPUTS if not SCHEMA[name].is_nominal}
    cases = list(frame.iter_rows(named=True))
    for row, predicted in zip(test.iter_rows(named=True), learner.predict(test), strict=True):
        distances = sorted((round(distance(row, case, ranges), 9), case[ACTION]) for case in cases)
        limit = distances[2][0]
        votes = Counter(label for far, label in distances if far <= limit)
        assert votes[predicted] == max(votes.values())


def test_naive_bayes_by_hand() -> None:
    """Six rows, counted by hand: frequencies with one added, normal distributions over the width of a value."""
    rows = pl.DataFrame(
        {
            "a": pl.Series(["x", "x", "y", "x", "y", None], dtype=pl.Enum(["x", "y"])),
            "b": pl.Series([1.0, 2.0, 3.0, 5.0, 6.0, 7.0]),
        }
    )
    target = pl.Series("c", ["u", "u", "u", "v", "v", "v"], dtype=pl.Enum(["u", "v"]))
    learner = make_learner("naive-bayes").fit(rows, target)
    width = (7 - 1) / 5
    scores = []
    for nominal, numbers in ((3 / 5, (1, 2, 3)), (2 / 4, (5, 6, 7))):
        rounded = [round(number / width) * width for number in numbers]
        mean = sum(rounded) / 3
        normal = NormalDist(mean, sqrt(sum((number - mean) ** 2 for number in rounded) / 3))
        value = round(4 / width) * width
        scores.append(0.5 * nominal * (normal.cdf(value + width / 2) - normal.cdf(value - width / 2)))
    row = pl.DataFrame({"a": pl.Series(["x"], dtype=pl.Enum(["x", "y"])), "b": [4.0]})
    assert learner.class_probabilities(row)[0] == pytest.approx([score / sum(scores) for score in scores])


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("neighbours:k=0", "give the number of neighbours, at least 1"),
        ("neighbours:search=hash", "search=hash: give linear or kd-tree"),
        ("support-vectors:cost=0", "cost=0: give a number above 0"),
        ("forest:trees=0", "trees=0: give a whole number that is large enough"),
        ("boosting:rate=2", "rate=2: give a number above 0 and up to 1"),
        ("boosting:leaves=1", "leaves=0: give a whole number"),
    ],
)
def test_wrong_parameters_are_one_line(spec: str, message: str) -> None:
    with pytest.raises(LearnerError, match=message):
        make_learner(spec)
