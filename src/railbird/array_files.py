"""Arrays with a description in one file, which is opened without reading them: they are mapped into memory.

After eight bytes that mark the kind of file comes the length of the description, the description as JSON, and the
arrays, each from a multiple of 64 bytes on.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.errors import StrategyError
from railbird.files import written_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    Description = Mapping[str, object]

_MARK = b"RAILBIRD"
_ALIGNMENT = 64


def is_array_file(path: Path) -> bool:
    """Whether a file begins as these do."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_MARK)) == _MARK


def write_arrays(path: Path, description: Description, arrays: Mapping[str, NDArray[np.generic]]) -> None:
    """Write a file that appears whole or not at all."""
    places: dict[str, object] = {}
    offset = 0
    for name, array in arrays.items():
        places[name] = {"dtype": array.dtype.str, "shape": array.shape, "offset": offset}
        offset += _aligned(array.nbytes)
    text = json.dumps({**description, "arrays": places}).encode()
    with written_whole(path) as file:
        file.write(_MARK + len(text).to_bytes(8, "little") + text)
        file.write(bytes(_aligned(file.tell()) - file.tell()))
        for array in arrays.values():
            file.write(np.ascontiguousarray(array).data)
            file.write(bytes(_aligned(array.nbytes) - array.nbytes))


def open_arrays(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[np.generic]]]:
    """The description and the arrays of a file; these are read as they are used."""
    size = path.stat().st_size
    with path.open("rb") as file:
        mark = file.read(len(_MARK))
        length = int.from_bytes(file.read(8), "little")
        if mark != _MARK or length > size:
            raise StrategyError(f"{path} is no file of strategies or checkpoints")
        try:
            description: dict[str, Any] = json.loads(file.read(length))
            places = description.pop("arrays")
            assert isinstance(places, dict)  # noqa: S101 (a file of ours has it)
        except (ValueError, KeyError, TypeError, AttributeError, AssertionError):
            raise StrategyError(f"{path} is damaged: its description cannot be read") from None
    start = _aligned(len(_MARK) + 8 + length)
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, place in places.items():
        try:
            dtype, shape, offset = np.dtype(place["dtype"]), tuple(place["shape"]), int(place["offset"])
            length = dtype.itemsize * int(np.prod(shape))
        except (KeyError, TypeError, ValueError):
            raise StrategyError(f"{path} is damaged: where {name} stands cannot be read") from None
        if offset < 0 or start + offset + length > size:
            raise StrategyError(f"{path} is damaged: it ends within {name}")
        arrays[name] = np.memmap(path, dtype=dtype, mode="r", offset=start + offset, shape=shape)
    return description, arrays


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT
