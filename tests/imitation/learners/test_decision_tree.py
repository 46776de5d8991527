"""Decision trees: against a plain twin, small data with known trees, missing values, what may not be learned from."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from imitation.learners.plain_tree import Example, Node, PlainTree
from imitation.tables import ACTION, SCHEMA, random_frame
from railbird.errors import LearnerError
from railbird.imitation.learners.tree import DecisionTree, tree_text

INPUTS = [attribute.name for attribute in SCHEMA.inputs]
WEATHER = """sunny 85 no|sunny 80 no|overcast 83 yes|rain 70 yes|rain 68 yes|rain 65 no|overcast 64 yes|sunny 72 no
sunny 69 yes|rain 75 yes|sunny 75 yes|overcast 72 yes|overcast 81 yes|rain 71 no"""


def plain(frame: pl.DataFrame, names: list[str], *, confidence: float, minimum: float) -> Node:
    sizes = [len(SCHEMA[name].values) or None for name in names]
    columns = [(frame[name].to_physical() if SCHEMA[name].values else frame[name]).to_list() for name in names]
    labels = frame[ACTION].to_physical().to_list()
    examples = [Example(list(values), label) for *values, label in zip(*columns, labels, strict=True)]
    return PlainTree(sizes, 4, confidence, minimum).fit(examples)


def lines(tree: DecisionTree, node: int = 0, depth: int = 0) -> list[tuple[int, object, object, list[float]]]:
    attribute, _, first, count = tree.nodes_[node].tolist()
    threshold = float(tree.thresholds_[node])
    own = (
        depth,
        None if attribute < 0 else attribute,
        None if np.isnan(threshold) else threshold,
        [round(count, 6) for count in tree.distributions_[node].tolist()],
    )
    return [own, *(line for child in range(first, first + count) for line in lines(tree, child, depth + 1))]


@pytest.mark.kernels
@pytest.mark.parametrize("missing", [0.0, 0.15])
@pytest.mark.parametrize(("confidence", "minimum"), [(0.25, 2), (0.5, 1), (0.1, 5)])
@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 6), marks=pytest.mark.deep)])
def test_the_kernels_grow_and_prune_as_the_plain_twin(
    seeds: range, missing: float, confidence: float, minimum: float
) -> None:
    for seed in seeds:
        frame = random_frame(40 + 60 * seed, seed, missing=missing)
        tree = DecisionTree(confidence, minimum).fit(frame.select(INPUTS), frame[ACTION])
        assert lines(tree) == plain(frame, INPUTS, confidence=confidence, minimum=minimum).lines()


def test_every_row_alone_is_predicted_as_in_the_frame() -> None:
    frame = random_frame(600, 3, missing=0.2)
    tree = DecisionTree(0.5, 1).fit(frame.select(INPUTS), frame[ACTION])
    rows = random_frame(300, 4, missing=0.2).select(INPUTS)
    assert [tree.predict_one(row) for row in rows.iter_rows(named=True)] == tree.predict(rows).to_list()
    assert np.allclose(tree.class_probabilities(rows).sum(axis=1), 1)


def weather() -> tuple[pl.DataFrame, pl.Series]:
    rows = [row.split() for row in WEATHER.replace("\n", "|").split("|")]
    outlook, temperature, play = zip(*rows, strict=True)
    frame = pl.DataFrame(
        {
            "outlook": pl.Series(outlook, dtype=pl.Enum(["sunny", "overcast", "rain"])),
            "temperature": pl.Series(list(map(float, temperature))),
        }
    )
    return frame, pl.Series("play", play, dtype=pl.Enum(["yes", "no"]))


def test_a_small_tree_as_text() -> None:
    """Fourteen days of Quinlan 1986, with the outlook and the temperature only."""
    rows, play = weather()
    tree = DecisionTree(0.5, 1).fit(rows, play)
    assert tree_text(tree) == (
        "outlook = sunny\n"
        "|   temperature <= 75: yes (3.0/1.0)\n"
        "|   temperature > 75: no (2.0)\n"
        "outlook = overcast: yes (4.0)\n"
        "outlook = rain: yes (5.0/2.0)"
    )
    assert tree_text(tree, most_lines=3).splitlines()[2] == "... and 3 more lines"
    assert tree.size() == {"nodes": 6, "leaves": 4, "empty leaves": 0}


def test_a_branch_without_examples_predicts_as_its_parent() -> None:
    """Appendix B.1: a leaf that no hand has reached."""
    rows = pl.DataFrame({"a": pl.Series(["x", "x", "y", "y", "y"], dtype=pl.Enum(["x", "y", "never"]))})
    target = pl.Series("b", ["u", "u", "v", "v", "v"], dtype=pl.Enum(["u", "v"]))
    tree = DecisionTree().fit(rows, target)
    assert tree_text(tree).splitlines()[-1] == "a = never: v (0.0)"
    assert tree.predict_one({"a": "never"}) == "v"
    assert tree.size()["empty leaves"] == 1


def test_a_tree_that_is_one_leaf() -> None:
    rows, play = weather()
    tree = DecisionTree().fit(rows.head(2), play.head(2))
    assert tree_text(tree) == ": no (2.0)"
    assert tree.predict(rows).to_list() == ["no"] * 14


@pytest.mark.parametrize("name", ["FUTURE_HERO_OUTCOME", "CLASS_TO_INVEST", "NOTE"])
def test_what_may_not_be_learned_from_never_reaches_a_learner(name: str) -> None:
    frame = random_frame(50, 1)
    with pytest.raises(LearnerError, match=f"{name} cannot be learned from"):
        DecisionTree().fit(frame.select([*INPUTS, name]), frame[ACTION])


def test_bad_input_is_one_clear_line() -> None:
    frame = random_frame(50, 1)
    with pytest.raises(LearnerError, match="predicts nominal attributes, and CLASS_TO_INVEST is numeric"):
        DecisionTree().fit(frame.select(INPUTS), frame["CLASS_TO_INVEST"])
    with pytest.raises(LearnerError, match="no row with a value of"):
        DecisionTree().fit(frame.select(INPUTS), pl.Series(ACTION, [None] * 50, dtype=frame[ACTION].dtype))
    with pytest.raises(LearnerError, match="there is no attribute to learn from"):
        DecisionTree().fit(frame.select([]), frame[ACTION])
    with pytest.raises(LearnerError, match="hand has type Int64: numbers are Float64"):
        DecisionTree().fit(frame.select("hand"), frame[ACTION])
    with pytest.raises(LearnerError, match=r"confidence=0.9: the confidence of pruning is above 0 and at most 0.5"):
        DecisionTree(confidence=0.9)
    with pytest.raises(LearnerError, match="minimum=0: a branch has at least 1 example"):
        DecisionTree(minimum=0)


def test_rows_that_do_not_suit_the_model() -> None:
    frame = random_frame(300, 1, missing=0)
    tree = DecisionTree().fit(frame.select(INPUTS), frame[ACTION])
    with pytest.raises(LearnerError, match="attribute ALL_IN_EQUITY of the model is missing in the rows"):
        tree.predict(frame.select("POT_SIZE"))
    other = frame.select(INPUTS).with_columns(HERO_POSITION=pl.lit("SB", dtype=pl.Enum(["BB", "SB"])))
    with pytest.raises(LearnerError, match="attribute HERO_POSITION has other values than those"):
        tree.predict(other)
    with pytest.raises(LearnerError, match="attribute ALL_IN_EQUITY of the model is missing"):
        tree.predict_one({})
    row = {**frame.row(0, named=True), "ALL_IN_EQUITY": 0.45, "HERO_POSITION": "UTG"}
    with pytest.raises(LearnerError, match="attribute HERO_POSITION: 'UTG' is none of its values"):
        tree.predict_one(row)
