"""A lock between processes: a file that one of them holds at a time."""

from __future__ import annotations

import fcntl
import time
from contextlib import suppress
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_PAUSE = 0.02


class FileLock:
    """A lock that ends with the process that holds it, however that ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def acquire(self, *, patience: float) -> bool:
        """Wait up to `patience` seconds for the lock. False if another process still holds it.

        Where no lock can be kept, as on some network disks, nobody waits.
        """
        self.release()
        with suppress(OSError):
            self._file = self._path.open("ab")
            return self._wait(self._file, until=time.monotonic() + patience)
        return True

    def is_held(self) -> bool:
        """Whether somebody holds the lock. Nothing is written."""
        try:
            with self._path.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:  # there is no lock, or none can be kept
            return False
        return False

    def _wait(self, file: IO[bytes], *, until: float) -> bool:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > until:
                    return False
                time.sleep(_PAUSE)
            else:
                return True

    def release(self) -> None:
        """Let others have the lock."""
        if self._file is not None:
            self._file.close()
            self._file = None
