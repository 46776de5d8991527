"""What bots load from files is loaded once a process: every match of a tournament builds its bots again."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from pathlib import Path

T = TypeVar("T")
_loaded: dict[Hashable, tuple[tuple[int, int], object]] = {}


def load_once(load: Callable[..., T], path: Path, *options: Hashable) -> T:
    """What `load(path, *options)` returns, from memory unless the file has changed since.

    What is returned is shared by all who ask for it, and must not be changed. A file counts as changed by its size and
    the time of its last change; of a file that has changed, the old content is forgotten.
    """
    try:
        state = path.stat()
    except OSError:
        return load(path, *options)  # which has its own complaint
    key = (load, path.resolve(), *options)
    stamp = state.st_size, state.st_mtime_ns
    kept = _loaded.get(key)
    if kept is None or kept[0] != stamp:
        kept = _loaded[key] = stamp, load(path, *options)
    return kept[1]  # type: ignore[return-value]
