"""Tables on disk: a line that says what follows, the checksum of all the rest, then the numbers."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import TableError
from railbird.files import written_whole

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

_FORMAT = "railbird table 1"
_LONGEST_LINE = 4096


def write_table(path: Path, table: NDArray[np.uint32], *, name: str) -> None:
    """Store a table under its name; the file appears when it is complete."""
    header = json.dumps({"format": _FORMAT, "name": name, "shape": list(table.shape)}).encode() + b"\n"
    content = np.ascontiguousarray(table, dtype="<u4").tobytes()
    with written_whole(path) as file:
        file.write(header)
        file.write(_checksum(header, content))
        file.write(content)


def read_table(path: Path, *, name: str) -> NDArray[np.uint32]:
    """Read a table and check every byte of it."""
    with path.open("rb") as file:
        header, checksum = file.readline(_LONGEST_LINE), file.readline(_LONGEST_LINE)
        content = file.read()
    if checksum != _checksum(header, content):
        raise TableError(f"{path} is damaged: its content does not have the checksum it states")
    stated = json.loads(header)
    if stated["format"] != _FORMAT or stated["name"] != name:
        raise TableError(f"{path} is not a table {name} of this version")
    return np.frombuffer(content, dtype="<u4").reshape(stated["shape"])


def _checksum(header: bytes, content: bytes) -> bytes:
    digest = hashlib.sha256(header)
    digest.update(content)
    return digest.hexdigest().encode() + b"\n"
