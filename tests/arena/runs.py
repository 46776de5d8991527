"""Runs of the tests: plans, a bot that waits, programs that play, and what is compared of the hands."""

from __future__ import annotations

import hashlib
import io
import re
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import polars as pl
import polars.selectors as cs

from acpc.programs import LONG, is_running
from railbird.arena import RunFolder, RunPlan, read_entrants
from railbird.arena.hand_table import columns_of
from railbird.formats.acpc_log import format_states
from railbird.games import game_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from railbird.arena.playing import PlayedChunk
    from railbird.games import GameDefinition

Found = TypeVar("Found")
LIMIT, NOLIMIT = "holdem.limit.2p.reverse_blinds", "holdem.nolimit.2p.reverse_blinds"
LIMIT_3P, NOLIMIT_3P = "holdem.limit.3p", "holdem.nolimit.3p"

COST = re.compile(
    r"(?:at most )?[\d,]+ hands, (\w+ .* process(es)?( of the cluster, .*)?|time unknown .*), "
    r"\d+ [kMG]B of disk space\n"
)
WAITING = """
import os
import time
from pathlib import Path

from railbird.bots.reference.simple import RandomBot

HERE = Path(__file__).parent


class Waiting(RandomBot):
    '''Where there is a file `hold`, it waits in the fifth hand of a match that it plays on the third seat.'''

    def match_starts(self, game, seat):
        self.seat = seat

    def hand_starts(self, view):
        if view.hand == 5 and self.seat == 2 and (HERE / "hold").exists():
            (HERE / f"{os.getpid()}.held").touch()
            while (HERE / "hold").exists():
                time.sleep(0.02)
"""

CALLING = """#!{python}
# Always calls, until hand {hand}. Position 1 is first to act before the flop, and position 0 after it.
import os
import socket
import sys
import time

with open(f"{folder}/{{os.getpid()}}.pid", "w") as file:
    file.write(str(os.getpid()))
connection = socket.create_connection((sys.argv[1], int(sys.argv[2])))
connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
connection.sendall(b"VERSION:2.0.0\\r\\n")
for line in connection.makefile("r", newline="\\n"):
    state = line.rstrip()
    _, position, number, betting, cards = state.split(":")
    is_over = "f" in betting or "" not in cards.partition("/")[0].split("|")
    *before, now = betting.split("/")
    if is_over or (len(now) + (not before)) % 2 != int(position):
        continue
    if int(number) == {hand}:
        {then}
    else:
        connection.sendall(f"{{state}}:c\\r\\n".encode())
"""


def plan_of(
    *bots: str, game: str | GameDefinition = LIMIT, hands: int = 10, seed: int = 1, **others: object
) -> RunPlan:
    """A plan, in which bots are named as on the command line."""
    definition = game_named(game) if isinstance(game, str) else game
    return RunPlan(game=definition, entrants=read_entrants(bots), hands=hands, seed=seed, **others)  # type: ignore[arg-type]


def written(folder: Path, name: str, text: str) -> Path:
    """A file with a bot in it."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def calling_program(folder: Path, *, then: str = "pass", hand: int = -1) -> Path:
    """An executable that always calls, and does something else in one hand; it writes its id to a file `*.pid`."""
    name = f"calls{len(list(folder.glob('calls*')))}"
    text = CALLING.format(python=sys.executable, folder=folder, hand=hand, then=then)
    path = written(folder, name, text)
    path.chmod(0o755)
    return path


def programs_running(folder: Path) -> list[int]:
    """Those that wrote their id to a file in this folder; there has to be one."""
    started = [int(path.stem) for path in folder.glob("*.pid")]
    assert started
    return [pid for pid in started if is_running(pid)]


def hands_of(played: PlayedChunk) -> pl.DataFrame:
    return pl.read_parquet(io.BytesIO(played.hands))


def fields_of(played: PlayedChunk, game: GameDefinition) -> list[list[str]]:
    """The hands as the fields of their lines in a log: STATE, number, betting, cards, values, names."""
    table = hands_of(played)
    names = sorted({name for at in range(game.players) for name in table[f"player_{at}"]})
    return [line.split(":") for line in format_states(columns_of(table, game=game, names=names)).decode().splitlines()]


def incidents_of(played: PlayedChunk) -> pl.DataFrame:
    return pl.read_parquet(io.BytesIO(played.incidents))


def shards(folder: Path, kind: str = "hands") -> list[str]:
    """The files of a run. Their names have a hash of their content."""
    return sorted(path.name for path in (folder / kind).glob("*.parquet"))


def digest(folder: Path) -> str:
    """Of all hands of a run, in an order that does not depend on its files; every hand is there once.

    Whether a player may remember hands is left out, because nobody knows that of a program.
    """
    run = RunFolder.open(folder)
    keys = ["table", "match", "permutation", "hand"]
    hands = run.hands().collect().sort(keys).drop(cs.starts_with("remembers_"))
    assert hands.height == run.plan.hands * len(run.plan.chunks())
    assert not hands.select(keys).is_duplicated().any()
    return hashlib.sha256("\n".join(map(str, hands.iter_rows())).encode()).hexdigest()


def without_cost(errors: str) -> str:
    """What a program wrote to its error output, without the cost that it prints before a run."""
    return "".join(line for line in errors.splitlines(keepends=True) if not COST.fullmatch(line))


def wait_for(condition: Callable[[], Found], *, what: str, seconds: float = LONG) -> Found:
    """What is there as soon as it is there."""
    until = time.monotonic() + seconds
    while not (result := condition()):
        assert time.monotonic() < until, f"no {what}"
        time.sleep(0.01)
    return result


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    processes = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it may have ended in between
            parent = (path / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1]
            if int(parent) == pid:
                processes.append(int(path.name))
    return processes


def have_ended(pids: Iterable[int]) -> bool:
    return not any(map(is_running, pids))
