"""`railbird dealer` and `railbird connect`: matches over sockets, as the competition plays them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from railbird.acpc import DealerOptions, MatchPlan
    from railbird.bots import BotSpec


def dealer_command(
    match: Annotated[str, typer.Argument(help="The name of the match; MATCH.log is its log.")],
    game: Annotated[str, typer.Argument(help="A .game file, or the name of a built-in game.")],
    hands: Annotated[int, typer.Argument(min=1, max=2**32 - 1, help="How many hands.")],
    seed: Annotated[int, typer.Argument(min=0, max=2**32 - 1, help="The seed of the cards.")],
    names: Annotated[list[str], typer.Argument(help="The players' names, seat by seat.")],
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            "-b",
            help="Who plays, seat by seat: a bot's name, file.py:Class, an executable, - for a client that connects.",
        ),
    ] = None,
    ports: Annotated[str, typer.Option("-p", help="The ports, seat by seat: 18000,18001. Free ones if left out.")] = "",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    quiet: Annotated[bool, typer.Option("-q", help="Do not record the lines sent and received.")] = False,
    log: Annotated[bool, typer.Option("-L/-l", help="Write MATCH.log.")] = True,
    transactions: Annotated[bool, typer.Option("-T/-t", help="Write MATCH.tlog, from which a match resumes.")] = False,
    append: Annotated[bool, typer.Option("-a", help="Go on with the files of the match; with -T, resume it.")] = False,
    fixed_seats: Annotated[bool, typer.Option("-f", help="The button does not move.")] = False,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Play all seat permutations with this seed: MATCH.0.log, ...")
    ] = False,
    t_response: Annotated[int, typer.Option("--t_response", min=0, help="Milliseconds for a response.")] = 600_000,
    t_hand: Annotated[int, typer.Option("--t_hand", min=0, help="Milliseconds of a player for a hand.")] = 600_000,
    t_per_hand: Annotated[
        int, typer.Option("--t_per_hand", min=0, help="Milliseconds of a player for each hand, on average.")
    ] = 7_000,
    start_timeout: Annotated[
        int, typer.Option("--start_timeout", help="Milliseconds for all players to connect; -1 for no limit.")
    ] = -1,
) -> None:
    """Deal a match for clients that connect, executables, and bots of Railbird, in any mix.

    The first line printed has the ports, seat by seat, 0 for bots in this process; the last one the score.
    """
    from railbird.acpc import DealerOptions, MatchPlan, TimeLimits
    from railbird.cli.game_commands import read_game

    definition = read_game(game)
    plan = MatchPlan(
        name=match,
        game=definition,
        game_file=game,
        hands=hands,
        seed=seed,
        names=tuple(names),
        fixed_seats=fixed_seats,
    )
    options = DealerOptions(
        host=host,
        ports=_read_ports(ports, definition.players),
        quiet=quiet,
        log=log,
        transactions=transactions,
        append=append,
        limits=TimeLimits(response=t_response, hand=t_hand, per_hand=t_per_hand),
        start_timeout=start_timeout,
    )
    _deal(plan, _read_bots(bot or [], definition.players), options, duplicate=duplicate)


def _deal(plan: MatchPlan, bots: list[BotSpec | None], options: DealerOptions, *, duplicate: bool) -> None:
    import logging
    import signal
    import sys

    from railbird.acpc import Dealer
    from railbird.acpc.dealer import permuted
    from railbird.errors import MatchError

    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.WARNING, stream=sys.stderr)
    # A dealer that is told to end closes its ports and ends its programs first.
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGHUP, _end)
    matches = permuted(plan, bots) if duplicate else [(plan, bots)]
    for one, seated in matches:
        try:
            Dealer(one, seated, options=options, out=sys.stdout, record=sys.stderr).run()
        except _Ended:
            raise typer.Exit(1) from None
        except MatchError as error:
            typer.echo(f"ERROR: {error}", err=True)
            raise typer.Exit(1) from None


class _Ended(BaseException):
    """The dealer is told to end; no bot may take this for its own."""


def _end(*_: object) -> None:
    import signal

    # Once is enough: told again, it would leave behind what it has not ended yet.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    raise _Ended


def _read_ports(text: str, players: int) -> tuple[int, ...]:
    parts = text.split(",") if text else []
    if len(parts) > players:
        raise typer.BadParameter(f"{len(parts)} ports for {players} seats", param_hint="-p")
    if not all(part.isascii() and part.isdigit() and int(part) < 2**16 for part in parts):
        raise typer.BadParameter(f"ports {text!r}: write numbers below 65536 like 18000,18001", param_hint="-p")
    return tuple(map(int, parts))


def _read_bots(specs: list[str], players: int) -> list[BotSpec | None]:
    from railbird.bots import parse_spec
    from railbird.errors import BotError

    if len(specs) > players:
        raise BotError(f"{len(specs)} bots for {players} seats")
    return [None if spec == "-" else parse_spec(spec) for spec in specs]


def connect_command(
    host: Annotated[str, typer.Argument(help="Where the server is.")],
    port: Annotated[int, typer.Argument(min=1, max=65_535, help="The port of the seat.")],
    bot: Annotated[str, typer.Option(help="A bot's name with options, or file.py:Class.")],
    game: Annotated[str, typer.Option(help="A built-in game or a .game file: the protocol does not tell it.")],
    seed: Annotated[int, typer.Option(min=0, help="Seed for bots that draw at random.")] = 0,
    fixed_seats: Annotated[
        bool, typer.Option("--fixed-seats", "-f", help="The dealer keeps every seat in its position (its -f).")
    ] = False,
) -> None:
    """Let a bot play at an ACPC server until the match ends."""
    from railbird.acpc import join
    from railbird.bots import make_bot
    from railbird.cli.game_commands import read_game
    from railbird.errors import MatchError
    from railbird.formats.fields import format_chips

    try:
        joined = join(host, port, make_bot(bot, seed=seed), game=read_game(game), has_fixed_seats=fixed_seats)
    except MatchError as error:
        typer.echo(f"railbird: {error}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{joined.hands:,} hands, {format_chips(joined.chips)} chips")
