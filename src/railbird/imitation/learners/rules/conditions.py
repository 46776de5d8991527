"""Conditions and rules, and which rows they cover."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.imitation.learners.rules._kernels import AT_MOST, EQUAL

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Condition:
    """A condition on the rank or number of an attribute's value; a missing value never meets it."""

    attribute: int
    kind: int
    """EQUAL, AT_MOST or AT_LEAST of `_kernels`."""
    rank: int

    def covers(self, cells: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which of the values of the attribute meet the condition."""
        if self.kind == EQUAL:
            return np.asarray(cells == self.rank)
        return (cells >= 0) & (cells <= self.rank) if self.kind == AT_MOST else cells >= self.rank


Rule = tuple[Condition, ...]
"""Conditions that are all met; without conditions, the rule covers everything."""


def covered_rows(rule: Rule, cells: NDArray[np.int32], rows: NDArray[np.int32]) -> NDArray[np.int32]:
    """The rows that a rule covers."""
    for condition in rule:
        rows = rows[condition.covers(cells[condition.attribute, rows])]
    return rows


def uncovered_rows(rule: Rule, cells: NDArray[np.int32], rows: NDArray[np.int32]) -> NDArray[np.int32]:
    """The rows that a rule does not cover."""
    is_covered = np.ones(len(rows), bool)
    for condition in rule:
        is_covered &= condition.covers(cells[condition.attribute, rows])
    return np.asarray(rows[~is_covered])
