"""The accuracy to expect of a trained model: that of its learners in cross-validation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.imitation.evaluation.cross_validation import cross_validate
from railbird.imitation.evaluation.examples import examples_of
from railbird.imitation.evaluation.folds import DEFAULT_FOLDS
from railbird.imitation.learners.learner_registry import learner_spec

if TYPE_CHECKING:
    from railbird.imitation.dataset import Dataset
    from railbird.imitation.models.model_folder import ImitationModel
    from railbird.progress import Progress
    from railbird.statistics import Estimate


def predicted_accuracies(model: ImitationModel, dataset: Dataset, *, progress: Progress) -> dict[str, Estimate]:
    """Accuracies by street, of the same learners with the same attributes, split by sets of cards."""
    model.check_attributes(dataset.schemas, place=str(dataset.folder))
    accuracies = {}
    for street, learner in model.learners.items():
        inputs = ",".join(model.attributes(street))
        examples = examples_of(dataset, street, class_attribute=model.class_attribute.name, inputs=inputs)
        score = cross_validate(examples, learner_spec(learner), folds=DEFAULT_FOLDS, progress=progress)
        accuracies[street] = score.accuracy
    return accuracies
