"""A Python process of our own: it runs a function of Railbird, is connected by a pipe, and ends with its parent."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from os import _exit  # a match replaces it
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
"""Exit status of a process that was interrupted from the keyboard."""
_LOOK_AGAIN = 0.5
_PATIENCE = 6.0
"""Seconds that a process has to stop the programs of its match."""
_ERROR_OUTPUT = 2
# An interrupt before the function starts ends the process without a word. Imports leave no garbage to collect.
_START = (
    "import gc, signal; gc.disable(); signal.signal(signal.SIGINT, signal.SIG_DFL); from {module} import main; main()"
)


class ChildProcess:
    """A process that runs `main` of a module. What it prints goes to the error output.

    Python's `multiprocessing` would run the program of the user again in the child, and its pools do not tell which
    process has died.
    """

    def __init__(self, module: str, *arguments: int, descriptors: Sequence[int] = ()) -> None:
        self.connection, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-P", "-c", _START.format(module=module), *map(str, (theirs.fileno(), *arguments))],
                pass_fds=(theirs.fileno(), *descriptors),
                stdin=subprocess.DEVNULL,
                stdout=_ERROR_OUTPUT,
            )
        with suppress(OSError):  # it has died already, which is noticed when it is to answer
            self.connection.send(sys.path)

    def wait(self) -> int:
        """Wait for a process whose connection is closed, and return its exit status; a signal is negative."""
        self.connection.close()
        try:
            return self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def end(self) -> None:
        """End the process: it gets some time to stop programs that it has started."""
        self.connection.close()
        self._process.send_signal(signal.SIGINT)
        self.wait()


def how_it_ended(status: int) -> str:
    """An exit status in words."""
    if status >= 0:
        return f"status {status}"
    try:
        return f"signal {-status}, {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"


def connection_to_parent() -> Connection:
    """In a child process: the connection to its parent. From now on the process ends when the parent does."""
    gc.freeze()  # what was imported stays, so it is never searched for garbage
    gc.enable()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    connection = Connection(int(sys.argv[1]))
    sys.path[:] = connection.recv()
    return connection


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_AGAIN)
    with suppress(OSError):
        os.kill(os.getpid(), signal.SIGINT)
    time.sleep(_PATIENCE)
    _exit(1)
