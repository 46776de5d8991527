"""`railbird analyse`: prints tables of how the players of logs and runs play."""

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

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from railbird.analysis import Tally
    from railbird.analysis.play_tables import Players
    from railbird.arena import RunFolder
    from railbird.formats.logs import Log
    from railbird.statistics import Table

_RESULTS, _SHADOWS = "results", "shadows"
_MOST_ON_SCREEN = 100
"""The most players in the tables on the screen: nobody reads thousands of rows."""
_MOST_NAMES = 20
"""The most names in a message."""


def analyse_command(
    sources: Annotated[list[Path], typer.Argument(help="Logs of any kind, plain or gzipped, and folders of runs.")],
    table: Annotated[
        list[str] | None,
        typer.Option(
            help="Print only this table: results, tracker, ends, streets, frequencies, showdowns, categories or"
            " shadows. Repeat it for several tables (default: all)."
        ),
    ] = None,
    player: Annotated[
        list[str] | None, typer.Option(help="Print only this player. Repeat it for several players (default: all).")
    ] = None,
    definitions: Annotated[
        bool, typer.Option("--definitions", help="Print the definitions of the columns. JSON always has them.")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print all tables and starting hands as JSON, for programs.")
    ] = False,
    csv: Annotated[
        Path | None,
        typer.Option(
            help="Write each table and the starting hands as CSV files into this folder (default: print them)."
        ),
    ] = None,
    kind: Kind = None,
    game: Game = None,
    reverse_blinds: ReverseBlinds = False,
    trust: Trust = False,
) -> None:
    """Count how players play: results, actions by street, showdowns, sizes of wins, and tracker statistics.

    All sources are counted together. Hands that cannot be used are reported, and the exit status is then 1.
    """
    if csv is not None and (json or definitions):
        raise typer.BadParameter(
            "--csv cannot be combined with --json or --definitions: leave them out", param_hint="--csv"
        )
    if all(source.is_dir() for source in sources):
        refuse_log_options(kind=kind, game=game, reverse_blinds=reverse_blinds, trust=trust)
    opened = _opened(sources, kind=kind, game=game, reverse_blinds=reverse_blinds)
    _check_tables(table, opened)
    tally, problems = _counted(opened, trust=trust)
    _check_players(player, tally.names)
    players = _in_order(player, tally)
    if json:
        tables = _tables(tally, opened, requested=table, players=players)
        typer.echo(_json_text(tally, tables, players=player or tally.names))
    elif csv is not None:
        tables = _tables(tally, opened, requested=table, players=players)
        _write_csv(tables if table else [*tables, *_starting_hands(tally, player)], csv)
    elif players is None and len(tally.names) > _MOST_ON_SCREEN:
        most_active = tally.most_active(_MOST_ON_SCREEN)
        _print_tables(_tables(tally, opened, requested=table, players=most_active), definitions=definitions)
        _say_who_is_left_out(len(tally.names))
    else:
        _print_tables(_tables(tally, opened, requested=table, players=players), definitions=definitions)
    warn_if_games_differ(tally.games)
    print_problems(problems)
    if problems:
        raise typer.Exit(1)


def _say_who_is_left_out(players: int) -> None:
    typer.echo(
        f"railbird: {_MOST_ON_SCREEN} of {players:,} players are shown, those with the most hands: name others with "
        "--player, or write all of them with --csv",
        err=True,
    )


def _opened(sources: list[Path], *, kind: str | None, game: str | None, reverse_blinds: bool) -> list[RunFolder | Log]:
    from railbird.arena import RunFolder

    check_sources(sources)
    return [
        RunFolder.open(source)
        if source.is_dir()
        else open_any_log(source, kind=kind, game=game, reverse_blinds=reverse_blinds)
        for source in sources
    ]


def _shadowed(opened: Sequence[RunFolder | Log]) -> list[RunFolder]:
    from railbird.arena import RunFolder, has_shadows

    return [source for source in opened if isinstance(source, RunFolder) and has_shadows(source)]


def _check_tables(requested: list[str] | None, opened: Sequence[RunFolder | Log]) -> None:
    """Check the names of tables before counting, which may take minutes."""
    from railbird.analysis.play_tables import TABLES
    from railbird.errors import FormatError

    for key in requested or ():
        if key == _SHADOWS and not _shadowed(opened):
            raise FormatError(f"no table {_SHADOWS}: no source has shadows")
        if key not in (*TABLES, _SHADOWS):
            raise FormatError(f"no table {key}: the tables are {', '.join((*TABLES, _SHADOWS))}")


