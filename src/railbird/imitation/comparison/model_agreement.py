"""How often the model would have decided as the original did, by street, beside the accuracy that was predicted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.analysis.play_tables import street_names
from railbird.arena import read_results, shadow_answers, shadow_remembers
from railbird.imitation.comparison.place_runs import HERO
from railbird.statistics import COUNT, SHARE_ESTIMATE, Column, Table, share_of_deals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from railbird.arena import RunFolder
    from railbird.statistics import Cell, Estimate


def agreement_table(folder: RunFolder, predicted: Mapping[str, Estimate] | None = None) -> Table:
    """A row for each street, of the run in which the model is the shadow of the original.

    `predicted` has the accuracies that cross-validation found.
    """
    plan, results = folder.plan, read_results(folder)
    tables = results.tables_of(results.names.index(HERO))
    counts = []
    for street in range(plan.game.rounds):
        answered, different = shadow_answers(folder, HERO, street=street)
        counts.append((answered, answered - different))
    return table_of_counts(
        counts,
        predicted or {},
        matches=plan.matches,
        are_independent=results.has_independent_deals(tables) and not shadow_remembers(folder),
    )


def table_of_counts(
    counts: Sequence[tuple[NDArray[np.int64], NDArray[np.int64]]],
    predicted: Mapping[str, Estimate],
    *,
    matches: int,
    are_independent: bool,
) -> Table:
    """A row for each street, from the numbers of decisions and of agreements by deal."""
    columns = [
        Column("street"),
        Column("decisions", COUNT, "decisions of the original at which the model was asked too"),
        Column("agreement", SHARE_ESTIMATE, "share of decisions on which they agree, with its 95 % interval"),
        Column("predicted", SHARE_ESTIMATE, "accuracy in cross-validation, with its 95 % interval"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for street, (decisions, agreements) in zip(street_names(len(counts), is_holdem=True), counts, strict=True):
        total = int(decisions.sum())
        share = None
        if total:
            share = share_of_deals(agreements, decisions, matches=matches, are_independent=are_independent)
        rows.append((street, total, share, predicted.get(street)))
    return Table("agreement", "Agreement at the original's decisions", columns, rows).without_empty_columns()
