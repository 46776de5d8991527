"""The sections on profit curves and running win rates."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from railbird.reports.figure import Figure, LegendEntry, Plot, numbers, plain
from railbird.reports.palette import transparent
from railbird.reports.plot_layout import layout_of, titled
from railbird.reports.running_results import running_results
from railbird.statistics import AMOUNT, COUNT, Column, Table
from railbird.statistics.json_values import finite

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from railbird.reports.figure import Part
    from railbird.reports.palette import Colors
    from railbird.reports.running_results import Running
    from railbird.reports.sources import Source
    from railbird.statistics import Cell

_Number = TypeVar("_Number", np.int64, np.float64)
_HEIGHT = 420
_ROWS = 10
_SETTLED = 0.2
"""The share of the hands after which a running rate has settled; what comes before does not stretch the scale."""
_LETTER, _LINE = 7, 15
"""Width of a letter and height of a line of a label, in pixels."""
_LONGEST_LABEL = 14
_MOST_LABELS = 12
"""Number of curves up to which each has a label at its end."""
_NOTHING = 0.01
"""The smallest range of an axis in big blinds. Below it only rounding errors would be visible."""
_FEW = 10
"""The number of hands up to which the axis has a tick for every hand."""


def profit_figure(source: Source, colors: Colors) -> Figure:
    """The running total of each player."""
    running = running_results(source)
    bands: list[Part] = []
    lines: list[Part] = []
    for player, curve in running.items():
        hands, total = _from_zero(curve.hands), _from_zero(curve.total)
        bands.append(_band(player, colors, hands=curve.hands, values=curve.total, margin=curve.margin))
        lines.append(_line(player, colors, hands=hands, values=total))
        if curve.adjusted is not None:
            adjusted = _from_zero(curve.adjusted)
            lines.append(_line(player, colors, hands=hands, values=adjusted, name="all-in adjusted", dash="dot"))
    everything = [_bounds(curve.total, curve.margin) for curve in running.values()]
    everything += [
        _bounds(curve.adjusted, np.zeros(len(curve.adjusted)))
        for curve in running.values()
        if curve.adjusted is not None
    ]
    ends = {player: float(curve.total[-1]) for player, curve in running.items()}
    plot = Plot([*bands, *lines], _layout(running, "big blinds won in all", bounds=_range(everything), ends=ends))
    return Figure(
        key="profit",
        caption=_caption(source, "The running total of each player in big blinds"),
        command=_command(source),
        tables=[_table(source, running)],
        plots=[plot],
        legend=_legend(source, colors),
    )


def rate_figure(source: Source, colors: Colors) -> Figure:
    """The running win rate of each player."""
    running = running_results(source)
    bands: list[Part] = []
    lines: list[Part] = []
    settled = []
    for player, curve in running.items():
        shown = curve.hands >= _SETTLED * curve.hands[-1]
        margin = curve.rate_margin
        settled.append(_bounds(curve.rate[shown], margin[shown]))
        bands.append(_band(player, colors, hands=curve.hands[shown], values=curve.rate[shown], margin=margin[shown]))
        lines.append(_line(player, colors, hands=curve.hands, values=curve.rate))
    ends = {player: float(curve.rate[-1]) for player, curve in running.items()}
    plot = Plot([*bands, *lines], _layout(running, "big blinds per 100 hands", bounds=_range(settled), ends=ends))
    return Figure(
        key="rate",
        caption=_caption(source, "The running win rate of each player in bb/100"),
        command=_command(source),
        tables=[_rate_table(source, running)],
        plots=[plot],
        legend=_legend(source, colors),
    )


def _layout(
    running: Mapping[str, Running], title: str, *, bounds: Sequence[float], ends: Mapping[str, float]
) -> dict[str, object]:
    """The layout with a label at the end of each curve."""
    most = max(int(curve.hands[-1]) for curve in running.values())
    steps = {"dtick": 1} if most <= _FEW else {"tickformat": "~s"}
    hands = titled("hands of a player", rangemode="tozero", showgrid=False, zeroline=False, **steps)
    layout = layout_of(height=_HEIGHT, x=hands, y=titled(title, range=list(bounds)), hovermode="x unified")
    if len(running) > _MOST_LABELS:
        return layout
    margin = {"l": 8, "r": 16 + _LETTER * max(len(_label(player)) for player in running), "t": 12, "b": 8, "pad": 4}
    return layout | {"margin": margin, "annotations": _end_labels(running, ends, bounds=bounds)}


def _end_labels(running: Mapping[str, Running], ends: Mapping[str, float], *, bounds: Sequence[float]) -> list[Part]:
    """The names of the players at the ends of their curves, moved apart so that they can be read."""
    apart = (bounds[1] - bounds[0]) * _LINE / _HEIGHT
    labels: list[Part] = []
    lowest_free = bounds[1]
    for player in sorted(ends, key=lambda player: -ends[player]):
        place = min(ends[player], lowest_free)
        lowest_free = place - apart
        labels.append(
            {
                "name": player,
                "text": plain(_label(player)),
                "x": int(running[player].hands[-1]),
                "y": float(f"{place:.6g}"),
                "xanchor": "left",
                "xshift": 4,
                "showarrow": False,
                "font": {"size": 12},
            }
        )
    return labels


def _label(player: str) -> str:
    return player if len(player) <= _LONGEST_LABEL else f"{player[: _LONGEST_LABEL - 1]}…"


def _line(
    player: str,
    colors: Colors,
    *,
    hands: NDArray[np.int64],
    values: NDArray[np.float64],
    name: str = "",
    dash: str = "",
) -> Part:
    return {
        "type": "scatter",
        "mode": "lines" if len(hands) > 1 else "markers",
        "name": plain(f"{player}, {name}" if name else player),
        "legendgroup": player,
        "x": hands.tolist(),
        "y": numbers(values),
        "line": {
            "color": colors.color(player),
            "width": 1.5 if name else colors.width(player),
            "dash": dash or colors.dash(player),
        },
        "marker": {"color": colors.color(player), "size": 9},
        "hovertemplate": "%{y:+,.1f}",
    }


def _band(
    player: str, colors: Colors, *, hands: NDArray[np.int64], values: NDArray[np.float64], margin: NDArray[np.float64]
) -> Part:
    """The interval as a closed outline: the upper bounds, then the lower bounds in reverse."""
    is_finite = np.isfinite(margin)
    hands, low, high = hands[is_finite], (values - margin)[is_finite], (values + margin)[is_finite]
    return {
        "type": "scatter",
        "mode": "lines",
        "name": plain(f"{player}, 95 % interval"),
        "legendgroup": player,
        "x": [*hands.tolist(), *hands[::-1].tolist()],
        "y": numbers([*high, *low[::-1]]),
        "fill": "toself",
        "fillcolor": transparent(colors.color(player), 0.16),
        "line": {"width": 0},
        "hoverinfo": "skip",
    }


def _from_zero(values: NDArray[_Number]) -> NDArray[_Number]:
    """Prepend 0, the total before the first hand."""
    return np.concatenate([np.zeros(1, dtype=values.dtype), values])


def _bounds(values: NDArray[np.float64], margin: NDArray[np.float64]) -> tuple[float, float]:
    spread = np.where(np.isfinite(margin), margin, 0)
    return float((values - spread).min()), float((values + spread).max())


def _range(bounds: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """The range of an axis, with some space around the bounds and with 0 in it."""
    lows, highs = zip(*bounds, strict=True)
    low, high = min(0.0, *lows), max(0.0, *highs)
    room = 0.04 * (high - low) if high - low > _NOTHING else 1.0
    return float(f"{low - room:.6g}"), float(f"{high + room:.6g}")


def _legend(source: Source, colors: Colors) -> list[LegendEntry]:
    return [
        LegendEntry(player, colors.color(player), is_striped=colors.repeats(player) > 0) for player in source.players
    ]


def _caption(source: Source, subject: str) -> str:
    text = f"{subject}, from {source.samples}"
    text += ". The band is the 95 % interval."
    if source.results is not None and source.results.has_expectation and subject.startswith("The running total"):
        text += " The dotted line is all-in adjusted: without the luck of the board cards dealt after all-ins."
    return text


def _command(source: Source) -> str:
    return source.analysis("--json") if source.results is None else source.figures()


def _columns(source: Source, key: str, *, meaning: str) -> list[Column]:
    return [
        Column("player"),
        Column("hands", COUNT, "hands that the player had played"),
        Column(key, AMOUNT, meaning),
        Column("margin", AMOUNT, f"half the width of the 95 % interval, by Student's t over {source.samples}"),
    ]


def _table(source: Source, running: Mapping[str, Running]) -> Table:
    columns = _columns(source, "total", meaning="big blinds won or lost up to then")
    meaning = "the total without the luck of the board cards dealt after all-ins"
    columns.append(Column("adjusted", AMOUNT, meaning))
    rows: list[tuple[Cell, ...]] = []
    for player, curve in running.items():
        for place in _some(curve):
            adjusted = None if curve.adjusted is None else float(curve.adjusted[place])
            rows.append(
                (player, int(curve.hands[place]), float(curve.total[place]), _at(curve.margin, place), adjusted)
            )
    return Table("profit", "Totals by number of hands", columns, rows).without_empty_columns()


def _rate_table(source: Source, running: Mapping[str, Running]) -> Table:
    columns = _columns(source, "bb/100", meaning="big blinds won in a hundred hands until then")
    rows: list[tuple[Cell, ...]] = [
        (player, int(curve.hands[place]), float(curve.rate[place]), _at(curve.rate_margin, place))
        for player, curve in running.items()
        for place in _some(curve)
    ]
    return Table("rate", "Win rates by number of hands", columns, rows).without_empty_columns()


def _some(curve: Running) -> list[int]:
    """The indices of the last points of each tenth of a curve."""
    count = len(curve.hands)
    return sorted({count * part // _ROWS - 1 for part in range(1, _ROWS + 1)} - {-1})


def _at(values: NDArray[np.float64], place: int) -> float | None:
    return finite(float(values[place]))
