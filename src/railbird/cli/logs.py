"""`railbird log`: check, convert and show logs of any kind."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from railbird.formats.logs import Log
    from railbird.games import GameDefinition, HandRecord

log_app = typer.Typer(name="log", help="Check, convert and show logs of any kind.", no_args_is_help=True)

_Kind = Annotated[str | None, typer.Option(help="acpc, acpc-old or phh; found out from the content if left out.")]
_Game = Annotated[str | None, typer.Option(help="A built-in game or a .game file, if the log does not name its game.")]


@log_app.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(help="Logs, gzipped or not.")], kind: _Kind = None, game: _Game = None
) -> None:
    """Replay every hand and compare its payoffs; exit status 0 only if all are legal and agree."""
    from time import perf_counter

    from railbird.cli.terminal import Terminal
    from railbird.errors import RailbirdError
    from railbird.formats.logs import check_log

    status = 0
    with Terminal().showing():
        for path in files:
            started = perf_counter()
            try:
                found = check_log(_open(path, kind, game))
            except (RailbirdError, OSError) as error:
                is_missing = isinstance(error, OSError)
                reason = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
                typer.echo(f"railbird: {reason}", err=True)
                status = max(status, 1 if is_missing else 2)
                continue
            seconds = perf_counter() - started
            for problem in found.problems:
                typer.echo(str(problem), err=True)
            hidden = f", {found.unchecked:,} with hidden cards" if found.unchecked else ""
            counts = f"{found.hands:,} hands, {len(found.problems):,} errors{hidden}"
            typer.echo(f"{path}: {counts}, {found.hands / seconds:,.0f} hands a second")
            if found.problems or not found.hands:
                status = max(status, 1)
    if status:
        raise typer.Exit(status)


@log_app.command("convert")
def convert(
    source: Annotated[Path, typer.Argument(help="The log to read.")],
    target: Annotated[Path, typer.Argument(help="The file to write; its ending tells the kind: .log, .phh, .phhs.")],
    kind: _Kind = None,
    game: _Game = None,
    to: Annotated[str | None, typer.Option(help="The kind to write: acpc, acpc-old or phh.")] = None,
) -> None:
    """Write a log as another kind; hands that it cannot express are named, and the exit status is 1."""
    from railbird.cli.terminal import Terminal
    from railbird.formats.converting import convert_log

    with Terminal().showing():
        done = convert_log(_open(source, kind, game), target, kind=to)
    for problem in done.problems:
        typer.echo(str(problem), err=True)
    typer.echo(f"{target}: {done.hands:,} hands")
    if done.problems:
        raise typer.Exit(1)


@log_app.command("show")
def show(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The log to read.")],
    hand: Annotated[int, typer.Option(help="The number of the hand.")],
    kind: _Kind = None,
    game: _Game = None,
) -> None:
    """Show a hand, action by action; all of that number if there are several."""
    from railbird.cli.terminal import Terminal
    from railbird.errors import FormatError

    with Terminal().showing():
        found = [record for record in _open(path, kind, game) if record.number == hand]
    if not found:
        raise FormatError(f"{path} has no hand {hand}")
    for record in found:
        _print_hand(record)


def _open(path: Path, kind: str | None, game: str | None) -> Log:
    from railbird.formats.logs import open_log
    from railbird.games import game_named

    definition = None
    if game is not None:
        definition = _read_game(Path(game)) if game.endswith(".game") else game_named(game)
    return open_log(path, kind=kind, game=definition)


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
