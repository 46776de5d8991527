"""Commands of Railbird as processes, which the tests start, watch and end."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

LONG = 120.0
"""Seconds that nothing takes, even on a slow machine that does other things too."""


PROGRESS = re.compile(r"^.+: .* so far.*\n", re.M)
"""The lines that commands print every ten seconds."""


def without_width() -> dict[str, str]:
    """The environment as Python knows it: the module `readline`, which pytest loads, adds COLUMNS behind its back."""
    return dict(os.environ)


class Process(Protocol):
    """What is used of a `subprocess.Popen`."""

    pid: int
    stdout: IO[bytes] | None

    def wait(self, timeout: float | None = None) -> int: ...


class Program:
    """A command that runs: its first line of output can be waited for, its errors go to a file."""

    def __init__(self, process: Process, errors: Path) -> None:
        assert process.stdout is not None
        self.pid = process.pid
        self._process = process
        self._output = process.stdout
        self._unread = b""
        self._errors = errors
        self._status: int | None = None
        self._ports: list[int] = []

    @property
    def ports(self) -> list[int]:
        """The first line that a dealer prints."""
        if not self._ports:
            self._ports = [int(port) for port in self.read_line().split()]
        return self._ports

    def read_line(self) -> str:
        """The next line of output; an empty text at its end."""
        while b"\n" not in self._unread:
            assert select.select([self._output], [], [], LONG)[0], "nothing was printed"
            more = os.read(self._output.fileno(), 4096)
            if not more:
                break
            self._unread += more
        line, end, self._unread = self._unread.partition(b"\n")
        return (line + end).decode()

    def wait(self) -> int:
        """The exit status."""
        if self._status is None:
            self._status = self._process.wait(LONG)
        return self._status

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal to a program that has not been waited for."""
        if self._status is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def close_output(self) -> None:
        """Read no more of what it prints."""
        self._output.close()

    def close(self) -> None:
        """End it, if it has not ended."""
        self.kill()
        self.wait()
        self._output.close()

    @property
    def output(self) -> str:
        """What else it has printed, once it has ended."""
        self.wait()
        self._unread += self._output.read()
        return self._unread.decode()

    @property
    def errors(self) -> str:
        """What is on its standard error so far, without the progress of a slow machine; line ends are as they are."""
        return PROGRESS.sub("", self._errors.read_bytes().decode(errors="replace"))


def cold_start(arguments: list[str], folder: Path, errors: Path) -> Program:
    """Start a command as its users do."""
    with errors.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "railbird", *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=file,
            env=without_width(),
        )
    return Program(process, errors)


COLD = f'"{sys.executable}" -m railbird'


def bot_program(folder: Path, *options: str, name: str = "bot.sh", railbird: str = COLD) -> Path:
    """An executable that a dealer can start: a bot of Railbird that plays over a connection."""
    connect = " ".join(f"'{word}'" for word in options)
    path = folder / name
    path.write_text(f'#!/bin/sh\nexec {railbird} connect "$@" {connect}\n', encoding="ascii")
    path.chmod(0o755)
    return path


# Without the modules of the site it starts in a hundredth of a second.
_RELAY = """#!{python} -IS
import json, os, socket, sys
program, arguments = ({{"program": sys.argv[1]}}, sys.argv[2:]) if {is_python} else ({{}}, sys.argv[1:])
request = {{"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ), **program}}
connection = socket.socket(socket.AF_UNIX)
connection.connect({path!r})
socket.send_fds(connection, [json.dumps(request).encode() + b"\\n"], [1, 2, 0])
_, status = connection.makefile()
sys.exit(int(status))
"""


class WarmProcess:
    """The process of `warm_start.py`, which listens at the path of a socket once everything is loaded."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("warm_start.py"), str(path)],
            stdin=subprocess.DEVNULL,
            env=without_width(),
        )

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


class WarmStart:
    """Starts commands quickly, in forks of a warm process."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _wait(self) -> None:
        """Wait until everything is loaded. Where nothing has been compiled before, that comes first."""
        deadline = time.monotonic() + 3 * LONG
        while not self._path.exists():
            assert time.monotonic() < deadline, "the warm process has not loaded everything"
            time.sleep(0.05)

    def __call__(self, arguments: list[str], folder: Path, errors: Path) -> Program:
        self._wait()
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(str(self._path))
        reading, writing = os.pipe()
        request = json.dumps({"arguments": arguments, "folder": str(folder)}).encode() + b"\n"
        with os.fdopen(writing, "wb") as output, errors.open("wb") as file:
            socket.send_fds(connection, [request], [output.fileno(), file.fileno()])
        return Program(_ForkedProcess(connection, os.fdopen(reading, "rb")), errors)

    def write_relays(self, folder: Path) -> None:
        """Put programs `railbird` and `python` into a folder; where it leads the PATH, they start commands warm."""
        self._wait()
        for name in ("railbird", "python"):
            path = folder / name
            path.write_text(_RELAY.format(python=sys.executable, path=str(self._path), is_python=name == "python"))
            path.chmod(0o755)


class _ForkedProcess:
    def __init__(self, connection: socket.socket, stdout: IO[bytes]) -> None:
        self._connection = connection
        self._news = connection.makefile("r")
        self.stdout = stdout
        self.pid = int(self._news.readline())

    def wait(self, timeout: float | None = None) -> int:
        self._connection.settimeout(timeout)
        with self._connection:
            return int(self._news.readline())


def is_running(pid: int) -> bool:
    """Whether a process is there; one that is dead and not yet reaped is not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def is_listening(port: int) -> bool:
    """Whether somebody accepts connections."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=LONG).close()
    except ConnectionRefusedError:
        return False
    return True
