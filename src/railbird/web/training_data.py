"""Datasets, models and results of `railbird imitate` as the training room shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from railbird.errors import DatasetError, LearnerError, NotFoundError
from railbird.imitation.dataset import ACTION_CLASS, Dataset
from railbird.imitation.evaluation.model_scores import model_scores
from railbird.imitation.evaluation.score_tables import accuracy_table, confusion_table, error_table
from railbird.imitation.evaluation.stored_scores import StoredScore, stored_accuracies
from railbird.imitation.learners.learner_registry import learner_spec
from railbird.imitation.learners.tree import DecisionTree
from railbird.imitation.learners.tree.leaf_counts import leaf_table
from railbird.imitation.models import open_model
from railbird.imitation.models.model_text import learner_text, tree_of
from railbird.reports.learning_curves import learning_curves
from railbird.reports.tree_figure import tree_svg
from railbird.statistics import COUNT, TEXT, Column, Table
from railbird.web.served_files import served_name, served_path
from railbird.web.shown_table import shown_table
from railbird.web.stored_rows import shown_rows
from railbird.web.training_catalogue import read_results, result_kind, training_list

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from railbird.imitation.learners.learner import Learner
    from railbird.imitation.models import ImitationModel
    from railbird.statistics import Cell

Json = dict[str, Any]
_MOST_LINES = 120
_MOST_TEXT = 400_000
_PLAY = {"agreement": "Agreement with the original", "deviations": "Numbers of actions", "win_rates": "Win rates"}


def item_as_json(folder: Path, name: str) -> Json:
    """A dataset, a model or results by their name in the served folder."""
    path = served_path(folder, name)
    if (path / "dataset.json").is_file():
        return {"kind": "dataset", "name": name, **_dataset_as_json(path)}
    if (path / "model.json").is_file():
        return {"kind": "model", "name": name, **_model_as_json(folder, path)}
    if path.is_file() and (kind := result_kind(path)):
        return {"kind": kind, "name": name, **_results_as_json(path, kind)}
    raise NotFoundError(f"{name} is no dataset, model or result of `railbird imitate`")


def _dataset_as_json(path: Path) -> Json:
    dataset = Dataset.open(path)
    about = {key: value for key, value in dataset.about.items() if isinstance(value, str | int | float)}
    return {"about": about, "tables": [shown_table(_actions_table(dataset))]}


def _actions_table(dataset: Dataset) -> Table:
    """The decisions of each street: how many there are, and what the hero did."""
    counts = {
        street: dict(dataset.scan(street).group_by(ACTION_CLASS).agg(pl.len()).collect().iter_rows())
        for street in dataset.streets
    }
    labels = [*dict.fromkeys(label for found in counts.values() for label in sorted(filter(None, found)))]
    columns = [
        Column("street", TEXT),
        Column("decisions", COUNT),
        Column("attributes", COUNT, "columns that describe a decision"),
        *(Column(label, COUNT, f"decisions of the hero that are {label}") for label in labels),
    ]
    rows: list[tuple[Cell, ...]] = [
        (street, sum(found.values()), len(dataset.schema(street).names), *(found.get(label, 0) for label in labels))
        for street, found in counts.items()
    ]
    return Table("decisions", "Decisions by street", columns, rows)


def _model_as_json(folder: Path, path: Path) -> Json:
    model = _opened_model(path)
    datasets = [entry["name"] for entry in training_list(folder) if entry["kind"] == "dataset" and "error" not in entry]
    about = {key: value for key, value in model.about.items() if key in ("inputs", "seed", "rows", "shares")}
    return {
        "predicts": model.class_attribute.name,
        "about": about,
        "trained_on": _dataset_name(folder, model),
        "datasets": datasets,
        "streets": [_street_as_json(street, learner) for street, learner in model.learners.items()],
    }


def _opened_model(path: Path) -> ImitationModel:
    try:
        return open_model(path)
    except LearnerError as error:
        raise LearnerError(str(error).replace(str(path), path.name)) from None


def _dataset_name(folder: Path, model: ImitationModel) -> str | None:
    """The name of the dataset that a model was trained on, if it is in the served folder."""
    stored = model.about.get("dataset")
    path = folder / str(stored)
    return served_name(folder, path) if path.exists() and path.resolve().is_relative_to(folder.resolve()) else None


def _street_as_json(street: str, learner: Learner) -> Json:
    leaves = shown_table(leaf_table(learner)) if isinstance(learner, DecisionTree) else None
    return {
        "street": street,
        "learner": learner_spec(learner),
        "size": learner.size(),
        "attributes": [attribute.name for attribute in learner.attributes_],
        "text": learner_text(learner, most_lines=_MOST_LINES),
        "is_tree": leaves is not None,
        "leaves": leaves,
    }


def tree_drawing(folder: Path, name: str, street: str, *, depth: int) -> str:
    """The drawing of a tree, as SVG."""
    model = _opened_model(served_path(folder, name))
    return tree_svg(tree_of(model.learner(street)), depth=depth)


def scores_as_json(folder: Path, name: str, dataset: str) -> Json:
    """How well a model predicts the decisions of a dataset: accuracies and confusion matrices."""
    path = served_path(folder, name)
    decisions = Dataset.open(served_path(folder, dataset))
    scores = model_scores(_opened_model(path), decisions, place=f"{name} for {dataset}")
    tables = [accuracy_table(scores)]
    tables += [error_table(scores)] if scores[0].is_regression else [confusion_table(score) for score in scores]
    return {"tables": [shown_table(table) for table in tables]}


def _results_as_json(path: Path, kind: str) -> Json:
    content = read_results(path)
    evaluations = content["evaluations"] if kind == "study" else {"": content.get("scores", [])}
    play = content["play"] if kind == "study" else content if kind == "comparison" else {}
    text = path.with_suffix(".txt")
    return {
        "title": str(content.get("title", path.stem)),
        "source": shown_rows("source", "Beside the source", content.get("source", [])),
        "evaluations": [
            {"name": title, **_evaluation(found, place=path.name)} for title, found in evaluations.items() if found
        ],
        "play": [shown_rows(key, title, play[key]) for key, title in _PLAY.items() if play.get(key)],
        "text": text.read_text(encoding="utf-8")[:_MOST_TEXT] if text.is_file() and not text.is_symlink() else None,
    }


def _evaluation(found: Sequence[Any], *, place: str) -> Json:
    """The scores of an evaluation: a table, learning curves, and the confusion of the best-trained models."""
    if not isinstance(found, list):
        raise DatasetError(f"{place}: its scores are no list")
    scores = [StoredScore.of_json(values, place=place) for values in found]
    by_rows = sorted(scores, key=lambda score: score.trained_on)
    most = {(score.street, score.learner): score.trained_on for score in by_rows}
    full = [each for each in scores if each.confusion and each.trained_on == most[each.street, each.learner]]
    return {
        "accuracies": shown_table(stored_accuracies(scores)),
        "curves": [plot.as_json() for plot in learning_curves(scores)],
        "confusions": [shown_table(score.confusion_table()) for score in full if not score.is_by_row],
    }
