"""Run all benchmarks, or those that are named, print them as ratios to the peers, and save them as JSON.

A module with a goal that was missed is measured a second time: only what is missed twice counts.
"""

from __future__ import annotations

import json
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import analysis, arena, dealer, equity, games, reports, solvers, startup, strength

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.measure import Measurement

RESULTS = Path(__file__).parent / "results"
PEERS = ("donksolver", "eval7", "phevaluator", "treys", "pokerkit", "open_spiel")


MODULES = {
    module.__name__.rpartition(".")[2]: module
    for module in (strength, equity, games, solvers, dealer, arena, analysis, reports, startup)
}


def main() -> None:
    unknown = set(sys.argv[1:]) - set(MODULES)
    if unknown:
        sys.exit(f"no benchmarks are called {', '.join(sorted(unknown))}: choose from {', '.join(MODULES)}")
    measurements = [
        measurement
        for name, module in MODULES.items()
        if name in sys.argv[1:] or len(sys.argv) == 1
        for measurement in _measured(module.measure)
    ]
    RESULTS.mkdir(exist_ok=True)
    target = RESULTS / f"{datetime.now(UTC):%Y%m%dT%H%M%S}.json"
    target.write_text(json.dumps(_report(measurements), indent=2) + "\n")
    print(f"saved in {target}")
    missed = [measurement.name for measurement in measurements if not measurement.reached]
    if missed:
        sys.exit(f"missed twice: {', '.join(missed)}")


def _measured(measure: Callable[[], Iterator[Measurement]]) -> list[Measurement]:
    """The measurements of a module; those that missed their goal, from a second time."""
    first = list(_printed(measure()))
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
    verdict = "reached" if measurement.reached else "MISSED"
    if measurement.pace is not None and measurement.goal is not None:
        line += f" goal {measurement.goal:>6g}, at this pace {measurement.present_goal:>6.3g} {verdict}"
    elif measurement.limit is not None:
        line += f" limit {measurement.limit:>5g} {verdict}"
    if measurement.ratio is not None:
        line += f"   {_times(measurement.ratio)} x {measurement.best_peer}"
        if measurement.least_ratio:
            line += f" (at least {measurement.least_ratio:g} {verdict})"
    if measurement.pace is not None:
        line += f"   ({measurement.pace.yardstick} took {_times(measurement.pace.factor)} x its quiet time)"
    return line + (f"   ({measurement.note})" if measurement.note else "")


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"


def _report(measurements: list[Measurement]) -> dict[str, object]:
    return {
        "when": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "python": platform.python_version(),
        "processor": platform.processor() or platform.machine(),
        "versions": {name: _version(name) for name in ("railbird", "numpy", "numba", *PEERS)},
        "measurements": [measurement.as_json() for measurement in measurements],
    }


def _version(name: str) -> str | None:
    """None of a peer that does not install everywhere."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


if __name__ == "__main__":
    main()
