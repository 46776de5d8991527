"""A list of rules: the first that covers a row decides."""

from __future__ import annotations

from functools import cache
from operator import eq, ge, le
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.errors import LearnerError
from railbird.imitation.learners.encoding import codes_of
from railbird.imitation.learners.learner import MatrixLearner
from railbird.imitation.learners.rules._kernels import AT_LEAST, AT_MOST, EQUAL
from railbird.imitation.learners.rules.conditions import Rule, covered_rows, uncovered_rows
from railbird.imitation.learners.rules.ripper import Ripper
from railbird.imitation.learners.tree.ranked_columns import RankedColumns
from railbird.rng import generator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import polars as pl
    from numpy.typing import NDArray

_COMPARISONS: dict[int, Callable[[Any, float], Any]] = {EQUAL: eq, AT_MOST: le, AT_LEAST: ge}


class RuleList(MatrixLearner):
    """Rules for all classes but the most frequent one, the rarest first (Cohen 1995).

    A `folds`-th of the rows prunes the rules that the others grow; a condition has to cover at least `minimum`
    examples of its class; `optimizations` is the number of passes over the finished rules. Defaults are those of JRip
    in Weka.
    """

    learned = ("conditions", "limits", "starts", "classes", "counts")
    conditions_: NDArray[np.int32]
    """Attribute and kind of each condition, rule by rule."""
    limits_: NDArray[np.float64]
    """The value of each condition: a number, or the number of a nominal value."""
    starts_: NDArray[np.int64]
    """Where the conditions of each rule begin, and where the last end. The last rule, for the rest, has none."""
    classes_: NDArray[np.int64]
    """The class of each rule."""
    counts_: NDArray[np.int64]
    """How many examples each rule covered that no earlier one did, and how many of them it was wrong about."""

    def __init__(self, folds: int = 3, minimum: float = 2, optimizations: int = 2, seed: int = 1) -> None:
        if folds < 2 or folds != int(folds):
            raise LearnerError(f"folds={folds}: give a whole number of at least 2")
        if minimum < 0:
            raise LearnerError(f"minimum={minimum}: give a number of at least 0")
        if optimizations < 0 or optimizations != int(optimizations):
            raise LearnerError(f"optimizations={optimizations}: give a whole number of at least 0")
        self.folds = folds
        self.minimum = minimum
        self.optimizations = optimizations
        self.seed = seed

    def _fit(self, rows: pl.DataFrame, target: pl.Series, outcome: pl.Series | None) -> None:  # noqa: ARG002
        columns, codes = RankedColumns.of(rows, self.attributes_), codes_of(target)
        ripper = Ripper(
            columns,
            folds=int(self.folds),
            minimum=self.minimum,
            optimizations=int(self.optimizations),
            generator=generator(int(self.seed)),
        )
        totals = np.bincount(codes, minlength=len(self.labels_))
        present = [int(label) for label in np.argsort(totals, kind="stable") if totals[label]]
        left = np.arange(len(codes), dtype=np.int32)
        labelled_rules: list[tuple[Rule, int]] = []
        for label in present[:-1]:
            rules = ripper.rules_for(left, (codes == label).astype(np.uint8)) if len(left) else []
            for rule in rules:
                left = uncovered_rows(rule, columns.cells, left)
            labelled_rules += [(rule, label) for rule in rules]
        self._take([*labelled_rules, ((), present[-1])], columns, codes)

    def _take(self, rules: Sequence[tuple[Rule, int]], columns: RankedColumns, codes: NDArray[np.int32]) -> None:
        conditions = [condition for rule, _ in rules for condition in rule]
        self.conditions_ = np.array([(c.attribute, c.kind) for c in conditions], np.int32).reshape(-1, 2)
        self.limits_ = np.array(
            [c.rank if c.kind == EQUAL else columns.values[columns.offsets[c.attribute] + c.rank] for c in conditions],
            np.float64,
        )
        self.starts_ = np.cumsum([0, *(len(rule) for rule, _ in rules)])
        self.classes_ = np.array([label for _, label in rules], np.int64)
        left = np.arange(len(codes), dtype=np.int32)
        counts = []
        for rule, label in rules:
            covered = covered_rows(rule, columns.cells, left)
            counts.append((len(covered), int((codes[covered] != label).sum())))
            left = uncovered_rows(rule, columns.cells, left)
        self.counts_ = np.array(counts, np.int64)

    def answers(self, inputs: NDArray[np.float64]) -> NDArray[np.int64]:
        """The class of the first rule that covers each row."""
        answer = np.full(len(inputs), self.classes_[-1])
        left = np.arange(len(inputs))
        for rule, label in enumerate(self.classes_[:-1]):
            is_covered = np.ones(len(left), bool)
            for attribute, meets, limit in self._conditions_of(rule):
                is_covered &= meets(inputs[left, attribute], limit)
            answer[left[is_covered]] = label
            left = left[~is_covered]
        return answer

    def predict_one(self, row: Mapping[str, object]) -> str:
        """The same of one row."""
        return self.labels_[int(self.classes_[self.first_covering(row)])]

    def first_covering(self, row: Mapping[str, object]) -> int:
        """The number of the first rule that covers a row; the last covers everything."""
        values = cache(lambda attribute: self.encode_row.number(row, attribute))
        return next(
            rule
            for rule in range(len(self.classes_))
            if all(meets(values(attribute), limit) for attribute, meets, limit in self._conditions_of(rule))
        )

    def _conditions_of(self, rule: int) -> Iterator[tuple[int, Callable[[Any, float], Any], float]]:
        """Attribute, comparison and limit of each condition; NaN, a missing value, meets none."""
        for place in range(self.starts_[rule], self.starts_[rule + 1]):
            attribute, kind = self.conditions_[place].tolist()
            yield attribute, _COMPARISONS[kind], float(self.limits_[place])

    def size(self) -> dict[str, int]:
        """Rules, with the last one for the rest, and conditions."""
        return {"rules": len(self.classes_), "conditions": len(self.conditions_)}
