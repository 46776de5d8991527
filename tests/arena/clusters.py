"""Dask clusters of processes on this machine."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from acpc.programs import LONG

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


@contextmanager
def processes(folder: Path, commands: Sequence[Sequence[str]]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """They are ended, if they have not ended."""
    running: list[subprocess.Popen[bytes]] = []
    try:
        for number, arguments in enumerate(commands):
            with (folder / f"process{number}.out").open("wb") as file:
                command = [sys.executable, "-m", *arguments]
                running.append(subprocess.Popen(command, cwd=folder, stdout=file, stderr=file))
        yield running
    finally:
        for process in reversed(running):
            process.terminate()
        for process in running:
            with suppress(subprocess.TimeoutExpired):
                process.wait(LONG / 4)
            process.kill()
            process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@contextmanager
def cluster(folder: Path, *, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a cluster, and its processes: the scheduler, then the workers."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    quiet = ("--host", "127.0.0.1", "--no-dashboard")
    scheduler = ("distributed.cli.dask_scheduler", "--port", str(port), *quiet)
    worker = ("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", *quiet)
    with processes(folder, [scheduler, *[worker] * workers]) as running:
        yield address, running
