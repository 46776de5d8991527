"""Estimates the time and disk space that the rest of an experiment takes, from a short trial of each line-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena import RunCost, estimate_run_cost, total_cost

if TYPE_CHECKING:
    from railbird.experiments.experiment import Experiment
    from railbird.experiments.experiment_folder import ExperimentFolder


def estimate_cost(experiment: Experiment, folder: ExperimentFolder, *, workers: int | None = None) -> RunCost:
    """Estimate the cost of the hands left to play, with solved strategies. Only the plans of the runs are written."""
    costs = [
        estimate_run_cost(plan, len(folder.open_run(lineup, plan).missing()), workers=workers)
        for lineup, plan in folder.plans(experiment).items()
    ]
    return total_cost(costs)
