"""Plays an experiment: what is left of the run of each line-up, then its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena import play_run
from railbird.experiments.experiment_folder import StoredResults
from railbird.experiments.measuring import PlayedLineup, measure

if TYPE_CHECKING:
    from railbird.experiments.experiment import Experiment
    from railbird.experiments.experiment_folder import ExperimentFolder
    from railbird.progress import Progress


def play_experiment(
    experiment: Experiment, folder: ExperimentFolder, *, workers: int | None = 1, progress: Progress | None = None
) -> StoredResults:
    """Play what has not been played yet, and store the figures.

    Each match is stored when it is over, so that an experiment can be stopped at any time and goes on from there.
    """
    played: dict[str, PlayedLineup] = {}
    for lineup, plan in experiment.plans().items():
        run = folder.open_run(lineup, plan)
        play_run(run, workers=workers, progress=progress)
        played[lineup] = PlayedLineup.of(run)
    results = StoredResults(
        fingerprint=experiment.fingerprint(),
        hands=experiment.hands,
        figures={key: measure(figure, played) for key, figure in experiment.figures.items()},
        incidents={lineup: counts for lineup, one in played.items() if (counts := _incidents(one))},
    )
    folder.store(results)
    return results


def _incidents(lineup: PlayedLineup) -> dict[str, int]:
    totals = {bot: sum(kinds.values()) for bot, kinds in lineup.results.incidents.items()}
    return {bot: total for bot, total in totals.items() if total}
