"""Tables on disk: a line that says what follows and its checksum, then the numbers."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.errors import TableError
from railbird.files import written_whole

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

_FORMAT = "railbird table 1"
_LONGEST_HEADER = 4096


def write_table(path: Path, table: NDArray[np.uint32], *, name: str) -> None:
    """Store a table under its name; the file appears when it is complete."""
    content = np.ascontiguousarray(table, dtype="<u4").tobytes()
    header = {
        "format": _FORMAT,
        "name": name,
        "shape": list(table.shape),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    with written_whole(path) as file:
        file.write(json.dumps(header).encode() + b"\n")
        file.write(content)


def read_table(path: Path, *, name: str) -> NDArray[np.uint32]:
    """Read a table and check every byte of it."""
    with path.open("rb") as file:
        header = _parse_header(file.readline(_LONGEST_HEADER), path)
        content = file.read()
    if header.get("format") != _FORMAT or header.get("name") != name:
        raise TableError(f"{path} is not a table {name} of this version")
    if hashlib.sha256(content).hexdigest() != header.get("sha256"):
        raise TableError(f"{path} is damaged: its {len(content):,} bytes do not have the checksum it states")
    return np.frombuffer(content, dtype="<u4").reshape(header["shape"])


def _parse_header(line: bytes, path: Path) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise TableError(f"{path} is damaged: it does not begin with a header")
    return header
