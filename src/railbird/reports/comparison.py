"""Two sources next to each other: who plays in both, and whether it did better."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.analysis import Table
from railbird.reports.figure import Figure
from railbird.reports.rates import win_rates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.reports.sources import Source


def comparison_figure(first: Source, second: Source, names: Sequence[str]) -> Figure:
    """The win rates of those who play in both."""
    columns = {
        "player": "",
        names[0]: "bb/100 there, and half of the 95 % interval",
        names[1]: "bb/100 there, and half of the 95 % interval",
        "difference": "the second less the first, as if their cards had nothing to do with each other",
        "significant": "whether the 95 % interval of the difference leaves out 0",
    }
    before, after = win_rates(first), win_rates(second)
    rows = []
    for player in before:
        if player in after:
            difference = after[player].minus(before[player])
            verdict = "yes" if abs(difference.margins_from_zero) > 1 else "no"
            rows.append((player, str(before[player]), str(after[player]), str(difference), verdict))
    caption = "Win rates of those who play in both." if rows else "Nobody plays in both."
    return Figure(
        key="comparison",
        caption=caption,
        command=f"{first.standings()} && {second.standings()}",
        tables=[Table("comparison", "Comparison", columns, rows)] if rows else [],
        shows_tables=True,
    )
