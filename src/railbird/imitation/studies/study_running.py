"""Runs a study in a folder; what is there already is not done again.

FOLDER/games/NAME      the matches to learn from
FOLDER/decisions       the hero's decisions
FOLDER/model           the model, trained anew each time
FOLDER/play            the model and its original in the same seats
FOLDER/copies/NAME     the original again, with a copy of it as its shadow
FOLDER/results.json    all figures
FOLDER/results.txt     the same as tables
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird import __version__
from railbird.arena import play_run
from railbird.errors import DatasetError
from railbird.files import written_whole
from railbird.imitation.comparison.copy_agreement import CopyRuns
from railbird.imitation.comparison.place_runs import PlacePlans, open_or_create, plan_with_shadow, play_in_place
from railbird.imitation.comparison.play_comparison import PlayComparison
from railbird.imitation.conversion import convert_games, run_sources
from railbird.imitation.dataset import ACTION_CLASS, Dataset, is_finished
from railbird.imitation.evaluation.comparing import compare_learners
from railbird.imitation.evaluation.folds import DEFAULT_FOLDS
from railbird.imitation.evaluation.predicted_accuracy import predicted_accuracies
from railbird.imitation.models import open_model
from railbird.imitation.models.training import train_model
from railbird.imitation.studies.study_results import StudyResults

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from railbird.arena import RunPlan
    from railbird.imitation.conversion.match_sources import MatchSource
    from railbird.imitation.evaluation.cross_validation import LearnerScore
    from railbird.imitation.studies.study_file import Study, StudyEvaluation
    from railbird.progress import Progress
    from railbird.statistics import Estimate

_MODEL = "model"


@dataclass(frozen=True)
class StudyFolder:
    """The folder of a study."""

    path: Path

    def run(self, study: Study, *, workers: int | None, progress: Progress) -> StudyResults:
        """Play, convert, cross-validate, train and compare."""
        dataset, decisions = self._decisions(study, workers, progress)
        scores = {evaluation.name: _scores(evaluation, dataset, progress) for evaluation in study.evaluations}
        model = self._train(study, dataset, progress)
        plans = PlacePlans.of(study.hero, model, study.opponents, game=study.game, hands=study.hands, seed=study.seed)
        runs = play_in_place(plans, self.path / "play", workers=workers, progress=progress)
        copies = CopyRuns.played(_copy_plans(study), self.path / "copies", workers=workers, progress=progress)
        opened = open_model(model)
        predicted = _known_accuracies(study, scores) or predicted_accuracies(opened, dataset, progress=progress)
        return StudyResults(study, decisions, scores, opened, PlayComparison(runs, predicted), copies)

    def store(self, results: StudyResults, text: str) -> None:
        """Write the figures, and the text that shows them."""
        content = {"railbird": __version__, **results.as_json()}
        for name, written in (("results.json", json.dumps(content, indent=1) + "\n"), ("results.txt", text)):
            with written_whole(self.path / name) as file:
                file.write(written.encode())

    def _decisions(self, study: Study, workers: int | None, progress: Progress) -> tuple[Dataset, Mapping[str, int]]:
        sources: list[MatchSource] = []
        hero = ""
        for name, plan in study.games.items():
            run = play_run(open_or_create(self.path / "games" / name, plan), workers=workers, progress=progress)
            hero = plan.entrants[0].name
            sources += run_sources(run, hero=hero)
        folder = self.path / "decisions"
        if is_finished(folder):
            dataset = Dataset.open(folder)
            if dataset.about["matches"] != [source.match for source in sources]:
                raise DatasetError(f"{folder} has the decisions of other games: remove it, or name another folder")
        else:
            dataset, _ = convert_games(sources, hero=hero, folder=folder, workers=workers, progress=progress)
        return dataset, {street: dataset.row_count(street) for street in dataset.streets}

    def _train(self, study: Study, dataset: Dataset, progress: Progress) -> Path:
        train_model(
            dataset,
            study.learner,
            streets=study.shares,
            class_attribute=ACTION_CLASS,
            inputs=study.inputs,
            seed=0,
            out=self.path / _MODEL,
            progress=progress,
        )
        return self.path / _MODEL


def _copy_plans(study: Study) -> dict[str, RunPlan]:
    """The run of the original in the comparison, with each copy as its shadow."""
    return {
        name: plan_with_shadow(study.hero, spec, study.opponents, game=study.game, hands=study.hands, seed=study.seed)
        for name, spec in study.copies.items()
    }


def _known_accuracies(study: Study, scores: Mapping[str, Sequence[LearnerScore]]) -> dict[str, Estimate]:
    """The accuracies of the model's learner by street, if an evaluation has found them already."""
    for evaluation in study.evaluations:
        if (
            evaluation.inputs == study.inputs
            and evaluation.folds == DEFAULT_FOLDS
            and {*evaluation.data.values()} == {1.0}
        ):
            known = {
                score.street: score.accuracy
                for score in scores[evaluation.name]
                if score.learner == study.learner and score.share == 1
            }
            if known:
                return known
    return {}


def _scores(evaluation: StudyEvaluation, dataset: Dataset, progress: Progress) -> list[LearnerScore]:
    scores, _ = compare_learners(
        dataset,
        evaluation.learners,
        streets=dataset.streets,
        class_attribute=ACTION_CLASS,
        inputs=evaluation.inputs,
        folds=evaluation.folds,
        shares=evaluation.shares,
        data=evaluation.data,
        progress=progress,
    )
    return scores
