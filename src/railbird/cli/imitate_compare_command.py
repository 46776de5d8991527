"""`railbird imitate compare`: a model in the seat of its original, with the same cards and opponents."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.cli.screen_tables import Screen
    from railbird.imitation.comparison.place_runs import PlacePlans
    from railbird.progress import Progress
    from railbird.statistics import Estimate, JsonValue, Table


def compare_model_command(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="A folder that `railbird imitate train` wrote.")],
    original: Annotated[
        str | None, typer.Option(help="The bot that the model imitates (default: none; needed unless --log is given).")
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(help="A bot at the other seats; repeat it for each seat (default: none; needed with --original)."),
    ] = None,
    log: Annotated[
        list[Path] | None,
        typer.Option(
            help="Instead of bots: replay the hands of this log whose cards are all known, with the model in the seat "
            "of --hero and opponents who do what they did there; repeat it for each match (default: bots play)."
        ),
    ] = None,
    hero: Annotated[
        str | None,
        typer.Option(help="The player of the logs whom the model imitates (default: none; needed with --log)."),
    ] = None,
    game: Annotated[str, typer.Option("--game", "-g", help="A built-in game or a .game file.")] = "holdem.limit.3p",
    hands: Annotated[int, typer.Option(min=1, help="Number of hands of a match, which both play in each seat.")] = 1000,
    matches: Annotated[int, typer.Option(min=1, help="Number of matches, with different cards.")] = 1,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Seed for the cards and the bots.")] = 1,
    dataset: Annotated[
        Path | None,
        typer.Option(
            help="Cross-validate the model's learner on this folder, which `railbird imitate convert` wrote, to show "
            "the predicted accuracy beside (default: not shown)."
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Number of worker processes (default: chosen from the expected run time).")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Keep the two runs, or the replayed hands as logs, in this folder, where `railbird report` reads "
            "them; what is missing of runs is played (default: not kept)."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play a model in the seat of its original, and compare them: agreement, actions by street, winnings."""
    from railbird.games import game_named
    from railbird.imitation.comparison.place_runs import PlacePlans

    if log:
        if hero is None or original is not None or opponent:
            raise typer.BadParameter("name the player with --hero, and no bots", param_hint="--log")
        _compare_with_logs(log, hero, model, dataset, out, as_json=json)
        return
    if original is None or not opponent or hero is not None:
        raise typer.BadParameter("name the bots with --original and --opponent, or give --log and --hero")
    plans = PlacePlans.of(original, model, opponent, game=game_named(game), hands=hands, seed=seed, matches=matches)
    _compare_in_play(plans, model, dataset, out, workers=workers, as_json=json)


def _compare_in_play(
    plans: PlacePlans, model: Path, dataset: Path | None, out: Path | None, *, workers: int | None, as_json: bool
) -> None:
    from railbird.cli.terminal import Terminal
    from railbird.imitation.comparison.place_runs import play_in_place
    from railbird.imitation.comparison.play_comparison import PlayComparison

    with TemporaryDirectory() as temporary:
        with Terminal().showing() as terminal:
            predicted = _predicted(model, dataset, terminal)
            runs = play_in_place(plans, out or Path(temporary), workers=workers, progress=terminal)
        comparison = PlayComparison(runs, predicted)
        _print(comparison.tables(), comparison.as_json(), as_json=as_json)


def _compare_with_logs(
    paths: Sequence[Path], hero: str, model: Path, dataset: Path | None, out: Path | None, *, as_json: bool
) -> None:
    from railbird.cli.log_commands import check_sources, print_problems
    from railbird.cli.terminal import Terminal
    from railbird.formats.logs import open_log
    from railbird.imitation.comparison.replay_comparison import ReplayComparison
    from railbird.imitation.comparison.replayed_match import replay_match

    check_sources(paths)
    logs = [open_log(path) for path in paths]
    with Terminal().showing() as terminal:
        predicted = _predicted(model, dataset, terminal)
        matches = [replay_match(log, hero, model, progress=terminal) for log in logs]
    comparison = ReplayComparison(matches, predicted)
    if out is not None:
        comparison.write_logs(out)
    _print(comparison.tables(), comparison.as_json(), as_json=as_json)
    problems = [str(problem) for log in logs for problem in log.problems]
    print_problems(problems)
    if problems:
        raise typer.Exit(1)


def _print(tables: Sequence[Table], content: dict[str, JsonValue], *, as_json: bool) -> None:
    from railbird.cli.screen_tables import Screen, print_json

    if as_json:
        print_json(content)
    else:
        print_titled(tables, Screen())


def _predicted(folder: Path, source: Path | None, progress: Progress) -> Mapping[str, Estimate]:
    from railbird.imitation.dataset import Dataset
    from railbird.imitation.evaluation.predicted_accuracy import predicted_accuracies
    from railbird.imitation.models import open_model

    if source is None:
        return {}
    return predicted_accuracies(open_model(folder), Dataset.open(source), progress=progress)


def print_titled(tables: Sequence[Table], screen: Screen) -> None:
    """Print tables under their titles, with the definitions of their columns."""
    for number, table in enumerate(tables):
        screen.text("\n" * bool(number) + table.title)
        screen.table(table)
        for column in table.defined_columns:
            screen.text(f"{column.heading}: {column.meaning}", style="dim")
