"""The files of the served folder: the one way from a name in a request to a file, inside it or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.arena.store import PLAN_FILE
from railbird.errors import NotFoundError

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_FILES = 20_000
"""Number of files of the served folder that are looked at."""


def served_path(folder: Path, name: str) -> Path:
    """The file or folder with a name relative to the served folder; raise NotFoundError if it is not inside it."""
    missing = NotFoundError(f"{name!r} is not in the served folder")
    if not name or "\0" in name or "\\" in name or name.startswith("~") or Path(name).is_absolute():
        raise missing
    root = folder.resolve()
    try:
        path = (root / name).resolve(strict=True)
    except (OSError, RuntimeError, ValueError):
        raise missing from None
    if not path.is_relative_to(root) or ".." in Path(name).parts:
        raise missing
    return path


def served_name(folder: Path, path: Path) -> str:
    """The name of a file or folder inside the served folder, as `served_path` takes it."""
    return path.resolve().relative_to(folder.resolve()).as_posix()


def files_below(folder: Path) -> Iterator[Path]:
    """The files of the served folder in the order of names, without links, hidden folders, and folders of runs."""
    left = _MOST_FILES
    for place, folders, files in os.walk(folder):
        folders[:] = [] if PLAN_FILE in files else sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            left -= 1
            if left < 0:
                return
            path = Path(place, name)
            if not path.is_symlink():
                yield path
