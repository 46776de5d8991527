"""The one way from a name in a request to a file: inside the served folder, or not at all."""

from __future__ import annotations

from pathlib import Path

from railbird.errors import NotFoundError


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
