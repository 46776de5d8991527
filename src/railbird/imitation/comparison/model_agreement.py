"""How often the model would have decided as the original did, by street, beside the accuracy that was predicted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.analysis.play_tables import street_names
from railbird.arena import read_results, shadow_answers, shadow_remembers
from railbird.imitation.comparison.place_runs import HERO
from railbird.statistics import COUNT, SHARE_ESTIMATE, Column, Table, share_of_deals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.arena import RunFolder
    from railbird.statistics import Cell, Estimate


def agreement_table(folder: RunFolder, predicted: Mapping[str, Estimate] | None = None) -> Table:
    """A row for each street, of the run in which the model is the shadow of the original.

    `predicted` has the accuracies that cross-validation found.
    """
    plan, results = folder.plan, read_results(folder)
    tables = results.tables_of(results.names.index(HERO))
    are_independent = results.has_independent_deals(tables) and not shadow_remembers(folder)
    columns = [
        Column("street"),
        Column("decisions", COUNT, "decisions of the original at which the model was asked too"),
        Column("agreement", SHARE_ESTIMATE, "share of decisions on which they agree, with its 95 % interval"),
        Column("predicted", SHARE_ESTIMATE, "accuracy in cross-validation, with its 95 % interval"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for number, street in enumerate(street_names(plan.game.rounds, is_holdem=True)):
        answered, different = shadow_answers(folder, HERO, street=number)
        total = int(answered.sum())
        share = None
        if total:
            share = share_of_deals(
                answered - different, answered, matches=plan.matches, are_independent=are_independent
            )
        rows.append((street, total, share, (predicted or {}).get(street)))
    return Table("agreement", "Agreement at the original's decisions", columns, rows).without_empty_columns()
