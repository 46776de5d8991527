"""Starts commands of Railbird, and Python programs, as processes that have everything loaded already.

A command takes most of a second and a half to load its modules and kernels, and the tests start hundreds. So one
process, this one, loads them once and is forked for each command. It is run with the path of a Unix socket: a
connection sends a line of JSON (`arguments`, `folder`, and perhaps `program`, `environment`) with open files for
output, errors and perhaps input, and gets the process's id and, once that has ended, its exit status.
"""

from __future__ import annotations

import gc
import io
import json
import os
import runpy
import select
import signal
import socket
import sys
import threading
import traceback
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any

import polars  # noqa: F401

import railbird.acpc
import railbird.reports  # noqa: F401
from railbird.bots import make_bot
from railbird.cli import main
from railbird.formats.match_state import MatchStateReader, format_match_state
from railbird.games import State, game_named, seeded_deals
from railbird.play import play_match

COMMANDS = (
    ("dealer", "match", "none", "1", "0", "a", "b", "-b", "call"),  # no game has this name
    ("equity", "AhKh", "--board", "Qs,Jh,2d,9c"),
    ("equity", "AsAh", "KdKc"),
    ("equity", "AhKh", "--samples", "1000", "--seed", "1"),
    ("solve", "kuhn.limit.2p", "--iterations", "10", "--threads", "1"),
    ("solve", "kuhn.limit.2p", "--iterations", "10", "--algorithm", "external-sampling", "--seed", "1"),
    ("--help",),
    ("bots",),
    # What these name is not there either.
    ("report", "none", "none.html"),
    ("experiment", "report", "none"),
    ("imitate", "rank", "none"),
    ("log", "check", "none"),
)
"""Commands that load modules and kernels, and leave no threads behind: a fork would lose them."""


def load_everything() -> None:
    """Play a few hands, read a few states, run commands: kernels are loaded when they are first called."""
    for name in ("holdem.limit.2p.reverse_blinds", "holdem.nolimit.3p"):
        game = game_named(name)
        play_match([make_bot("random", seed=seat) for seat in range(game.players)], game, hands=20, seed=0)
        view = State.start_unchecked(game, next(seeded_deals(game, 0))).view(0)
        MatchStateReader(game).read(format_match_state(view))
    for arguments in COMMANDS:
        sys.argv = ["railbird", *arguments]
        with suppress(SystemExit), redirect_stderr(io.StringIO()), redirect_stdout(io.StringIO()):
            main()


def end_threads() -> None:
    """Pools that nobody holds any more end their threads, but not at once; a fork would lose them."""
    gc.collect()
    for thread in threading.enumerate():
        if thread is not threading.main_thread():
            thread.join(60)
            assert not thread.is_alive(), f"{thread.name} goes on"


def wait_for_request(path: str) -> dict[str, Any]:
    """Serve connections; returns in every process that is to become a command, with what it is to do."""
    running: dict[int, tuple[int, socket.socket]] = {}
    """By the descriptor of a command: its process, and the connection that waits for its end."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"{path}.new")
        server.listen(64)
        Path(f"{path}.new").rename(path)  # whoever sees it can connect
        while True:
            for ready in select.select([server, *running], [], [])[0]:
                if ready is not server:
                    report_end(*running.pop(ready))
                    os.close(ready)
                    continue
                connection, _ = server.accept()
                request, files = read_request(connection)
                command = os.fork()
                if command == 0:
                    for descriptor, (_, other) in running.items():
                        other.close()
                        os.close(descriptor)
                    connection.close()
                    become_command(files)
                    return request
                for file in files:
                    os.close(file)
                with suppress(BrokenPipeError):
                    connection.sendall(f"{command}\n".encode())
                running[os.pidfd_open(command)] = command, connection


def read_request(connection: socket.socket) -> tuple[dict[str, Any], list[int]]:
    message, files, _, _ = socket.recv_fds(connection, 65_536, 3)
    while not message.endswith(b"\n"):
        message += connection.recv(65_536)
    return json.loads(message), files


def report_end(command: int, connection: socket.socket) -> None:
    _, status = os.waitpid(command, 0)
    with connection, suppress(BrokenPipeError):
        connection.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())


def become_command(files: list[int]) -> None:
    """Take the open files of the request for output, errors and input."""
    # The tests may be run in the background of a shell, where an interruption is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for file, number in zip(files, (1, 2, 0), strict=False):
        os.dup2(file, number)
        os.close(file)
    # Those of this process remember whether they could seek.
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", closefd=False, buffering=1, errors="backslashreplace")  # noqa: SIM115


def keep_to_one_core() -> None:
    """On a busy machine short matches look long, and would start worker processes, which have nothing loaded."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[os.getpid() % len(cores)]})


def run(request: dict[str, Any]) -> int:
    """Run the command or program as the interpreter would, and return its exit status."""
    os.chdir(request["folder"])
    if "environment" in request:
        os.environ.clear()
        os.environ.update(request["environment"])
        keep_to_one_core()
    program = request.get("program")
    sys.argv = [program or "railbird", *request["arguments"]]
    try:
        if program is None:
            main()
        else:
            sys.path[0] = os.path.dirname(os.path.abspath(program))  # noqa: PTH100, PTH120
            runpy.run_path(program, run_name="__main__")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    path = sys.argv[1]
    load_everything()
    end_threads()
    gc.freeze()
    status = run(wait_for_request(path))
    sys.stdout.flush()
    sys.stderr.flush()
    # To take down all that was loaded would take longer than most commands.
    os._exit(status)
