"""Measures how often the arena's 95 % intervals hold the true win rate, for bots that draw, learn and shove rarely.

`python -m benchmarks.coverage` plays 400 runs of every case that is not in coverage.csv yet, on all cores, and adds it
there; names of kinds of bots limit it to these. With --table it prints the table of the docs from coverage.csv instead.

Of 400 intervals that hold in 95 % of runs, fewer than 93 % or more than 97 % hold by chance in one case of fifteen. So
a case outside these bounds, whose output warns in fewer than 95 % of the runs, is played on to 1,600 runs, and these
are stored.
"""

from __future__ import annotations

import csv
import multiprocessing
import sys
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, fields
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.coverage_cases import GAMES, KINDS, SETTINGS, Case, cases
from benchmarks.coverage_play import outcomes
from railbird.compiled import available_cores

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor, Future

    from benchmarks.coverage_play import Outcome

RESULTS = Path(__file__).parent / "coverage.csv"
RUNS, MORE_RUNS = 400, 1600
LOW, HIGH = 0.93, 0.97
_RUNS_AT_ONCE = 20
_ALL = 0.95
"""Share of runs with a warning from which a case counts as warned."""


@dataclass(frozen=True)
class Coverage:
    """What became of a case. Shares are of all runs."""

    kind: str
    game: str
    players: int
    setting: str
    matches: int
    hands: int
    runs: int
    method: str
    covered: float
    """Share of the intervals that hold the true win rate."""
    warned: float
    """Share of the runs whose output warns about the interval."""
    missed: float
    """Share of the runs whose interval misses the true win rate without a warning."""
    independent: float
    """Share of the intervals that would hold the true win rate if deals counted as independent."""

    @property
    def is_outside(self) -> bool:
        """Whether the share of intervals that hold is out of bounds, and the output does not warn about that."""
        return not LOW <= self.covered <= HIGH and self.warned < _ALL


def coverage_of(case: Case, runs: Sequence[Outcome]) -> Coverage:
    """Sum up the runs of a case."""
    count = len(runs)
    return Coverage(
        **asdict(case),
        runs=count,
        method=runs[0].method,
        covered=sum(run.holds for run in runs) / count,
        warned=sum(run.warned for run in runs) / count,
        missed=sum(not run.holds and not run.warned for run in runs) / count,
        independent=sum(run.holds_if_independent for run in runs) / count,
    )


def measured(chosen: Sequence[Case], pool: Executor) -> Iterator[Coverage]:
    """Play cases side by side, and yield each of them when it is done."""
    playing: dict[Future[list[Outcome]], Case] = {}
    done: dict[Case, list[Outcome]] = {case: [] for case in chosen}
    wanted = dict.fromkeys(chosen, RUNS)

    def play(case: Case, first: int, last: int) -> None:
        for run in range(first, last, _RUNS_AT_ONCE):
            playing[pool.submit(outcomes, case, range(run, run + _RUNS_AT_ONCE))] = case

    for case in chosen:
        play(case, 0, RUNS)
    while playing:
        for future in wait(playing, return_when=FIRST_COMPLETED).done:
            case = playing.pop(future)
            done[case] += future.result()
            if len(done[case]) < wanted[case]:
                continue
            row = coverage_of(case, done[case])
            if row.is_outside and row.runs < MORE_RUNS:
                wanted[case] = MORE_RUNS
                play(case, RUNS, MORE_RUNS)
            else:
                yield row


def table(rows: Sequence[Coverage]) -> str:
    """The Markdown table of the docs: a line for each kind of bot and game, and a column for each setting."""
    settings = [*product((2, 3), SETTINGS)]
    lines = [
        "| bots | game | " + " | ".join(f"{players} players, {setting}" for players, setting in settings) + " |",
        "|---|---|" + "---|" * len(settings),
    ]
    for kind, game in product(KINDS, GAMES):
        cells = {(row.players, row.setting): row for row in rows if (row.kind, row.game) == (kind, game)}
        if cells:
            texts = [_cell(cells.get(place)) for place in settings]
            lines.append(f"| {kind} | {game} | {' | '.join(texts)} |")
    return "\n".join(lines)


def _cell(row: Coverage | None) -> str:
    if row is None:
        return ""
    again = "\\*" if row.runs > RUNS else ""
    warned = f", {100 * row.warned:.0f} warned" if row.warned >= 0.05 else ""
    return f"{100 * row.covered:.1f}{again}{warned}"


def stored() -> list[Coverage]:
    """The cases that have been played."""
    if not RESULTS.exists():
        return []
    types = {field.name: {"int": int, "float": float}.get(str(field.type), str) for field in fields(Coverage)}
    with RESULTS.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    return [Coverage(**{name: types[name](value) for name, value in row.items()}) for row in rows]


def _store(row: Coverage) -> None:
    is_new = not RESULTS.exists()
    with RESULTS.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Coverage)])
        if is_new:
            writer.writeheader()
        writer.writerow(asdict(row))


def _missing(kinds: Sequence[str]) -> list[Case]:
    """The cases of these kinds, or of all, that have not been played."""
    names = [field.name for field in fields(Case)]
    played = {tuple(getattr(row, name) for name in names) for row in stored()}
    return [
        case for case in cases() if (not kinds or case.kind in kinds) and tuple(asdict(case).values()) not in played
    ]


def main() -> None:
    """Play what is missing, or print the table."""
    if "--table" in sys.argv:
        print(table(stored()))
        return
    with ProcessPoolExecutor(available_cores(), multiprocessing.get_context("spawn")) as pool:
        for row in measured(_missing(sys.argv[1:]), pool):
            # Only this process writes, a whole line at a time.
            _store(row)
            print(row, flush=True)


if __name__ == "__main__":
    main()
