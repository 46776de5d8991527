"""The crosstable: what each bot won at the tables of each other bot, coloured by significance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena import crosstable
from railbird.reports.figure import Figure, Plot, plain
from railbird.reports.plot_layout import height_of, layout_of, rows_of, shortened
from railbird.statistics import BB_PER_100, CorrectedEstimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.reports.figure import Part
    from railbird.reports.sources import Source
    from railbird.statistics import Table

_LETTER = 7
"""Height of the rotated names above the table, in pixels per letter."""
_CERTAIN = 0.001
"""The p value below which a cell has the darker colour."""
_STEPS = ("#a84a00", "#f6cfa6", "#dedede", "#b5daf0", "#005a8c")
"""The colours from a certain loss to a certain win."""
_END = len(_STEPS) // 2
_COLORS = [(bound / len(_STEPS), color) for step, color in enumerate(_STEPS) for bound in (step, step + 1)]


def crosstable_figure(source: Source) -> Figure | None:
    """The crosstable, or None if all bots sit at one table."""
    if source.results is None or len(source.results.plan.tables) < 2:
        return None
    best, *others = [crosstable(source.results, kind) for kind in source.results.kinds]
    players = source.players
    columns = rows_of(players) | {"range": [-0.5, len(players) - 0.5], "side": "top", "tickangle": -90}
    names = _LETTER * max(len(shortened(player)) for player in players)
    layout = layout_of(height=height_of(len(players)) + names - 30, x=columns, y=rows_of(players))
    return Figure(
        key="crosstable",
        caption=(
            f"{best.columns[0].meaning}. Blue: a significant win. Orange: a significant loss. Dark: significant at "
            "99.9 %. Grey: not significant."
        ),
        command=source.standings(),
        tables=[best, *others],
        plots=[Plot([_heatmap(players, _rates(best))], layout)],
    )


def _rates(table: Table) -> list[list[CorrectedEstimate | None]]:
    """Win rates by row and column, both in the order of the players."""
    return [[rate if isinstance(rate, CorrectedEstimate) else None for rate in row[1:]] for row in table.rows]


def _heatmap(players: Sequence[str], rows: Sequence[Sequence[CorrectedEstimate | None]]) -> Part:
    return {
        "type": "heatmap",
        "z": [[None if cell is None else _step(cell) for cell in row] for row in rows],
        "text": [["" if cell is None else f"{cell.estimate.mean:+,.0f}" for cell in row] for row in rows],
        "customdata": [
            [
                "" if cell is None else plain(f"{player} with {other}: {BB_PER_100.text(cell.estimate)}")
                for other, cell in zip(players, row, strict=True)
            ]
            for player, row in zip(players, rows, strict=True)
        ],
        "texttemplate": "%{text}",
        "hovertemplate": "%{customdata} bb/100<extra></extra>",
        "hoverongaps": False,
        "zmin": -_END - 0.5,
        "zmax": _END + 0.5,
        "colorscale": _COLORS,
        "xgap": 2,
        "ygap": 2,
        "showscale": False,
    }


def _step(cell: CorrectedEstimate) -> int:
    """The place of a cell on the colour scale, from 0 in its middle; negative for losses."""
    if not cell.is_significant:
        return 0
    size = 2 if cell.p_value < _CERTAIN else 1
    return size if cell.estimate.mean > 0 else -size
