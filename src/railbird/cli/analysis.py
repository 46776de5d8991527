"""`railbird analyse`: how the players of logs and runs play, in tables."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 (the command line reads the annotations)
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbird.cli.logs import Game, Kind, ReverseBlinds, open_any_log

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.analysis import Table, Tally
    from railbird.analysis.tables import Cell
    from railbird.games import HandRecord

_WIDE = 10_000


def analyse_command(
    sources: Annotated[list[Path], typer.Argument(help="Logs of any kind, gzipped or not, and folders of runs.")],
    table: Annotated[
        list[str] | None,
        typer.Option(
            help="Only this table: results, tracker, ends, streets, frequencies, showdowns, categories or shadows."
        ),
    ] = None,
    player: Annotated[list[str] | None, typer.Option(help="Only this player.")] = None,
    definitions: Annotated[bool, typer.Option("--definitions", help="Say what the columns mean.")] = False,
    json: Annotated[bool, typer.Option("--json", help="All tables and starting hands, for programs.")] = False,
    csv: Annotated[Path | None, typer.Option(help="Write each table as a CSV file into this folder.")] = None,
    kind: Kind = None,
    game: Game = None,
    reverse_blinds: ReverseBlinds = False,
) -> None:
    """Count what the players did: results, actions by street, showdowns, sizes of wins, the statistics of trackers.

    All sources are counted together. Hands that cannot be used are told of, and the exit status is then 1.
    """
    from railbird.analysis import Tally, all_tables
    from railbird.cli.terminal import Terminal
    from railbird.errors import FormatError

    tally = Tally()
    problems: list[str] = []
    with Terminal().showing():
        for source in sources:
            refused = tally.refused
            tally.add_all(_records(source, problems, kind=kind, game=game, reverse_blinds=reverse_blinds))
            if tally.refused > refused:
                number = f"{tally.refused - refused:,}"
                problems.append(f"{source}: {number} hands are not legal, not over, or win more chips than there are")
    if not tally.games:
        _tell(problems)
        raise FormatError(f"{', '.join(map(str, sources))}: there are no hands to count")
    tables = _chosen([*all_tables(tally), *_shadow_tables(sources)], table, player, tally.names)
    if json:
        _print_json(tally, tables, player)
    elif csv is not None:
        _write_csv(tables, csv)
    else:
        _print_tables(tables, definitions=definitions)
    _tell(problems)
    if problems:
        raise typer.Exit(1)


def _tell(problems: list[str]) -> None:
    for problem in problems:
        typer.echo(problem, err=True)


def _records(
    source: Path, problems: list[str], *, kind: str | None, game: str | None, reverse_blinds: bool
) -> Iterator[HandRecord]:
    """The hands of a run or of a log."""
    if source.is_dir():
        from railbird.arena import RunFolder
        from railbird.arena.records import run_records

        yield from run_records(RunFolder.open(source))
        return
    log = open_any_log(source, kind=kind, game=game, reverse_blinds=reverse_blinds)
    yield from log
    problems += map(str, log.problems)


def _shadow_tables(sources: list[Path]) -> list[Table]:
    """Of the runs that have shadows, in one."""
    from dataclasses import replace

    from railbird.arena import RunFolder, shadow_table

    found = [shadow_table(RunFolder.open(source)) for source in sources if source.is_dir()]
    rows = [row for table in found for row in table.rows]
    return [replace(found[0], rows=rows)] if rows else []


def _chosen(tables: list[Table], wanted: list[str] | None, players: list[str] | None, names: list[str]) -> list[Table]:
    from dataclasses import replace

    from railbird.errors import FormatError

    unknown = {*(wanted or [])} - {table.key for table in tables}
    if unknown:
        raise FormatError(f"no table {unknown.pop()}: there are {', '.join(table.key for table in tables)}")
    absent = {*(players or [])} - {*names}
    if absent:
        raise FormatError(f"no player {absent.pop()!r}: there are {', '.join(names)}")
    return [
        replace(table, rows=[row for row in table.rows if not players or row[0] in players])
        for table in tables
        if not wanted or table.key in wanted
    ]


def _print_tables(tables: list[Table], *, definitions: bool) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    from railbird.analysis.cells import cell_text

    # Names may look like markup. A long line is not pretty, but a number that has lost its end is another number.
    console = Console(highlight=False, markup=False, emoji=False, width=_WIDE)
    for number, table in enumerate(tables):
        console.print(("\n" if number else "") + table.title, style="bold")
        grid = Grid(box=None, pad_edge=False, header_style="dim")
        texts = [
            heading
            for heading in table.columns
            if table.rows and isinstance(table.rows[0][_place(table, heading)], str)
        ]
        for heading in table.columns:
            grid.add_column(heading, no_wrap=True, justify="left" if heading in texts else "right")
        for row in table.rows:
            grid.add_row(*[cell_text(cell, heading) for cell, heading in zip(row, table.columns, strict=True)])
        console.print(grid)
        if definitions:
            for heading, meaning in table.columns.items():
                if meaning:
                    console.print(f"{heading}: {meaning}", style="dim")


def _place(table: Table, heading: str) -> int:
    return list(table.columns).index(heading)


def _print_json(tally: Tally, tables: list[Table], players: list[str] | None) -> None:
    from dataclasses import asdict
    from json import dumps

    from railbird.analysis import starting_hands

    content: dict[str, Any] = {
        "hands": sum(tally.games.values()),
        "games": tally.games,
        "tables": {
            table.key: [dict(zip(table.columns, map(_finite, row), strict=True)) for row in table.rows]
            for table in tables
        },
        "starting_hands": {
            name: [asdict(hand) for hand in starting_hands(tally, player)]
            for player, name in enumerate(tally.names)
            if not players or name in players
        },
        "curves": {
            name: [[hands, blinds] for hands, blinds in tally.curves[player].points]
            for player, name in enumerate(tally.names)
            if not players or name in players
        },
    }
    typer.echo(dumps(content, indent=2, ensure_ascii=False))


def _finite(cell: Cell) -> Cell:
    return None if isinstance(cell, float) and cell == float("inf") else cell


def _write_csv(tables: list[Table], folder: Path) -> None:
    import csv
    from io import StringIO

    from railbird.files import written_whole

    for table in tables:
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(table.columns)
        writer.writerows(table.rows)
        with written_whole(folder / f"{table.key}.csv") as file:
            file.write(text.getvalue().encode())
    typer.echo(f"{len(tables)} tables in {folder}")
