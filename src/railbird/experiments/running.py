"""Plays an experiment: solves its strategies, completes the run of each line-up, then computes the figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena import play_run
from railbird.experiments.experiment_folder import StoredResults
from railbird.experiments.measuring import PlayedLineup, measure
from railbird.experiments.strategy_solving import solve_strategies

if TYPE_CHECKING:
    from railbird.experiments.experiment import Experiment
    from railbird.experiments.experiment_folder import ExperimentFolder
    from railbird.progress import Progress


def play_experiment(
    experiment: Experiment, folder: ExperimentFolder, *, workers: int | None = 1, progress: Progress | None = None
) -> StoredResults:
    """Solve the strategies left to solve, play the matches left to play, and store the figures.

    Each match is stored when it is over, and a solve has a checkpoint, so an experiment can be stopped at any time and
    resumed.
    """
    solves = solve_strategies(experiment, folder, progress=progress)
    played: dict[str, PlayedLineup] = {}
    for lineup, plan in folder.plans(experiment).items():
        run = folder.open_run(lineup, plan)
        play_run(run, workers=workers, progress=progress)
        played[lineup] = PlayedLineup.of(run)
    results = StoredResults(
        fingerprint=experiment.fingerprint(),
        hands=experiment.hands,
        figures={key: measure(figure, played, solves, experiment.game) for key, figure in experiment.figures.items()},
        solves=solves,
        incidents={lineup: counts for lineup, run in played.items() if (counts := _incidents(run))},
    )
    folder.store(results)
    return results


def _incidents(lineup: PlayedLineup) -> dict[str, int]:
    totals = {bot: sum(kinds.values()) for bot, kinds in lineup.results.incidents.items()}
    return {bot: total for bot, total in totals.items() if total}
