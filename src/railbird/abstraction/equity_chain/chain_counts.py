"""Counts of the buckets by winning chances of hold'em: how hands change buckets, and which buckets beat which.

All counts are exact integers, over every hand and board of 52 cards. They are shipped for the usual numbers of buckets,
otherwise stored.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.bucket_files import BucketFiles
from railbird.abstraction.joint.joint_tables import JointTables
from railbird.array_files import ArrayFileKind
from railbird.cards.isomorphism import HAND
from railbird.errors import TableError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.bucket_files import Shapes

VERSION = 1
"""Version of the values and of the rule that splits them; buckets of other versions are other buckets."""


@dataclass(frozen=True)
class ChainCounts:
    """The borders of the buckets of flop, turn and river, and the counts of hands that go from one to another."""

    flop_borders: NDArray[np.int64]
    """The smallest sum of scores over all run-outs of each bucket on the flop but the first."""
    turn_borders: NDArray[np.int64]
    river_borders: NDArray[np.int64]
    flops: NDArray[np.int64]
    """By hand (of 169) and bucket on the flop: the number of hands with a flop."""
    turns: NDArray[np.int64]
    """By bucket on the flop and on the turn: the number of hands with a flop and a turn."""
    rivers: NDArray[np.int64]
    """By bucket on the turn and on the river: the number of hands with a turn board and a river."""
    wins: NDArray[np.int64]
    """By bucket of the winner and of the loser on the river: the number of pairs of hands."""
    ties: NDArray[np.int64]
    """By both buckets on the river: the number of pairs that tie."""

    @property
    def steps(self) -> tuple[NDArray[np.int64], ...]:
        """The counts of hands from round to round."""
        return self.flops, self.turns, self.rivers

    def forward(self) -> tuple[NDArray[np.float64], ...]:
        """The general transition matrices: the probability of each bucket of the next round, given a bucket."""
        return tuple(_normalised(counts) for counts in self.steps)

    def joint_tables(self) -> JointTables:
        """The tables of two players whose buckets are independent Markov chains until the showdown."""
        transitions = [_normalised(counts.T) for counts in self.steps]
        chances = self.rivers.sum(axis=0) / self.rivers.sum()
        joint = np.outer(chances, chances)
        pairs = self.wins + self.wins.T + self.ties
        results = (self.wins - self.wins.T) / np.maximum(pairs, 1)
        return JointTables.from_last_round(transitions, probabilities=joint, margins=joint * results)


def _normalised(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Rows that add up to 1, or to 0 for a bucket that no hand is in."""
    return np.ascontiguousarray(counts / np.maximum(counts.sum(axis=1, keepdims=True), 1))


def _shapes(buckets: tuple[int, ...]) -> Shapes:
    flop, turn, river = buckets
    return {
        "flop_borders": (np.int64, (flop - 1,)),
        "turn_borders": (np.int64, (turn - 1,)),
        "river_borders": (np.int64, (river - 1,)),
        "flops": (np.int64, (HAND.size, flop)),
        "turns": (np.int64, (flop, turn)),
        "rivers": (np.int64, (turn, river)),
        "wins": (np.int64, (river, river)),
        "ties": (np.int64, (river, river)),
    }


CHAIN_FILES = BucketFiles(
    kind=ArrayFileKind("equity buckets", layout=1, error=TableError),
    version=VERSION,
    prefix="equity-",
    shipped=((256, 256, 256),),
    shipped_folder=Path(__file__).parent / "shipped",
    shapes=_shapes,
    facts={"method": "enumerated"},
)


def store_chain(buckets: tuple[int, ...], counts: ChainCounts) -> None:
    """Write the counts to the cache folder."""
    CHAIN_FILES.store(buckets, asdict(counts))
