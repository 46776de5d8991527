"""`railbird log`: check, convert and show logs in any supported format."""

from __future__ import annotations

from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from railbird.formats.columns import HandColumns
    from railbird.formats.logs import Log
    from railbird.games import GameDefinition, HandRecord

log_app = typer.Typer(name="log", help="Check, convert and show logs in any supported format.", no_args_is_help=True)
_MOST_PROBLEMS = 10
_MOST_HANDS = 10

Kind = Annotated[
    str | None,
    typer.Option(help="Format of the log: acpc, acpc-old, phh or pokerstars (default: detected from the content)."),
]
Game = Annotated[
    str | None, typer.Option(help="A built-in game or a .game file (default: the game that the log names).")
]
ReverseBlinds = Annotated[
    bool,
    typer.Option(
        "--reverse-blinds", help="Read an acpc-old log for three players in which the big blind is listed first."
    ),
]

Trust = Annotated[
    bool,
    typer.Option(
        "--trust", help="Accept the payoffs that logs state (default: leave out hands whose payoffs cannot be right)."
    ),
]


@log_app.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(help="The logs to check, optionally gzipped.")],
    kind: Kind = None,
    game: Game = None,
    reverse_blinds: ReverseBlinds = False,
) -> None:
    """Replay every hand, and compare its payoffs, and their sums, with the log; exit status 0 only if all agree.

    Hands that are missing or repeated, by their numbers and by the header, are reported too.
    """
    from time import perf_counter

    from railbird.cli.terminal import Terminal
    from railbird.errors import RailbirdError
    from railbird.formats.logs import check_log
    from railbird.wording import number_of

    status = 0
    with Terminal().showing():
        for path in files:
            started = perf_counter()
            try:
                result = check_log(open_any_log(path, kind=kind, game=game, reverse_blinds=reverse_blinds))
            except RailbirdError as error:
                typer.echo(f"railbird: {error}", err=True)
                status = 2
                continue
            except OSError as error:
                typer.echo(f"railbird: {error.filename or path}: {error.strerror or error}", err=True)
                status = 2
                continue
            seconds = perf_counter() - started
            for problem in sorted(result.problems + result.notices, key=lambda problem: problem.line):
                typer.echo(str(problem), err=True)
            counts = [number_of(result.hands, "hand"), number_of(len(result.problems), "error")]
            if result.notices:
                counts.append(f"{len(result.notices):,} missing or repeated")
            if result.unchecked:
                counts.append(f"{result.unchecked:,} with hidden cards")
            typer.echo(f"{path}: {', '.join(counts)}, {result.hands / seconds:,.0f} hands a second")
            if result.problems or result.notices or not result.hands:
                status = max(status, 1)
    if status:
        raise typer.Exit(status)


@log_app.command("convert")
def convert(
    source: Annotated[Path, typer.Argument(help="The log to read.")],
    target: Annotated[
        Path, typer.Argument(help="The file to write; its suffix gives the format: .log, .phh or .phhs.")
    ],
    kind: Kind = None,
    game: Game = None,
    reverse_blinds: ReverseBlinds = False,
    to: Annotated[
        str | None,
        typer.Option(help="Format to write: acpc, acpc-old or phh (default: given by the suffix of TARGET)."),
    ] = None,
    trust: Trust = False,
) -> None:
    """Convert a log to another format; hands that it cannot express are reported, with exit status 1."""
    from railbird.cli.terminal import Terminal
    from railbird.formats.converting import convert_log
    from railbird.wording import number_of

    with Terminal().showing():
        log = open_any_log(source, kind=kind, game=game, reverse_blinds=reverse_blinds)
        conversion = convert_log(log, target, kind=to, trust=trust)
    for line in conversion.complaints():
        typer.echo(line, err=True)
    if not conversion.hands:
        typer.echo(f"railbird: {source} has no hand that can be written, so {target} is not", err=True)
        raise typer.Exit(1)
    typer.echo(f"{target}: {number_of(conversion.hands, 'hand')}")
    if conversion.problems:
        raise typer.Exit(1)


@log_app.command("show")
def show(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The log, or the folder of a run.")],
    hand: Annotated[int | None, typer.Option(help="Number of the hand (default: the first hands).")] = None,
    match: Annotated[
        str | None, typer.Option(help="Name of the match of a run, like table0.match0.0 (default: the first).")
    ] = None,
    kind: Kind = None,
    game: Game = None,
    reverse_blinds: ReverseBlinds = False,
) -> None:
    """Show hands of a log or of a run action by action; all hands with a number, if there are several."""
    if path.is_dir():
        refuse_log_options(kind=kind, game=game, reverse_blinds=reverse_blinds)
        _show_run(path, hand, match)
        return
    if match is not None:
        raise typer.BadParameter("it applies to runs only: a log has one match", param_hint="--match")
    _show_log(open_any_log(path, kind=kind, game=game, reverse_blinds=reverse_blinds), hand)


