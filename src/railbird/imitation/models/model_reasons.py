"""Why a model predicts what it does about one decision: its attributes, the path in its tree or the rule that fired."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.imitation.learners.learner import Classifier
from railbird.imitation.learners.learner_registry import learner_spec
from railbird.imitation.learners.rules import RuleList
from railbird.imitation.learners.rules.fired_rule import fired_rule
from railbird.imitation.learners.tree import DecisionTree
from railbird.imitation.learners.tree.tree_path import tree_path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.imitation.learners.learner import Learner


def reasons_as_json(learner: Learner, row: Mapping[str, object]) -> dict[str, object]:
    """What a learner predicts about a row, and from what.

    `path` is there for trees and `rule` for lists of rules; `probabilities` for learners that have them.
    """
    content: dict[str, object] = {
        "learner": learner_spec(learner),
        "predicts": learner.class_.name,
        "predicted": learner.predict_one(row),
        "attributes": {attribute.name: row[attribute.name] for attribute in learner.attributes_},
    }
    if isinstance(learner, Classifier):
        shares = learner.probabilities_of(np.array([learner.encode_row(row)]))[0].tolist()
        content["probabilities"] = {
            label: share for label, share in zip(learner.labels_, shares, strict=True) if share > 0
        }
    if isinstance(learner, DecisionTree):
        content["path"] = [
            {"condition": step.condition, "value": step.value, "examples": dict(step.examples)}
            for step in tree_path(learner, row)
        ]
    if isinstance(learner, RuleList):
        rule = fired_rule(learner, row)
        content["rule"] = {
            "number": rule.number,
            "rules": rule.rules,
            "conditions": list(rule.conditions),
            "answer": rule.answer,
            "covered": rule.covered,
            "wrong": rule.wrong,
        }
    return content
