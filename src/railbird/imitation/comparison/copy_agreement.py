"""How often a bot agrees with copies of itself: its own chance bounds what any learner can predict."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from railbird.arena import RunPlan, play_run
from railbird.imitation.comparison.model_agreement import agreement_table
from railbird.imitation.comparison.place_runs import open_or_create
from railbird.statistics import COUNT, SHARE, SHARE_ESTIMATE, Column, Estimate, Table

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from railbird.arena import RunFolder
    from railbird.progress import Progress
    from railbird.statistics import Cell


_KEYS = ("street", "decisions", "agreement")


@dataclass(frozen=True)
class CopyRuns:
    """Runs of the original, each with a copy as its shadow, by the name of the copy."""

    runs: Mapping[str, RunFolder]

    @classmethod
    def played(cls, plans: Mapping[str, RunPlan], folder: Path, *, workers: int | None, progress: Progress) -> CopyRuns:
        """Play the runs in a folder, or what is missing of them."""
        return cls(
            {
                name: play_run(open_or_create(folder / name, plan), workers=workers, progress=progress)
                for name, plan in plans.items()
            }
        )

    def table(self) -> Table:
        """A row for each copy and street."""
        columns = [
            Column("copy"),
            Column("street"),
            Column("decisions", COUNT, "decisions of the original at which the copy was asked too"),
            Column("agreement", SHARE_ESTIMATE, "share of decisions on which they agree, with its 95 % interval"),
            Column(
                "bound",
                SHARE,
                "largest accuracy that any learner can expect, if the copy decides by the same chances",
            ),
        ]
        rows: list[tuple[Cell, ...]] = []
        for name, folder in self.runs.items():
            agreement = agreement_table(folder)
            for street, decisions, share in zip(*map(agreement.column, _KEYS), strict=True):
                bound = most_predictable(share.mean) if isinstance(share, Estimate) else None
                rows.append((name, street, decisions, share, bound))
        return Table("copies", "Agreement of the original with its copies", columns, rows)


def most_predictable(agreement: float) -> float:
    """The largest expected accuracy of any prediction of a random choice of three, given how often two choices agree.

    Two independent choices agree with probability sum p_i^2, and the best prediction is right with the largest p_i = m.
    For a given m the sum is least, m^2 + (1 - m)^2 / 2, if the other two are equal; solved for m, that is concave in
    the sum, so by Jensen's inequality it holds for the mean over all decisions too.
    """
    return (1 + sqrt(max(6 * agreement - 2, 0.0))) / 3
