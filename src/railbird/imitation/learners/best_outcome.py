"""Predicts what each action earns, and chooses the best: not what the player did, but what paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.errors import LearnerError
from railbird.imitation.dataset import OUTCOME, Attribute, AttributePrefix
from railbird.imitation.learners.learner import MatrixLearner
from railbird.imitation.learners.tree_ensembles import GradientBoosting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

_OUTCOME = Attribute(OUTCOME, prefix=AttributePrefix.FUTURE, is_class=True)


class BestOutcome(MatrixLearner):
    """A regression of the outcome of the hand for each action, on the hands in which it was taken (Kischka 2014, 8).

    Actions with fewer than `minimum` examples are never chosen. `rounds`, `rate` and `leaves` are those of the
    gradient boosting that predicts outcomes.
    """

    regressions_: dict[int, GradientBoosting]
    """The regression of each action that can be chosen."""

    def __init__(self, minimum: int = 20, rounds: int = 100, rate: float = 0.1, leaves: int = 31) -> None:
        self._new_regression(rounds, rate, leaves)  # refuses wrong parameters
        self.minimum = minimum
        self.rounds = rounds
        self.rate = rate
        self.leaves = leaves

    @staticmethod
    def _new_regression(rounds: int, rate: float, leaves: int) -> GradientBoosting:
        return GradientBoosting(rounds=rounds, rate=rate, leaves=leaves)

    def _fit(self, rows: pl.DataFrame, target: pl.Series, outcome: pl.Series | None) -> None:
        if outcome is None:
            raise LearnerError(f"best-outcome needs what the hero won: convert with {OUTCOME}")
        self.regressions_ = {}
        counts = {label: int((target == label).sum()) for label in self.labels_}
        fewest = min(self.minimum, max(counts.values()))
        for code, label in enumerate(self.labels_):
            if counts[label] >= max(fewest, 1):
                taken = target == label
                regression = self._new_regression(self.rounds, self.rate, self.leaves)
                self.regressions_[code] = regression.fit(rows.filter(taken), outcome.filter(taken).alias(_OUTCOME.name))

    def expected_outcomes(self, rows: pl.DataFrame) -> pl.DataFrame:
        """What each action is expected to earn in each row."""
        return pl.DataFrame(
            {self.labels_[code]: regression.predict(rows) for code, regression in self.regressions_.items()}
        )

    def answers(self, inputs: NDArray[np.float64]) -> NDArray[np.int64]:
        """The action with the best expected outcome."""
        codes = np.array(list(self.regressions_))
        outcomes = np.column_stack([regression.answers(inputs) for regression in self.regressions_.values()])
        return np.asarray(codes[outcomes.argmax(axis=1)])

    def size(self) -> dict[str, int]:
        """The size of all regressions together."""
        sizes = [regression.size() for regression in self.regressions_.values()]
        return {name: sum(size[name] for size in sizes) for name in sizes[0]}

    def state(self) -> tuple[dict[str, object], dict[str, NDArray[np.generic]]]:
        """The regressions as arrays, with the number of their action before the names."""
        arrays = {
            f"{code}-{name}": array
            for code, regression in self.regressions_.items()
            for name, array in regression.state()[1].items()
        }
        return {"actions": list(self.regressions_)}, arrays

    def restore(self, description: Mapping[str, object], arrays: Mapping[str, NDArray[np.generic]]) -> None:
        """Take them back."""
        self.regressions_ = {}
        actions = description["actions"]
        for code in actions if isinstance(actions, list) else ():
            regression = self._new_regression(self.rounds, self.rate, self.leaves)
            regression.attributes_, regression.class_ = self.attributes_, _OUTCOME
            prefix = f"{code}-"
            own = {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
            regression.restore({}, own)
            self.regressions_[int(code)] = regression
