"""The results of a study, beside the figures of its source."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from railbird.imitation.decisions import STREETS
from railbird.imitation.evaluation.score_tables import accuracy_table, score_as_json
from railbird.imitation.studies.rule_thresholds import rule_table
from railbird.statistics import COUNT, SHARE, SHARE_ESTIMATE, Column, Table, rows_as_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.imitation.comparison.copy_agreement import CopyRuns
    from railbird.imitation.comparison.play_comparison import PlayComparison
    from railbird.imitation.evaluation.cross_validation import LearnerScore
    from railbird.imitation.models.model_folder import ImitationModel
    from railbird.imitation.studies.study_file import Study
    from railbird.statistics import Cell, JsonValue


@dataclass(frozen=True)
class StudyResults:
    """Everything that a study has found."""

    study: Study
    decisions: Mapping[str, int]
    scores: Mapping[str, Sequence[LearnerScore]]
    """By the name of the evaluation."""
    model: ImitationModel
    comparison: PlayComparison
    copies: CopyRuns

    def tables(self) -> list[Table]:
        """All tables, with those that have figures of the source first."""
        accuracies = [
            replace(accuracy_table(self.scores[done.name]), title=f"Cross-validation: {done.name}, {done.inputs}")
            for done in self.study.evaluations
        ]
        rule = [rule_table(self.model, self.study.rule)] if self.study.rule else []
        copies = [self.copies.table()] if self.copies.runs else []
        return [self.source_table(), *rule, *copies, *accuracies, *self.comparison.tables()]

    def source_table(self) -> Table:
        """Our figures by street, beside those of the source."""
        source = self.study.source
        columns = [
            Column("street"),
            Column("decisions", COUNT, "decisions to learn from"),
            Column("their_decisions", COUNT, f"decisions in {source}", shown_as="theirs"),
            Column("accuracy", SHARE_ESTIMATE, "of the model's learner in cross-validation, with its 95 % interval"),
            Column("their_accuracy", SHARE, f"accuracy in {source}", shown_as="theirs "),
            Column("deviation", SHARE, "largest deviation of the number of raises, calls or folds in a seat"),
            Column("their_deviation", SHARE, f"largest deviation in {source}", shown_as=" theirs"),
        ]
        theirs = self.study.theirs
        rows: list[tuple[Cell, ...]] = []
        for street in STREETS:
            deviations = [done.largest or 0.0 for done in self.comparison.deviations if done.street == street]
            their_decisions = theirs.get("decisions", {}).get(street)
            rows.append(
                (
                    street,
                    self.decisions[street],
                    None if their_decisions is None else int(their_decisions),
                    self.comparison.predicted.get(street),
                    theirs.get("accuracy", {}).get(street),
                    max(deviations, default=None),
                    theirs.get("deviation", {}).get(street),
                )
            )
        return Table("source", f"{self.study.title}, beside {source}", columns, rows).without_empty_columns()

    def as_json(self) -> dict[str, JsonValue]:
        """All figures for programs."""
        return {
            "title": self.study.title,
            "source": [*rows_as_json(self.source_table())],
            "rule": [*rows_as_json(rule_table(self.model, self.study.rule))],
            "copies": [*rows_as_json(self.copies.table())] if self.copies.runs else [],
            "evaluations": {name: [score_as_json(score) for score in done] for name, done in self.scores.items()},
            "play": self.comparison.as_json(),
        }
