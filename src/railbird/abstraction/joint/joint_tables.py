"""Joint tables: everything that two-player solvers need to know about the cards, as matrices over classes.

Both players have the same classes. With c players' classes in a round as rows and columns, `probabilities` is the joint
probability of the two classes, and `margins` the same times the expected result of a showdown, +1, 0 or -1 for the row.
`transitions` lead from a round to the round before: the probability of the earlier class given the later one.

A vector of reach (the probability of a player's own choices, by class) goes to the next round by `transition @ reach`,
and a vector of values comes back by `values @ transition`, its transpose.

- With perfect recall a class determines the class before, transitions have a single 1 in each row, and the tables are
  exact: joint bucket sequences (Zinkevich, Johanson, Bowling and Piccione, Regret minimization in games with incomplete
  information, 2007).
- Without it the tables describe another game, in which each player's classes are a Markov chain: chance-node
  elimination (Dudziak, Using fictitious play to find pseudo-optimal solutions for full-scale poker, 2006).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeGuard

import numpy as np

from railbird.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.abstraction.build_cost import BuildCost
    from railbird.abstraction.card_abstraction import CardAbstraction
    from railbird.abstraction.card_enumeration import CardEnumeration
    from railbird.progress import Progress

_MOST_CLASSES = 5_000
"""Largest number of classes in a round: two tables of 200 MB, and many more classes make every iteration slow."""


@dataclass(frozen=True)
class JointTables:
    """Matrices over the classes of each round. Both players have the same matrices."""

    transitions: tuple[NDArray[np.float64], ...]
    """By round, without the first: the probability of each class of the round before (columns), given a class (rows).
    """
    probabilities: tuple[NDArray[np.float64], ...]
    """By round: the joint probability of both players' classes."""
    margins: tuple[NDArray[np.float64], ...]
    """By round: the same times the expected result of a showdown, from the point of view of the row."""

    @classmethod
    def from_last_round(
        cls,
        transitions: Sequence[NDArray[np.float64]],
        *,
        probabilities: NDArray[np.float64],
        margins: NDArray[np.float64],
    ) -> JointTables:
        """The tables of all rounds from those of the last round."""
        all_probabilities, all_margins = [probabilities], [margins]
        for transition in reversed(transitions):
            all_probabilities.append(transition.T @ all_probabilities[-1] @ transition)
            all_margins.append(transition.T @ all_margins[-1] @ transition)
        return cls(tuple(transitions), tuple(reversed(all_probabilities)), tuple(reversed(all_margins)))

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of classes in each round."""
        return tuple(map(len, self.probabilities))


class HasJointTables(Protocol):
    """A card abstraction of a two-player game with joint tables."""

    def joint_cost(self) -> BuildCost:
        """What is left to build for `joint_tables`."""

    def joint_tables(self, progress: Progress | None = None) -> JointTables:
        """The tables, built on first use."""


def has_joint_tables(cards: CardAbstraction | None) -> TypeGuard[HasJointTables]:
    """Whether a card abstraction of a two-player game has joint tables of a size that can be handled."""
    if cards is None or not hasattr(cards, "joint_tables"):
        return False
    return cards.game.players == 2 and max(cards.counts) <= _MOST_CLASSES


def check_class_count(classes: int) -> None:
    """Raise GameError if tables with this number of classes in a round would be too large."""
    if classes > _MOST_CLASSES:
        raise GameError(
            f"joint tables of {classes:,} x {classes:,} classes of cards: there may be up to {_MOST_CLASSES:,} classes "
            "in a round"
        )


def parent_transition(parents: NDArray[np.integer], earlier: int) -> NDArray[np.float64]:
    """The transition of classes that each follow from one of `earlier` classes of the round before."""
    transition = np.zeros((len(parents), earlier))
    transition[np.arange(len(parents)), parents] = 1.0
    return transition


def tables_of_enumeration(cards: CardEnumeration) -> JointTables:
    """The joint tables of a small game with perfect recall, counted over all boards and all pairs of hands."""
    counts = cards.counts
    check_class_count(max(counts))
    probabilities, margins = np.zeros((2, counts[-1], counts[-1]))
    for board, probability in enumerate(cards.board_probabilities[-1]):
        free = np.flatnonzero(cards.classes[-1][board] >= 0)
        masks, strengths = cards.masks[free], cards.strengths[board][free]
        disjoint = masks[:, None] & masks == 0
        weight = probability / disjoint.sum()
        signs = np.sign(strengths[:, None] - strengths)
        classes = cards.classes[-1][board][free]
        pairs = classes[:, None] * counts[-1] + classes
        probabilities += _sums_by_pair(pairs, disjoint * weight, shape=probabilities.shape)
        margins += _sums_by_pair(pairs, disjoint * signs * weight, shape=margins.shape)
    transitions = [
        parent_transition(parents, earlier) for parents, earlier in zip(cards.parents[1:], counts[:-1], strict=True)
    ]
    return JointTables.from_last_round(transitions, probabilities=probabilities, margins=margins)


def _sums_by_pair(
    pairs: NDArray[np.integer], weights: NDArray[np.float64], *, shape: tuple[int, ...]
) -> NDArray[np.float64]:
    sums = np.bincount(pairs.ravel(), weights=weights.ravel(), minlength=shape[0] * shape[1])
    return sums.reshape(shape).astype(np.float64)
