"""Programs that play in teams of the tests: small, quick to start, and as bad as a test wants them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from acpc.programs import is_running

if TYPE_CHECKING:
    from pathlib import Path

_PROGRAM = """#!{python} -IS
import os, signal, socket, sys, time
behaviour, host, port = sys.argv[1], sys.argv[-2], int(sys.argv[-1])
starts = len([name for name in os.listdir() if name.startswith(behaviour + ".")])
with open(f"{{behaviour}}.{{os.getpid()}}.pid", "w") as file:
    file.write(str(os.getpid()))
print(behaviour, "starts", flush=True)
if behaviour == "ends" or behaviour == "ends-again" and starts:
    print("no licence", file=sys.stderr)
    sys.exit(3)
if behaviour == "hides":
    time.sleep(1000)
if behaviour == "stays":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
member = socket.create_connection((host, port))
member.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
member.sendall(b"hello\\n" if behaviour == "greets" else b"VERSION:2.0.0\\n")
while behaviour == "floods":
    member.sendall(b"x" * 4000 + b"\\n")
while behaviour == "floods-late-answers":
    member.sendall(b"MATCHSTATE:0:99::AhAd|:c\\n" * 100)
while behaviour == "deaf":
    time.sleep(1000)
first = -1
for line in member.makefile():
    state = line.strip()
    hand = int(state.split(":")[2])
    if behaviour in ("dies", "ends-again") and hand == 3 and not starts:
        os.kill(os.getpid(), signal.SIGKILL)
    first = first if first >= 0 else hand
    if behaviour == "dies-always" and hand == first + 2:
        os.kill(os.getpid(), signal.SIGKILL)
    if behaviour == "sleeps" and hand == 3 and not starts:
        time.sleep(1.5)
    answer = {{"garbage": "what?", "illegal": state + ":r999999", "letter": state + ":x"}}.get(behaviour, state + ":c")
    if behaviour not in ("never", "stays"):
        try:
            member.sendall((answer + "\\r\\n").encode())
        except OSError:
            break
while behaviour == "stays":
    time.sleep(1000)
print(behaviour, "ends")
"""


def write_program(folder: Path) -> None:
    """Write the program of all members, which gets its behaviour as its first argument."""
    path = folder / "member.py"
    path.write_text(_PROGRAM.format(python=sys.executable), encoding="ascii")
    path.chmod(0o755)


def program(behaviour: str) -> str:
    """The table of a member that runs this program; its name is its behaviour."""
    return f'[[members]]\nname = "{behaviour}"\ncommand = "./member.py"\narguments = ["{behaviour}"]\n'


def bot(spec: str, name: str = "") -> str:
    """The table of a member that is a bot."""
    return f'[[members]]\nname = "{name or spec}"\nbot = "{spec}"\n'


def write_team(folder: Path, *members: str, decider: str = "majority", **settings: object) -> Path:
    """Write a team file into a folder, and the program of its members beside it."""
    write_program(folder)
    path = folder / "team.toml"
    rows = [f"{key} = {value!r}" for key, value in {"decider": decider, **settings}.items()]
    path.write_text("\n".join(['type = "ensemble"', *rows, "", *members]), encoding="ascii")
    return path


def started_programs(folder: Path) -> dict[str, list[int]]:
    """By behaviour, the processes that were started."""
    started: dict[str, list[int]] = {}
    for path in folder.glob("*.pid"):
        started.setdefault(path.name.split(".")[0], []).append(int(path.read_text(encoding="ascii")))
    return started


def left_programs(folder: Path) -> list[int]:
    """Processes that were started and have not ended; they are killed."""
    left = [pid for pids in started_programs(folder).values() for pid in pids if is_running(pid)]
    for pid in left:
        os.kill(pid, 9)
    return left
