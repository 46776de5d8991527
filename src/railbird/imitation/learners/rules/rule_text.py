"""Rules as text, a line each, with the number of examples that they cover and of those they are wrong about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.imitation.learners.rules._kernels import AT_MOST, EQUAL
from railbird.imitation.learners.tree.tree_text import number_text, shortened

if TYPE_CHECKING:
    from railbird.imitation.learners.rules.rule_list import RuleList


def rule_text(rules: RuleList, *, most_lines: int | None = None) -> str:
    """The rules in their order, in the notation of Weka, in at most `most_lines` lines (default: all lines)."""
    lines = []
    for rule, label in enumerate(rules.classes_.tolist()):
        conditions = " and ".join(f"({text})" for text in condition_texts(rules, rule))
        covered, wrong = rules.counts_[rule].tolist()
        answer = f"{rules.class_.name}={rules.labels_[label]} ({float(covered)}/{float(wrong)})"
        lines.append(f"{conditions} => {answer}".lstrip())
    return shortened(lines, most_lines)


def condition_texts(rules: RuleList, rule: int) -> list[str]:
    """The conditions of a rule, such as `POT_ODDS <= 0.25`; none for the last rule."""
    return [_condition_text(rules, place) for place in range(rules.starts_[rule], rules.starts_[rule + 1])]


def _condition_text(rules: RuleList, place: int) -> str:
    number, kind = rules.conditions_[place]
    attribute, limit = rules.attributes_[number], float(rules.limits_[place])
    if kind == EQUAL:
        return f"{attribute.name} = {attribute.values[int(limit)]}"
    return f"{attribute.name} {'<=' if kind == AT_MOST else '>='} {number_text(limit)}"
