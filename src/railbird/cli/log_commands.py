"""`railbird log`: check, convert and show logs of any kind."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from railbird.formats.logs import Log
    from railbird.games import GameDefinition, HandRecord

log_app = typer.Typer(name="log", help="Check, convert and show logs of any kind.", no_args_is_help=True)
_MOST_PROBLEMS = 10

Kind = Annotated[str | None, typer.Option(help="acpc, acpc-old or phh; found out from the content if left out.")]
Game = Annotated[str | None, typer.Option(help="A built-in game or a .game file, if the log does not name its game.")]
ReverseBlinds = Annotated[
    bool, typer.Option("--reverse-blinds", help="In an acpc-old log for three players, the big blind is listed first.")
]


@log_app.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(help="Logs, gzipped or not.")],
    kind: Kind = None,
    game: Game = None,
    reverse_blinds: ReverseBlinds = False,
) -> None:
    """Replay every hand, compare its payoffs, and their sums with the scores; exit status 0 only if all agree."""
    from time import perf_counter

    from railbird.cli.terminal import Terminal
    from railbird.cli.wording import number_of
    from railbird.errors import RailbirdError
    from railbird.formats.logs import check_log

    status = 0
    with Terminal().showing():
        for path in files:
            started = perf_counter()
            try:
                found = check_log(open_any_log(path, kind=kind, game=game, reverse_blinds=reverse_blinds))
            except RailbirdError as error:
                typer.echo(f"railbird: {error}", err=True)
                status = 2
                continue
            except OSError as error:
                typer.echo(f"railbird: {error.filename or path}: {error.strerror or error}", err=True)
                status = max(status, 1)
                continue
            seconds = perf_counter() - started
            for problem in found.problems:
                typer.echo(str(problem), err=True)
            hidden = f", {found.unchecked:,} with hidden cards" if found.unchecked else ""
            counts = f"{number_of(found.hands, 'hand')}, {number_of(len(found.problems), 'error')}{hidden}"
            typer.echo(f"{path}: {counts}, {found.hands / seconds:,.0f} hands a second")
            if found.problems or not found.hands:
                status = max(status, 1)
    if status:
        raise typer.Exit(status)


@log_app.command("convert")
def convert(
    source: Annotated[Path, typer.Argument(help="The log to read.")],
    target: Annotated[Path, typer.Argument(help="The file to write; its ending tells the kind: .log, .phh, .phhs.")],
    kind: Kind = None,
    game: Game = None,
    reverse_blinds: ReverseBlinds = False,
    to: Annotated[str | None, typer.Option(help="The kind to write: acpc, acpc-old or phh.")] = None,
) -> None:
    """Write a log as another kind; hands that it cannot express are named, and the exit status is 1."""
    from railbird.cli.terminal import Terminal
    from railbird.cli.wording import number_of
    from railbird.formats.converting import convert_log

    with Terminal().showing():
        log = open_any_log(source, kind=kind, game=game, reverse_blinds=reverse_blinds)
        done = convert_log(log, target, kind=to)
    for problem in done.problems:
        typer.echo(str(problem), err=True)
    typer.echo(f"{target}: {number_of(done.hands, 'hand')}")
    if done.problems:
        raise typer.Exit(1)


@log_app.command("show")
def show(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The log to read.")],
    hand: Annotated[int, typer.Option(help="The number of the hand.")],
    kind: Kind = None,
    game: Game = None,
    reverse_blinds: ReverseBlinds = False,
) -> None:
    """Show a hand, action by action; all of that number if there are several."""
    from railbird.cli.terminal import Terminal
    from railbird.errors import FormatError

    with Terminal().showing():
        log = open_any_log(path, kind=kind, game=game, reverse_blinds=reverse_blinds)
        found = [record for record in log if record.number == hand]
    if not found:
        for problem in log.problems:
            typer.echo(str(problem), err=True)
        raise FormatError(f"{path} has no hand {hand}{' that can be read' if log.problems else ''}")
    for record in found:
        _print_hand(record)


def check_sources(paths: Sequence[Path]) -> None:
    """A FormatError if one is not there, or is given twice."""
    from railbird.errors import FormatError

    seen = set()
    for path in paths:
        if not path.exists():
            raise FormatError(f"{path}: there is no such file or folder")
        if path.resolve() in seen:
            raise FormatError(f"{path} is given twice: its hands would count twice")
        seen.add(path.resolve())


def tell_problems(problems: Sequence[str]) -> None:
    """The first of them: a file of another kind has one in every line."""
    for problem in problems[:_MOST_PROBLEMS]:
        typer.echo(problem, err=True)
    if len(problems) > _MOST_PROBLEMS:
        typer.echo(f"and {len(problems) - _MOST_PROBLEMS:,} more: railbird log check shows them all", err=True)


def tell_games(games: Collection[str]) -> None:
    """If hands of several games are counted together."""
    if len(games) > 1:
        names = ", ".join(name or "unnamed games" for name in games)
        typer.echo(f"railbird: hands of different games are counted together: {names}", err=True)


def refuse_log_options(*, kind: str | None, game: str | None, reverse_blinds: bool) -> None:
    """Where there is no log to which they could apply: a run knows its game."""
    given = {"--kind": kind, "--game": game, "--reverse-blinds": reverse_blinds or None}
    for option, value in given.items():
        if value is not None:
            raise typer.BadParameter("it is for logs only, and there is none among the sources", param_hint=option)


def open_any_log(path: Path, *, kind: str | None, game: str | None, reverse_blinds: bool) -> Log:
    from railbird.formats.logs import open_log
    from railbird.games import game_named

    definition = None
    if game is not None:
        definition = _read_game(Path(game)) if game.endswith(".game") else game_named(game)
    return open_log(path, kind=kind, game=definition, reverse_blinds=reverse_blinds)


def _read_game(path: Path) -> GameDefinition:
    from railbird.errors import GameError
    from railbird.games import parse_game

    try:
        return parse_game(path.read_text(encoding="utf-8"), name=path.stem)
    except (GameError, UnicodeDecodeError) as error:
        raise GameError(f"{path}: {error}") from None


def _print_hand(record: HandRecord) -> None:
    from railbird.cards import format_cards
    from railbird.formats.fields import format_chips

    typer.echo(f"hand {record.number} of {record.game.name}, line {record.line}")
    for position, name in enumerate(record.players):
        cards = format_cards(record.hole_cards[position], separator=" ") or "hidden"
        typer.echo(f"  position {position}: {name}, {cards}, blind {record.game.blinds[position]}")
    street = -1
    states = list(record.states())
    for before, after in pairwise(states):
        if before.street > street:
            street = before.street
            typer.echo(f"street {street}: {format_cards(before.board, separator=' ') or 'no board'}, pot {before.pot}")
        name = record.players[before.acting]
        typer.echo(f"  {name}: {after.last_action} ({after.spent(before.acting)} in all)")
    if states[-1].is_showdown:
        typer.echo(f"showdown: {format_cards(states[-1].board, separator=' ')}, pot {states[-1].pot}")
    for name, chips in zip(record.players, record.payoffs, strict=True):
        typer.echo(f"  {name}: {'+' if chips > 0 else ''}{format_chips(chips)}")
