"""Run all benchmarks, or those that are named, print them as ratios to the peers, and save them as JSON."""

from __future__ import annotations

import json
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import (
    abstraction,
    adaptive,
    analysis,
    arena,
    dealer,
    ensemble,
    equity,
    games,
    imitation,
    imitation_learners,
    joint_tables,
    map_limit,
    map_nolimit,
    range_equity,
    reports,
    solvers,
    startup,
    strategies,
    strength,
    team_server,
    training,
    web_hands,
    web_tables,
)
from benchmarks.verdicts import measured

if TYPE_CHECKING:
    from benchmarks.measure import Measurement

RESULTS = Path(__file__).parent / "results"
PEERS = ("donksolver", "eval7", "phevaluator", "pkrbot", "treys", "pokerkit", "open_spiel")


MODULES = {
    module.__name__.rpartition(".")[2]: module
    for module in (
        strength,
        equity,
        range_equity,
        games,
        abstraction,
        solvers,
        training,
        joint_tables,
        strategies,
        dealer,
        ensemble,
        team_server,
        arena,
        adaptive,
        map_limit,
        map_nolimit,
        analysis,
        imitation,
        imitation_learners,
        reports,
        web_hands,
        web_tables,
        startup,
    )
}


def main() -> None:
    unknown = set(sys.argv[1:]) - set(MODULES)
    if unknown:
        sys.exit(f"no benchmarks are called {', '.join(sorted(unknown))}: choose from {', '.join(MODULES)}")
    measurements = [
        measurement
        for name, module in MODULES.items()
        if name in sys.argv[1:] or len(sys.argv) == 1
        for measurement in measured(module.measure)
    ]
    RESULTS.mkdir(exist_ok=True)
    target = RESULTS / f"{datetime.now(UTC):%Y%m%dT%H%M%S}.json"
    target.write_text(json.dumps(_report(measurements), indent=2) + "\n")
    print(f"saved in {target}")
    missed = [measurement.name for measurement in measurements if not measurement.reached]
    if missed:
        sys.exit(f"missed twice: {', '.join(missed)}")


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
