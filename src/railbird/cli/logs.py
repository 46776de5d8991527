"""`railbird log`: check, convert and show logs of any kind."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from railbird.formats.logs import Log
    from railbird.games import HandRecord

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
    from railbird.formats.logs import check_log

    failed = False
    with Terminal().showing():
        for path in files:
            started = perf_counter()
            found = check_log(_open(path, kind, game))
            seconds = perf_counter() - started
            for problem in found.problems:
                typer.echo(str(problem), err=True)
            hidden = f", {found.unchecked:,} with hidden cards" if found.unchecked else ""
            counts = f"{found.hands:,} hands, {len(found.problems):,} errors{hidden}"
            typer.echo(f"{path}: {counts}, {found.hands / seconds:,.0f} hands a second")
            failed |= bool(found.problems) or not found.hands
    if failed:
        raise typer.Exit(1)


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
    from railbird.games import game_named, parse_game

    definition = None
    if game is not None:
        named = Path(game)
        definition = parse_game(named.read_text(), name=named.stem) if named.suffix == ".game" else game_named(game)
    return open_log(path, kind=kind, game=definition)


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
