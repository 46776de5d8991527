"""Bots that are programs of their own: started with HOST PORT, their output kept, ended with the match."""

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
"""Seconds in which a program may end by itself, and again after it was asked to."""


class BotProcess:
    """A running program, with everything that it started."""

    def __init__(self, executable: Path, *, host: str, port: int, output: Path, append: bool) -> None:
        self._path = output
        self._output: IO[bytes] = output.open("ab" if append else "wb")
        try:
            # A session of its own, so that all that it starts can be ended with it.
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

    def last_words(self) -> str:
        """The last line that it has printed: what went wrong, if something did."""
        lines = self._path.read_text(encoding="utf-8", errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def end(self) -> None:
        """Wait a moment for the program to end, then end it and all that it started, whatever comes between."""
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
