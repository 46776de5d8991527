"""The scores of a stored model on the decisions of a dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.imitation.evaluation.cross_validation import score_on
from railbird.imitation.evaluation.examples import examples_of
from railbird.imitation.learners.learner_registry import learner_spec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railbird.imitation.dataset import Dataset
    from railbird.imitation.evaluation.cross_validation import LearnerScore
    from railbird.imitation.models.model_folder import ImitationModel


def model_scores(
    model: ImitationModel, dataset: Dataset, *, place: str, streets: Iterable[str] | None = None
) -> list[LearnerScore]:
    """Test a model on all decisions of some streets of a dataset (default: all streets of the model).

    Raise LearnerError, which begins with the place, if the dataset has other attributes than the model needs.
    """
    model.check_attributes(dataset.schemas, place=place)
    scores = []
    for street in streets or model.learners:
        learner = model.learner(street)
        inputs = ",".join(model.attributes(street))
        examples = examples_of(dataset, street, class_attribute=model.class_attribute.name, inputs=inputs)
        scores.append(score_on(learner, examples, spec=learner_spec(learner)))
    return scores
