"""`railbird report`: writes a page about a run, logs or strategies."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 (the command line reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.log_commands import (
    Game,
    Kind,
    ReverseBlinds,
    Trust,
    check_sources,
    open_any_log,
    print_problems,
    refuse_log_options,
    warn_if_games_differ,
)
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.progress import Progress
    from railbird.reports import Source


def report_command(
    sources: Annotated[
        list[Path],
        # Optional, because a single argument is taken as the file to write, even if a source was meant.
        typer.Argument(
            default_factory=list,
            show_default=False,
            help="The folder of a run, logs (which are counted together), or strategies: files that `solve` wrote, or "
            "names of shipped ones.",
        ),
    ],
    out: Annotated[
        Path, typer.Argument(help="The file to write: .html for a page, .json for its figures, for programs.")
    ],
    compare: Annotated[
        Path | None, typer.Option(help="Another run or log to show side by side (default: none).")
    ] = None,
    kind: Kind = None,
    game: Game = None,
    reverse_blinds: ReverseBlinds = False,
    trust: Trust = False,
) -> None:
    """Write a report: standings, curves, crosstable, actions, wins and losses, starting hands, statistics, incidents.

    A report on strategies shows how they converged to an equilibrium. The page is a single HTML file that needs no
    network. Hands that cannot be used are reported, and the exit status is then 1.
    """
    from railbird.cli.terminal import Terminal
    from railbird.reports import check_target, make_report, write_report
    from railbird.strategy import is_array_file, strategy_path

    check_target(out)
    if not sources:
        raise typer.BadParameter(f"name what to report on before {out}: a run, or logs", param_hint="SOURCES")
    sources = [strategy_path(source) for source in sources]
    compared = [] if compare is None else [compare]
    check_sources(sources)
    check_sources(compared)
    all_sources = [*sources, *compared]
    if any(map(is_array_file, all_sources)):
        if compare is not None:
            raise typer.BadParameter("--compare is for runs and logs: to compare strategies, name them all as sources")
        refuse_log_options(kind=kind, game=game, reverse_blinds=reverse_blinds, trust=trust)
        _report_on_strategies(sources, out)
        return
    if all(source.is_dir() for source in all_sources):
        refuse_log_options(kind=kind, game=game, reverse_blinds=reverse_blinds, trust=trust)
    with Terminal().showing() as terminal:
        read_sources = [
            _read(paths, terminal, kind=kind, game=game, reverse_blinds=reverse_blinds, trust=trust)
            for paths in (sources, compared)
            if paths
        ]
        report = make_report(*read_sources)
        write_report(report, out)
    _say_what_was_read(read_sources, f"{out}: {len(report.sections)} sections")


def _say_what_was_read(sources: Sequence[Source], written: str) -> None:
    """Exit with status 1 if there were hands that cannot be used."""
    hands = sum(source.hands for source in sources)
    typer.echo(f"{written} on {number_of(hands, 'hand')}")
    for source in sources:
        warn_if_games_differ(source.tally.games)
    problems = [problem for source in sources for problem in source.problems]
    print_problems(problems)
    if problems:
        raise typer.Exit(1)


def _report_on_strategies(paths: Sequence[Path], out: Path) -> None:
    from railbird.reports import SolvedStrategy, make_solve_report, write_report
    from railbird.strategy import open_strategy

    report = make_solve_report([SolvedStrategy(path, open_strategy(path)) for path in paths])
    write_report(report, out)
    typer.echo(f"{out}: {len(report.sections)} sections on {len(paths)} strateg{'ies' if len(paths) > 1 else 'y'}")


def _read(
    paths: Sequence[Path], progress: Progress, *, kind: str | None, game: str | None, reverse_blinds: bool, trust: bool
) -> Source:
    from railbird.arena import RunFolder
    from railbird.errors import FormatError
    from railbird.reports import read_logs, read_run

    runs = [path for path in paths if path.is_dir()]
    if runs and len(paths) > 1:
        raise FormatError(
            f"{runs[0]} is a folder among several sources: give a single run, or logs; see --compare for a second run"
        )
    if runs:
        return read_run(RunFolder.open(runs[0]), progress=progress)
    options = [*(["--kind", kind] if kind else []), *(["--game", game] if game else [])]
    options += ["--reverse-blinds"] * reverse_blinds + ["--trust"] * trust
    logs = [open_any_log(path, kind=kind, game=game, reverse_blinds=reverse_blinds) for path in paths]
    return read_logs(logs, options=options, progress=progress, trust=trust)
