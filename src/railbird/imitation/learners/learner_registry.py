"""Builds learners from specs: a name, and parameters as bots have them, such as `tree:confidence=0.1,minimum=5`."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import TYPE_CHECKING

from railbird.bots.spec_text import read_options
from railbird.errors import BotError, LearnerError
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from railbird.imitation.learners.learner import Learner

DEFAULT_LEARNER = "tree"
LEARNERS = {
    "tree": "tree:DecisionTree",
    "naive-bayes": "naive_bayes:NaiveBayes",
    "neighbours": "neighbours:Neighbours",
    "rules": "rules:RuleList",
    "support-vectors": "support_vectors:SupportVectors",
    "forest": "tree_ensembles:RandomForest",
    "boosting": "tree_ensembles:GradientBoosting",
    "regression-tree": "tree_ensembles:RegressionTree",
    "cases": "case_base:CaseBase",
    "best-outcome": "best_outcome:BestOutcome",
    "weka-j48": "weka.weka_learners:WekaJ48",
    "weka-jrip": "weka.weka_learners:WekaJRip",
    "weka-naive-bayes": "weka.weka_learners:WekaNaiveBayes",
    "weka-ibk": "weka.weka_learners:WekaIBk",
    "weka-smo": "weka.weka_learners:WekaSMO",
}
"""Module in this package and class of each learner. A learner is imported when it is made."""


def make_learner(spec: str) -> Learner:
    """The learner that a spec describes; raise LearnerError if its name or a parameter is unknown."""
    name, _, text = spec.partition(":")
    if name not in LEARNERS:
        raise LearnerError(f"no learner is called {name!r}: {nearest(name, LEARNERS)}")
    learner_class = _learner_class(name)
    options = _read_parameters(spec, text)
    parameters = inspect.signature(learner_class).parameters
    for option, value in options.items():
        if option not in parameters:
            raise LearnerError(f"learner {spec!r}: no parameter {option}: {nearest(option, parameters)}")
        default = parameters[option].default
        if isinstance(default, int | float) and not isinstance(value, int | float):
            raise LearnerError(f"learner {spec!r}: {option}={value} is no number")
    try:
        return learner_class(**options)
    except LearnerError as error:
        raise LearnerError(f"learner {spec!r}: {error}") from None


def learner_spec(learner: Learner) -> str:
    """The spec of a learner, with its parameters that are not defaults."""
    name = next(name for name in LEARNERS if _learner_class(name) is type(learner))
    defaults = inspect.signature(type(learner)).parameters
    changed = {key: value for key, value in learner.parameters().items() if value != defaults[key].default}
    return name + ":" * bool(changed) + ",".join(f"{key}={value}" for key, value in changed.items())


def _learner_class(name: str) -> type[Learner]:
    module, _, class_name = LEARNERS[name].partition(":")
    learner: type[Learner] = getattr(import_module(f"railbird.imitation.learners.{module}"), class_name)
    return learner


def _read_parameters(spec: str, text: str) -> dict[str, object]:
    def refuse(member: str) -> object:
        raise BotError(member)

    try:
        return read_options(text, spec, refuse)
    except BotError:
        raise LearnerError(f"learner {spec!r}: parameters are written like tree:confidence=0.25,minimum=2") from None
