"""Our figures beside the source's, with a verdict for each: as records, as a table, as JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.experiments.verdicts import Verdict, judge
from railbird.statistics import AMOUNT, COUNT, TEXT, Column, Table
from railbird.statistics.json_values import finite

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
    Column("samples", COUNT, "behind our value: duplicate sets, or matches"),
    Column("theirs", AMOUNT, "the source's value"),
    Column("theirs from", AMOUNT, "the lower end of its 95 % interval, if the source gives one or what it comes from"),
    Column("theirs to", AMOUNT, "the upper end"),
    Column("tolerance", AMOUNT, "the distance that counts as the same, beyond what both intervals leave open"),
)


@dataclass(frozen=True)
class ComparedFigure:
    """A figure of ours beside that of the source."""

    figure: ReportedFigure
    ours: Measurement
    theirs: SourceFigure | None
    verdict: Verdict | None
    """None where the source has no such figure."""


def compare(experiment: Experiment, results: StoredResults) -> list[ComparedFigure]:
    """All figures of an experiment, in the order of its file."""
    compared = []
    for key, figure in experiment.figures.items():
        ours, theirs = results.figures[key], experiment.theirs.get(key)
        compared.append(ComparedFigure(figure, ours, theirs, None if theirs is None else judge(ours, theirs)))
    return compared


def comparison_table(compared: Iterable[ComparedFigure]) -> Table:
    """A row for each figure; columns without anything in them are left out."""
    return Table("experiment", "Ours beside theirs", _COLUMNS, [_row(one) for one in compared]).without_empty_columns()


def verdict_summary(compared: Sequence[ComparedFigure]) -> str:
    """How many figures agree, differ, and cannot be told apart."""
    counts = Counter(one.verdict for one in compared if one.verdict is not None)
    if not counts:
        return "The source gives no figure to compare with."
    total = sum(counts.values())
    phrases = {
        Verdict.AGREES: ("agrees with the source", "agree with the source"),
        Verdict.DIFFERS: ("differs from it", "differ from it"),
        Verdict.UNDECIDED: ("cannot be told apart from it", "cannot be told apart from it"),
    }
    parts = [
        f"{counts[verdict]} {several if counts[verdict] > 1 else single}"
        for verdict, (single, several) in phrases.items()
        if counts[verdict]
    ]
    return f"Of {total} figure{'s' * (total != 1)}, {', '.join(parts)}."


def comparison_as_json(experiment: Experiment, results: StoredResults) -> dict[str, object]:
    """All of it, for programs."""
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
        "figures": [_as_json(one) for one in compare(experiment, results)],
    }


def _row(one: ComparedFigure) -> tuple[Cell, ...]:
    theirs = one.theirs
    has_interval = theirs is not None and theirs.has_interval
    return (
        one.figure.title,
        str(one.verdict) if one.verdict else None,
        one.figure.unit.text,
        one.ours.value,
        one.ours.low,
        one.ours.high,
        one.ours.samples,
        theirs.value if theirs else None,
        theirs.measurement.low if theirs and has_interval else None,
        theirs.measurement.high if theirs and has_interval else None,
        (theirs.tolerance or None) if theirs else None,
    )


def _as_json(one: ComparedFigure) -> dict[str, object]:
    theirs = one.theirs
    return {
        "key": one.figure.key,
        "title": one.figure.title,
        "unit": one.figure.unit.text,
        "ours": {
            "value": one.ours.value,
            "low": finite(one.ours.low),
            "high": finite(one.ours.high),
            "samples": one.ours.samples,
        },
        "theirs": theirs
        and {
            "value": theirs.value,
            "low": theirs.measurement.low if theirs.has_interval else None,
            "high": theirs.measurement.high if theirs.has_interval else None,
            "tolerance": theirs.tolerance,
            "hands": theirs.hands,
        },
        "verdict": one.verdict and str(one.verdict),
    }
