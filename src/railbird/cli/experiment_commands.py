"""`railbird experiment`: lists, runs and reports experiments of the literature."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.cost_notice import Yes, announce_cost, cost_text

if TYPE_CHECKING:
    from railbird.arena import RunCost
    from railbird.experiments import Experiment, ExperimentFolder, StoredResults

experiment_app = typer.Typer(
    name="experiment", help="List, run and report experiments of the literature.", no_args_is_help=True
)

Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME_OR_FILE", help="The name of an experiment in the folder `experiments`, or a .toml file."
    ),
]
Quick = Annotated[
    bool, typer.Option("--quick", help="Use the quick version of the experiment: fewer hands and shorter solves.")
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="The folder of the runs and results (default: one beside the .toml file)."),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help="Number of worker processes (default: chosen from the expected run time)."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


@experiment_app.command("list")
def list_command(
    folder: Annotated[Path, typer.Argument(help="The folder with the .toml files of the experiments.")] = Path(
        "experiments"
    ),
    json: Json = False,
) -> None:
    """List the experiments of a folder: what they reproduce, how many hands they play, whether results are stored."""
    from json import dumps

    from railbird.cli.screen_tables import print_table
    from railbird.experiments import ExperimentFolder, list_experiments, read_experiment
    from railbird.statistics import COUNT, Column, Table

    entries: list[dict[str, str | int | None]] = []
    for file in list_experiments(folder):
        experiment = read_experiment(file)
        small = experiment.quick()
        stored = {
            name: ExperimentFolder.beside(file, quick=version.is_quick).has_results_of(version)
            for name, version in (("full", experiment), ("quick", small))
        }
        entries.append(
            {
                "experiment": experiment.name,
                "title": experiment.title,
                "source": experiment.source.place,
                "hands": experiment.hands,
                "quick hands": small.hands,
                "stored": ", ".join(version for version, is_stored in stored.items() if is_stored) or None,
            }
        )
    if json:
        typer.echo(dumps(entries, indent=2, ensure_ascii=False))
    elif not entries:
        typer.echo(f"{folder} has no experiments")
    else:
        texts, counts = ("experiment", "title", "source"), ("hands", "quick hands")
        columns = [*map(Column, texts), *[Column(key, COUNT) for key in counts], Column("stored")]
        rows = [tuple(entry[column.key] for column in columns) for entry in entries]
        print_table(Table("experiments", "Experiments", columns, rows))


@experiment_app.command("run")
def run_command(
    name: Name,
    quick: Quick = False,
    out: Out = None,
    workers: Workers = None,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Play an experiment, or the rest of it, and compare its figures with the source's.

    Strategies are solved first. The expected time is printed before solving and before playing. To resume an
    experiment that was stopped, run the command again.
    """
    from railbird.cli.terminal import Terminal
    from railbird.experiments import estimate_cost, play_experiment

    experiment, folder = _opened(name, quick=quick, out=out)
    if folder.has_results_of(experiment):
        typer.echo(f"{folder.results_path} already has the results; --out plays in another folder.", err=True)
        _show(
            experiment,
            folder.results_of(experiment, run_command=_command("run", name, quick=quick, out=out)),
            json=json,
        )
        return
    try:
        _solve(experiment, folder, yes=yes)
        with Terminal().showing():
            cost = estimate_cost(experiment, folder, workers=workers)
        announce_cost(_cost_text(experiment, cost, folder.path), cost.seconds, yes=yes)
        with Terminal().showing() as terminal:
            results = play_experiment(experiment, folder, workers=workers, progress=terminal)
    except KeyboardInterrupt:
        typer.echo(f"railbird: the results so far are in {folder.path}: the same command continues", err=True)
        raise
    _show(experiment, results, json=json)


@experiment_app.command("report")
def report_command(name: Name, quick: Quick = False, out: Out = None, json: Json = False) -> None:
    """Print the stored figures of an experiment, and write them to the page report.html in its folder.

    No hands are played.
    """
    from railbird.reports import make_experiment_report, write_report

    experiment, folder = _opened(name, quick=quick, out=out)
    results = folder.results_of(experiment, run_command=_command("run", name, quick=quick, out=out))
    page = folder.path / "report.html"
    command = _command("report", name, quick=quick, out=out)
    report = make_experiment_report(experiment, results, command=command, curves=folder.team_curves())
    write_report(report, page)
    _show(experiment, results, json=json)
    typer.echo(f"The page is {page}", err=True)


def _opened(name: str, *, quick: bool, out: Path | None) -> tuple[Experiment, ExperimentFolder]:
    from railbird.experiments import ExperimentFolder, find_experiment, read_experiment

    file = find_experiment(name)
    experiment = read_experiment(file)
    folder = ExperimentFolder.beside(file, quick=quick) if out is None else ExperimentFolder(out)
    return (experiment.quick() if quick else experiment), folder


def _command(command: str, name: str, *, quick: bool, out: Path | None) -> str:
    """A command on an experiment, as it can be pasted."""
    from shlex import join

    return join(
        ["railbird", "experiment", command, name, *["--quick"] * quick, *([] if out is None else ["--out", str(out)])]
    )


def _solve(experiment: Experiment, folder: ExperimentFolder, *, yes: bool) -> None:
    """Solve the strategies that are not solved yet."""
    from railbird.cli.terminal import Terminal
    from railbird.experiments import estimate_solving, solve_strategies
    from railbird.progress import duration_text

    expected = estimate_solving(experiment, folder)
    if not expected:
        return
    known = [seconds for seconds in expected.values() if seconds is not None]
    time = duration_text(sum(known)) if len(known) == len(expected) else "an unknown time"
    text = f"{experiment.name}: solving {', '.join(expected)} in {folder.path}, {time}"
    announce_cost(text, sum(known), yes=yes)
    with Terminal().showing() as terminal:
        solve_strategies(experiment, folder, progress=terminal)


def _show(experiment: Experiment, results: StoredResults, *, json: bool) -> None:
    from json import dumps

    from railbird.cli.screen_tables import Screen
    from railbird.experiments import compare, comparison_as_json, comparison_table, solve_table, verdict_summary

    if json:
        typer.echo(dumps(comparison_as_json(experiment, results), indent=2, ensure_ascii=False))
        return
    screen = Screen()
    compared = compare(experiment, results)
    screen.text(f"{experiment.title}\n{experiment.source.place}\n{experiment.question}", style="dim")
    screen.table(comparison_table(compared))
    screen.text(verdict_summary(compared))
    if results.solves:
        screen.table(solve_table(results.solves, experiment.game))
    if experiment.is_quick:
        screen.text("This is the quick version: less than the experiment asks for.", style="dim")
    for difference in experiment.source.differences:
        screen.text(f"Unlike the source: {difference}", style="dim")
    for lineup, counts in results.incidents.items():
        for bot, count in counts.items():
            screen.text(f"{bot} failed, answered illegally or was late {count:,} times in {lineup}")


def _cost_text(experiment: Experiment, cost: RunCost, folder: Path) -> str:
    total = experiment.hands
    if not cost.hands:
        return f"{experiment.name}: all {total:,} hands have been played."
    of_total = "" if cost.hands == total else f" of {total:,}"
    return f"{experiment.name}: {cost_text(cost, of_total=of_total)} in {folder}"
