"""Scores of learners as tables and JSON: accuracies, confusion matrices, precision and recall."""

from __future__ import annotations

from itertools import zip_longest
from math import isfinite
from typing import TYPE_CHECKING

from railbird.statistics import AMOUNT, COUNT, FACTOR, SHARE, SHARE_ESTIMATE, TEXT, Column, Table, estimate_as_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.imitation.evaluation.cross_validation import LearnerScore
    from railbird.statistics import Cell, JsonValue

_MEGABYTE = 1e6


def accuracy_table(scores: Sequence[LearnerScore], *, by_row: Sequence[LearnerScore] = ()) -> Table:
    """A row for each street and learner; `by_row` has the scores with splits by row, in the same order."""
    sizes = list(dict.fromkeys(name for score in scores for name in score.folds[0].size))
    columns = [
        Column("street", TEXT),
        Column("learner", TEXT),
        Column("trained_on", COUNT, "mean number of rows that were trained on", shown_as="trained on"),
        Column("rows", COUNT, "rows that were predicted"),
        Column("accuracy", SHARE_ESTIMATE, "share of right predictions, with its 95 % interval from sets of cards"),
        Column("baseline", SHARE, "share of the most frequent class"),
        Column("gain", SHARE_ESTIMATE, "accuracy minus baseline, on the same rows, with its 95 % interval"),
        *(
            Column(name.replace(" ", "_"), AMOUNT, f"mean number of {name} of the models", shown_as=name)
            for name in sizes
        ),
        Column("seconds", FACTOR, "mean time of training"),
        Column("memory", AMOUNT, "most memory of a training in MB", shown_as="MB"),
        Column("by_row", SHARE_ESTIMATE, "accuracy if rows are split at random, which leaks", shown_as="split by row"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for score, leaky in zip_longest(scores, by_row):
        size = score.mean_size()
        peak = score.peak_bytes
        rows.append(
            (
                score.street,
                score.learner,
                round(score.training_rows) or None,
                score.rows,
                score.accuracy,
                score.baseline,
                score.gain,
                *(size.get(name) for name in sizes),
                score.seconds if isfinite(score.seconds) else None,
                None if peak is None else peak / _MEGABYTE,
                None if leaky is None else leaky.accuracy,
            )
        )
    return Table("accuracy", "Accuracy", columns, rows).without_empty_columns()


def error_table(scores: Sequence[LearnerScore]) -> Table:
    """Errors of predicted numbers."""
    columns = [
        Column("street", TEXT),
        Column("learner", TEXT),
        Column("mean_error", FACTOR, "mean absolute error", shown_as="mean error"),
        Column("margin", FACTOR, "half the width of its 95 % interval", shown_as="±"),
        Column("root_mean_square", FACTOR, "root of the mean squared error", shown_as="root mean square"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for score in scores:
        error = score.absolute_error
        rows.append((score.street, score.learner, error.mean, error.margin, score.squared_error))
    return Table("errors", "Errors of predicted amounts", columns, rows)


def confusion_table(score: LearnerScore) -> Table:
    """How often each class was predicted as each class; classes that do not occur are left out."""
    trained = f", trained on {score.training_rows:,.0f} rows" if score.training_rows else ""
    title = f"{score.street}, {score.learner}{trained}"
    return counts_table(f"confusion-{score.street}", title, labels=score.labels, counts=score.confusion.tolist())


def counts_table(key: str, title: str, *, labels: Sequence[str], counts: Sequence[Sequence[int]]) -> Table:
    """A confusion matrix, from the number of decisions by actual and predicted class."""
    by_prediction = [*zip(*counts, strict=True)]
    kept = [place for place in range(len(labels)) if any(counts[place]) or any(by_prediction[place])]
    columns = [
        Column("actual", TEXT),
        *(Column(labels[place], COUNT, f"predicted as {labels[place]}") for place in kept),
        Column("recall", SHARE, "share of the decisions of this class that were predicted as such"),
        Column("precision", SHARE, "share of the predictions of this class that were right"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for place in kept:
        right, actual, predicted = counts[place][place], sum(counts[place]), sum(by_prediction[place])
        rows.append(
            (
                labels[place],
                *(counts[place][other] for other in kept),
                right / actual if actual else None,
                right / predicted if predicted else None,
            )
        )
    return Table(key, title, columns, rows)


def score_as_json(score: LearnerScore) -> dict[str, JsonValue]:
    """A score for programs."""
    answer: dict[str, JsonValue] = {
        "street": score.street,
        "learner": score.learner,
        "is_split_by_row": score.is_by_row,
        "trained_on": score.training_rows,
        "rows": score.rows,
        "accuracy": estimate_as_json(score.accuracy),
        "baseline": score.baseline,
        "gain": estimate_as_json(score.gain),
        "size": {**score.mean_size()},
        "seconds": score.seconds if isfinite(score.seconds) else None,
        "processor_seconds": score.processor_seconds if isfinite(score.seconds) else None,
        "peak_bytes": score.peak_bytes,
    }
    if score.is_regression:
        answer["absolute_error"] = estimate_as_json(score.absolute_error)
        answer["root_mean_squared_error"] = score.squared_error
    else:
        answer["labels"] = list(score.labels)
        answer["confusion"] = score.confusion.tolist()
    return answer
