"""What a report is about: a run or logs, read once."""

from __future__ import annotations

import shlex
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railbird.analysis import Tally
from railbird.arena import read_results, shadow_table
from railbird.arena.records import run_records
from railbird.arena.store import PLAN_FILE
from railbird.errors import FormatError
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from railbird.analysis import Table
    from railbird.arena import Results, RunFolder
    from railbird.formats.logs import Log
    from railbird.games import HandRecord
    from railbird.progress import Progress, Task

_AT_ONCE = 1000


@dataclass(frozen=True)
class Incident:
    """What went wrong with a player, so many times."""

    player: str
    kind: str
    count: int
    message: str
    """Of the first one that was told."""


@dataclass(frozen=True)
class Source:
    """A run, or logs that are counted together."""

    name: str
    arguments: str
    """As commands take it."""
    tally: Tally
    results: Results | None = None
    """Of a run."""
    made_by: str = ""
    """The command that made a run."""
    incidents: Sequence[Incident] = ()
    shadows: Table | None = None
    """Where bots of a run and their shadows differed."""
    problems: Sequence[str] = ()
    """What could not be used of logs."""
    players: Sequence[str] = field(init=False)
    """The one who has won most first."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", _ranking(self.tally, self.results))

    @property
    def hands(self) -> int:
        """How many there are."""
        return sum(self.tally.games.values())

    @property
    def game(self) -> str:
        """Its name, or those of several."""
        return ", ".join(name or "unnamed game" for name in self.tally.games)

    def row(self, player: str) -> int:
        """Of the tally."""
        return self.tally.names.index(player)

    def standings(self) -> str:
        """The command that prints them."""
        if self.results is None:
            return self.analysis("--table results")
        return f"railbird tournament --resume {self.arguments}"

    def analysis(self, *options: str) -> str:
        """The command that prints a table of play."""
        return " ".join(["railbird analyse", self.arguments, *options])


def read_run(folder: RunFolder, *, progress: Progress | None = None) -> Source:
    """Of a run that has been played to its end; a StoreError if it has not."""
    tally = Tally()
    results = read_results(folder)
    with (progress or Silence()).task("Reading hands", total=results.plan.hands * len(results.plan.chunks())) as task:
        tally.add_all(_watched(run_records(folder), task))
    stored = tomllib.loads((folder.path / PLAN_FILE).read_text(encoding="utf-8"))
    return Source(
        name=folder.path.resolve().name,
        arguments=shlex.quote(str(folder.path)),
        tally=tally,
        results=results,
        made_by=str(stored.get("command", "")),
        incidents=_incidents(folder),
        shadows=shadow_table(folder),
    )


def read_logs(logs: Sequence[Log], *, options: Sequence[str] = (), progress: Progress | None = None) -> Source:
    """Of logs of any kind; a FormatError if there are no hands in them."""
    tally = Tally()
    problems: list[str] = []
    with (progress or Silence()).task("Reading logs", total=len(logs)) as task:
        for log in logs:
            refused = tally.refused
            tally.add_all(log)
            problems += map(str, log.problems)
            if tally.refused > refused:
                problems.append(f"{log.path}: {tally.refused - refused:,} hands are not legal, or not over")
            task.advance()
    paths = [log.path for log in logs]
    if not tally.games:
        why = f"; the first problem is {problems[0]}" if problems else ""
        raise FormatError(f"{', '.join(map(str, paths))}: there are no hands to report on{why}")
    return Source(
        name=paths[0].name if len(paths) == 1 else f"{len(paths)} logs",
        arguments=shlex.join([*map(str, paths), *options]),
        tally=tally,
        problems=problems,
    )


def _watched(records: Iterable[HandRecord], task: Task) -> Iterator[HandRecord]:
    for number, record in enumerate(records, start=1):
        yield record
        if number % _AT_ONCE == 0:
            task.advance(_AT_ONCE)


def _ranking(tally: Tally, results: Results | None) -> list[str]:
    if results is not None:
        return [results.names[bot] for bot in results.ranking()]
    played = [row for row, curve in enumerate(tally.curves) if curve.hands]
    played.sort(key=lambda row: (-tally.curves[row].total / tally.curves[row].hands, row))
    return [tally.names[row] for row in played]


def _incidents(folder: RunFolder) -> list[Incident]:
    found: dict[tuple[str, str], Incident] = {}
    rows = folder.incidents().select("player", "kind", "count", "message").sort("player", "kind", maintain_order=True)
    for player, kind, count, message in rows.iter_rows():
        before = found.get((player, kind))
        total = count + (before.count if before else 0)
        found[player, kind] = Incident(player, kind, total, (before.message if before else "") or message)
    return list(found.values())
