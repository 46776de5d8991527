"""What a report is about: a run or logs, read once."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railbird.analysis import Tally
from railbird.analysis.counting import count_log
from railbird.arena import read_results, shadow_table
from railbird.arena.records import count_run
from railbird.errors import FormatError
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.arena import Results, RunFolder
    from railbird.formats.logs import Log
    from railbird.progress import Progress
    from railbird.statistics import Table


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
    """What could not be used."""
    players: Sequence[str] = field(init=False)
    """The one with the highest win rate first."""

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

    @property
    def samples(self) -> str:
        """What its intervals come from."""
        if self.results is None:
            return "hands, taken as independent of each other"
        return "duplicate sets" if self.results.plan.duplicate else "deals, each played once"

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
    problems = count_run(tally, folder, progress=progress or Silence())
    return Source(
        name=folder.path.resolve().name,
        arguments=shlex.quote(str(folder.path)),
        tally=tally,
        results=results,
        made_by=folder.command,
        incidents=_incidents(folder),
        shadows=shadow_table([folder]),
        problems=problems,
    )


def read_logs(logs: Sequence[Log], *, options: Sequence[str] = (), progress: Progress | None = None) -> Source:
    """Of logs of any kind; a FormatError if there are no hands in them."""
    tally = Tally()
    problems: list[str] = []
    for log in logs:
        problems += count_log(tally, log, progress=progress or Silence())
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


def _ranking(tally: Tally, results: Results | None) -> list[str]:
    if results is not None:
        return [results.names[bot] for bot in results.ranking()]
    rows = range(len(tally.names))
    order = sorted(rows, key=lambda row: (-tally.curves[row].total / tally.curves[row].hands, row))
    return [tally.names[row] for row in order]


def _incidents(folder: RunFolder) -> list[Incident]:
    found: dict[tuple[str, str], Incident] = {}
    rows = folder.incidents().select("player", "kind", "count", "message").sort("player", "kind", maintain_order=True)
    for player, kind, count, message in rows.iter_rows():
        before = found.get((player, kind))
        total = count + (before.count if before else 0)
        found[player, kind] = Incident(player, kind, total, (before.message if before else "") or message)
    return list(found.values())
