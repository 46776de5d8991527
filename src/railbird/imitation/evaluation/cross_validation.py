"""Cross-validation: train on all folds but one, test on that one, and add up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.errors import DatasetError
from railbird.imitation.evaluation.folds import folds_by_card_set, folds_by_row
from railbird.imitation.evaluation.training_cost import TrainingCost, with_cost
from railbird.imitation.learners.encoding import codes_of
from railbird.imitation.learners.learner_registry import make_learner
from railbird.statistics import Estimate, share_of_deals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from railbird.imitation.evaluation.examples import Examples
    from railbird.imitation.learners.learner import Learner
    from railbird.progress import Progress

_SAME_AMOUNT = 0.5
"""Chips: a predicted amount that is closer is right."""


@dataclass(frozen=True)
class FoldResult:
    """One fold: what was trained, and what it predicted."""

    training_rows: int
    cost: TrainingCost
    size: Mapping[str, int]
    card_sets: pl.Series
    actual: pl.Series
    predicted: pl.Series


@dataclass(frozen=True)
class LearnerScore:
    """How well a learner predicted, over all folds."""

    street: str
    learner: str
    folds: Sequence[FoldResult]
    is_by_row: bool = False
    """Whether the split was by row, which leaks, and not by set of cards."""
    share: float = 1.0
    """The share of the training rows that was used."""

    @property
    def rows(self) -> int:
        """The number of tested rows."""
        return sum(len(fold.actual) for fold in self.folds)

    @property
    def training_rows(self) -> float:
        """The mean number of rows that were trained on."""
        return float(np.mean([fold.training_rows for fold in self.folds]))

    @property
    def is_regression(self) -> bool:
        """Whether numbers were predicted, not classes."""
        return self.folds[0].actual.dtype == pl.Float64

    @property
    def labels(self) -> list[str]:
        """The classes."""
        dtype = self.folds[0].actual.dtype
        return list(dtype.categories) if isinstance(dtype, pl.Enum) else []

    @cached_property
    def confusion(self) -> NDArray[np.int64]:
        """How often each class (row) was predicted as each class (column), summed over the folds."""
        size = len(self.labels)
        counts = np.zeros((size, size), np.int64)
        for fold in self.folds:
            np.add.at(counts, (codes_of(fold.actual), codes_of(fold.predicted)), 1)
        return counts

    @cached_property
    def accuracy(self) -> Estimate:
        """The share of right predictions, with an interval from sets of cards: their rows depend on each other."""
        return self._estimate(self._rights)

    @cached_property
    def _rights(self) -> list[pl.Series]:
        """1 for each right prediction and 0 for each other one, by fold."""
        if self.is_regression:
            rights = [(fold.predicted - fold.actual).abs() < _SAME_AMOUNT for fold in self.folds]
        else:
            rights = [fold.predicted == fold.actual for fold in self.folds]
        return [right.cast(pl.Float64) for right in rights]

    @cached_property
    def _baseline_rights(self) -> list[pl.Series]:
        """The same if the most frequent class of all rows is always predicted."""
        frequent = pl.concat([fold.actual for fold in self.folds]).mode(maintain_order=True)[0]
        return [(fold.actual == frequent).cast(pl.Float64) for fold in self.folds]

    @property
    def baseline(self) -> float:
        """The share of the most frequent class."""
        return float(pl.concat(self._baseline_rights).sum()) / self.rows

    @cached_property
    def gain(self) -> Estimate:
        """The accuracy minus the baseline, on the same rows, with an interval from sets of cards."""
        return self._estimate([right - base for right, base in zip(self._rights, self._baseline_rights, strict=True)])

    @property
    def absolute_error(self) -> Estimate:
        """The mean absolute error of predicted numbers."""
        return self._estimate([(fold.predicted - fold.actual).abs() for fold in self.folds])

    @property
    def squared_error(self) -> float:
        """The root of the mean squared error of predicted numbers."""
        errors = np.concatenate([(fold.predicted - fold.actual).to_numpy() for fold in self.folds])
        return float(np.sqrt((errors**2).mean()))

    def _estimate(self, scores: Sequence[pl.Series]) -> Estimate:
        table = pl.DataFrame(
            {"card_set": pl.concat([fold.card_sets for fold in self.folds]), "score": pl.concat(scores)}
        )
        sums = table.group_by("card_set", maintain_order=True).agg(pl.col("score").sum(), pl.len())
        score, total = sums["score"].to_numpy(), sums["len"].cast(pl.Int64).to_numpy()
        return share_of_deals(score, total, matches=len(sums), are_independent=True)

    def mean_size(self) -> dict[str, float]:
        """The mean size of the models."""
        names = list(self.folds[0].size)
        return {name: float(np.mean([fold.size[name] for fold in self.folds])) for name in names}

    @property
    def seconds(self) -> float:
        """The mean time of training."""
        return float(np.mean([fold.cost.seconds for fold in self.folds]))

    @property
    def processor_seconds(self) -> float:
        """The mean processor time of training."""
        return float(np.mean([fold.cost.processor_seconds for fold in self.folds]))

    @property
    def peak_bytes(self) -> int | None:
        """The most memory of a training."""
        peaks = [fold.cost.peak_bytes for fold in self.folds if fold.cost.peak_bytes is not None]
        return max(peaks, default=None)


def cross_validate(
    examples: Examples,
    spec: str,
    *,
    folds: int,
    share: float = 1.0,
    seed: int = 0,
    by_row: bool = False,
    progress: Progress,
) -> LearnerScore:
    """Train on a share of the rows of all folds but one, test on all rows of that one, for each fold.

    `by_row` splits at random, for comparison.
    """
    if folds < 2:
        raise DatasetError(f"{folds} folds: give at least 2")
    fold_of = folds_by_row(len(examples), folds, seed=seed) if by_row else folds_by_card_set(examples.card_sets, folds)
    results = []
    with progress.task(f"{examples.street}, {spec}", total=folds) as task:
        for fold in range(folds):
            training = examples.take(np.flatnonzero(fold_of != fold)).sample(share, seed=seed + fold)
            test = examples.take(np.flatnonzero(fold_of == fold))
            results.append(_one_fold(make_learner(spec), training, test))
            task.advance()
    return LearnerScore(examples.street, spec, results, is_by_row=by_row, share=share)


def _one_fold(learner: Learner, training: Examples, test: Examples) -> FoldResult:
    fitted, cost = with_cost(lambda: learner.fit(training.rows, training.target, outcome=training.outcome))
    if fitted.process_bytes_:
        cost = replace(cost, peak_bytes=fitted.process_bytes_)
    return FoldResult(len(training), cost, fitted.size(), test.card_sets, test.target, fitted.predict(test.rows))


def score_on(learner: Learner, examples: Examples, *, spec: str) -> LearnerScore:
    """The score of a learner that was trained on other decisions."""
    if not len(examples):
        raise DatasetError(f"{examples.street}: there is no decision to test the model on: leave the street out")
    unknown = TrainingCost(float("nan"), float("nan"), None)
    predicted = learner.predict(examples.rows)
    result = FoldResult(0, unknown, learner.size(), examples.card_sets, examples.target, predicted)
    return LearnerScore(examples.street, spec, [result])
