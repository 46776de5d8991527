"""Run all benchmarks, print them as ratios to the peers, and save them as JSON."""

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
    from benchmarks.measure import Measurement

RESULTS = Path(__file__).parent / "results"
PEERS = ("donksolver", "eval7", "phevaluator", "treys", "pokerkit", "open_spiel")


def main() -> None:
    measurements = []
    for module in (strength, equity, games, solvers, dealer, arena, analysis, reports, startup):
        for measurement in module.measure():
            measurements.append(measurement)
            print(_line(measurement), flush=True)
    RESULTS.mkdir(exist_ok=True)
    target = RESULTS / f"{datetime.now(UTC):%Y%m%dT%H%M%S}.json"
    target.write_text(json.dumps(_report(measurements), indent=2) + "\n")
    print(f"saved in {target}")
    if not all(measurement.reached for measurement in measurements):
        sys.exit("some goals were missed")


def _line(measurement: Measurement) -> str:
    line = f"{measurement.name:<46} {measurement.ours:9.4g} {measurement.unit:<18}"
    if measurement.goal is not None:
        line += f" goal {measurement.goal:>6g} {'reached' if measurement.reached else 'MISSED'}"
    if measurement.ratio is not None:
        times = f"{measurement.ratio:,.0f}" if measurement.ratio >= 10 else f"{measurement.ratio:.2g}"
        line += f"   {times} x {measurement.best_peer}"
    return line + (f"   ({measurement.note})" if measurement.note else "")


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
