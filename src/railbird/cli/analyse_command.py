"""`railbird analyse`: prints tables of how the players of logs and runs play."""

from __future__ import annotations

import gc
from functools import partial
from itertools import chain
from pathlib import Path  # noqa: TC003 (the command line reads the annotations)
from typing import TYPE_CHECKING, Annotated, TypeAlias

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
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from railbird.analysis import Tally
    from railbird.analysis.play_tables import Players
    from railbird.arena import RunFolder
    from railbird.formats.logs import Log
    from railbird.statistics import Table

    Maker: TypeAlias = Callable[[Sequence[str]], Table]

_RESULTS, _SHADOWS, _STARTING_HANDS = "results", "shadows", "starting-hands"
_MOST_ON_SCREEN = 100
"""The most players in the tables on the screen: nobody reads thousands of rows."""
_MOST_NAMES = 20
"""The most names in a message."""
_AT_ONCE = 1_000
"""Number of players whose tables are made at a time for files."""


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
    from railbird.analysis.starting_hands import starting_hands_table

    _check_output(csv, json=json, definitions=definitions)
    if all(source.is_dir() for source in sources):
        refuse_log_options(kind=kind, game=game, reverse_blinds=reverse_blinds, trust=trust)
    opened = _opened(sources, kind=kind, game=game, reverse_blinds=reverse_blinds)
    _check_tables(table, opened)
    tally, problems = _counted(opened, trust=trust)
    # The counts of many players are many objects, which the collector would look through for every table.
    gc.freeze()
    _check_players(player, tally.names)
    makers = _makers(tally, opened, requested=table, players=player)
    players = sorted(set(player), key=tally.row) if player else tally.names
    if csv is not None and not table:
        makers[_STARTING_HANDS] = partial(starting_hands_table, tally)
    if json:
        _print_json(tally, _in_parts(makers, players), players=players)
    elif csv is not None:
        _write_csv(_in_parts(makers, players), csv)
    else:
        shown = players if player or len(players) <= _MOST_ON_SCREEN else tally.most_active(_MOST_ON_SCREEN)
        _print_tables([make(shown) for make in makers.values()], definitions=definitions)
        _say_who_is_left_out(shown, players)
    warn_if_games_differ(tally.games)
    print_problems(problems)
    if problems:
        raise typer.Exit(1)


def _check_output(csv: Path | None, *, json: bool, definitions: bool) -> None:
    if csv is not None and (json or definitions):
        raise typer.BadParameter(
            "--csv cannot be combined with --json or --definitions: leave them out", param_hint="--csv"
        )


def _say_who_is_left_out(shown: Sequence[str], players: Sequence[str]) -> None:
    if len(shown) < len(players):
        typer.echo(
            f"railbird: {len(shown)} of {len(players):,} players are shown, those with the most hands: name others "
            "with --player, or write all of them with --csv",
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


def _makers(
    tally: Tally, opened: Sequence[RunFolder | Log], *, requested: list[str] | None, players: list[str] | None
) -> dict[str, Maker]:
    """The functions that make the requested tables of some players."""
    from railbird.analysis.play_tables import TABLES
    from railbird.arena import shadow_table
    from railbird.errors import FormatError

    makers: dict[str, Maker] = {key: partial(make, tally) for key, make in TABLES.items()}
    makers[_RESULTS] = partial(_results, tally, opened=opened)
    shadowed = _shadowed(opened)
    if shadowed and (not requested or _SHADOWS in requested):
        shadows = shadow_table(shadowed)
        if not players or shadows.where("player", players).rows:
            makers[_SHADOWS] = partial(shadows.where, "player")
        elif requested:
            raise FormatError(f"no table {_SHADOWS}: {', '.join(players)} has no shadow")
    return {key: make for key, make in makers.items() if not requested or key in requested}


def _in_parts(makers: Mapping[str, Maker], players: Sequence[str]) -> dict[str, Iterable[Table]]:
    """The tables in parts with rows, each made when it is needed: all at once may be too much for the memory."""
    batches = [players[start : start + _AT_ONCE] for start in range(0, len(players), _AT_ONCE)]
    return {key: (part for part in map(make, batches) if part.rows) for key, make in makers.items()}


def _results(tally: Tally, players: Players, *, opened: Sequence[RunFolder | Log]) -> Table:
    """The table of results. A single run has its own estimates; for several sources they come from the hands."""
    from railbird.analysis.play_tables import results_table
    from railbird.arena import RunFolder, rates_by_bot, read_results

    rates = None
    if len(opened) == 1 and isinstance(opened[0], RunFolder):
        rates = rates_by_bot(read_results(opened[0]))
    return results_table(tally, players, rates=rates)


def _print_tables(tables: list[Table], *, definitions: bool) -> None:
    from railbird.cli.screen_tables import Screen

    screen = Screen()
    for number, table in enumerate(tables):
        screen.text(("\n" if number else "") + table.title, style="bold")
        screen.table(table)
        if definitions:
            for column in table.defined_columns:
                screen.text(f"{column.heading}: {column.meaning}", style="dim")


def _print_json(tally: Tally, tables: Mapping[str, Iterable[Table]], *, players: Sequence[str]) -> None:
    from railbird.analysis import analysis_as_json

    for piece in analysis_as_json(tally, tables, players=players):
        typer.echo(piece, nl=False)


def _write_csv(tables: Mapping[str, Iterable[Table]], folder: Path) -> None:
    from railbird.files import written_whole
    from railbird.statistics import parts_as_csv
    from railbird.wording import number_of

    written = 0
    for key, parts in tables.items():
        pieces = parts_as_csv(parts)
        if first := next(pieces, ""):
            with written_whole(folder / f"{key}.csv") as file:
                file.writelines(piece.encode() for piece in chain([first], pieces))
            written += 1
    typer.echo(f"{number_of(written, 'table')} in {folder}")
