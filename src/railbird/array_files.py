"""The file format of named arrays with a description, used for strategies, checkpoints and tables.

A file begins with an eight-byte magic number, the length of the header in eight bytes, and the header's SHA-256
checksum in 32. The header is JSON, padded with spaces so that every array starts at a multiple of 64 bytes. It states
the kind of the file, the version of Railbird that wrote it, the offset of each array, and the checksum of all arrays.
Opening a file reads and checks only the header; arrays are memory-mapped and read on demand.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird import __version__
from railbird.files import written_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from io import BufferedReader
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.errors import RailbirdError

    Description = Mapping[str, object]
    Arrays = Mapping[str, NDArray[np.generic]]

_MARK = b"RAILBIRD"
_LENGTH_BYTES = 8
_CHECKSUM_BYTES = hashlib.sha256().digest_size
_START = len(_MARK) + _LENGTH_BYTES + _CHECKSUM_BYTES
"""Offset of the header."""
_ALIGNMENT = 64
_OWN_KEYS = ("kind", "layout", "railbird", "checksum", "arrays")
"""The keys of a header that are not part of the description."""


@dataclass(frozen=True)
class ArrayFileKind:
    """The kind of an array file."""

    name: str
    """Name of the kind in the header, such as `strategy`."""
    layout: int
    """Version of the description and the arrays; files with other versions are rejected."""
    error: type[RailbirdError]
    """Raised for a file that is damaged, or of another kind or version."""


def is_array_file(path: Path) -> bool:
    """Whether a file is an array file of any kind."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_MARK)) == _MARK


def array_file_kind(path: Path) -> str | None:
    """The kind that an array file states; empty if its header is damaged, and None for any other file."""
    if not is_array_file(path):
        return None
    with path.open("rb") as file:
        header = _header_of(file)
    return "" if header is None else str(header.get("kind", ""))


def write_arrays(path: Path, kind: ArrayFileKind, description: Description, arrays: Arrays) -> None:
    """Write a file atomically."""
    places: dict[str, object] = {}
    offset = 0
    for name, array in arrays.items():
        places[name] = {"dtype": array.dtype.str, "shape": array.shape, "offset": offset}
        offset += _aligned(array.nbytes)
    checksum = hashlib.sha256()
    for piece in _pieces(arrays):
        checksum.update(piece)
    own = (kind.name, kind.layout, __version__, checksum.hexdigest(), places)
    text = json.dumps({**dict(zip(_OWN_KEYS, own, strict=True)), **description}).encode()
    header = text.ljust(_aligned(_START + len(text)) - _START)
    with written_whole(path) as file:
        file.write(_MARK + len(header).to_bytes(_LENGTH_BYTES, "little") + hashlib.sha256(header).digest() + header)
        for piece in _pieces(arrays):
            file.write(piece)


def open_arrays(
    path: Path, kind: ArrayFileKind, *, verify: bool = False
) -> tuple[dict[str, Any], dict[str, NDArray[np.generic]]]:
    """The description of a file and its memory-mapped arrays.

    With `verify`, read all arrays once and compare them with their checksum.
    """
    # The file is opened only once, so that a file that replaces it meanwhile cannot mix with it.
    with path.open("rb") as file:
        header = _read_header(file, kind)
        _check_kind(path, kind, header)
        start = file.tell()
        try:
            arrays, stop = _map_arrays(file, kind, header["arrays"], start=start)
            checksum = header["checksum"]
        except (AttributeError, KeyError, TypeError):
            raise kind.error(f"{path} is damaged: the list of its arrays cannot be read") from None
        if stop != _size_of(file):
            raise kind.error(f"{path} is damaged: it has {_size_of(file):,} bytes, not {stop:,}")
        if verify and hashlib.file_digest(file, "sha256").hexdigest() != checksum:
            raise kind.error(f"{path} is damaged: its content does not match its checksum")
    return {key: value for key, value in header.items() if key not in _OWN_KEYS}, arrays


def _pieces(arrays: Arrays) -> Iterator[memoryview | bytes]:
    """All bytes after the header, in pieces."""
    for array in arrays.values():
        yield np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
        yield bytes(_aligned(array.nbytes) - array.nbytes)


def _read_header(file: BufferedReader, kind: ArrayFileKind) -> dict[str, Any]:
    """Read the header, up to the first array."""
    if file.read(len(_MARK)) != _MARK:
        raise kind.error(f"{file.name} is damaged, or no {kind.name} file of Railbird: its first bytes are wrong")
    header = _header_of(file)
    if header is None:
        raise kind.error(f"{file.name} is damaged, or from another version of Railbird: its description cannot be read")
    return header


def _header_of(file: BufferedReader) -> dict[str, Any] | None:
    """The header of a file that begins with the magic number; None if it is damaged."""
    file.seek(len(_MARK))
    length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
    checksum = file.read(_CHECKSUM_BYTES)
    text = file.read(min(length, _size_of(file)))
    header = json.loads(text) if hashlib.sha256(text).digest() == checksum else None
    return header if isinstance(header, dict) else None


def _check_kind(path: Path, kind: ArrayFileKind, header: Mapping[str, object]) -> None:
    if header.get("kind") != kind.name:
        raise kind.error(f"{path} is a {header.get('kind')} file, not a {kind.name} file")
    if header.get("layout") != kind.layout:
        raise kind.error(
            f"{path} has layout {header.get('layout')}, written by Railbird {header.get('railbird')}: "
            f"this version reads layout {kind.layout}"
        )


def _map_arrays(
    file: BufferedReader, kind: ArrayFileKind, places: Mapping[str, Any], *, start: int
) -> tuple[dict[str, NDArray[np.generic]], int]:
    """The arrays, and the offset at which the last of them ends."""
    size, stop = _size_of(file), start
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, place in places.items():
        dtype, shape, first = np.dtype(place["dtype"]), tuple(place["shape"]), start + place["offset"]
        length = dtype.itemsize * prod(shape)
        if first + length > size:
            raise kind.error(f"{file.name} is damaged: it ends within {name}")
        # An empty range cannot be mapped.
        mapped = np.memmap(file, dtype=dtype, mode="r", offset=first, shape=shape) if length else np.empty(shape, dtype)
        arrays[name] = np.asarray(mapped)
        stop = max(stop, first + _aligned(length))
    file.seek(start)
    return arrays, stop


def _size_of(file: BufferedReader) -> int:
    return os.fstat(file.fileno()).st_size


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT
