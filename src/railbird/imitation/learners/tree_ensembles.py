"""Random forests, gradient boosting and regression trees of scikit-learn, kept as arrays, and never pickled."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.errors import LearnerError
from railbird.imitation.dataset import AttributeKind
from railbird.imitation.learners import _kernels
from railbird.imitation.learners.encoding import codes_of, input_matrix, numbers_of
from railbird.imitation.learners.learner import MatrixLearner

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl
    from numpy.typing import NDArray

_LEAF = -1
_ALL_COLUMNS = -1
_FEW_ROWS = 50_000


class TreeEnsemble(MatrixLearner):
    """Trees whose values are added. Nominal values count by their place in their list; missing ones go one way."""

    predicts = frozenset({AttributeKind.NOMINAL, AttributeKind.NUMERIC})
    learned = ("roots", "links", "thresholds", "values", "baseline", "present")
    roots_: NDArray[np.int64]
    links_: NDArray[np.int32]
    """Feature (-1 for a leaf), left, right (both from the root), whether missing values go left, column of the sums."""
    thresholds_: NDArray[np.float64]
    values_: NDArray[np.float64]
    baseline_: NDArray[np.float64]
    """What the sums begin with."""
    present_: NDArray[np.int64]
    """The classes that occurred."""

    def _fit(self, rows: pl.DataFrame, target: pl.Series, outcome: pl.Series | None) -> None:  # noqa: ARG002
        inputs = input_matrix(rows, self.attributes_)
        if self.class_.is_nominal:
            codes = codes_of(target)
            self.present_ = np.unique(codes).astype(np.int64)
            targets: NDArray[Any] = np.searchsorted(self.present_, codes)
        else:
            self.present_ = np.zeros(0, np.int64)
            targets = numbers_of(target)
        self._learn(inputs, targets)

    @abstractmethod
    def _learn(self, inputs: NDArray[np.float64], targets: NDArray[Any]) -> None:
        """Fit trees and keep them."""

    def _keep(self, trees: Sequence[tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]]) -> None:
        """Keep trees, given as links, thresholds and values."""
        sizes = [len(links) for links, _, _ in trees]
        self.roots_ = np.cumsum([0, *sizes[:-1]])
        self.links_ = np.concatenate([links for links, _, _ in trees])
        self.thresholds_ = np.concatenate([thresholds for _, thresholds, _ in trees])
        self.values_ = np.concatenate([values for _, _, values in trees])

    def _sums(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        sums = np.tile(self.baseline_, (len(inputs), 1))
        # scikit-learn compares in single precision in forests; `_learn` has chosen the inputs accordingly.
        _kernels.tree_sums(inputs, self.roots_, self.links_, self.thresholds_, self.values_, sums)
        return sums

    def answers(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """The class with the largest sum, or the sum itself."""
        sums = self._sums(inputs)
        if not self.class_.is_nominal:
            return np.asarray(sums[:, 0])
        if len(self.present_) == 1:
            return np.full(len(inputs), float(self.present_[0]))
        places = sums.argmax(axis=1) if sums.shape[1] > 1 else (sums[:, 0] > 0).astype(np.int64)
        return np.asarray(self.present_[places], np.float64)

    def size(self) -> dict[str, int]:
        """Trees, nodes and leaves."""
        leaves = int((self.links_[:, 0] == _LEAF).sum())
        return {"trees": len(self.roots_), "nodes": len(self.links_), "leaves": leaves}


class _AveragedTrees(TreeEnsemble):
    """Trees that scikit-learn grows in single precision, averaged."""

    def _keep_averaged(self, trees: Sequence[Any]) -> None:
        self.baseline_ = np.zeros(max(len(self.present_), 1))
        self._keep([_plain_tree(tree, 1 / len(trees), is_nominal=self.class_.is_nominal) for tree in trees])

    def _sums(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        return super()._sums(inputs.astype(np.float32).astype(np.float64))


class RandomForest(_AveragedTrees):
    """Breiman, Random forests, 2001."""

    def __init__(self, trees: int = 100, minimum: int = 1, seed: int = 0) -> None:
        _check_count("trees", trees)
        _check_count("minimum", minimum)
        self.trees = trees
        self.minimum = minimum
        self.seed = seed

    def _learn(self, inputs: NDArray[np.float64], targets: NDArray[Any]) -> None:
        from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor  # noqa: PLC0415

        kind = RandomForestClassifier if self.class_.is_nominal else RandomForestRegressor
        forest = kind(self.trees, min_samples_leaf=self.minimum, random_state=self.seed, n_jobs=-1)
        self._keep_averaged(forest.fit(inputs, targets).estimators_)


class RegressionTree(_AveragedTrees):
    """One tree that predicts numbers (Breiman and others, Classification and regression trees, 1984)."""

    predicts = frozenset({AttributeKind.NUMERIC})

    def __init__(self, minimum: int = 5, seed: int = 0) -> None:
        _check_count("minimum", minimum)
        self.minimum = minimum
        self.seed = seed

    def _learn(self, inputs: NDArray[np.float64], targets: NDArray[Any]) -> None:
        from sklearn.tree import DecisionTreeRegressor  # noqa: PLC0415

        self._keep_averaged(
            [DecisionTreeRegressor(min_samples_leaf=self.minimum, random_state=self.seed).fit(inputs, targets)]
        )


class GradientBoosting(TreeEnsemble):
    """Trees that correct those before them, on values in 255 bins (Friedman 2001; Ke and others 2017)."""

    def __init__(self, rounds: int = 100, rate: float = 0.1, leaves: int = 31, seed: int = 0) -> None:
        _check_count("rounds", rounds)
        _check_count("leaves", leaves - 1)
        if not 0 < rate <= 1:
            raise LearnerError(f"rate={rate}: give a number above 0 and up to 1")
        self.rounds = rounds
        self.rate = rate
        self.leaves = leaves
        self.seed = seed

    def _learn(self, inputs: NDArray[np.float64], targets: NDArray[Any]) -> None:
        from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor  # noqa: PLC0415
        from threadpoolctl import threadpool_limits  # noqa: PLC0415

        if len(self.present_) == 1:
            leaf = (np.full((1, 5), [_LEAF, 0, 0, 0, 0], np.int32), np.zeros(1), np.zeros((1, 1)))
            self.baseline_ = np.zeros(1)
            self._keep([leaf])
            return
        kind = HistGradientBoostingClassifier if self.class_.is_nominal else HistGradientBoostingRegressor
        boosting = kind(
            max_iter=self.rounds,
            learning_rate=self.rate,
            max_leaf_nodes=self.leaves,
            early_stopping=False,
            random_state=self.seed,
        )
        # Threads wait for each other at every node, which takes longer than the work on few rows.
        with threadpool_limits(1 if len(inputs) < _FEW_ROWS else None, user_api="openmp"):
            boosting.fit(inputs, targets)
        self.baseline_ = np.asarray(boosting._baseline_prediction, np.float64).reshape(-1)
        trees = [(tree.nodes, column) for trees in boosting._predictors for column, tree in enumerate(trees)]
        self._keep([_boosted_tree(nodes, column) for nodes, column in trees])


def _check_count(name: str, count: int) -> None:
    if count < 1 or count != int(count):
        raise LearnerError(f"{name}={count}: give a whole number that is large enough")


def _plain_tree(
    estimator: Any, weight: float, *, is_nominal: bool
) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
    """A tree of a forest: its classes as shares, or its number, times the weight of the tree."""
    tree = estimator.tree_
    missing_left = tree.__getstate__()["nodes"]["missing_go_to_left"]
    features = np.where(tree.children_left < 0, _LEAF, tree.feature)
    columns = np.full(len(features), _ALL_COLUMNS)
    links = np.column_stack([features, tree.children_left, tree.children_right, missing_left, columns])
    values = tree.value[:, 0, :]
    if is_nominal:
        values = values / values.sum(axis=1, keepdims=True)
    return links.astype(np.int32), np.asarray(tree.threshold, np.float64), values * weight


def _boosted_tree(
    nodes: NDArray[Any], column: int
) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
    features = np.where(nodes["is_leaf"] == 1, _LEAF, nodes["feature_idx"].astype(np.int64))
    columns = np.full(len(nodes), column)
    links = np.column_stack([features, nodes["left"], nodes["right"], nodes["missing_go_to_left"], columns])
    return links.astype(np.int32), nodes["num_threshold"].astype(np.float64), nodes["value"][:, None].astype(np.float64)
