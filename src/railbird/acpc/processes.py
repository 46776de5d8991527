"""Runs bots that are programs: starts them, keeps their output, and ends them with the match."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from railbird.errors import MatchError

if TYPE_CHECKING:
    from collections.abc import Sequence

_PATIENCE = 2.0
"""Seconds that a program has to exit by itself, and again after SIGTERM."""
_LAST_BYTES = 4096
"""Bytes of its output in which the last line is looked for."""


class BotProcess:
    """A running program with all its child processes."""

    def __init__(
        self, command: Sequence[str], *, output: Path, append: bool = False, directory: Path | None = None
    ) -> None:
        """Start a command in a directory, by default the current one; a relative path of the program starts there."""
        self._path = output
        self._output: IO[bytes] = output.open("ab" if append else "wb")
        try:
            # Its own session, so that its child processes can be ended with it.
            self._process = subprocess.Popen(  # noqa: S603
                command,
                cwd=directory,
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            self._output.close()
            raise MatchError(f"{Path(command[0]).name} cannot be started: {error.strerror}") from None

    @property
    def status(self) -> int | None:
        """The exit status of a program that has ended."""
        return self._process.poll()

    def last_words(self) -> str:
        """The last line of its output, which usually says what went wrong, in words."""
        try:
            with self._path.open("rb") as file:
                file.seek(max(file.seek(0, os.SEEK_END) - _LAST_BYTES, 0))
                lines = file.read().decode(errors="replace").split("\n")
        except OSError as error:  # somebody may have removed it
            return f"its output cannot be read: {error.strerror}"
        last_line = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"it said {last_line[:200]!r}" if last_line else "it said nothing"

    def end(self) -> None:
        """Wait briefly for the program to exit, then end it and its child processes, even when interrupted."""
        end_together([self])

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program and its child processes."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def kill(self) -> None:
        """End the program and its child processes at once."""
        self.signal(signal.SIGKILL)
        self._process.wait()
        self._output.close()

    def wait(self, until: float) -> None:
        """Wait for the program to exit, until a time of `time.monotonic` at the latest."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(until - time.monotonic(), 0))


def end_together(processes: Sequence[BotProcess]) -> None:
    """Wait briefly for programs to exit, then end them and their child processes, even when interrupted."""
    try:
        _wait_for_all(processes)
        for process in processes:
            process.signal(signal.SIGTERM)
        _wait_for_all(processes)
    finally:
        for process in processes:
            process.kill()


def _wait_for_all(processes: Sequence[BotProcess]) -> None:
    until = time.monotonic() + _PATIENCE
    for process in processes:
        process.wait(until)
