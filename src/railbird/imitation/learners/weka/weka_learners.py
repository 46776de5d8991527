"""J48, JRip, NaiveBayes, IBk and SMO of Weka as learners, for comparison with ours on the same rows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import polars as pl

from railbird.errors import LearnerError
from railbird.files import temporary_folder
from railbird.imitation.dataset import AttributeSchema, write_arff
from railbird.imitation.learners.encoding import check_columns
from railbird.imitation.learners.learner import Learner, class_series
from railbird.imitation.learners.weka.weka_process import run_weka

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

_PREDICTIONS = "weka.classifiers.evaluation.output.prediction.CSV"
_SIZES = {
    "nodes": r"Size of the tree\s*:\s*(\d+)",
    "leaves": r"Number of Leaves\s*:\s*(\d+)",
    "rules": r"Rules : (\d+)",
}

_NOT_STORED = "models of Weka are for evaluation and are not stored: train one of our own learners"


class WekaLearner(Learner):
    """A classifier of Weka. Training and predicting start a process each, so it is for evaluation, not for play."""

    weka_class: ClassVar[str]
    model_: bytes
    text_: str
    """What Weka prints of the model."""

    def _options(self) -> Sequence[str]:
        return ()

    def _fit(self, rows: pl.DataFrame, target: pl.Series, outcome: pl.Series | None) -> None:  # noqa: ARG002
        with temporary_folder() as folder:
            data, model = folder / "train.arff", folder / "model.bin"
            self._write(data, rows, target)
            arguments = ["-t", str(data), "-d", str(model), "-no-cv", "-v", *self._options()]
            self.text_, self.process_bytes_ = run_weka(self.weka_class, arguments)
            self.model_ = model.read_bytes()

    def _write(self, path: Path, rows: pl.DataFrame, target: pl.Series) -> None:
        schema = AttributeSchema((*self.attributes_, self.class_))
        write_arff(path, schema, [rows.with_columns(target.alias(self.class_.name))], class_attribute=self.class_.name)

    def predict(self, rows: pl.DataFrame) -> pl.Series:
        """What Weka predicts for each row."""
        check_columns(rows, self.attributes_)
        names = [attribute.name for attribute in self.attributes_]
        unknown = pl.Series(self.class_.name, [self.labels_[0]] * len(rows), dtype=pl.Enum(self.labels_))
        with temporary_folder() as folder:
            data, model, answers = folder / "test.arff", folder / "model.bin", folder / "answers.csv"
            self._write(data, rows.select(names), unknown)
            model.write_bytes(self.model_)
            output = f"{_PREDICTIONS} -suppress -file {answers}"
            run_weka(self.weka_class, ["-l", str(model), "-T", str(data), "-classifications", output])
            lines = answers.read_text(encoding="utf-8").splitlines()[1:]
        codes = np.array([int(line.split(",")[2].partition(":")[0]) - 1 for line in lines if line])
        return class_series(self.class_, codes)

    def predict_one(self, row: Mapping[str, object]) -> str:
        """The same of one row, by a process."""
        columns = {
            attribute.name: pl.Series(
                [row[attribute.name]], dtype=pl.Enum(attribute.values) if attribute.is_nominal else pl.Float64
            )
            for attribute in self.attributes_
        }
        return str(self.predict(pl.DataFrame(columns))[0])

    def size(self) -> dict[str, int]:
        """What Weka says about the size of its model, and the bytes of its file."""
        matches = {name: re.search(pattern, self.text_) for name, pattern in _SIZES.items()}
        return {name: int(match[1]) for name, match in matches.items() if match} | {"bytes": len(self.model_)}

    def state(self) -> tuple[dict[str, object], dict[str, NDArray[np.generic]]]:
        """Refused: the models of Weka are Java objects, which run code when they are read."""
        raise LearnerError(_NOT_STORED)

    def restore(self, description: Mapping[str, object], arrays: Mapping[str, NDArray[np.generic]]) -> None:  # noqa: ARG002
        """Refused like `state`."""
        raise LearnerError(_NOT_STORED)


class WekaJ48(WekaLearner):
    """J48, a decision tree as C4.5 grows it."""

    weka_class = "weka.classifiers.trees.J48"

    def __init__(self, confidence: float = 0.25, minimum: int = 2) -> None:
        self.confidence = confidence
        self.minimum = minimum

    def _options(self) -> Sequence[str]:
        return "-C", str(self.confidence), "-M", str(self.minimum)


class WekaJRip(WekaLearner):
    """JRip, rules as RIPPER finds them."""

    weka_class = "weka.classifiers.rules.JRip"

    def __init__(self, folds: int = 3, minimum: float = 2.0, optimizations: int = 2, seed: int = 1) -> None:
        self.folds = folds
        self.minimum = minimum
        self.optimizations = optimizations
        self.seed = seed

    def _options(self) -> Sequence[str]:
        return ("-F", str(self.folds), "-N", str(self.minimum), "-O", str(self.optimizations), "-S", str(self.seed))


class WekaNaiveBayes(WekaLearner):
    """NaiveBayes with normal distributions."""

    weka_class = "weka.classifiers.bayes.NaiveBayes"


class WekaIBk(WekaLearner):
    """IBk, the nearest neighbours."""

    weka_class = "weka.classifiers.lazy.IBk"

    def __init__(self, k: int = 5) -> None:
        self.k = k

    def _options(self) -> Sequence[str]:
        return "-K", str(self.k)


class WekaSMO(WekaLearner):
    """SMO, support vectors with a linear kernel."""

    weka_class = "weka.classifiers.functions.SMO"

    def __init__(self, cost: float = 1.0) -> None:
        self.cost = cost

    def _options(self) -> Sequence[str]:
        return "-C", str(self.cost)
