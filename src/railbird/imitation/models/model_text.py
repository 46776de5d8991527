"""Models for people: text with counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import LearnerError
from railbird.imitation.learners.rules import RuleList, rule_text
from railbird.imitation.learners.tree import DecisionTree, tree_text

if TYPE_CHECKING:
    from railbird.imitation.learners.learner import Learner


def learner_text(learner: Learner, *, most_lines: int | None = None) -> str:
    """A tree or a set of rules, a line for each branch or rule; the size of other models."""
    size = ", ".join(f"{number:,} {name}" for name, number in learner.size().items())
    if isinstance(learner, DecisionTree):
        return f"{tree_text(learner, most_lines=most_lines)}\n({size})"
    if isinstance(learner, RuleList):
        return f"{rule_text(learner, most_lines=most_lines)}\n({size})"
    return f"({size})"


def tree_of(learner: Learner) -> DecisionTree:
    """The learner as a tree; raise LearnerError if it is none."""
    if not isinstance(learner, DecisionTree):
        raise LearnerError(f"the model is no decision tree, but {type(learner).__name__}")
    return learner
