"""The sections on teams: who was followed, how members rated, what they would have earned, and what was really won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.experiments import ALL_STREETS
from railbird.reports.figure import Figure, LegendEntry, Plot, numbers, plain
from railbird.reports.palette import GREY, Colors
from railbird.reports.plot_layout import QUARTERS, layout_of, titled
from railbird.statistics import AMOUNT, COUNT, SHARE, Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from railbird.experiments import TeamCurve
    from railbird.reports.figure import Part
    from railbird.statistics import Cell, CellKind

_HEIGHT = 300
_ROWS = 10
_HANDS = "hands of a match"
_REAL = "alone"


def team_figures(
    curves: Sequence[TeamCurve], *, command: str, alone: Mapping[tuple[str, str], tuple[str, str]] | None = None
) -> dict[str, Figure]:
    """The figures about the teams of one or more line-ups by the title of their section; none if there are no teams.

    `alone` has the line-up and the name under which a member plays alone, by line-up of the team and member.
    """
    if not any(curve.kind == "followed" for curve in curves):
        return {}
    figures = {
        "Members followed": _followed_figure(curves, command=command),
        "Ratings of members": _ratings_figure(curves, command=command),
    }
    if any(curve.kind == "imagined" for curve in curves):
        figures["Imagined earnings"] = _imagined_figure(curves, command=command, alone=alone or {})
    if len({curve.lineup for curve in curves}) > 1:
        figures["Outcomes over a match"] = _outcomes_figure(curves, command=command)
    return figures


def _followed_figure(curves: Sequence[TeamCurve], *, command: str) -> Figure:
    """The share of decisions at which each member was followed, street by street."""
    axis = titled("followed", range=[0, 1], tickformat=".0%", tickvals=QUARTERS)
    return Figure(
        key="followed",
        caption=(
            "The share of decisions at which each member was followed, in stretches of a match, over all matches and "
            "orders of seats. Dotted lines: grey where a member first answers unlike all others, on average; in the "
            "colour of a member where the team switches to it, where most matches have a switch."
        ),
        command=command,
        tables=[_table(curves, "followed", SHARE, meaning="share of decisions in the stretch up to that hand")],
        plots=_by_street(curves, "followed", axis=axis),
        legend=_legend(_names(curves, "followed")),
        choice_label="Team",
    )


def _ratings_figure(curves: Sequence[TeamCurve], *, command: str) -> Figure:
    return Figure(
        key="ratings",
        caption=(
            "The mean rating of each member when the team decided, in stretches of a match. For deciders that draw, it "
            "is the probability of the member. While members are tried out first, that of the member to play is 1."
        ),
        command=command,
        tables=[_table(curves, "rating", AMOUNT, meaning="mean rating in the stretch up to that hand")],
        plots=_by_street(curves, "rating", axis=titled("rating")),
        legend=_legend(_names(curves, "rating")),
        choice_label="Team",
    )


def _imagined_figure(
    curves: Sequence[TeamCurve], *, command: str, alone: Mapping[tuple[str, str], tuple[str, str]]
) -> Figure:
    """Running totals of what each member would have earned, by method, beside what it won alone."""
    won = {(curve.lineup, curve.name): curve for curve in curves if curve.kind == "won"}
    names = _names(curves, "imagined")
    colors = Colors.of(names)
    plots = []
    for choice, group in _grouped(curves, "imagined", by_detail=True).items():
        lines = [_line(curve, colors) for curve in group]
        for curve in group:
            real = won.get(alone.get((curve.lineup, curve.name), ("", "")))
            if real is not None:
                lines.append(_line(real, colors, name=curve.name, suffix=_REAL, dash="dot"))
        plots.append(Plot(lines, _layout(titled("chips in a match"), _marks(curves, group[0], colors)), choice=choice))
    return Figure(
        key="imagined",
        caption=(
            "The running total of what each member would have earned in a match, as the team imagines it, on average. "
            "Dotted curves: what the member won alone on the same cards, if that was played."
        ),
        command=command,
        tables=[_table(curves, "imagined", AMOUNT, meaning="chips that the member would have earned up to that hand")],
        plots=plots,
        legend=_legend(names),
        choice_label="Team and method",
    )


def _outcomes_figure(curves: Sequence[TeamCurve], *, command: str) -> Figure:
    """Running totals of the team of each line-up, or of its first player if it has no team."""
    teams = {curve.lineup: curve.team for curve in curves if curve.kind == "followed"}
    shown: dict[str, TeamCurve] = {}
    for curve in curves:
        if curve.kind == "won" and curve.name == teams.get(curve.lineup, curve.name):
            shown.setdefault(curve.lineup, curve)
    colors = Colors.of(list(shown))
    lines = [_line(curve, colors, name=lineup) for lineup, curve in shown.items()]
    return Figure(
        key="outcomes",
        caption="What the team of each line-up has won in a match, or its first player if no team plays, on average.",
        command=command,
        tables=[_table(list(shown.values()), "won", AMOUNT, meaning="chips won up to that hand")],
        plots=[Plot(lines, _layout(titled("chips in a match"), []))],
        legend=_legend(list(shown)),
    )


def _names(curves: Iterable[TeamCurve], kind: str) -> list[str]:
    return list(dict.fromkeys(curve.name for curve in curves if curve.kind == kind))


def _legend(names: Sequence[str]) -> list[LegendEntry]:
    colors = Colors.of(names)
    return [LegendEntry(name, colors.color(name), bool(colors.repeats(name))) for name in names]


def _grouped(curves: Iterable[TeamCurve], kind: str, *, by_detail: bool) -> dict[str, list[TeamCurve]]:
    """The curves of a kind by team, or by team and detail."""
    groups: dict[str, list[TeamCurve]] = {}
    for curve in curves:
        if curve.kind == kind:
            team = curve.team if curve.team == curve.lineup else f"{curve.lineup}: {curve.team}"
            groups.setdefault(f"{team}, {curve.detail}" if by_detail else team, []).append(curve)
    return groups


def _by_street(curves: Sequence[TeamCurve], kind: str, *, axis: Part) -> list[Plot]:
    """A plot for each team and street."""
    colors = Colors.of(_names(curves, kind))
    plots = []
    for team, group in _grouped(curves, kind, by_detail=False).items():
        marks = _marks(curves, group[0], colors)
        for street in dict.fromkeys(curve.detail for curve in group):
            lines = [_line(curve, colors) for curve in group if curve.detail == street]
            plots.append(Plot(lines, _layout(axis, marks), title=street.capitalize(), choice=team))
    return plots


def _line(curve: TeamCurve, colors: Colors, *, name: str = "", suffix: str = "", dash: str = "") -> Part:
    shown = name or curve.name
    return {
        "type": "scatter",
        "mode": "lines",
        "name": plain(f"{shown}, {suffix}" if suffix else shown),
        "legendgroup": shown,
        "x": list(curve.hands),
        "y": numbers(float("nan") if value is None else value for value in curve.values),
        "connectgaps": True,
        "line": {"color": colors.color(shown), "width": 2, "dash": dash or colors.dash(shown)},
        "hovertemplate": "%{y:,.3~g}",
    }


def _marks(curves: Iterable[TeamCurve], of: TeamCurve, colors: Colors) -> list[Part]:
    """Vertical lines where a member first answers differently, and where the team switches."""
    own = [curve for curve in curves if (curve.lineup, curve.team) == (of.lineup, of.team)]
    first = {curve.values[0]: GREY for curve in own if curve.kind == "differs" and curve.values[0] is not None}
    switches = {curve.values[0]: colors.color(curve.name) for curve in own if curve.kind == "switch"}
    return [
        {
            "type": "line",
            "x0": hand,
            "x1": hand,
            "yref": "paper",
            "y0": 0,
            "y1": 1,
            "line": {"color": color, "width": 1.5, "dash": "dot"},
        }
        for hand, color in [*first.items(), *switches.items()]
    ]


def _layout(axis: Part, marks: Sequence[Part]) -> dict[str, object]:
    hands = titled(_HANDS, rangemode="tozero", showgrid=False, zeroline=False)
    return layout_of(height=_HEIGHT, x=hands, y=axis, hovermode="x unified", shapes=list(marks))


def _table(curves: Iterable[TeamCurve], kind: str, cells: CellKind, *, meaning: str) -> Table:
    """Tenths of the curves; of those by street, only the one of all streets."""
    columns = [
        Column("line-up"),
        Column("name", meaning="member, or player"),
        Column("method"),
        Column("hands", COUNT, "hands played"),
        Column("value", cells, meaning),
    ]
    rows: list[tuple[Cell, ...]] = []
    for curve in curves:
        if curve.kind != kind or (kind in ("followed", "rating") and curve.detail != ALL_STREETS):
            continue
        step = max(1, len(curve.hands) // _ROWS)
        method = curve.detail if kind == "imagined" else None
        rows += [
            (curve.lineup, curve.name, method, curve.hands[place], curve.values[place])
            for place in range(step - 1, len(curve.hands), step)
        ]
    return Table(kind, "Points of the curves", columns, rows).without_empty_columns()
