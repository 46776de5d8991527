"""Estimates the time and disk space that the rest of an experiment takes, from a short trial of each line-up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

from railbird.arena import RunFolder, play_run
from railbird.compiled import available_cores
from railbird.files import temporary_folder
from railbird.rng import derived_seed

if TYPE_CHECKING:
    from railbird.arena import RunPlan
    from railbird.experiments.experiment import Experiment
    from railbird.experiments.experiment_folder import ExperimentFolder

_WARM_UP_HANDS, _TRIAL_HANDS = 10, 60
_SEED_KEY = 1_000_000
"""Key of the seed of the trial, which has different cards."""


@dataclass(frozen=True)
class RunCost:
    """The cost of the hands left to play."""

    hands: int
    seconds: float
    bytes: float
    workers: int


@dataclass(frozen=True)
class _Trial:
    """The measured cost of matches in one order of seats."""

    seconds_per_hand: float
    bytes_per_hand: float
    bytes_per_match: float


def estimate_cost(experiment: Experiment, folder: ExperimentFolder, *, workers: int | None = None) -> RunCost:
    """Estimate the cost of the hands left to play. Only the plans of the runs are written to the folder."""
    hands, seconds, size, matches = 0, 0.0, 0.0, 0
    for lineup, plan in experiment.plans().items():
        left = len(folder.open_run(lineup, plan).missing())
        if left:
            trial = _try(plan)
            hands += left * plan.hands
            seconds += left * plan.hands * trial.seconds_per_hand
            size += left * (trial.bytes_per_match + plan.hands * trial.bytes_per_hand)
            matches = max(matches, left)
    processes = max(1, min(workers or available_cores(), matches))
    return RunCost(hands=hands, seconds=seconds / processes, bytes=size, workers=processes)


def _try(plan: RunPlan) -> _Trial:
    """Play a short match, which compiles and loads what is needed, then measure a longer match."""
    trial = replace(plan, duplicate=False, matches=1, seed=derived_seed(plan.seed, _SEED_KEY))
    with temporary_folder() as temporary:
        sizes, seconds = [], 0.0
        for hands in (_WARM_UP_HANDS, _TRIAL_HANDS):
            folder = RunFolder.create(temporary / str(hands), replace(trial, hands=hands))
            started = perf_counter()
            play_run(folder, workers=1)
            seconds = perf_counter() - started
            sizes.append(sum(file.stat().st_size for file in folder.path.rglob("*.parquet")))
    tables = len(trial.tables)
    per_hand = max(sizes[1] - sizes[0], 0) / ((_TRIAL_HANDS - _WARM_UP_HANDS) * tables)
    return _Trial(
        seconds_per_hand=seconds / (_TRIAL_HANDS * tables),
        bytes_per_hand=per_hand,
        bytes_per_match=max(sizes[1] / tables - _TRIAL_HANDS * per_hand, 0.0),
    )
