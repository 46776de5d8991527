"""`railbird imitate compare`: a model in the seat of its original, with the same cards and opponents."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from railbird.progress import Progress
    from railbird.statistics import Estimate, Table


def compare_model_command(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="A folder that `railbird imitate train` wrote.")],
    original: Annotated[str, typer.Option(help="The bot that the model imitates.")],
    opponent: Annotated[list[str], typer.Option(help="A bot at the other seats; repeat it for each seat.")],
    game: Annotated[str, typer.Option("--game", "-g", help="A built-in game or a .game file.")] = "holdem.limit.3p",
    hands: Annotated[int, typer.Option(min=1, help="Number of hands that both play in each seat.")] = 1000,
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
            help="Keep the two runs in this folder, where `railbird report` reads them; what is missing of them is "
            "played (default: not kept)."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play a model in the seat of its original, and compare them: agreement, actions by street, winnings."""
    from railbird.cli.screen_tables import print_json, wide_console
    from railbird.cli.terminal import Terminal
    from railbird.games import game_named
    from railbird.imitation.comparison.place_runs import PlacePlans, play_in_place
    from railbird.imitation.comparison.play_comparison import PlayComparison

    plans = PlacePlans.of(original, model, opponent, game=game_named(game), hands=hands, seed=seed)
    with TemporaryDirectory() as temporary:
        with Terminal().showing() as terminal:
            predicted = {} if dataset is None else _predicted(model, dataset, terminal)
            runs = play_in_place(plans, out or Path(temporary), workers=workers, progress=terminal)
        comparison = PlayComparison(runs, predicted)
        if json:
            print_json(comparison.as_json())
        else:
            print_titled(comparison.tables(), wide_console())


def _predicted(folder: Path, source: Path, progress: Progress) -> Mapping[str, Estimate]:
    from railbird.imitation.dataset import Dataset
    from railbird.imitation.evaluation.predicted_accuracy import predicted_accuracies
    from railbird.imitation.models import open_model

    return predicted_accuracies(open_model(folder), Dataset.open(source), progress=progress)


def print_titled(tables: Sequence[Table], console: Console) -> None:
    """Print tables under their titles, with the definitions of their columns."""
    from railbird.cli.screen_tables import grid_of

    for number, table in enumerate(tables):
        console.print("\n" * bool(number) + table.title)
        console.print(grid_of(table))
        for column in table.defined_columns:
            console.print(f"{column.heading}: {column.meaning}", style="dim")
