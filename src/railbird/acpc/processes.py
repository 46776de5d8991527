"""Runs bots that are programs: starts them with HOST PORT, keeps their output, and ends them with the match."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from typing import IO, TYPE_CHECKING

from railbird.errors import MatchError

if TYPE_CHECKING:
    from pathlib import Path

_PATIENCE = 2.0
"""Seconds that a program has to exit by itself, and again after SIGTERM."""


class BotProcess:
    """A running program with all its child processes."""

    def __init__(self, executable: Path, *, host: str, port: int, output: Path, append: bool) -> None:
        self._path = output
        self._output: IO[bytes] = output.open("ab" if append else "wb")
        try:
            # Its own session, so that its child processes can be ended with it.
            self._process = subprocess.Popen(  # noqa: S603
                [executable.resolve(), host, str(port)],
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            self._output.close()
            raise MatchError(f"{executable} cannot be started: {error.strerror}") from None

    @property
    def status(self) -> int | None:
        """The exit status of a program that has ended."""
        return self._process.poll()

    def last_line(self) -> str:
        """The last line of its output, which usually says what went wrong."""
        lines = self._path.read_text(encoding="utf-8", errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def end(self) -> None:
        """Wait briefly for the program to exit, then end it and its child processes, even when interrupted."""
        try:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_PATIENCE)
            self._signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_PATIENCE)
        finally:
            self._signal(signal.SIGKILL)
            self._process.wait()
            self._output.close()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)
