"""The files of bucket rules and of the classes on the flop and the turn.

Rules are a few kilobytes. They are shipped, or in the cache folder, or within the file of a strategy. Their content
hash is part of the abstraction's identity. The classes follow from the rules, and are in the cache folder only.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.street_classes.bucket_rules import EarlyClasses
from railbird.array_files import ArrayFileKind, open_arrays, write_arrays
from railbird.cards.isomorphism import HAND_FLOP, HAND_TURN
from railbird.errors import TableError
from railbird.files import cached_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.abstraction.card_abstraction import CardArrays

_RULES_FILE = ArrayFileKind("bucket rules", layout=1, error=TableError)
CLASSES_FILE = ArrayFileKind("card classes", layout=1, error=TableError)
_HASH_DIGITS = 16


def content_of(arrays: CardArrays) -> str:
    """A hash of named arrays."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()[:_HASH_DIGITS]


def shipped_path(name: str) -> Path:
    """Where the rules are in the package, if they are shipped."""
    return Path(__file__).parent / "shipped" / f"{name}.arrays"


def shipped_names(kind: str) -> tuple[str, ...]:
    """The names of the shipped rules of a kind, without the kind."""
    paths = sorted(shipped_path("").parent.glob(f"{kind}-*.arrays"))
    return tuple(path.stem.removeprefix(f"{kind}-") for path in paths)


def rules_path(name: str) -> Path:
    """Where the rules are, or would be written."""
    shipped = shipped_path(name)
    return shipped if shipped.exists() else cached_file("abstractions", f"{name}.arrays")


def classes_path(name: str) -> Path:
    """Where the classes are, or would be written."""
    return cached_file("abstractions", f"{name}-classes.arrays")


def load_arrays(name: str, parameters: Mapping[str, object]) -> CardArrays | None:
    """The arrays of shipped or stored rules; None if there are none. Raise TableError if they are damaged."""
    path = rules_path(name)
    if not path.exists():
        return None
    description, arrays = open_arrays(path, _RULES_FILE, verify=True)
    if description != {"abstraction": dict(parameters)}:
        raise TableError(f"{path} has the buckets {description.get('abstraction')}, not {dict(parameters)}")
    return arrays


def store_arrays(path: Path, parameters: Mapping[str, object], arrays: CardArrays) -> None:
    """Write the arrays of rules."""
    write_arrays(path, _RULES_FILE, {"abstraction": dict(parameters)}, arrays)


def load_classes(name: str, content: str) -> EarlyClasses | None:
    """The stored classes, memory-mapped; None if there are none of these rules. Raise TableError if damaged."""
    path = classes_path(name)
    if not path.exists():
        return None
    description, arrays = open_arrays(path, CLASSES_FILE)
    if description != {"content": content}:
        return None
    expected = {"flop": (np.dtype(np.uint16), (HAND_FLOP.size,)), "turn": (np.dtype(np.uint16), (HAND_TURN.size,))}
    if {name: (array.dtype, array.shape) for name, array in arrays.items()} != expected:
        raise TableError(f"{path} is damaged: its arrays are not the classes on the flop and the turn")
    return EarlyClasses(**arrays)  # type: ignore[arg-type]


def store_classes(name: str, content: str, classes: EarlyClasses) -> None:
    """Write classes to the cache folder."""
    write_arrays(classes_path(name), CLASSES_FILE, {"content": content}, vars(classes))
