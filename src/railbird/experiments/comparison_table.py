"""Compares our figures with those of the source, with a verdict for each: as records, as a table and as JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from railbird.experiments.verdicts import Verdict, judge
from railbird.statistics import AMOUNT, COUNT, TEXT, Column, Table
from railbird.statistics.json_values import finite
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.experiments.experiment import Experiment, ReportedFigure, SourceFigure
    from railbird.experiments.experiment_folder import StoredResults
    from railbird.experiments.measurement import Measurement
    from railbird.statistics import Cell

_COLUMNS = (
    Column("figure"),
    Column(
        "verdict",
        TEXT,
        "differs: the interval of the difference lies outside the tolerance; agrees: it does not, and our interval is "
        "no wider than that of the source or the tolerance; cannot be told apart: our interval is too wide",
    ),
    Column("unit"),
    Column("ours", AMOUNT, "our value"),
    Column("from", AMOUNT, "the lower end of its 95 % interval"),
    Column("to", AMOUNT, "the upper end"),
    Column(
        "samples",
        COUNT,
        "number of samples of our value: duplicate sets or matches; none if it is exact",
        is_minor=True,
    ),
    Column("theirs", AMOUNT, "the source's value"),
    Column(
        "theirs from",
        AMOUNT,
        "the lower end of its 95 % interval, if the source gives it or the data for it, or the experiment estimates it",
    ),
    Column("theirs to", AMOUNT, "the upper end"),
    Column("tolerance", AMOUNT, "distance that counts as agreement, in addition to both intervals", is_minor=True),
)


@dataclass(frozen=True)
class ComparedFigure:
    """Our value of a figure and that of the source."""

    figure: ReportedFigure
    ours: Measurement
    theirs: SourceFigure | None
    verdict: Verdict | None
    """None if the source does not have the figure."""


def compare(experiment: Experiment, results: StoredResults) -> list[ComparedFigure]:
    """Compare all figures of an experiment, in the order of its file."""
    compared = []
    for key, figure in experiment.figures.items():
        ours, theirs = results.figures[key], experiment.theirs.get(key)
        compared.append(ComparedFigure(figure, ours, theirs, None if theirs is None else judge(ours, theirs)))
    return compared


def comparison_table(compared: Iterable[ComparedFigure]) -> Table:
    """A table with a row for each figure. Empty columns are left out."""
    return Table(
        "experiment", "Ours beside theirs", _COLUMNS, [_row(figure) for figure in compared]
    ).without_empty_columns()


def verdict_summary(compared: Sequence[ComparedFigure]) -> str:
    """State how many figures agree, differ, or cannot be told apart."""
    counts = Counter(figure.verdict for figure in compared if figure.verdict is not None)
    if not counts:
        return "The source gives no figure to compare with."
    total = sum(counts.values())
    phrases = {
        Verdict.AGREES: ("agrees with", "agree with"),
        Verdict.DIFFERS: ("differs from", "differ from"),
        Verdict.UNDECIDED: ("cannot be told apart from", "cannot be told apart from"),
    }
    first, *others = [
        f"{counts[verdict]} {several if counts[verdict] > 1 else single}"
        for verdict, (single, several) in phrases.items()
        if counts[verdict]
    ]
    parts = [f"{first} the source", *(f"{other} it" for other in others)]
    summary = f"Of {number_of(total, 'figure')}, {', '.join(parts)}."
    estimated = sum(figure.theirs is not None and figure.theirs.is_estimated for figure in compared)
    if estimated:
        summary += f" The source gives no interval for {estimated} of them; what is shown is our estimate."
    return summary


def comparison_as_json(experiment: Experiment, results: StoredResults) -> dict[str, object]:
    """The experiment and the comparison of its figures as JSON."""
    source = experiment.source
    return {
        "name": experiment.name,
        "title": experiment.title,
        "question": experiment.question,
        "source": {
            "work": source.work,
            "section": source.section,
            "table": source.table,
            "figure": source.figure,
            "differences": list(source.differences),
        },
        "quick": experiment.is_quick,
        "game": experiment.game.name,
        "hands": results.hands,
        "railbird": results.railbird,
        "incidents": {lineup: dict(counts) for lineup, counts in results.incidents.items()},
        "figures": [_as_json(figure) for figure in compare(experiment, results)],
        "solves": {name: asdict(solve) for name, solve in results.solves.items()},
    }


def _row(compared: ComparedFigure) -> tuple[Cell, ...]:
    theirs = compared.theirs
    has_interval = theirs is not None and theirs.has_interval
    return (
        compared.figure.title,
        str(compared.verdict) if compared.verdict else None,
        compared.figure.unit.text,
        compared.ours.value,
        compared.ours.low,
        compared.ours.high,
        compared.ours.samples or None,
        theirs.value if theirs else None,
        theirs.measurement.low if theirs and has_interval else None,
        theirs.measurement.high if theirs and has_interval else None,
        (theirs.tolerance or None) if theirs else None,
    )


def _as_json(compared: ComparedFigure) -> dict[str, object]:
    theirs = compared.theirs
    return {
        "key": compared.figure.key,
        "title": compared.figure.title,
        "unit": compared.figure.unit.text,
        "ours": {
            "value": compared.ours.value,
            "low": finite(compared.ours.low),
            "high": finite(compared.ours.high),
            "samples": compared.ours.samples,
        },
        "theirs": theirs
        and {
            "value": theirs.value,
            "low": theirs.measurement.low if theirs.has_interval else None,
            "high": theirs.measurement.high if theirs.has_interval else None,
            "is_estimated": theirs.is_estimated,
            "tolerance": theirs.tolerance,
            "hands": theirs.hands,
        },
        "verdict": compared.verdict and str(compared.verdict),
    }
