"""The rule of a list that decides about one row: the first that covers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.imitation.learners.rules.rule_text import condition_texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.imitation.learners.rules.rule_list import RuleList


@dataclass(frozen=True)
class FiredRule:
    """A rule that decided."""

    number: int
    """Its place in the list, from 0; the rules before it do not cover the row."""
    rules: int
    """Number of rules in the list; the last one is for the rest, and has no conditions."""
    conditions: tuple[str, ...]
    answer: str
    covered: int
    """Number of training examples that it decided about."""
    wrong: int
    """Number of those that it was wrong about."""


def fired_rule(rules: RuleList, row: Mapping[str, object]) -> FiredRule:
    """The rule that decides about a row."""
    number = rules.first_covering(row)
    covered, wrong = rules.counts_[number].tolist()
    return FiredRule(
        number=number,
        rules=len(rules.classes_),
        conditions=tuple(condition_texts(rules, number)),
        answer=rules.labels_[int(rules.classes_[number])],
        covered=covered,
        wrong=wrong,
    )
