"""Plays an experiment: solves its strategies, completes the run of each line-up, then computes the figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena import play_run
from railbird.experiments.experiment_folder import StoredResults
from railbird.experiments.measuring import PlayedLineup, measure
from railbird.experiments.strategy_solving import solve_strategies
from railbird.experiments.team_curves import run_curves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.experiments.experiment import Experiment
    from railbird.experiments.experiment_folder import ExperimentFolder
    from railbird.experiments.team_curves import TeamCurve
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
    folder.store(results, curves=_team_curves(played))
    return results


def _team_curves(played: Mapping[str, PlayedLineup]) -> list[TeamCurve]:
    """The curves of all line-ups; none if no team plays."""
    if not any(lineup.teams for lineup in played.values()):
        return []
    return [curve for name, lineup in played.items() for curve in run_curves(name, lineup.results, lineup.teams)]


def _incidents(lineup: PlayedLineup) -> dict[str, int]:
    totals = {bot: sum(kinds.values()) for bot, kinds in lineup.results.incidents.items()}
    return {bot: total for bot, total in totals.items() if total}
