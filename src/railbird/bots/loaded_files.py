"""A cache of the files that bots load, because every match of a tournament builds its bots again."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from pathlib import Path

T = TypeVar("T")
_loaded: dict[Hashable, tuple[tuple[int, int], object]] = {}


def load_once(load: Callable[..., T], path: Path, *options: Hashable) -> T:
    """The result of `load(path, *options)`, cached until the file changes.

    Callers share the result and must not change it. A file has changed if its size or modification time is different;
    the result for the old content is then dropped from the cache.
    """
    try:
        state = path.stat()
    except OSError:
        return load(path, *options)  # it raises the error for a missing file
    key = (load, path.resolve(), *options)
    stamp = state.st_size, state.st_mtime_ns
    cached = _loaded.get(key)
    if cached is None or cached[0] != stamp:
        cached = _loaded[key] = stamp, load(path, *options)
    return cached[1]  # type: ignore[return-value]


def is_loaded(value: object) -> bool:
    """Whether a value is a cached result, which callers share."""
    return any(value is loaded for _, loaded in _loaded.values())
