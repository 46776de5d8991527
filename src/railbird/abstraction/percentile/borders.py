"""The borders of the percentile buckets of hold'em: shipped for the usual numbers of buckets, otherwise stored.

They are all that an abstraction of hold'em is: a few kilobytes, from which and from the values of a hand its buckets
follow.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.array_files import ArrayFileKind, open_arrays, write_arrays
from railbird.cards.isomorphism import HAND
from railbird.errors import TableError
from railbird.files import cached_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

VERSION = 1
"""Version of the values and of the rule that splits them; buckets of other versions are other buckets."""
BORDERS_FILE = ArrayFileKind("percentile buckets", layout=1, error=TableError)
SHIPPED = ((5, 5, 5, 5), (10, 10, 10, 10))
"""Numbers of buckets whose borders are shipped."""


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


def file_name(buckets: tuple[int, ...]) -> str:
    """The name of a file for these buckets, without its ending."""
    return "-".join(map(str, buckets))


def borders_path(buckets: tuple[int, ...]) -> Path:
    """Where the borders are stored, or would be."""
    return cached_file("abstractions", f"percentile-{file_name(buckets)}.arrays")


def shipped_path(buckets: tuple[int, ...]) -> Path:
    """Where the borders are in the package, if they are shipped."""
    return Path(__file__).parent / "shipped" / f"{file_name(buckets)}.npz"


def load_borders(buckets: tuple[int, ...]) -> Borders | None:
    """The shipped or stored borders; None if there are none. Raise TableError if they are damaged."""
    if buckets in SHIPPED:
        with np.load(shipped_path(buckets)) as shipped:
            return _checked(shipped_path(buckets), dict(shipped), buckets)
    path = borders_path(buckets)
    if not path.exists():
        return None
    description, arrays = open_arrays(path, BORDERS_FILE, verify=True)
    if description != _description(buckets):
        raise TableError(
            f"{path} has the buckets {description.get('buckets')} of version {description.get('version')}, "
            f"not {list(buckets)} of version {VERSION}"
        )
    return _checked(path, arrays, buckets)


def store_borders(buckets: tuple[int, ...], borders: Borders) -> None:
    """Write borders to the cache folder."""
    write_arrays(borders_path(buckets), BORDERS_FILE, _description(buckets), asdict(borders))


def is_available(buckets: tuple[int, ...]) -> bool:
    """Whether the borders are shipped or stored."""
    return buckets in SHIPPED or borders_path(buckets).exists()


def _description(buckets: tuple[int, ...]) -> dict[str, object]:
    return {"buckets": list(buckets), "version": VERSION}


def _checked(path: Path, arrays: Mapping[str, Any], buckets: tuple[int, ...]) -> Borders:
    expected: dict[str, object] = {"hands": (np.dtype(np.int32), (HAND.size,))}
    kinds = {"flop": np.uint32, "turn": np.uint32, "river": np.uint16}
    for street, (name, kind) in enumerate(kinds.items(), start=1):
        expected[name] = np.dtype(kind), (prod(buckets[:street]), buckets[street] - 1)
    if {name: (array.dtype, array.shape) for name, array in arrays.items()} != expected:
        raise TableError(f"{path} is damaged: its arrays are not those of the buckets {list(buckets)}")
    return Borders(**arrays)
