"""A lock between processes: held by one, free again when that has ended, however it ended."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

from railbird.file_lock import FileLock

if TYPE_CHECKING:
    from pathlib import Path

HOLDER = """
import sys, time
from pathlib import Path
from railbird.file_lock import FileLock
lock = FileLock(Path(sys.argv[1]))
print(lock.acquire(patience=0), flush=True)
time.sleep(600)
"""


def test_a_lock_is_free_again_when_its_holder_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock = FileLock(path)
    with subprocess.Popen([sys.executable, "-c", HOLDER, path], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert not lock.acquire(patience=0.1)
        holder.send_signal(signal.SIGKILL)
    assert lock.acquire(patience=5)
    assert not FileLock(path).acquire(patience=0)
    lock.release()
    assert FileLock(path).acquire(patience=0)


def test_looking_at_a_lock_does_not_take_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not FileLock(path).is_held()
    assert not path.exists()
    lock = FileLock(path)
    assert lock.acquire(patience=0)
    assert FileLock(path).is_held()
    lock.release()
    assert not FileLock(path).is_held()
    assert FileLock(path).acquire(patience=0)


def test_a_lock_can_be_acquired_again_without_waiting(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock")
    assert lock.acquire(patience=0)
    assert lock.acquire(patience=0)


def test_where_no_lock_can_be_kept_nobody_waits(tmp_path: Path) -> None:
    assert FileLock(tmp_path / "missing" / "lock").acquire(patience=60)
