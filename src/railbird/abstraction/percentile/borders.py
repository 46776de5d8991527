"""The borders of the percentile buckets of hold'em: shipped for the usual numbers of buckets, otherwise stored.

They are all that an abstraction of hold'em is: a few kilobytes, from which and from the values of a hand its buckets
follow.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.bucket_files import BucketFiles
from railbird.array_files import ArrayFileKind
from railbird.cards.isomorphism import HAND
from railbird.errors import TableError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.bucket_files import Shapes

VERSION = 1
"""Version of the values and of the rule that splits them; buckets of other versions are other buckets."""


@dataclass(frozen=True)
class Borders:
    """The buckets of the 169 hands, and the borders of the buckets of the later rounds.

    A row has the borders within one class of the round before: the smallest value of each bucket but the first.
    """

    hands: NDArray[np.int32]
    """By `HAND` index: the bucket before the flop."""
    flop: NDArray[np.uint32]
    turn: NDArray[np.uint32]
    river: NDArray[np.uint16]


def _shapes(buckets: tuple[int, ...]) -> Shapes:
    return {
        "hands": (np.int32, (HAND.size,)),
        "flop": (np.uint32, (buckets[0], buckets[1] - 1)),
        "turn": (np.uint32, (prod(buckets[:2]), buckets[2] - 1)),
        "river": (np.uint16, (prod(buckets[:3]), buckets[3] - 1)),
    }


BORDER_FILES = BucketFiles(
    kind=ArrayFileKind("percentile buckets", layout=1, error=TableError),
    version=VERSION,
    prefix="percentile-",
    shipped=((5, 5, 5, 5), (10, 10, 10, 10)),
    shipped_folder=Path(__file__).parent / "shipped",
    shapes=_shapes,
)


def store_borders(buckets: tuple[int, ...], borders: Borders) -> None:
    """Write borders to the cache folder."""
    BORDER_FILES.store(buckets, asdict(borders))
