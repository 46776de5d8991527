"""Cross-validation: trained on other sets of cards only, summed matrices, intervals by set, and the leak."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest

from imitation.tables import ACTION, SCHEMA, random_frame
from railbird.errors import DatasetError
from railbird.imitation.dataset import AttributeKind
from railbird.imitation.evaluation import cross_validation
from railbird.imitation.evaluation.cross_validation import cross_validate
from railbird.imitation.evaluation.examples import Examples
from railbird.imitation.evaluation.score_tables import accuracy_table, confusion_table, error_table, score_as_json
from railbird.imitation.learners.learner import Learner
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


class Memory(Learner):
    """Learns rows by heart, and remembers which sets of cards it has seen."""

    predicts = frozenset(AttributeKind)
    trained: list[pl.DataFrame]

    def _fit(self, rows: pl.DataFrame, target: pl.Series, outcome: pl.Series | None) -> None:  # noqa: ARG002
        self.known = dict(zip(rows["HISTORY_VPIP_OPPONENT_0"], target, strict=True))
        self.default = target.mode()[0]
        self.trained.append(rows)

    def predict(self, rows: pl.DataFrame) -> pl.Series:
        answers = [self.known.get(key, self.default) for key in rows["HISTORY_VPIP_OPPONENT_0"]]
        dtype = pl.Enum(self.class_.values) if self.class_.is_nominal else pl.Float64()
        return pl.Series(answers, dtype=dtype)

    def predict_one(self, row: Mapping[str, object]) -> str | float:
        raise NotImplementedError

    def size(self) -> dict[str, int]:
        return {"cases": len(self.known)}

    def state(self) -> tuple[dict[str, object], dict[str, NDArray[np.generic]]]:
        raise NotImplementedError

    def restore(self, description: object, arrays: object) -> None:
        raise NotImplementedError


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> type[Memory]:
    monkeypatch.setattr(cross_validation, "make_learner", lambda _: Memory())
    Memory.trained = []
    return Memory


def repeated(target: str = ACTION) -> Examples:
    """Each deal is played five times with the same cards, and so with the same decisions."""
    deals = random_frame(140, 5, card_sets=14)
    frame = pl.concat([deals] * 5)
    inputs = [attribute.name for attribute in SCHEMA.inputs]
    return Examples("flop", frame.select(inputs), frame[target], frame["card_set"], frame["FUTURE_HERO_OUTCOME"])


def test_a_split_by_row_leaks_and_the_split_by_card_set_does_not(memory: type[Memory]) -> None:
    """5.2.2: with rows of the same cards on both sides, the answers of the test are in the training data."""
    clean = cross_validate(repeated(), "memory", folds=7, progress=Silence())
    leaky = cross_validate(repeated(), "memory", folds=7, by_row=True, progress=Silence())
    assert clean.accuracy.mean == pytest.approx(clean.baseline, abs=0.05)
    assert leaky.accuracy.mean == 1.0
    table = accuracy_table([clean], by_row=[leaky])
    assert table.column("by_row") == [leaky.accuracy]


def test_nothing_of_the_tested_sets_is_trained_on(memory: type[Memory]) -> None:
    examples = repeated()
    score = cross_validate(examples, "memory", folds=7, progress=Silence())
    for fold, trained in zip(score.folds, memory.trained, strict=True):
        tested = set(fold.card_sets)
        keys = examples.rows["HISTORY_VPIP_OPPONENT_0"].filter(examples.card_sets.is_in(list(tested)))
        assert not set(keys) & set(trained["HISTORY_VPIP_OPPONENT_0"])
    assert score.rows == len(examples)


def test_matrices_are_summed_and_the_interval_is_from_sets_of_cards() -> None:
    examples = repeated()
    score = cross_validate(examples, "tree", folds=7, progress=Silence())
    actual = pl.concat([fold.actual for fold in score.folds])
    predicted = pl.concat([fold.predicted for fold in score.folds])
    for row, label in enumerate(score.labels):
        for column, other in enumerate(score.labels):
            assert score.confusion[row, column] == ((actual == label) & (predicted == other)).sum()
    assert score.accuracy.mean == pytest.approx(np.trace(score.confusion) / score.confusion.sum())
    assert score.accuracy.samples == 14
    # Fourteen sets with five equal copies each say less than 700 independent rows.
    share = score.accuracy.mean
    assert score.accuracy.standard_error > 1.5 * np.sqrt(share * (1 - share) / len(examples))


def test_the_table_of_a_matrix_has_precision_and_recall() -> None:
    score = cross_validate(repeated(), "tree", folds=7, progress=Silence())
    table = confusion_table(score)
    assert table.column("actual") == ["RAISE", "FOLD", "CALL"]  # INVALID does not occur
    counts = score.confusion
    assert table.column("recall") == [counts[k, k] / counts[k].sum() for k in range(3)]
    assert table.column("precision") == [counts[k, k] / counts[:, k].sum() for k in range(3)]


def test_a_learning_curve_trains_on_a_share_and_tests_on_everything() -> None:
    examples = repeated()
    scores = [cross_validate(examples, "tree", folds=7, share=share, progress=Silence()) for share in (0.05, 1.0)]
    assert [score.rows for score in scores] == [700, 700]
    assert scores[0].training_rows == pytest.approx(0.05 * scores[1].training_rows, rel=0.02)
    again = cross_validate(examples, "tree", folds=7, share=0.05, progress=Silence())
    assert (again.confusion == scores[0].confusion).all()


def test_amounts_are_predicted_as_numbers(memory: type[Memory]) -> None:
    score = cross_validate(repeated("CLASS_TO_INVEST"), "memory", folds=7, by_row=True, progress=Silence())
    assert score.is_regression
    assert score.absolute_error.mean == 0
    assert score.squared_error == 0
    assert error_table([score]).column("mean_error") == [0]
    clean = cross_validate(repeated("CLASS_TO_INVEST"), "memory", folds=7, progress=Silence())
    errors = np.concatenate([(fold.predicted - fold.actual).to_numpy() for fold in clean.folds])
    assert clean.absolute_error.mean == pytest.approx(np.abs(errors).mean())
    assert clean.squared_error == pytest.approx(np.sqrt((errors**2).mean()))
    assert score_as_json(clean)["root_mean_squared_error"] == clean.squared_error


def test_cost_is_measured() -> None:
    score = cross_validate(repeated(), "tree", folds=2, progress=Silence())
    assert score.seconds > 0
    assert score.mean_size()["nodes"] >= 1
    with pytest.raises(DatasetError, match="1 folds: give at least 2"):
        cross_validate(repeated(), "tree", folds=1, progress=Silence())
