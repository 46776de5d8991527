"""Reads the source of a report: a run, or logs."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railbird.analysis.counting import count_log
from railbird.analysis.position_results import PositionResults
from railbird.arena import read_results, samples_text, shadow_table
from railbird.arena.notable_hands import biggest_pots, telling_deals
from railbird.arena.records import count_run
from railbird.errors import FormatError
from railbird.experiments import run_curves, teams_of
from railbird.progress import Silence
from railbird.reports.report_tally import MOST_HANDS, ReportTally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.analysis import Tally
    from railbird.arena import Results, RunFolder
    from railbird.arena.notable_hands import NotableHand
    from railbird.experiments import TeamCurve
    from railbird.formats.logs import Log
    from railbird.progress import Progress
    from railbird.statistics import Table


@dataclass(frozen=True)
class Incident:
    """A kind of incident of a player, and the number of times it happened."""

    player: str
    kind: str
    count: int
    message: str
    """The message of the first incident that has a message."""


@dataclass(frozen=True)
class Source:
    """A run, or logs that are counted together, with their counts."""

    name: str
    arguments: str
    """The source as arguments of commands."""
    tally: Tally
    results: Results | None = None
    """The results, if the source is a run."""
    made_by: str = ""
    """The command that made the run."""
    incidents: Sequence[Incident] = ()
    shadows: Table | None = None
    """Where bots of the run and their shadows differed."""
    team_curves: Sequence[TeamCurve] = ()
    """Curves about the teams of the run."""
    problems: Sequence[str] = ()
    """Messages about hands that could not be used."""
    positions: PositionResults = field(default_factory=PositionResults)
    """Results by position."""
    unit: int | None = None
    """The big blind, if it is the same in all hands."""
    biggest_pots: Sequence[NotableHand] = ()
    """The hands in which most was won."""
    telling_deals: Sequence[NotableHand] = ()
    """The deals of a run in which a player won or lost most over all orders of seats."""
    players: Sequence[str] = field(init=False)
    """The players, from the highest to the lowest win rate."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", _ranking(self.tally, self.results))

    @property
    def hands(self) -> int:
        """Number of hands."""
        return sum(self.tally.games.values())

    @property
    def game(self) -> str:
        """The name of the game, or the names of several games."""
        return ", ".join(name or "unnamed game" for name in self.tally.games)

    @property
    def samples(self) -> str:
        """What the samples of the intervals are."""
        if self.results is None:
            return "hands, taken as independent of each other"
        return samples_text(self.results)

    def row(self, player: str) -> int:
        """The row of a player in the tally."""
        return self.tally.row(player)

    def standings(self) -> str:
        """The command that prints the standings."""
        if self.results is None:
            return self.analysis("--table results")
        return f"railbird tournament --resume {self.arguments}"

    def figures(self) -> str:
        """The command that writes all figures for programs."""
        return f"railbird report {self.arguments} figures.json"

    def hand_command(self) -> str:
        """The command that shows the first of the hands that are listed."""
        hand = self.biggest_pots[0]
        match = f" --match {hand.source}" if self.results is not None else ""
        return f"railbird log show {self.arguments}{match} --hand {hand.record.number}"

    def analysis(self, *options: str) -> str:
        """The command that prints a table of play."""
        return " ".join(["railbird analyse", self.arguments, *options])


def read_run(folder: RunFolder, *, progress: Progress | None = None) -> Source:
    """Read a run as a source. Raise StoreError if it is not complete."""
    tally = ReportTally(keeps_pots=False)
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
        team_curves=run_curves(folder.path.resolve().name, results, teams_of(folder)),
        problems=problems,
        positions=tally.positions,
        unit=folder.plan.game.unit,
        biggest_pots=biggest_pots(folder, most=MOST_HANDS),
        telling_deals=telling_deals(folder, results, most=MOST_HANDS),
    )


def read_logs(
    logs: Sequence[Log], *, options: Sequence[str] = (), progress: Progress | None = None, trust: bool = False
) -> Source:
    """Read logs of any kind as a source. Raise FormatError if they have no hands.

    Hands whose payoffs are not those of their cards and actions are left out, unless the logs are trusted.
    """
    tally = ReportTally(keeps_pots=True)
    problems: list[str] = []
    for log in logs:
        problems += count_log(tally, log, progress=progress or Silence(), trust=trust)
    paths = [log.path for log in logs]
    if not tally.games:
        why = f"; the first problem is {problems[0]}" if problems else ""
        raise FormatError(f"{', '.join(map(str, paths))}: there are no hands to report on{why}")
    return Source(
        name=paths[0].name if len(paths) == 1 else f"{len(paths)} logs",
        arguments=shlex.join([*map(str, paths), *options]),
        tally=tally,
        problems=problems,
        positions=tally.positions,
        unit=next(iter(tally.units)) if len(tally.units) == 1 else None,
        biggest_pots=tally.biggest_pots,
    )


def _ranking(tally: Tally, results: Results | None) -> list[str]:
    if results is not None:
        return [results.names[bot] for bot in results.ranking()]
    rows = range(len(tally.names))
    order = sorted(rows, key=lambda row: (-tally.curves[row].total / tally.curves[row].hands, row))
    return [tally.names[row] for row in order]


def _incidents(folder: RunFolder) -> list[Incident]:
    incidents: dict[tuple[str, str], Incident] = {}
    rows = folder.incidents().select("player", "kind", "count", "message").sort("player", "kind", maintain_order=True)
    for player, kind, count, message in rows.iter_rows():
        before = incidents.get((player, kind))
        total = count + (before.count if before else 0)
        incidents[player, kind] = Incident(player, kind, total, (before.message if before else "") or message)
    return list(incidents.values())
