"""RIPPER: rules are grown and pruned one by one, then each is tried against a replacement and a revision.

Cohen, Fast effective rule induction, 1995, with the stopping rules of JRip in Weka.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from railbird.imitation.learners.rules import _kernels
from railbird.imitation.learners.rules.conditions import Condition, Rule, covered_rows, uncovered_rows
from railbird.imitation.learners.rules.rule_coverage import RuleCoverage
from railbird.imitation.learners.tree.tree_nodes import space_for_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.imitation.learners.tree.ranked_columns import RankedColumns
    from railbird.imitation.learners.tree.splitting._kernels import ValueHistogram

_MOST_MORE_BITS = 64
"""How many bits beyond the shortest description so far end the search for more rules."""


@dataclass
class _Workspace:
    """Arrays that the kernel fills again and again."""

    weights: NDArray[np.float64]
    histogram: ValueHistogram
    best: NDArray[np.float64] = field(default_factory=lambda: np.zeros(6))

    @classmethod
    def of(cls, columns: RankedColumns) -> _Workspace:
        return cls(np.ones(columns.cells.shape[1]), space_for_values(int(columns.sizes.max()), classes=2))


class Ripper:
    """Finds rules for one class against the others in some rows."""

    def __init__(
        self, columns: RankedColumns, *, folds: int, minimum: float, optimizations: int, generator: np.random.Generator
    ) -> None:
        self._columns = columns
        self._cells = columns.cells
        self._folds = folds
        self._minimum = minimum
        self._optimizations = optimizations
        self._generator = generator
        self._workspace = _Workspace.of(columns)
        is_numeric = columns.offsets >= 0
        self._possible = float((columns.sizes * np.where(is_numeric, 2, 1)).sum())

    def rules_for(self, rows: NDArray[np.int32], is_positive: NDArray[np.uint8]) -> list[Rule]:
        """Rules that cover the positive rows; `is_positive` says it of every row of the data."""
        self._is_positive = is_positive
        coverage = RuleCoverage(self._cells, rows, is_positive, possible_conditions=self._possible)
        self._build(coverage)
        for _ in range(self._optimizations):
            self._optimize(coverage)
            self._build(coverage)
        _remove_costly(coverage)
        return coverage.rules

    def _build(self, coverage: RuleCoverage) -> None:
        """Add rules until the description becomes too long or a rule is wrong as often as right."""
        shortest = coverage.bits()
        while self._is_positive[left := coverage.uncovered()].any():
            growing, pruning = self._split(left)
            rule = self._pruned(self._grown((), growing), pruning)
            covered = covered_rows(rule, self._cells, left)
            positives = int(self._is_positive[covered].sum())
            bits = coverage.bits_with(rule)
            if bits > shortest + _MOST_MORE_BITS or positives == 0 or len(covered) - positives >= positives:
                break
            shortest = min(shortest, bits)
            coverage.add(rule)

    def _split(self, rows: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Rows to grow on and rows to prune on, with the same share of positives."""
        growing, pruning = [], []
        for label in (0, 1):
            own = self._generator.permutation(rows[self._is_positive[rows] == label])
            border = len(own) // self._folds
            pruning.append(own[:border])
            growing.append(own[border:])
        return np.sort(np.concatenate(growing)), np.sort(np.concatenate(pruning))

    def _grown(self, rule: Rule, rows: NDArray[np.int32]) -> Rule:
        """Add the condition with the most gain until no negative row is covered, or nothing is gained."""
        space, columns = self._workspace, self._columns
        rows = covered_rows(rule, self._cells, rows)
        is_used = np.zeros(len(self._cells), bool)
        for condition in rule:
            is_used[condition.attribute] = condition.kind == _kernels.EQUAL
        while len(rows):
            positives = int(self._is_positive[rows].sum())
            if positives in (0, len(rows)):
                break
            space.best[0] = 0.0
            _kernels.best_condition(
                self._cells,
                columns.sizes,
                columns.offsets,
                is_used,
                rows,
                self._is_positive,
                (positives + 1) / (len(rows) + 1),
                space.weights,
                space.histogram,
                space.best,
            )
            gain, attribute, kind, rank, right, _ = space.best.tolist()
            if gain <= 0 or right < self._minimum:
                break
            condition = Condition(int(attribute), int(kind), int(rank))
            is_used[condition.attribute] = condition.kind == _kernels.EQUAL
            rule = (*rule, condition)
            rows = covered_rows((condition,), self._cells, rows)
        return rule

    def _pruned(self, rule: Rule, rows: NDArray[np.int32], *, of_whole: bool = False) -> Rule:
        """Cut off the last conditions where that is worth more on other rows.

        The worth is the precision of the rule, or `of_whole` the share of all rows that it is right about.
        """
        total = len(rows)
        if not total:
            return rule
        positives = int(self._is_positive[rows].sum())
        best, best_worth = 0, (positives + 1) / (total + 2)
        left = rows
        for length, condition in enumerate(rule, start=1):
            left = covered_rows((condition,), self._cells, left)
            right = int(self._is_positive[left].sum())
            right_about_others = total - positives - (len(left) - right)
            worth = (right + right_about_others) / total if of_whole else (right + 1) / (len(left) + 2)
            if worth > best_worth:
                best, best_worth = length, worth
        return rule[:best]

    def _optimize(self, coverage: RuleCoverage) -> None:
        """Replace each rule by the best of itself, a rule grown anew, and one grown further."""
        for place, rule in enumerate(coverage.rules):
            rows = coverage.rows_without(range(place))
            if not self._is_positive[rows].any():
                continue
            growing, pruning = self._split(rows)
            for later in coverage.rules[place + 1 :]:
                pruning = uncovered_rows(later, self._cells, pruning)
            replacement = self._pruned(self._grown((), growing), pruning, of_whole=True)
            revision = self._pruned(self._grown(rule, growing), pruning, of_whole=True)
            candidates = [rule, *(candidate for candidate in (revision, replacement) if candidate)]
            coverage.replace(place, min(candidates, key=lambda other: coverage.bits_with_replaced(place, other)))


def _remove_costly(coverage: RuleCoverage) -> None:
    """Remove rules, from the last, whose description takes more bits than it saves."""
    for place in reversed(range(len(coverage.rules))):
        if coverage.bits_with_replaced(place, None) < coverage.bits():
            coverage.remove(place)
