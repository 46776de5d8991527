"""Case-based decisions after Sartre: what was done, and earned, in similar situations.

Rubin and Watson, Case-based strategies in computer poker, 2012, as Kischka 2014, 1.1, describes it: cases are compared
by squared hand strength, by betting in three levels of similarity, and by the texture of the board.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import LearnerError
from railbird.imitation.dataset import OUTCOME
from railbird.imitation.learners import _kernels
from railbird.imitation.learners.encoding import codes_of, input_matrix, numbers_of
from railbird.imitation.learners.learner import MatrixLearner

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl
    from numpy.typing import NDArray

    from railbird.imitation.dataset import Attribute

_STRENGTH, _TEXTURE, _PLAYERS = "ALL_IN_EQUITY", "BOARD_TEXTURE", "ACTIVE_PLAYER_COUNT"
_BETTING = re.compile(r"(PREFLOP|FLOP|TURN|RIVER)_ACTION$")
_SAME_BETTING, _SAME_RAISES, _SAME_TOTAL = 1.0, 0.9, 0.8
"""The same actions; as many raises on every street; as many raises in all. Other betting is not similar at all."""
_TEXTURE_STEP = 0.1
_MOST_STEPS = 5
"""Textures that differ by more steps (flush, straight and pairs have three levels each) are not similar at all."""
_VOTE, _EARNINGS = "vote", "earnings"


@dataclass(frozen=True)
class _Betting:
    """Distinct bettings: the actions on each street, with the number of players who are still in."""

    keys: NDArray[np.int64]
    """A row for each betting: players, and the number of the actions of each street."""
    raises: NDArray[np.int64]

    def similarity(self, key: NDArray[np.int64], raises: NDArray[np.int64]) -> NDArray[np.float64]:
        """The similarity of a betting to each of these, in three levels."""
        same_players = self.keys[:, 0] == key[0]
        levels = np.where(self.raises.sum(axis=1) == raises.sum(), _SAME_TOTAL, 0.0)
        levels[(self.raises == raises).all(axis=1)] = _SAME_RAISES
        levels[(self.keys == key).all(axis=1)] = _SAME_BETTING
        return np.asarray(levels * same_players)


class CaseBase(MatrixLearner):
    """Weighs the similar cases; `decision` is the vote of the cases, or the action with the best mean earnings.

    Cases whose squared strength differs by `nearness` or more do not count. Once a player has folded, only cases with
    as many players left count, and folds are left out of their betting: the case base of two players takes over.
    """

    learned = ("strengths", "bettings", "textures", "cases", "earnings", "keys", "shares")
    strengths_: NDArray[np.float64]
    """Squared hand strength of each case, in ascending order."""
    bettings_: NDArray[np.int64]
    """Which of the distinct bettings each case has."""
    textures_: NDArray[np.int64]
    cases_: NDArray[np.int64]
    """The action of each case."""
    earnings_: NDArray[np.float64]
    keys_: NDArray[np.int64]
    shares_: NDArray[np.float64]
    """How frequent each action is, for situations without a similar case."""

    def __init__(self, decision: str = _VOTE, nearness: float = 0.05) -> None:
        if decision not in (_VOTE, _EARNINGS):
            raise LearnerError(f"decision={decision}: give {_VOTE} or {_EARNINGS}")
        if not nearness > 0:
            raise LearnerError(f"nearness={nearness}: give a number above 0")
        self.decision = decision
        self.nearness = nearness

    def _fit(self, rows: pl.DataFrame, target: pl.Series, outcome: pl.Series | None) -> None:
        if outcome is None and self.decision == _EARNINGS:
            raise LearnerError(f"decision=earnings needs what the hero won: convert with {OUTCOME}")
        if _STRENGTH not in rows.columns:
            raise LearnerError(f"cases are compared by {_STRENGTH}, which is not among the attributes")
        inputs = input_matrix(rows, self.attributes_)
        codes = codes_of(target).astype(np.int64)
        earned = np.zeros(len(rows)) if outcome is None else np.nan_to_num(numbers_of(outcome))
        self.shares_ = np.bincount(codes, minlength=len(self.labels_)) / len(codes)
        self._prepare_columns()
        strengths, keys, textures = self._features(inputs)
        order = np.argsort(strengths, kind="stable")
        order = order[~np.isnan(strengths[order])]
        self.strengths_, self.textures_ = strengths[order], textures[order]
        self.cases_, self.earnings_ = codes[order], earned[order]
        self.keys_, inverse = np.unique(keys[order], axis=0, return_inverse=True)
        self.bettings_ = inverse.reshape(-1).astype(np.int64)
        self._prepare_bettings()

    def _prepare_columns(self) -> None:
        names = [attribute.name for attribute in self.attributes_]
        self._strength = names.index(_STRENGTH)
        self._players = names.index(_PLAYERS) if _PLAYERS in names else None
        self._texture = names.index(_TEXTURE) if _TEXTURE in names else None
        self._sequences = [
            place
            for place, attribute in enumerate(self.attributes_)
            if attribute.is_nominal and _BETTING.match(attribute.name)
        ]
        self._without_folds = [_numbered_without_folds(self.attributes_[place]) for place in self._sequences]
        self._raises = [
            np.array([*(value.count("r") for value in self.attributes_[place].values), 0]) for place in self._sequences
        ]
        values = () if self._texture is None else self.attributes_[self._texture].values
        self._texture_table = _texture_similarities(values)

    def _prepare(self) -> None:
        self._prepare_columns()
        self._prepare_bettings()

    def _prepare_bettings(self) -> None:
        self._betting = _Betting(self.keys_, self._raises_of(self.keys_))

    def _features(
        self, inputs: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
        """Squared strength, betting key and texture of each row; -1 for what is missing."""
        codes = np.nan_to_num(inputs, nan=-1.0).astype(np.int64)
        players = np.zeros(len(inputs), np.int64) if self._players is None else codes[:, self._players]
        sequences = []
        for place, numbers in zip(self._sequences, self._without_folds, strict=True):
            own = codes[:, place]
            sequences.append(np.where(players == 2, numbers[own], own))
        textures = np.zeros(len(inputs), np.int64) if self._texture is None else codes[:, self._texture]
        return inputs[:, self._strength] ** 2, np.column_stack([players, *sequences]), textures

    def _raises_of(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """The number of raises on each street."""
        columns = [table[keys[:, 1 + place]] for place, table in enumerate(self._raises)]
        return np.column_stack(columns) if columns else np.zeros((len(keys), 1), np.int64)

    def _weights(self, inputs: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The weight of each action in the similar cases of each row, and what it earned, times its weight."""
        strengths, keys, textures = self._features(inputs)
        weights, earned = np.zeros((2, len(inputs), len(self.labels_)))
        distinct, inverse = np.unique(keys, axis=0, return_inverse=True)
        raises = self._raises_of(distinct)
        cases = _kernels.Cases(self.strengths_, self.bettings_, self.textures_, self.cases_, self.earnings_)
        for number, key in enumerate(distinct):
            places = np.flatnonzero(inverse.reshape(-1) == number)
            _kernels.case_weights(
                strengths[places],
                textures[places],
                self._betting.similarity(key, raises[number]),
                self._texture_table,
                float(self.nearness),
                cases,
                places,
                weights,
                earned,
            )
        return weights, earned

    def answers(self, inputs: NDArray[np.float64]) -> NDArray[np.int64]:
        """What the similar cases of each row say."""
        weights, earned = self._weights(inputs)
        weights = np.where(weights.any(axis=1, keepdims=True), weights, self.shares_)
        if self.decision == _VOTE:
            return np.asarray(weights.argmax(axis=1))
        means = np.where(weights > 0, earned / np.maximum(weights, 1e-300), -np.inf)
        is_known = earned.any(axis=1)
        return np.asarray(np.where(is_known, means.argmax(axis=1), weights.argmax(axis=1)))

    def size(self) -> dict[str, int]:
        """Cases and distinct bettings."""
        return {"cases": len(self.cases_), "bettings": len(self.keys_)}


def _numbered_without_folds(attribute: Attribute) -> NDArray[np.int64]:
    """Number the values; those that differ only in folds share a number. A missing value, -1, keeps its own."""
    shortened = [value.replace("f", "") for value in attribute.values]
    first = {value: place for place, value in reversed(list(enumerate(shortened)))}
    return np.array([*(first[value] for value in shortened), -1])


def _texture_similarities(values: Sequence[str]) -> NDArray[np.float64]:
    """The similarity of each pair of textures: a tenth less for each step between their levels."""
    levels = np.array([_texture_levels(value) for value in values] or [(0, 0, 0)])
    steps = np.abs(levels[:, None] - levels[None]).sum(axis=2)
    table = np.where(steps > _MOST_STEPS, 0.0, 1 - _TEXTURE_STEP * steps)
    # A last row and column for a missing texture, which says nothing.
    return np.pad(table, ((0, 1), (0, 1)), constant_values=1.0)


def _texture_levels(value: str) -> tuple[int, int, int]:
    """The levels of flush, straight and pairs in a texture such as F+_S."""
    parts = value.split("_")
    flush, straight, pairs = (2 if f"{letter}+" in parts else int(letter in parts) for letter in "FSH")
    return flush, straight, pairs
