"""Trains a model for each street of a dataset, and stores them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.errors import LearnerError
from railbird.imitation.evaluation.examples import check_class, examples_of
from railbird.imitation.evaluation.training_cost import TrainingCost, with_cost
from railbird.imitation.learners.learner_registry import make_learner
from railbird.imitation.models.model_folder import save_model
from railbird.imitation.selection.input_sets import check_inputs
from railbird.statistics import AMOUNT, COUNT, FACTOR, TEXT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from railbird.imitation.dataset import Dataset
    from railbird.imitation.learners.learner import Learner
    from railbird.progress import Progress
    from railbird.statistics import Cell


@dataclass(frozen=True)
class TrainedStreet:
    """The model of a street, and what its training took."""

    street: str
    learner: Learner
    rows: int
    cost: TrainingCost


def train_model(
    dataset: Dataset,
    spec: str,
    *,
    streets: Mapping[str, float],
    class_attribute: str,
    inputs: str,
    seed: int,
    out: Path,
    progress: Progress,
) -> list[TrainedStreet]:
    """Train on a share of the decisions of each street, and store the models in a folder."""
    make_learner(spec)
    if out.exists() and any(out.iterdir()) and not (out / "model.json").exists():
        raise LearnerError(f"{out} has other files in it: give a new folder, or one with a model to replace")
    check_inputs({street: dataset.schema(street) for street in streets}, inputs)
    for street in streets:
        check_class(dataset.schema(street), class_attribute, place=f"{dataset.folder}, {street}")
    trained = []
    with progress.task("training", total=len(streets)) as task:
        for street, share in streets.items():
            task.describe(f"training, {street}")
            trained.append(_train_street(dataset, spec, street, share, class_attribute, inputs, seed))
            task.advance()
    about = {
        "dataset": str(dataset.folder.resolve()),
        "about_dataset": dict(dataset.about),
        "inputs": inputs,
        "shares": dict(streets),
        "seed": seed,
        "rows": {done.street: done.rows for done in trained},
    }
    save_model(out, {done.street: done.learner for done in trained}, about=about)
    return trained


def _train_street(
    dataset: Dataset, spec: str, street: str, share: float, class_attribute: str, inputs: str, seed: int
) -> TrainedStreet:
    examples = examples_of(dataset, street, class_attribute=class_attribute, inputs=inputs).sample(share, seed=seed)
    if not len(examples):
        raise LearnerError(f"{dataset.folder}, {street}: there is no decision to learn from: leave the street out")
    learner, cost = with_cost(lambda: make_learner(spec).fit(examples.rows, examples.target, outcome=examples.outcome))
    return TrainedStreet(street, learner, len(examples), cost)


def training_table(trained: Sequence[TrainedStreet]) -> Table:
    """A row for each street."""
    sizes = list(dict.fromkeys(name for done in trained for name in done.learner.size()))
    columns = [
        Column("street", TEXT),
        Column("rows", COUNT, "decisions that were trained on"),
        Column("attributes", COUNT, "attributes that were learned from"),
        *(Column(name.replace(" ", "_"), COUNT, shown_as=name) for name in sizes),
        Column("seconds", FACTOR, "time of training"),
        Column("memory", AMOUNT, "most memory of training in MB", shown_as="MB"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for done in trained:
        size, peak = done.learner.size(), done.cost.peak_bytes
        memory = None if peak is None else peak / 1e6
        rows.append(
            (
                done.street,
                done.rows,
                len(done.learner.attributes_),
                *(size.get(name) for name in sizes),
                done.cost.seconds,
                memory,
            )
        )
    return Table("training", "Training", columns, rows)
