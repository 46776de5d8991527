"""What each bot won at the tables of each other one, coloured by significance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena import crosstable
from railbird.reports.figure import Figure, Plot, plain
from railbird.reports.plot_layout import height_of, layout_of, rows_of, shortened
from railbird.statistics import BB_PER_100, Estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.reports.figure import Part
    from railbird.reports.sources import Source
    from railbird.statistics import Table

_LETTER = 7
"""How high the names above are, in pixels for each letter."""
_FAR, _END = 2.0, 3.0
"""In margins from 0: where the darker colour begins, and the end of the scale."""
_STEPS = (
    (-_END, -_FAR, "#a84a00"),
    (-_FAR, -1.0, "#f6cfa6"),
    (-1.0, 1.0, "#dedede"),
    (1.0, _FAR, "#b5daf0"),
    (_FAR, _END, "#005a8c"),
)
_COLORS = [((bound + _END) / (2 * _END), color) for low, high, color in _STEPS for bound in (low, high)]


def crosstable_figure(source: Source) -> Figure | None:
    """None where all sit at one table."""
    if source.results is None or len(source.results.plan.tables) < 2:
        return None
    table = crosstable(source.results)
    players = source.players
    columns = rows_of(players) | {"range": [-0.5, len(players) - 0.5], "side": "top", "tickangle": -90}
    names = _LETTER * max(len(shortened(player)) for player in players)
    layout = layout_of(height=height_of(len(players)) + names - 30, x=columns, y=rows_of(players))
    return Figure(
        key="crosstable",
        caption=(
            "bb/100 of a bot (row) at the tables where another one (column) sits. Blue: it wins, and its 95 % interval "
            "leaves out 0. Orange: it loses, likewise. Dark: 0 is more than two margins away. Grey: not beyond doubt."
        ),
        command=source.standings(),
        tables=[table],
        plots=[Plot([_heatmap(players, _rates(table))], layout)],
    )


def _rates(table: Table) -> list[list[Estimate | None]]:
    """By row and column; both have the order of the players."""
    return [[rate if isinstance(rate, Estimate) else None for rate in row[1:]] for row in table.rows]


def _heatmap(players: Sequence[str], rows: Sequence[Sequence[Estimate | None]]) -> Part:
    return {
        "type": "heatmap",
        "z": [[None if cell is None else _clipped(cell.margins_from_zero) for cell in row] for row in rows],
        "text": [["" if cell is None else f"{cell.mean:+,.0f}" for cell in row] for row in rows],
        "customdata": [
            [
                "" if cell is None else plain(f"{player} with {other}: {BB_PER_100.text(cell)}")
                for other, cell in zip(players, row, strict=True)
            ]
            for player, row in zip(players, rows, strict=True)
        ],
        "texttemplate": "%{text}",
        "hovertemplate": "%{customdata} bb/100<extra></extra>",
        "hoverongaps": False,
        "zmin": -_END,
        "zmax": _END,
        "colorscale": _COLORS,
        "xgap": 2,
        "ygap": 2,
        "showscale": False,
    }


def _clipped(margins: float) -> float:
    return round(min(max(margins, -_END), _END), 3)
