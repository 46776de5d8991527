"""Gives figures that are shown side by side the same axes, so that they can be compared by eye."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.reports.figure import Figure, Plot

_SHARED = {"profit", "rate"}
_COMPARABLE = 4.0
"""The largest ratio of two ranges that share an axis. Beyond it the smaller curve would look flat."""


def with_same_axes(figures: Sequence[Figure | None]) -> list[Figure | None]:
    """Give curves, which have one plot each, the same axes. Return other figures unchanged."""
    curves = [figure for figure in figures if figure is not None and figure.key in _SHARED]
    if len(curves) < 2:
        return list(figures)
    ranges = [_range(curve.plots[0]) for curve in curves]
    sizes = [high - low for low, high in ranges]
    if max(sizes) > _COMPARABLE * min(sizes):
        return list(figures)
    whole = [min(low for low, _ in ranges), max(high for _, high in ranges)]
    return [replace(curve, plots=[_with_range(curve.plots[0], whole)]) for curve in curves]


def _range(plot: Plot) -> tuple[float, float]:
    axis: Mapping[str, Sequence[float]] = plot.layout["yaxis"]  # type: ignore[assignment]
    low, high = axis["range"]
    return low, high


def _with_range(plot: Plot, whole: list[float]) -> Plot:
    axis: Mapping[str, object] = plot.layout["yaxis"]  # type: ignore[assignment]
    return replace(plot, layout={**plot.layout, "yaxis": {**axis, "range": whole}})
