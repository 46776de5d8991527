"""Models for people: text with counts, and a figure of a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
