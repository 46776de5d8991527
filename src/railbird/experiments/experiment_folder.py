"""The folder of an experiment that is played: a run for each line-up, and the figures as TOML.

The runs have every hand and can be large; `results.toml` has all that a report needs, and is small.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

import tomli_w

from railbird import __version__
from railbird.arena import RunFolder
from railbird.errors import ExperimentError
from railbird.experiments.measurement import Measurement
from railbird.files import written_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from railbird.arena import RunPlan
    from railbird.experiments.experiment import Experiment

RESULTS_FILE = "results.toml"
_RUNS = "runs"
_PLAN_FILE = "run.toml"
_LAYOUT = 1


@dataclass(frozen=True, kw_only=True)
class StoredResults:
    """Our figures, and what they come from."""

    fingerprint: str
    """Of the experiment that they belong to."""
    hands: int
    figures: Mapping[str, Measurement]
    """By key."""
    incidents: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By line-up and bot: how often it failed, answered illegally, or took too long. Most have none."""
    railbird: str = __version__
    """The version that played."""


@dataclass(frozen=True)
class ExperimentFolder:
    """Where an experiment is kept."""

    path: Path

    @classmethod
    def beside(cls, file: Path, *, quick: bool) -> ExperimentFolder:
        """The usual place: next to the file of the experiment. The small version has a folder of its own."""
        return cls(file.parent / (f"{file.stem}.quick" if quick else file.stem))

    def open_run(self, lineup: str, plan: RunPlan) -> RunFolder:
        """The run of a line-up, begun if there is none; an ExperimentError if it has another plan."""
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
        """The file of the figures."""
        return self.path / RESULTS_FILE

    def store(self, results: StoredResults) -> None:
        """Write the figures."""
        text = tomli_w.dumps({"layout": _LAYOUT, **asdict(results)})
        with written_whole(self.results_path) as file:
            file.write(text.encode())

    def has_results_of(self, experiment: Experiment) -> bool:
        """Whether the figures of the experiment as it is now are stored."""
        return self.results_path.exists() and self._read().fingerprint == experiment.fingerprint()

    def results_of(self, experiment: Experiment) -> StoredResults:
        """The stored figures; an ExperimentError if there are none, or if they belong to another version of it."""
        command = f"railbird experiment run{' --quick' * experiment.is_quick}"
        if not self.results_path.exists():
            raise ExperimentError(f"{self.path} has no {RESULTS_FILE}: play the experiment first, with {command}")
        results = self._read()
        if results.fingerprint != experiment.fingerprint():
            raise ExperimentError(
                f"{self.results_path} belongs to another version of the experiment: play this one with {command}"
            )
        return results

    def _read(self) -> StoredResults:
        try:
            stored = tomllib.loads(self.results_path.read_text(encoding="utf-8"))
            if stored.pop("layout") != _LAYOUT:
                raise ExperimentError(f"{self.results_path} was written by another version of Railbird: run it again")
            figures = {key: Measurement(**figure) for key, figure in stored.pop("figures").items()}
            return StoredResults(figures=figures, **stored)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError) as error:
            raise ExperimentError(f"{self.results_path} is damaged: {type(error).__name__} {error}") from None
