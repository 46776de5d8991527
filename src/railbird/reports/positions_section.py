"""The section on positions: what each player won in each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.reports.figure import Figure, Plot, numbers, plain
from railbird.reports.palette import LOST_TO_WON
from railbird.reports.plot_layout import height_of, layout_of, rows_of
from railbird.statistics import BB_PER_100

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.reports.figure import Part
    from railbird.reports.sources import Source
    from railbird.statistics import Estimate


def positions_figure(source: Source) -> Figure | None:
    """Win rates by player and position; None if all sit in one position, or nothing was counted."""
    positions = source.positions.positions
    if len(positions) < 2:
        return None
    rates = [[source.positions.rate(player, position) for position in positions] for player in source.players]
    columns = rows_of(positions) | {"range": [-0.5, len(positions) - 0.5], "side": "top"}
    layout = layout_of(height=height_of(len(source.players)), x=columns, y=rows_of(source.players))
    return Figure(
        key="positions",
        caption="The win rate of each player in each position, in bb/100.",
        command=source.figures(),
        tables=[source.positions.table(source.players)],
        plots=[Plot([_heatmap(source.players, positions, rates)], layout)],
    )


def _heatmap(players: Sequence[str], positions: Sequence[str], rates: Sequence[Sequence[Estimate | None]]) -> Part:
    limit = max((abs(rate.mean) for row in rates for rate in row if rate is not None), default=0.0) or 1.0
    return {
        "type": "heatmap",
        "z": [numbers(float("nan") if rate is None else rate.mean for rate in row) for row in rates],
        "text": [["" if rate is None else f"{rate.mean:+,.0f}" for rate in row] for row in rates],
        "customdata": [
            [
                "" if rate is None else plain(f"{player}, {position}: {BB_PER_100.text(rate)}")
                for position, rate in zip(positions, row, strict=True)
            ]
            for player, row in zip(players, rates, strict=True)
        ],
        "texttemplate": "%{text}",
        "hovertemplate": "%{customdata} bb/100<extra></extra>",
        "hoverongaps": False,
        "zmin": -limit,
        "zmax": limit,
        "colorscale": LOST_TO_WON,
        "xgap": 2,
        "ygap": 2,
        "showscale": False,
    }
