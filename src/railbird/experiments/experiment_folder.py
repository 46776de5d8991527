"""The folder of an experiment's results: solved strategies, a run for each line-up, and the figures as TOML.

Strategies and runs can be large. `results.toml`, with `teams.jsonl` if teams play, is small and has everything that a
report needs.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

import tomli_w

from railbird import __version__
from railbird.arena import RunFolder, check_games
from railbird.errors import ExperimentError
from railbird.experiments.measurement import Measurement
from railbird.experiments.solve_record import SolveRecord
from railbird.experiments.team_curves import CURVES_FILE, read_curves, store_curves
from railbird.files import written_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from typing import Any, TypeVar

    from railbird.arena import RunPlan
    from railbird.experiments.experiment import Experiment
    from railbird.experiments.team_curves import TeamCurve
    from railbird.solvers import Recipe

    Stored = TypeVar("Stored")

RESULTS_FILE = "results.toml"
_RUNS, _STRATEGIES = "runs", "strategies"
_PLAN_FILE = "run.toml"
_LAYOUT = 1


@dataclass(frozen=True, kw_only=True)
class StoredResults:
    """Our figures, and how they were obtained."""

    fingerprint: str
    """The fingerprint of the experiment to which the figures belong."""
    hands: int
    figures: Mapping[str, Measurement]
    """Our figures by key."""
    solves: Mapping[str, SolveRecord] = field(default_factory=dict)
    """The solves of the strategies, by name."""
    incidents: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Number of failures, illegal answers and timeouts by line-up and bot. Bots without any are left out."""
    railbird: str = __version__
    """The version of Railbird that played the hands."""


@dataclass(frozen=True)
class ExperimentFolder:
    """The folder in which the results of an experiment are stored."""

    path: Path

    @classmethod
    def beside(cls, file: Path, *, quick: bool) -> ExperimentFolder:
        """The default folder, next to the file of the experiment. The quick version has its own folder."""
        return cls(file.parent / (f"{file.stem}.quick" if quick else file.stem))

    def strategy_path(self, name: str) -> Path:
        """The file of a solved strategy."""
        return self.path / _STRATEGIES / f"{name}.strategy"

    def solve_of(self, name: str, recipe: Recipe) -> SolveRecord | None:
        """The solve of a strategy; None if it is not solved. Raise ExperimentError if it has another recipe."""
        path, record = self.strategy_path(name), self._record_path(name)
        if not (path.exists() and record.exists()):
            return None
        solve = _read(record, SolveRecord.from_toml)
        if solve.fingerprint != recipe.fingerprint():
            raise ExperimentError(
                f"{path} was solved from another recipe than the experiment has now: remove it, or name another folder "
                "with --out"
            )
        return solve

    def store_solve(self, name: str, solve: SolveRecord) -> None:
        """Write the record of a solve, beside its strategy."""
        _write(self._record_path(name), solve)

    def _record_path(self, name: str) -> Path:
        return self.strategy_path(name).with_suffix(".toml")

    def plans(self, experiment: Experiment) -> dict[str, RunPlan]:
        """The plans of the runs by line-up, with the strategies in this folder. Raise BotError if one does not fit."""
        solved = {name: self.strategy_path(name) for name in experiment.strategies}
        plans = experiment.plans({**experiment.files, **solved})
        for plan in plans.values():
            check_games(plan.entrants, plan.game)
        return plans

    def open_run(self, lineup: str, plan: RunPlan) -> RunFolder:
        """Open the run of a line-up, or create it. Raise ExperimentError if it has another plan."""
        path = self.path / _RUNS / lineup
        if not (path / _PLAN_FILE).exists():
            return RunFolder.create(path, plan)
        folder = RunFolder.open(path)
        if folder.plan != plan:
            raise ExperimentError(
                f"{path} was begun with another plan than the experiment has now: remove it, or name another folder "
                "with --out"
            )
        return folder

    @property
    def results_path(self) -> Path:
        """The path of the file with the figures."""
        return self.path / RESULTS_FILE

    def store(self, results: StoredResults, *, curves: Sequence[TeamCurve] = ()) -> None:
        """Write the figures, and the curves of teams if there are any."""
        if curves:
            store_curves(curves, self.path / CURVES_FILE)
        _write(self.results_path, results)

    def team_curves(self) -> list[TeamCurve]:
        """The stored curves of teams; none if no team plays."""
        return read_curves(self.path / CURVES_FILE)

    def stored_results(self) -> StoredResults | None:
        """The stored figures, of whatever version of the experiment; None if there are none."""
        return self._results() if self.results_path.exists() else None

    def has_results_of(self, experiment: Experiment) -> bool:
        """Whether figures of this version of the experiment are stored."""
        return self.results_path.exists() and self._results().fingerprint == experiment.fingerprint()

    def results_of(self, experiment: Experiment, *, run_command: str) -> StoredResults:
        """The stored figures. Raise ExperimentError if there are none, or if the experiment has changed since.

        The error names `run_command`, which plays the experiment.
        """
        if not self.results_path.exists():
            raise ExperimentError(f"{self.path} has no {RESULTS_FILE}: play the experiment first, with {run_command}")
        results = self._results()
        if results.fingerprint != experiment.fingerprint():
            raise ExperimentError(
                f"{self.results_path} belongs to another version of the experiment: play this one with {run_command}"
            )
        return results

    def _results(self) -> StoredResults:
        return _read(self.results_path, _stored_results)


def _stored_results(stored: dict[str, Any]) -> StoredResults:
    figures = {key: Measurement(**figure) for key, figure in stored.pop("figures").items()}
    solves = {name: SolveRecord.from_toml(solve) for name, solve in stored.pop("solves", {}).items()}
    return StoredResults(figures=figures, solves=solves, **stored)


def _write(path: Path, content: StoredResults | SolveRecord) -> None:
    text = tomli_w.dumps({"layout": _LAYOUT, **asdict(content)})
    with written_whole(path) as file:
        file.write(text.encode())


def _read(path: Path, convert: Callable[[dict[str, Any]], Stored]) -> Stored:
    try:
        stored = tomllib.loads(path.read_text(encoding="utf-8"))
        if stored.pop("layout") != _LAYOUT:
            raise ExperimentError(f"{path} was written by another version of Railbird: run it again")
        return convert(stored)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError) as error:
        raise ExperimentError(f"{path} is damaged: {type(error).__name__} {error}") from None
