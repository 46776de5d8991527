"""What each bot won at the tables of each other one, coloured by significance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.analysis import Table
from railbird.reports.figure import Figure, Plot, plain
from railbird.reports.layout import height_of, layout_of, rows_of, shortened
from railbird.reports.rates import rate_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.arena import Results
    from railbird.reports.figure import Part
    from railbird.reports.palette import Colors
    from railbird.reports.rates import Rate
    from railbird.reports.sources import Source

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


def crosstable_figure(source: Source, colors: Colors) -> Figure | None:  # noqa: ARG001 (as all figures)
    """None where all sit at one table."""
    if source.results is None or len(source.results.plan.tables) < 2:
        return None
    cells = _cells(source.results, source.players)
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
        tables=[_table(source, cells)],
        plots=[Plot([_heatmap(source, cells)], layout)],
    )


def _cells(results: Results, players: Sequence[str]) -> Mapping[tuple[str, str], Rate]:
    bots = {player: results.names.index(player) for player in players}
    return {
        (player, other): rate_of(results.win_rate_against(bot, second), results)
        for player, bot in bots.items()
        for other, second in bots.items()
        if bot != second
    }


def _heatmap(source: Source, cells: Mapping[tuple[str, str], Rate]) -> Part:
    rows = [[cells.get((player, other)) for other in source.players] for player in source.players]
    return {
        "type": "heatmap",
        "z": [[None if cell is None else _clipped(cell.margins_from_zero) for cell in row] for row in rows],
        "text": [["" if cell is None else f"{cell.mean:+,.0f}" for cell in row] for row in rows],
        "customdata": [
            [plain(f"{player} with {other}: {cells.get((player, other))}") for other in source.players]
            for player in source.players
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


def _table(source: Source, cells: Mapping[tuple[str, str], Rate]) -> Table:
    meaning = "bb/100 of a bot (row) at the tables where another one (column) sits, and half of the 95 % interval"
    columns = {"": meaning} | dict.fromkeys(source.players, "")
    rows = [
        (player, *[str(cells[player, other]) if other != player else None for other in source.players])
        for player in source.players
    ]
    return Table("crosstable", "Crosstable", columns, rows)
