"""`railbird imitate convert`: describes the decisions of a player by attributes."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 (the command line reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.attribute_options import (
    Attributes,
    Categories,
    Invert,
    NoRedundant,
    Prefix,
    SelectionFile,
    selection_of,
)
from railbird.cli.log_commands import (
    Game,
    Kind,
    ReverseBlinds,
    check_sources,
    open_any_log,
    print_problems,
    refuse_log_options,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.imitation.conversion import ConversionReport, MatchSource
    from railbird.imitation.dataset import Dataset
    from railbird.progress import Progress

_REASONS = {
    "absent": "without {hero}",
    "twice": "in which several players are called {hero}",
    "refused": "with betting that is not legal or breaks off",
    "hidden": "without cards that {hero} saw",
    "other_game": "of another game",
}


def convert_command(
    logs: Annotated[list[Path], typer.Argument(help="Logs of any kind, plain or gzipped, and folders of runs.")],
    hero: Annotated[str, typer.Option(help="The player whose decisions are described.")],
    out: Annotated[Path, typer.Option(help="Folder of the dataset; an unfinished one is continued.")],
    attributes: Attributes = None,
    categories: Categories = None,
    prefix: Prefix = None,
    no_redundant: NoRedundant = False,
    invert: Invert = False,
    selection: SelectionFile = None,
    arff: Annotated[
        bool, typer.Option("--arff", help="Also write an ARFF file for each street, which Weka opens.")
    ] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="Number of threads (default: one per core).")] = None,
    cluster: Annotated[
        str | None, typer.Option(help="Address of a Dask scheduler whose workers do the work (default: this machine).")
    ] = None,
    kind: Kind = None,
    game: Game = None,
    reverse_blinds: ReverseBlinds = False,
) -> None:
    """Describe every decision of a player by attributes: a table for each street, for learners.

    What cannot be used is reported, and the exit status is then 1.
    """
    from railbird.cli.terminal import Terminal
    from railbird.imitation.conversion import convert_games

    chosen = selection_of(
        attributes=attributes,
        categories=categories,
        prefix=prefix,
        no_redundant=no_redundant,
        invert=invert,
        selection=selection,
    )
    check_sources(logs)
    if all(log.is_dir() for log in logs):
        refuse_log_options(kind=kind, game=game, reverse_blinds=reverse_blinds)
    sources = [
        source for log in logs for source in _sources(log, hero, kind=kind, game=game, reverse_blinds=reverse_blinds)
    ]
    with Terminal().showing() as terminal:
        dataset, report = convert_games(
            sources, hero=hero, folder=out, selection=chosen, workers=workers, cluster=cluster, progress=terminal
        )
        if arff:
            _write_arff(dataset, terminal)
    _print_report(report, hero, out)


def _sources(
    path: Path, hero: str, *, kind: str | None, game: str | None, reverse_blinds: bool
) -> Iterable[MatchSource]:
    from railbird.arena import RunFolder
    from railbird.imitation.conversion import log_source, run_sources

    if path.is_dir():
        return run_sources(RunFolder.open(path), hero=hero)
    return [log_source(open_any_log(path, kind=kind, game=game, reverse_blinds=reverse_blinds))]


def _write_arff(dataset: Dataset, progress: Progress) -> None:
    from railbird.imitation.dataset import write_arff

    with progress.task("Writing ARFF", total=len(dataset.streets)) as task:
        for street in dataset.streets:
            schema = dataset.schema(street)
            write_arff(
                dataset.folder / f"{street}.arff",
                schema,
                dataset.frames(street),
                class_attribute=schema.classes[0].name,
                relation=f"{dataset.about['hero']} {street}",
            )
            task.advance()


def _print_report(report: ConversionReport, hero: str, folder: Path) -> None:
    from railbird.wording import number_of

    counts = ", ".join(f"{count:,} {street}" for street, count in report.decisions.items())
    total = sum(report.decisions.values())
    typer.echo(f"{folder}: {number_of(total, 'decision')} of {hero} in {number_of(report.hands, 'hand')} ({counts})")
    for reason, words in _REASONS.items():
        if report.skipped[reason]:
            typer.echo(f"skipped: {number_of(report.skipped[reason], 'hand')} {words.format(hero=hero)}")
    print_problems(_shown(report))
    if report.problem_count or report.skipped["refused"]:
        raise typer.Exit(1)


def _shown(report: ConversionReport) -> Sequence[str]:
    """The problems; those that were not kept count as well."""
    return [*report.problems, *[""] * (report.problem_count - len(report.problems))]
