"""Specs of learners: names, parameters, and what is wrong with them."""

from __future__ import annotations

import pytest

from railbird.errors import LearnerError
from railbird.imitation.learners.learner_registry import LEARNERS, learner_spec, make_learner


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_is_made_by_its_name(name: str) -> None:
    assert learner_spec(make_learner(name)) == name


def test_parameters() -> None:
    tree = make_learner("tree:confidence=0.1,minimum=5")
    assert tree.parameters() == {"confidence": 0.1, "minimum": 5}
    assert learner_spec(tree) == "tree:confidence=0.1,minimum=5"
    assert learner_spec(make_learner("tree:confidence=0.25,minimum=2")) == "tree"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("forrest", "no learner is called 'forrest'"),
        ("tree:confidense=0.1", r"no parameter confidense: did you mean confidence\?"),
        ("tree:confidence=high", "confidence=high is no number"),
        ("tree:confidence=2", "the confidence of pruning is above 0"),
        ("tree:confidence", "parameters are written like tree:confidence=0.25,minimum=2"),
        ("tree:confidence=[call]", "parameters are written like"),
    ],
)
def test_wrong_specs_are_one_line(spec: str, message: str) -> None:
    with pytest.raises(LearnerError, match=message) as caught:
        make_learner(spec)
    assert "\n" not in str(caught.value)
