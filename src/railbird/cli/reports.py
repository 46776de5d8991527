"""`railbird report`: what is known about a run or logs, on one page."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 (the command line reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.logs import Game, Kind, ReverseBlinds, open_any_log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.progress import Progress
    from railbird.reports import Source


def report_command(
    sources: Annotated[list[Path], typer.Argument(help="The folder of a run; or logs, which are counted together.")],
    out: Annotated[Path, typer.Argument(help="The page to write: .html; or .json for its figures, for programs.")],
    compare: Annotated[Path | None, typer.Option(help="Another run, or a log, to show side by side.")] = None,
    kind: Kind = None,
    game: Game = None,
    reverse_blinds: ReverseBlinds = False,
) -> None:
    """Write a report: standings, curves, crosstable, actions, wins and losses, starting hands, statistics, incidents.

    It is one HTML file that needs no network. Hands that cannot be used are told of, and the exit status is then 1.
    """
    from railbird.cli.terminal import Terminal
    from railbird.reports import check_target, make_report, write_report

    check_target(out)
    with Terminal().showing() as terminal:
        found = [
            _read(paths, terminal, kind=kind, game=game, reverse_blinds=reverse_blinds)
            for paths in (sources, [] if compare is None else [compare])
            if paths
        ]
        report = make_report(*found)
        write_report(report, out)
    hands = sum(source.hands for source in report.sources)
    typer.echo(f"{out}: {len(report.sections)} sections on {hands:,} hand{'s' * (hands != 1)}")
    problems = [problem for source in report.sources for problem in source.problems]
    for problem in problems:
        typer.echo(problem, err=True)
    if problems:
        raise typer.Exit(1)


def _read(
    paths: Sequence[Path], progress: Progress, *, kind: str | None, game: str | None, reverse_blinds: bool
) -> Source:
    from railbird.arena import RunFolder
    from railbird.errors import FormatError
    from railbird.reports import read_logs, read_run

    for path in paths:
        if not path.exists():
            raise FormatError(f"{path}: there is no such file or folder")
    runs = [path for path in paths if path.is_dir()]
    if runs and len(paths) > 1:
        raise FormatError(f"{runs[0]} is a folder, with others: a report is on one run, or on logs; see --compare")
    if runs:
        return read_run(RunFolder.open(runs[0]), progress=progress)
    options = [*(["--kind", kind] if kind else []), *(["--game", game] if game else [])]
    options += ["--reverse-blinds"] * reverse_blinds
    logs = [open_any_log(path, kind=kind, game=game, reverse_blinds=reverse_blinds) for path in paths]
    return read_logs(logs, options=options, progress=progress)