def _show_log(log: Log, hand: int | None) -> None:
    from railbird.cli.terminal import Terminal
    from railbird.errors import FormatError
    from railbird.formats.payoff_checks import doubt_about, payoff_verdicts

    most = _MOST_HANDS if hand is None else None
    with Terminal().showing():
        matches = [
            (record, doubt_about(record, verdict))
            for columns in islice(log.columns(), 1 if hand is None else None)
            for hands in [_wanted(columns, hand)[:most]]
            for record, verdict in zip(hands, payoff_verdicts(hands).tolist(), strict=True)
        ]
    if not matches:
        for problem in log.problems:
            typer.echo(str(problem), err=True)
        which = "no hands" if hand is None else f"no hand {hand}"
        raise FormatError(f"{log.path} has {which}{' that can be read' if log.problems else ''}")
    for record, doubt in matches:
        _print_hand(record)
        if doubt:
            typer.echo(f"railbird: {doubt}", err=True)


def _show_run(path: Path, hand: int | None, match: str | None) -> None:
    from railbird.arena import RunFolder
    from railbird.arena.records import match_columns
    from railbird.errors import FormatError

    folder = RunFolder.open(path)
    names = [folder.plan.match_plan(chunk).name for chunk in folder.plan.chunks()]
    if match is not None and match not in names:
        raise FormatError(f"{path} has no match {match!r}: its matches are {names[0]} to {names[-1]}")
    shown = match or names[0]
    hands = _wanted(match_columns(folder, names.index(shown)), hand)[: _MOST_HANDS if hand is None else None]
    if not len(hands):
        raise FormatError(f"{path} has no hand {hand}: the hands of a match are 0 to {folder.plan.hands - 1}")
    more = "" if len(names) == 1 else f", the first of {len(names):,}; --match shows another"
    typer.echo(f"match {shown}{more if match is None else ''}")
    for record in hands:
        _print_hand(record)
    if hand is None and folder.plan.hands > len(hands):
        typer.echo(f"The first {len(hands)} of {folder.plan.hands:,} hands of the match; --hand shows another.")


def _wanted(columns: HandColumns, number: int | None) -> HandColumns:
    """The hands with a number, or all."""
    return columns if number is None else columns.where(columns.numbers == number)


def check_sources(paths: Sequence[Path]) -> None:
    """Raise FormatError if a source does not exist or is given twice."""
    from railbird.errors import FormatError

    seen = set()
    for path in paths:
        if not path.exists():
            raise FormatError(f"{path}: no such file or folder")
        if path.resolve() in seen:
            raise FormatError(f"{path} is given twice: its hands would count twice")
        seen.add(path.resolve())


def print_problems(problems: Sequence[str]) -> None:
    """Print the first problems only: a file in the wrong format has a problem on every line."""
    for problem in problems[:_MOST_PROBLEMS]:
        typer.echo(problem, err=True)
    if len(problems) > _MOST_PROBLEMS:
        typer.echo(f"and {len(problems) - _MOST_PROBLEMS:,} more: railbird log check shows them all", err=True)


def warn_if_games_differ(games: Collection[str]) -> None:
    """Print a warning if hands of several games are counted together."""
    if len(games) > 1:
        names = ", ".join(name or "unnamed games" for name in games)
        typer.echo(f"railbird: hands of different games are counted together: {names}", err=True)


def refuse_log_options(*, kind: str | None, game: str | None, reverse_blinds: bool, trust: bool = False) -> None:
    """Raise BadParameter if an option for logs is given without a log: a run knows its game."""
    given = {"--kind": kind, "--game": game, "--reverse-blinds": reverse_blinds or None, "--trust": trust or None}
    for option, value in given.items():
        if value is not None:
            raise typer.BadParameter("it applies to logs only, and no source is a log", param_hint=option)


def open_any_log(path: Path, *, kind: str | None, game: str | None, reverse_blinds: bool) -> Log:
    """Open a log with the options of the command line."""
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
    from railbird.printable import printable

    unit = ", in hundredths" if record.game.chips_per_unit > 1 else ""
    line = f", line {record.line}" if record.line else ""
    typer.echo(f"hand {record.number} of {record.game.name or 'an unnamed game'}{line}{unit}")
    for position, name in enumerate(record.players):
        cards = format_cards(record.hole_cards[position], separator=" ") or "hidden"
        typer.echo(f"  position {position}: {printable(name)}, {cards}, blind {record.game.blinds[position]}")
    street = -1
    states = list(record.states())
    for before, after in pairwise(states):
        if before.street > street:
            street = before.street
            typer.echo(f"street {street}: {format_cards(before.board, separator=' ') or 'no board'}, pot {before.pot}")
        name = printable(record.players[before.acting])
        typer.echo(f"  {name}: {after.last_action} ({after.spent(before.acting)} in all)")
    if states[-1].is_showdown:
        typer.echo(f"showdown: {format_cards(states[-1].board, separator=' ')}, pot {states[-1].pot}")
    for name, chips in zip(record.players, record.payoffs, strict=True):
        typer.echo(f"  {printable(name)}: {'+' if chips > 0 else ''}{format_chips(chips)}")
