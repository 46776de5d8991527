"""`railbird dealer` and `railbird connect`: matches over sockets, by the rules of the ACPC.

The ACPC is the Annual Computer Poker Competition.
"""

from __future__ import annotations

import gc
import logging
import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from railbird.acpc import DealerOptions
    from railbird.bots import BotSpec
    from railbird.play import MatchPlan


_Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        "-b",
        help="The bot of each seat in turn: a name, file.py:Class, a TOML file, an executable, or - for a client "
        "that connects (default: clients).",
    ),
]
_ResponseLimit = Annotated[int, typer.Option("--t_response", min=0, help="Time limit for a response, in milliseconds.")]
_HandLimit = Annotated[int, typer.Option("--t_hand", min=0, help="Time limit of a player for a hand, in milliseconds.")]
_AverageHandLimit = Annotated[
    int, typer.Option("--t_per_hand", min=0, help="Time limit of a player for the average hand, in milliseconds.")
]
_StartLimit = Annotated[
    int,
    typer.Option("--start_timeout", help="Time limit for all players to connect, in milliseconds; -1 is no limit."),
]


def dealer_command(
    match: Annotated[str, typer.Argument(help="The name of the match; its log is MATCH.log.")],
    game: Annotated[str, typer.Argument(help="A .game file, or the name of a built-in game.")],
    hands: Annotated[int, typer.Argument(min=1, max=2**32 - 1, help="Number of hands.")],
    seed: Annotated[int, typer.Argument(min=0, max=2**32 - 1, help="Seed for the cards.")],
    names: Annotated[list[str], typer.Argument(help="The names of the players, in the order of seats.")],
    bot: _Bots = None,
    ports: Annotated[
        str,
        typer.Option(
            "-p",
            help="The port of each seat in turn, like 18000,18001; 0 for a bot in this process (default: free ports).",
        ),
    ] = "",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    quiet: Annotated[bool, typer.Option("-q", help="Do not print the messages sent and received.")] = False,
    log: Annotated[bool, typer.Option("-L/-l", help="Write the log, MATCH.log.")] = True,
    transactions: Annotated[
        bool, typer.Option("-T/-t", help="Write the transaction log, MATCH.tlog, which can resume a match.")
    ] = False,
    append: Annotated[bool, typer.Option("-a", help="Append to the files of the match; with -T, resume it.")] = False,
    fixed_seats: Annotated[bool, typer.Option("-f", help="Keep the button at the same seat.")] = False,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Play all seat permutations with the same seed: MATCH.0.log, ...")
    ] = False,
    t_response: _ResponseLimit = 600_000,
    t_hand: _HandLimit = 600_000,
    t_per_hand: _AverageHandLimit = 7_000,
    start_timeout: _StartLimit = -1,
) -> None:
    """Deal a match between any mix of clients that connect, executables and Railbird bots.

    The first line of output lists the port of each seat, 0 for bots in this process; the last line is the score.
    """
    from railbird.acpc import DealerOptions
    from railbird.games import read_game
    from railbird.play import MatchPlan, TimeLimits

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
    seated = _read_bots(bot or [], definition.players)
    options = DealerOptions(
        host=host,
        ports=_read_ports(ports, seated, are_permuted=duplicate),
        quiet=quiet,
        log=log,
        transactions=transactions,
        append=append,
        limits=TimeLimits(response=t_response, hand=t_hand, per_hand=t_per_hand),
        start_timeout=start_timeout,
    )
    _deal(plan, seated, options, duplicate=duplicate)


def _deal(plan: MatchPlan, bots: list[BotSpec | None], options: DealerOptions, *, duplicate: bool) -> None:
    import logging
    import sys

    from railbird.acpc import Dealer
    from railbird.acpc.dealer import permuted
    from railbird.cli.ending_signals import raising_on_signals
    from railbird.errors import MatchError

    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.WARNING, stream=sys.stderr)
    matches = permuted(plan, bots) if duplicate else [(plan, bots)]
    gc.freeze()  # what has been loaded stays, so it need not be searched for garbage
    with raising_on_signals():
        for match, seated_bots in matches:
            try:
                Dealer(match, seated_bots, options=options, out=sys.stdout, record=sys.stderr).run()
            except MatchError as error:
                typer.echo(f"ERROR: {error}", err=True)
                raise typer.Exit(1) from None


def _read_bots(specs: list[str], players: int) -> list[BotSpec | None]:
    """The bot of each seat; None for a client that connects."""
    from railbird.bots import parse_spec
    from railbird.errors import BotError

    if len(specs) > players:
        raise BotError(f"{len(specs)} bots for {players} seats: give at most {players}")
    bots = [None if spec == "-" else parse_spec(spec) for spec in specs]
    return bots + [None] * (players - len(bots))


def _read_ports(text: str, bots: list[BotSpec | None], *, are_permuted: bool) -> tuple[int, ...]:
    """The ports by seat, which only clients and programs need. With `are_permuted`, they may come to any seat."""
    from railbird.acpc.seating import needs_port
    from railbird.formats.fields import shown

    parts = text.split(",") if text else []
    if len(parts) > len(bots):
        raise typer.BadParameter(f"{len(parts)} ports for {len(bots)} seats: give at most {len(bots)}", param_hint="-p")
    if not all(re.fullmatch(r"\d{1,5}", part, re.ASCII) and int(part) < 2**16 for part in parts):
        raise typer.BadParameter(f"ports {shown(text)}: write numbers below 65536 like 18000,18001", param_hint="-p")
    ports = tuple(map(int, parts))
    needed = [needs_port(bot) for bot in bots]
    if are_permuted:
        needed = [any(needed)] * len(bots)
    for seat, (port, is_needed) in enumerate(zip(ports, needed, strict=False)):
        if port and not is_needed:
            raise typer.BadParameter(
                f"port {port}: seat {seat + 1} has a bot in this process, which needs no port; write 0 for it",
                param_hint="-p",
            )
    return ports


def connect_command(
    host: Annotated[str, typer.Argument(help="Host name or address of the server.")],
    port: Annotated[int, typer.Argument(min=1, max=65_535, help="The port of the seat.")],
    bot: Annotated[str, typer.Option(help="The bot: a name with options, file.py:Class, or a TOML file.")],
    game: Annotated[str, typer.Option(help="A built-in game or a .game file; the protocol does not transmit it.")],
    seed: Annotated[int, typer.Option(min=0, help="Seed for bots that act at random.")] = 0,
    fixed_seats: Annotated[
        bool, typer.Option("--fixed-seats", "-f", help="The dealer keeps the button at the same seat (its option -f).")
    ] = False,
) -> None:
    """Play a bot at a server of the ACPC (Annual Computer Poker Competition) until the match ends."""
    from railbird.acpc import join
    from railbird.bots import parse_spec
    from railbird.bots.game_check import check_game
    from railbird.cli.joined_match import exit_if_unfinished, print_joined
    from railbird.errors import MatchError
    from railbird.games import read_game

    spec, definition = parse_spec(bot), read_game(game)
    check_game(spec, definition)  # the server would otherwise wait for a player who cannot play
    player = spec.build(seed=seed)
    gc.freeze()  # as for the dealer
    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.WARNING, stream=sys.stderr)
    try:
        joined = join(host, port, player, game=definition, has_fixed_seats=fixed_seats)
    except MatchError as error:
        typer.echo(f"railbird: {error}", err=True)
        raise typer.Exit(1) from None
    print_joined(joined)
    exit_if_unfinished(joined)
