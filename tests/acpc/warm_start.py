"""Starts commands of Railbird as processes of their own that have everything loaded already.

A command takes most of a second and a half to load its modules and kernels, and the tests start more than a hundred.
So one process, this one, loads them once and is forked for each command. It is run with the path of a Unix socket: a
connection sends the arguments and the folder with two open files for output and errors, and gets the process's id and,
once that has ended, its exit status.
"""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import socket
import sys
import traceback
from contextlib import redirect_stderr, suppress

import railbird.acpc  # noqa: F401
from railbird.arena import play_match
from railbird.bots import make_bot
from railbird.cli import main
from railbird.formats.match_state import MatchStateReader, format_match_state
from railbird.games import State, game_named, seeded_deals


def load_everything() -> None:
    """Play a few hands, read a few states: kernels are loaded when they are first called."""
    for name in ("holdem.limit.2p.reverse_blinds", "holdem.nolimit.3p"):
        game = game_named(name)
        play_match([make_bot("random", seed=seat) for seat in range(game.players)], game, hands=20, seed=0)
        view = State.start_unchecked(game, next(seeded_deals(game, 0))).view(0)
        MatchStateReader(game).read(format_match_state(view))
    # Arguments are read by modules that come late; these name no game.
    sys.argv = ["railbird", "dealer", "match", "none", "1", "0", "a", "b", "-b", "call"]
    with suppress(SystemExit), redirect_stderr(io.StringIO()):
        main()


def wait_for_command(path: str) -> list[str]:
    """Serve connections; returns in every process that is to become a command, with its arguments."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen(16)
        print("ready", flush=True)  # noqa: T201
        while True:
            connection, _ = server.accept()
            if os.fork() == 0:
                server.close()
                return become_command(connection)
            connection.close()
            reap()


def reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def become_command(connection: socket.socket) -> list[str]:
    """Fork once more: the command runs in the child, and its parent tells of its end."""
    message, files, _, _ = socket.recv_fds(connection, 65_536, 2)
    request = json.loads(message)
    command = os.fork()
    if command == 0:
        # The tests may be run in the background of a shell, where an interruption is ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        connection.close()
        for file, number in zip(files, (1, 2), strict=True):
            os.dup2(file, number)
            os.close(file)
        os.chdir(request["folder"])
        return request["arguments"]
    for file in (*files, 1, 2):
        os.close(file)
    connection.sendall(f"{command}\n".encode())
    _, status = os.waitpid(command, 0)
    try:
        connection.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    finally:
        os._exit(0)


def run_command() -> int:
    """Run the command as the interpreter would, and return its exit status."""
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    path = sys.argv[1]
    load_everything()
    gc.freeze()
    sys.argv = ["railbird", *wait_for_command(path)]
    status = run_command()
    sys.stdout.flush()
    sys.stderr.flush()
    # To take down all that was loaded would take longer than most commands.
    os._exit(status)
