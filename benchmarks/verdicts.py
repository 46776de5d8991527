"""Verdicts: measurements as lines of text, and a second time for what missed its goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.measure import Measurement


def measured(measure: Callable[[], Iterator[Measurement]]) -> list[Measurement]:
    """The measurements of a module; those that missed their goal, from a second time."""
    first = list(_printed(measure()))
    names = [measurement.name for measurement in first]
    if len({*names}) < len(names):
        raise ValueError(f"two measurements have the same name: {', '.join(names)}")
    missed = {measurement.name for measurement in first if not measurement.reached}
    if not missed:
        return first
    print(f"measuring again: {', '.join(sorted(missed))}")
    again = {measurement.name: measurement for measurement in _printed(measure(), only=missed)}
    return [again.get(measurement.name, measurement) for measurement in first]


def _printed(measurements: Iterator[Measurement], only: set[str] | None = None) -> Iterator[Measurement]:
    for measurement in measurements:
        if only is None or measurement.name in only:
            print(_line(measurement), flush=True)
            yield measurement


def _line(measurement: Measurement) -> str:
    line = f"{measurement.name:<46} {measurement.ours:9.4g} {measurement.unit:<18}"
    if measurement.pace is not None and measurement.goal is not None:
        goal = f"goal {measurement.goal:>6g}, at this pace {measurement.present_goal:>6.3g}"
        line += f" {goal} {_verdict(measurement.reaches_goal)}"
    elif measurement.limit is not None:
        line += f" limit {measurement.limit:>5g} {_verdict(measurement.keeps_limit)}"
    if measurement.ratio is not None:
        line += f"   {_times(measurement.ratio)} x {measurement.best_peer}"
        if measurement.least_ratio:
            line += f" (at least {measurement.least_ratio:g} {_verdict(measurement.reaches_ratio)})"
    if measurement.pace is not None:
        line += f"   ({measurement.pace.yardstick} took {_times(measurement.pace.factor)} x its quiet time)"
    return line + (f"   ({measurement.note})" if measurement.note else "")


def _verdict(reached: bool) -> str:
    return "reached" if reached else "MISSED"


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"
