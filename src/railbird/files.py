"""Cache folders, temporary folders, and atomic writing of files."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from collections.abc import Iterator

CACHE_VARIABLE = "RAILBIRD_CACHE"
_LOCK = ".lock"
_log = logging.getLogger(__name__)


def cache_folder(name: str) -> Path:
    """The folder `name` in the user's cache, or in RAILBIRD_CACHE; a temporary folder if that is not writable."""
    folder = _configured_folder() / name
    if _is_writable(folder):
        return folder
    temporary = _own_temporary_folder() / name
    _log.warning("%s cannot be written; using %s", folder, temporary)
    return temporary


def cached_file(folder: str, name: str) -> Path:
    """The file `name` in a cache folder; an existing file may be in a folder that is not writable."""
    existing = _configured_folder() / folder / name
    return existing if existing.exists() else cache_folder(folder) / name


def _configured_folder() -> Path:
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_cache_path("railbird")


def _own_temporary_folder() -> Path:
    """The same temporary folder in every process; a new one if another user owns it, because code is loaded from it."""
    user = os.getuid() if hasattr(os, "getuid") else None
    folder = Path(tempfile.gettempdir()) / f"railbird-{user}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if user is not None and (folder.is_symlink() or folder.stat().st_uid != user):
        return Path(tempfile.mkdtemp(prefix="railbird-"))
    return folder


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that is removed with the context, or by the next call if the process is killed."""
    place = _own_temporary_folder() / "work"
    place.mkdir(exist_ok=True)
    _remove_abandoned(place)
    folder = Path(tempfile.mkdtemp(dir=place))
    # The lock is held before it has its name, so that nobody takes it for that of a killed process.
    with tempfile.NamedTemporaryFile(dir=place, delete=False) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        path = Path(lock.name).rename(folder.with_name(folder.name + _LOCK))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            path.unlink(missing_ok=True)


def _remove_abandoned(place: Path) -> None:
    """Remove the folders of processes that were killed: no process holds their locks."""
    for lock in place.glob(f"*{_LOCK}"):
        with suppress(OSError), lock.open("rb") as file:  # the process may end at this moment
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock.with_name(lock.name.removesuffix(_LOCK)), ignore_errors=True)
            lock.unlink()


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def remove_unfinished(folder: Path, names: str) -> None:
    """Remove what killed processes have left of writing files whose names match a pattern, with `written_whole`."""
    for path in folder.glob(f".{names}.*"):
        path.unlink(missing_ok=True)


@contextmanager
def written_whole(path: Path, *, wait_for_disk: bool = True) -> Iterator[IO[bytes]]:
    """Open a file for writing that appears under its name only when it is complete.

    The file is renamed in a single step, so two processes that write the same file do not mix, and an interrupted or
    failed write (a full disk) leaves nothing behind. Without `wait_for_disk` a power failure may damage the file, so
    its readers must check it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            if wait_for_disk:
                file.flush()
                os.fsync(file.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
