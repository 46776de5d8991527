"""Learning curves: the accuracy of learners by the number of decisions that they were trained on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.reports.figure import Plot, numbers, plain
from railbird.reports.palette import Colors
from railbird.reports.plot_layout import layout_of, titled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.imitation.evaluation.stored_scores import StoredScore
    from railbird.reports.figure import Part

_HEIGHT = 300


def learning_curves(scores: Sequence[StoredScore]) -> list[Plot]:
    """A plot for each street on which a learner was trained on several numbers of decisions; without splits by row."""
    kept = [score for score in scores if not score.is_by_row and score.trained_on]
    colors = Colors.of([*dict.fromkeys(score.learner for score in kept)])
    return [plot for street in dict.fromkeys(score.street for score in kept) if (plot := _plot(kept, street, colors))]


def _plot(scores: Sequence[StoredScore], street: str, colors: Colors) -> Plot | None:
    own = sorted((score for score in scores if score.street == street), key=lambda score: score.trained_on)
    learners = [*dict.fromkeys(score.learner for score in own)]
    curves = {name: [score for score in own if score.learner == name] for name in learners}
    if max(map(len, curves.values()), default=0) < 2:
        return None
    x = titled("decisions that were trained on", type="log", showgrid=False)
    y = titled("accuracy", tickformat=".0%")
    legend = {"orientation": "h", "y": 1.15}
    layout = layout_of(height=_HEIGHT, x=x, y=y, showlegend=len(curves) > 1, legend=legend, hovermode="x unified")
    return Plot([_curve(name, curve, colors) for name, curve in curves.items()], layout, title=street)


def _curve(name: str, scores: Sequence[StoredScore], colors: Colors) -> Part:
    ends = [score.accuracy if score.interval[1] is None else score.interval[1] for score in scores]
    above = [end - score.accuracy for end, score in zip(ends, scores, strict=True)]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": plain(name),
        "x": numbers(score.trained_on for score in scores),
        "y": numbers(score.accuracy for score in scores),
        "error_y": {"type": "data", "array": numbers(above), "thickness": 1},
        "line": {"color": colors.color(name), "width": 2, "dash": colors.dash(name)},
        "hovertemplate": "%{y:.1%}",
    }
