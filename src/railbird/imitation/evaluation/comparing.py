"""Several learners on several streets and shares of the data, with the score of a leaky split beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.imitation.evaluation.cross_validation import LearnerScore, cross_validate
from railbird.imitation.evaluation.examples import check_class, examples_of
from railbird.imitation.selection.input_sets import check_inputs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.imitation.dataset import Dataset
    from railbird.progress import Progress


def compare_learners(
    dataset: Dataset,
    specs: Sequence[str],
    *,
    streets: Sequence[str],
    class_attribute: str,
    inputs: str,
    folds: int,
    shares: Sequence[float] = (1.0,),
    data: Mapping[str, float] | None = None,
    leak_check: bool = False,
    seed: int = 0,
    progress: Progress,
) -> tuple[list[LearnerScore], list[LearnerScore]]:
    """The scores by street, learner and share of the training data; and with `leak_check` those of a split by row.

    `data` has the share of the decisions of a street that is used at all (default: 1).
    """
    check_inputs({street: dataset.schema(street) for street in streets}, inputs)
    for street in streets:
        check_class(dataset.schema(street), class_attribute, place=f"{dataset.folder}, {street}")
    scores: list[LearnerScore] = []
    by_row: list[LearnerScore] = []
    for street in streets:
        everything = examples_of(dataset, street, class_attribute=class_attribute, inputs=inputs)
        examples = everything.sample((data or {}).get(street, 1.0), seed=seed)
        for spec in specs:
            for share in shares:
                scores.append(cross_validate(examples, spec, folds=folds, share=share, seed=seed, progress=progress))
                if leak_check:
                    by_row.append(
                        cross_validate(
                            examples, spec, folds=folds, share=share, seed=seed, by_row=True, progress=progress
                        )
                    )
    return scores, by_row
