"""The report on an experiment: its figures beside those of the source, with intervals and verdicts."""

from __future__ import annotations

from math import ceil
from textwrap import wrap
from typing import TYPE_CHECKING

from railbird.experiments import compare, comparison_table, solve_table, verdict_summary
from railbird.experiments.experiment import LineupBot
from railbird.reports.convergence_figure import ConvergenceLine, convergence_sections
from railbird.reports.figure import Figure, LegendEntry, Plot, numbers, plain
from railbird.reports.palette import BLUE, ORANGE
from railbird.reports.plot_layout import height_of, layout_of, rows_of, titled
from railbird.reports.report import Introduction, Report, Section
from railbird.reports.team_section import team_figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.experiments import ComparedFigure, Experiment, Measurement, StoredResults, TeamCurve
    from railbird.reports.figure import Part

_OURS, _THEIRS = "ours", "theirs"
_LABEL_WIDTH = 24
_OFFSET = 0.16
"""The distance of the two points of a row from its middle."""


def make_experiment_report(
    experiment: Experiment, results: StoredResults, *, command: str, curves: Sequence[TeamCurve] = ()
) -> Report:
    """Make a report on an experiment from its stored results, and from the curves of its teams."""
    compared = compare(experiment, results)
    introduction = Introduction(
        summary=f"{experiment.title}. {experiment.question} {verdict_summary(compared)}",
        facts=_facts(experiment, results),
        made_by=command.replace(" report ", " run ", 1),
    )
    teams = team_figures(curves, command=command, alone=_members_alone(experiment))
    section = Section("Ours beside theirs", [_figure(compared, command=command)])
    sections = [
        section,
        *_convergence(experiment, results, command=command),
        *[Section(title, [figure]) for title, figure in teams.items()],
    ]
    return Report(names=[experiment.name], introductions=[introduction], sections=sections)


def _convergence(experiment: Experiment, results: StoredResults, *, command: str) -> list[Section]:
    """The curves of the solves; none if no strategy is solved."""
    factor = 1000 / experiment.game.unit
    lines = [
        ConvergenceLine(name, experiment.game.name, solve.points, factor)
        for name, solve in results.solves.items()
        if solve.points
    ]
    table = solve_table(results.solves, experiment.game)
    return convergence_sections(lines, table=table, command=command, unit="mbb/hand") if lines else []


def _members_alone(experiment: Experiment) -> dict[tuple[str, str], tuple[str, str]]:
    """Where members of teams play alone: what they really win is subtracted from what a team imagines."""
    return {
        (figure.of.lineup, figure.member): (figure.minus.lineup, figure.minus.bot)
        for figure in experiment.figures.values()
        if figure.measure == "imagined earnings" and isinstance(figure.of, LineupBot) and figure.minus is not None
    }


def _facts(experiment: Experiment, results: StoredResults) -> dict[str, str]:
    cards = experiment.cards
    facts = {
        "Source": experiment.source.place,
        "Game": experiment.game.name,
        "Hands": f"{results.hands:,}{' (quick version)' * experiment.is_quick}",
        "Line-ups": f"{len(experiment.lineups):,}",
        "Deals": f"{cards.hands * cards.matches:,}",
        "Seed": str(cards.seed),
        "Railbird": results.railbird,
    }
    for number, difference in enumerate(experiment.source.differences, start=1):
        facts[f"Unlike the source ({number})"] = difference
    for lineup, counts in results.incidents.items():
        facts[f"Incidents in {lineup}"] = ", ".join(f"{bot} {count:,}" for bot, count in counts.items())
    return facts


def _figure(compared: Sequence[ComparedFigure], *, command: str) -> Figure:
    units = list(dict.fromkeys(pair.figure.unit.text for pair in compared))
    return Figure(
        key="experiment",
        caption="Our figures with their 95 % intervals, and the source's, with intervals where it gives them.",
        command=command,
        tables=[comparison_table(compared)],
        plots=[_plot([pair for pair in compared if pair.figure.unit.text == unit], unit) for unit in units],
        legend=[LegendEntry(_OURS, BLUE), LegendEntry(_THEIRS, ORANGE)],
        shows_tables=True,
    )


def _plot(compared: Sequence[ComparedFigure], unit: str) -> Plot:
    titles = [pair.figure.title for pair in compared]
    ours = {row: pair.ours for row, pair in enumerate(compared)}
    theirs = {row: pair.theirs.measurement for row, pair in enumerate(compared) if pair.theirs is not None}
    traces = [
        _points(_OURS, ours, titles, unit=unit, color=BLUE, offset=-_OFFSET),
        _points(_THEIRS, theirs, titles, unit=unit, color=ORANGE, offset=_OFFSET),
    ]
    labels = [wrap(title, _LABEL_WIDTH) for title in titles]
    rows = {**rows_of(titles), "ticktext": ["<br>".join(map(plain, lines)) for lines in labels]}
    height = height_of(ceil(len(compared) * max(1, 0.7 * max(map(len, labels)))))
    return Plot(traces, layout_of(height=height, x=titled(unit, tickformat=",~r"), y=rows), title=unit)


def _points(
    name: str, rows: dict[int, Measurement], titles: Sequence[str], *, unit: str, color: str, offset: float
) -> Part:
    margins = [
        (point.high - point.value, point.value - point.low) if point.has_interval else (0.0, 0.0)
        for point in rows.values()
    ]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "legendgroup": name,
        "x": numbers(point.value for point in rows.values()),
        "y": [row + offset for row in rows],
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": numbers(above for above, _ in margins),
            "arrayminus": numbers(below for _, below in margins),
            "thickness": 1.6,
            "width": 5,
            "color": color,
        },
        "marker": {"color": color, "size": 10, "symbol": "circle" if name == _OURS else "diamond"},
        "text": [plain(f"{titles[row]}, {name}: {point.value:,.1f} {unit}") for row, point in rows.items()],
        "hovertemplate": "%{text}<extra></extra>",
    }
