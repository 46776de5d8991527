"""Counts of the buckets by winning chances of hold'em: how hands change buckets, and which buckets beat which.

All counts are exact integers, over every hand and board of 52 cards. They are shipped for the usual numbers of buckets,
otherwise stored.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.abstraction.joint.joint_tables import JointTables
from railbird.array_files import ArrayFileKind, open_arrays, write_arrays
from railbird.cards.isomorphism import HAND
from railbird.errors import TableError
from railbird.files import cached_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

VERSION = 1
"""Version of the values and of the rule that splits them; buckets of other versions are other buckets."""
CHAIN_FILE = ArrayFileKind("equity buckets", layout=1, error=TableError)
SHIPPED_CHAINS = ((256, 256, 256),)
"""Numbers of buckets whose counts are shipped."""


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


def chain_path(buckets: tuple[int, ...]) -> Path:
    """Where the counts are stored, or would be."""
    return cached_file("abstractions", f"equity-{_file_name(buckets)}.arrays")


def shipped_chain_path(buckets: tuple[int, ...]) -> Path:
    """Where the counts are in the package, if they are shipped."""
    return Path(__file__).parent / "shipped" / f"{_file_name(buckets)}.npz"


def is_chain_available(buckets: tuple[int, ...]) -> bool:
    """Whether the counts are shipped or stored."""
    return buckets in SHIPPED_CHAINS or chain_path(buckets).exists()


def load_chain(buckets: tuple[int, ...]) -> ChainCounts | None:
    """The shipped or stored counts; None if there are none. Raise TableError if they are damaged."""
    if buckets in SHIPPED_CHAINS:
        with np.load(shipped_chain_path(buckets)) as shipped:
            return _checked(shipped_chain_path(buckets), dict(shipped), buckets)
    path = chain_path(buckets)
    if not path.exists():
        return None
    description, arrays = open_arrays(path, CHAIN_FILE, verify=True)
    if description != _description(buckets):
        raise TableError(
            f"{path} has the buckets {description.get('buckets')} of version {description.get('version')}, "
            f"not {list(buckets)} of version {VERSION}"
        )
    return _checked(path, arrays, buckets)


def store_chain(buckets: tuple[int, ...], counts: ChainCounts) -> None:
    """Write the counts to the cache folder."""
    write_arrays(chain_path(buckets), CHAIN_FILE, _description(buckets), asdict(counts))


def _file_name(buckets: tuple[int, ...]) -> str:
    return "-".join(map(str, buckets))


def _description(buckets: tuple[int, ...]) -> dict[str, object]:
    return {"buckets": list(buckets), "version": VERSION, "method": "enumerated"}


def _checked(path: Path, arrays: Mapping[str, Any], buckets: tuple[int, ...]) -> ChainCounts:
    flop, turn, river = buckets
    expected = {
        "flop_borders": (flop - 1,),
        "turn_borders": (turn - 1,),
        "river_borders": (river - 1,),
        "flops": (HAND.size, flop),
        "turns": (flop, turn),
        "rivers": (turn, river),
        "wins": (river, river),
        "ties": (river, river),
    }
    found = {name: array.shape for name, array in arrays.items() if array.dtype == np.int64}
    if found != expected:
        raise TableError(f"{path} is damaged: its arrays are not those of the buckets {list(buckets)}")
    return ChainCounts(**arrays)
