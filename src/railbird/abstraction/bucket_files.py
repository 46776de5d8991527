"""Files of arrays by numbers of buckets: shipped for the usual numbers, otherwise in the cache folder."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.array_files import open_arrays, write_arrays
from railbird.errors import TableError
from railbird.files import cached_file, written_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.array_files import ArrayFileKind

    Counts = tuple[int, ...]
    Shapes = Mapping[str, tuple[type[np.generic], tuple[int, ...]]]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class BucketFiles:
    """The files of one kind of arrays, one for each choice of numbers of buckets."""

    kind: ArrayFileKind
    version: int
    """Arrays of other versions are rejected."""
    prefix: str
    """Before the numbers in the name of a stored file."""
    shipped: tuple[Counts, ...]
    """Numbers of buckets whose arrays are shipped."""
    shipped_folder: Path
    shipped_prefix: str = ""
    shapes: Callable[[Counts], Shapes]
    """By numbers of buckets: the type and the shape of each array."""
    facts: Mapping[str, object] = field(default_factory=dict)
    """What a stored file says besides the numbers of buckets and the version."""

    def path(self, buckets: Counts) -> Path:
        """Where the arrays are stored, or would be."""
        return cached_file("abstractions", f"{self.prefix}{_name(buckets)}.arrays")

    def shipped_path(self, buckets: Counts) -> Path:
        """Where the arrays are in the package, if they are shipped."""
        return self.shipped_folder / f"{self.shipped_prefix}{_name(buckets)}.npz"

    def exist(self, buckets: Counts) -> bool:
        """Whether the arrays are shipped or stored."""
        return buckets in self.shipped or self.path(buckets).exists()

    def load(self, buckets: Counts) -> dict[str, NDArray[Any]] | None:
        """The shipped or stored arrays; None if there are none. Raise TableError if they are damaged."""
        if buckets in self.shipped:
            with np.load(self.shipped_path(buckets)) as shipped:
                return self._checked(self.shipped_path(buckets), dict(shipped), buckets)
        path = self.path(buckets)
        if not path.exists():
            return None
        description, arrays = open_arrays(path, self.kind, verify=True)
        if description != self._description(buckets):
            raise TableError(
                f"{path} has the buckets {description.get('buckets')} of version {description.get('version')}, "
                f"not {list(buckets)} of version {self.version}"
            )
        return self._checked(path, arrays, buckets)

    def load_unless_damaged(self, buckets: Counts) -> dict[str, NDArray[Any]] | None:
        """The shipped or stored arrays; None if there are none, or if they are damaged, which is logged."""
        try:
            return self.load(buckets)
        except TableError as error:
            _log.warning("%s; building it again", error)
            return None

    def store(self, buckets: Counts, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Write the arrays to the cache folder."""
        write_arrays(self.path(buckets), self.kind, self._description(buckets), arrays)

    def ship(self, buckets: Counts, arrays: Mapping[str, NDArray[Any]]) -> Path:
        """Write the arrays into the package; return where they are."""
        path = self.shipped_path(buckets)
        with written_whole(path) as file:
            np.savez_compressed(file, **dict[str, Any](arrays))
        return path

    def _description(self, buckets: Counts) -> dict[str, object]:
        return {"buckets": list(buckets), "version": self.version, **self.facts}

    def _checked(self, path: Path, arrays: Mapping[str, NDArray[Any]], buckets: Counts) -> dict[str, NDArray[Any]]:
        expected = {name: (np.dtype(kind), shape) for name, (kind, shape) in self.shapes(buckets).items()}
        if {name: (array.dtype, array.shape) for name, array in arrays.items()} != expected:
            raise TableError(f"{path} is damaged: its arrays are not those of the buckets {list(buckets)}")
        return dict(arrays)


def _name(buckets: Counts) -> str:
    return "-".join(map(str, buckets))
