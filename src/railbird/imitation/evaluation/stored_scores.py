"""Scores that `railbird imitate evaluate --json` printed, or a study stored: read again, for tables and curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from railbird.errors import DatasetError
from railbird.imitation.evaluation.score_tables import counts_table
from railbird.statistics import COUNT, SHARE, TEXT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.statistics import Cell


@dataclass(frozen=True)
class StoredScore:
    """How well a learner predicted, as `score_as_json` wrote it."""

    street: str
    learner: str
    is_by_row: bool
    trained_on: float
    rows: int
    accuracy: float
    interval: tuple[float | None, float | None]
    """The 95 % interval of the accuracy."""
    baseline: float
    labels: tuple[str, ...]
    confusion: tuple[tuple[int, ...], ...]
    """How often each class was predicted as each class; empty for predicted numbers."""

    @classmethod
    def of_json(cls, values: Mapping[str, Any], *, place: str) -> StoredScore:
        """Read a score; raise DatasetError, with the place that it comes from, if it is none."""
        try:
            low, high = values["accuracy"]["interval"]
            return cls(
                street=str(values["street"]),
                learner=str(values["learner"]),
                is_by_row=bool(values["is_split_by_row"]),
                trained_on=float(values["trained_on"]),
                rows=int(values["rows"]),
                accuracy=float(values["accuracy"]["mean"]),
                interval=(low, high),
                baseline=float(values["baseline"]),
                labels=tuple(map(str, values.get("labels", ()))),
                confusion=tuple(tuple(map(int, row)) for row in values.get("confusion", ())),
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise DatasetError(f"{place}: a score cannot be read ({type(error).__name__}: {error})") from None

    def confusion_table(self) -> Table:
        """How often each class was predicted as each class; classes that do not occur are left out."""
        title = f"{self.street}, {self.learner}, {self.rows:,} decisions"
        return counts_table("confusion", title, labels=self.labels, counts=self.confusion)


def stored_accuracies(scores: Sequence[StoredScore]) -> Table:
    """A row for each street, learner and number of training rows."""
    columns = [
        Column("street", TEXT),
        Column("learner", TEXT),
        Column("trained_on", COUNT, "mean number of rows that were trained on", shown_as="trained on"),
        Column("rows", COUNT, "rows that were predicted"),
        Column("accuracy", SHARE, "share of right predictions"),
        Column("low", SHARE, "lower end of its 95 % interval"),
        Column("high", SHARE, "upper end of its 95 % interval"),
        Column("baseline", SHARE, "share of the most frequent class"),
        Column("split", TEXT, "how the rows were split: splits by row leak"),
    ]
    rows: list[tuple[Cell, ...]] = [
        (
            score.street,
            score.learner,
            round(score.trained_on) or None,
            score.rows,
            score.accuracy,
            *score.interval,
            score.baseline,
            "by row" if score.is_by_row else "by set of cards",
        )
        for score in scores
    ]
    return Table("accuracy", "Accuracy", columns, rows).without_empty_columns()