def _check_players(requested: list[str] | None, names: list[str]) -> None:
    from railbird.errors import FormatError

    for name in requested or ():
        if name not in names:
            more = f" and {len(names) - _MOST_NAMES:,} others" if len(names) > _MOST_NAMES else ""
            raise FormatError(f"no player {name!r}: the players are {', '.join(names[:_MOST_NAMES])}{more}")


def _in_order(requested: list[str] | None, tally: Tally) -> list[str] | None:
    """The requested players in the order in which they appear in the sources; None if all are."""
    return None if not requested else sorted(set(requested), key=tally.row)


def _counted(opened: Sequence[RunFolder | Log], *, trust: bool) -> tuple[Tally, list[str]]:
    """Count all sources together, and return the problems too."""
    from railbird.analysis import Tally
    from railbird.analysis.counting import count_log
    from railbird.arena import RunFolder
    from railbird.arena.records import count_run
    from railbird.cli.terminal import Terminal
    from railbird.errors import FormatError

    tally = Tally()
    problems = []
    with Terminal().showing() as terminal:
        for source in opened:
            if isinstance(source, RunFolder):
                problems += count_run(tally, source, progress=terminal)
            else:
                problems += count_log(tally, source, progress=terminal, trust=trust)
    if not tally.games:
        print_problems(problems)
        raise FormatError(f"{', '.join(str(source.path) for source in opened)}: there are no hands to count")
    return tally, problems


def _tables(
    tally: Tally, opened: Sequence[RunFolder | Log], *, requested: list[str] | None, players: list[str] | None
) -> list[Table]:
    from functools import partial

    from railbird.analysis.play_tables import TABLES
    from railbird.arena import shadow_table
    from railbird.errors import FormatError

    makers: dict[str, Callable[[Tally, Players], Table]] = {**TABLES, _RESULTS: partial(_results, opened=opened)}
    tables = [make(tally, players) for key, make in makers.items() if not requested or key in requested]
    shadowed = _shadowed(opened)
    if shadowed and (not requested or _SHADOWS in requested):
        table = shadow_table(shadowed)
        tables.append(table.where("player", players) if players else table)
    if requested and not all(table.rows for table in tables):
        raise FormatError(f"no table {_SHADOWS}: {', '.join(players or ())} has no shadow")
    return [table for table in tables if table.rows]


def _results(tally: Tally, players: Players, *, opened: Sequence[RunFolder | Log]) -> Table:
    """The table of results. A single run has its own estimates; for several sources they come from the hands."""
    from railbird.analysis.play_tables import results_table
    from railbird.arena import RunFolder, rates_by_bot, read_results

    rates = None
    if len(opened) == 1 and isinstance(opened[0], RunFolder):
        rates = rates_by_bot(read_results(opened[0]))
    return results_table(tally, players, rates=rates)


def _starting_hands(tally: Tally, players: list[str] | None) -> list[Table]:
    """The table of starting hands; none if no starting hands of two cards are known."""
    from railbird.analysis.starting_hands import starting_hands_table

    table = starting_hands_table(tally, players or tally.names)
    return [table] if table.rows else []


def _print_tables(tables: list[Table], *, definitions: bool) -> None:
    from railbird.cli.screen_tables import Screen

    screen = Screen()
    for number, table in enumerate(tables):
        screen.text(("\n" if number else "") + table.title, style="bold")
        screen.table(table)
        if definitions:
            for column in table.defined_columns:
                screen.text(f"{column.heading}: {column.meaning}", style="dim")


def _json_text(tally: Tally, tables: list[Table], *, players: list[str]) -> str:
    from json import dumps

    from railbird.analysis import analysis_as_json

    return dumps(analysis_as_json(tally, tables, players=players), indent=2, ensure_ascii=False, allow_nan=False)


def _write_csv(tables: list[Table], folder: Path) -> None:
    from railbird.files import written_whole
    from railbird.statistics import table_as_csv
    from railbird.wording import number_of

    for table in tables:
        with written_whole(folder / f"{table.key}.csv") as file:
            file.write(table_as_csv(table).encode())
    typer.echo(f"{number_of(len(tables), 'table')} in {folder}")
