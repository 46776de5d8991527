"""`railbird compare`: compares two versions of a bot against the same field, on the same cards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def compare_command(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    others: Annotated[
        list[str],
        typer.Argument(
            metavar="[RUN] [A B]",
            help="Two bots of the run, or another run with the same cards and optionally a bot of each run.",
        ),
    ],
    json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Compare two bots in each other's place: with the same cards, seats and other bots, deal by deal.

    Both play in one run, or each in a run of its own. Without names, every bot that faces the same others in two runs
    is compared.
    """
    from json import dumps

    from railbird.arena import (
        RunFolder,
        compare_versions,
        interval_caveats,
        place_comparison_as_json,
        place_comparison_table,
        read_results,
        samples_text,
    )
    from railbird.cli.screen_tables import Screen

    first = second = read_results(RunFolder.open(run))
    names = others
    if others[0] not in first.names and Path(others[0]).is_dir():
        second = read_results(RunFolder.open(Path(others[0])))
        names = others[1:]
    if len(names) != 2 and (names or first is second):
        raise typer.BadParameter(
            f"{len(names)} names of bots, and two are compared: like railbird compare RUN A B", param_hint="A B"
        )
    compared = compare_versions(first, second, names=names)
    if json:
        typer.echo(dumps(place_comparison_as_json(compared), indent=2, ensure_ascii=False))
        return
    screen, table = Screen(), place_comparison_table(compared)
    screen.table(table)
    for column in table.defined_columns:
        screen.text(f"{column.heading}: {column.meaning}", style="dim")
    runs = [first] if first is second else [first, second]
    for text in dict.fromkeys(samples_text(results) for results in runs):
        screen.text(f"± is half of a 95 % interval, from {text}", style="dim")
    for caveat in dict.fromkeys(caveat for results in runs for caveat in interval_caveats(results)):
        screen.text(caveat)
