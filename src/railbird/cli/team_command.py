"""`railbird team`: a team of bots, programs and clients at a server of the ACPC."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from railbird.acpc import Joined
    from railbird.games import GameDefinition
    from railbird.team_server import TeamServer


def team_command(
    team: Annotated[Path, typer.Argument(help="The TOML file of the team.")],
    host: Annotated[str, typer.Argument(help="Host name or address of the server.")],
    port: Annotated[int, typer.Argument(min=1, max=65_535, help="The port of the seat.")],
    game: Annotated[str, typer.Option(help="A built-in game or a .game file; the protocol does not transmit it.")],
    seed: Annotated[int, typer.Option(min=0, help="Seed for the decider and for bots that act at random.")] = 0,
    fixed_seats: Annotated[
        bool, typer.Option("--fixed-seats", "-f", help="The dealer keeps the button at the same seat (its option -f).")
    ] = False,
    outputs: Annotated[
        Path, typer.Option(help="Folder for what programs print, a file for each (default: the current folder).")
    ] = Path(),
) -> None:
    """Play a team at a server of the ACPC (Annual Computer Poker Competition) until the match ends.

    The team starts its bots and programs, waits for its clients, asks all of them at every decision, and plays what its
    decider chooses. It answers within the time limit of its file, even if no member does.
    """
    import logging
    import sys

    from railbird.cli.ending_signals import raising_on_signals
    from railbird.cli.joined_match import exit_if_unfinished
    from railbird.cli.terminal import Terminal
    from railbird.ensemble import read_team_file
    from railbird.games import read_game
    from railbird.team_server import team_server
    from railbird.team_server.progress_of_hands import ProgressOfHands

    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.WARNING, stream=sys.stderr)
    definition, file = read_game(game), read_team_file(team)
    outputs.mkdir(parents=True, exist_ok=True)
    terminal = Terminal()
    with raising_on_signals(), terminal.showing(), terminal.task("Starting", total=None) as task:
        server = team_server(
            file,
            definition,
            outputs=outputs,
            seed=seed,
            has_fixed_seats=fixed_seats,
            observers=[ProgressOfHands(task)],
        )
        joined = _play(server, host, port, definition, fixed_seats=fixed_seats)
    _print_outcome(server, joined, time_limit=file.time_limit)
    exit_if_unfinished(joined)


def _play(server: TeamServer, host: str, port: int, game: GameDefinition, *, fixed_seats: bool) -> Joined:
    """Start the members, and play the match. A member that does not start is bad input, and gives exit status 2."""
    from railbird.acpc import join
    from railbird.errors import MatchError

    with server:
        for name, member_port in server.ports.items():
            typer.echo(f"waiting for {name} on port {member_port}", err=True)
        server.wait_for_members()
        try:
            return join(host, port, server, game=game, has_fixed_seats=fixed_seats)
        except MatchError as error:
            typer.echo(f"railbird: {error}", err=True)
            raise typer.Exit(1) from None


def _print_outcome(server: TeamServer, joined: Joined, *, time_limit: float) -> None:
    from railbird.cli.joined_match import print_joined
    from railbird.cli.screen_tables import print_table
    from railbird.team_server.member_table import member_table

    print_table(member_table(server.members))
    if server.own_decider is not None and server.own_decider.faults:
        typer.echo(server.own_decider.account())
    print_joined(joined)
    typer.echo(f"longest decision: {1000 * server.longest_decision:,.1f} ms of {1000 * time_limit:,.0f} ms")
