"""`railbird serve` and `railbird play`: the page, on this machine or for others, and a table on it at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from railbird.web import WebSettings
    from railbird.web.serving import Server

Host: TypeAlias = Annotated[str, typer.Option(help="The address to listen on; any but this machine's needs a token.")]
Port: TypeAlias = Annotated[int, typer.Option(min=0, max=65_535, help="The port to listen on; 0 is any free port.")]
Token: TypeAlias = Annotated[
    str, typer.Option(help="The secret that visitors must know (default: one is made if --host needs it).")
]
Programs: TypeAlias = Annotated[
    bool,
    typer.Option("--allow-programs", help="Let visitors start programs and load Python and TOML files as bots."),
]
Browser: TypeAlias = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")]
DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8765


def serve_command(
    folder: Annotated[Path, typer.Argument(help="The folder with runs, logs and strategies.")] = Path(),
    host: Host = DEFAULT_HOST,
    port: Port = DEFAULT_PORT,
    token: Token = "",
    allow_programs: Programs = False,
    browser: Browser = True,
) -> None:
    """Show tables to play at, runs, hands and strategies in a browser, until it is interrupted."""
    from railbird.web import WebSettings

    settings = WebSettings(folder=folder, host=host, port=port, token=token, programs=allow_programs)
    serve(settings, opens_browser=browser)


def play_at_table_command(
    bots: Annotated[list[str], typer.Argument(help="The bots to play against: names, files or programs.")],
    game: Annotated[
        str,
        typer.Option(
            help="A built-in game or a .game file (default: limit hold'em for 2 or 3 players, no-limit for 6)."
        ),
    ] = "",
    hands: Annotated[int, typer.Option(min=1, max=100_000, help="Number of hands.")] = 1000,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**32 - 1, help="Seed for the cards (default: random).")
    ] = None,
    seconds: Annotated[float, typer.Option(min=1, max=3600, help="Time limit for your decisions, in seconds.")] = 600.0,
    host: Host = DEFAULT_HOST,
    port: Port = 0,
    token: Token = "",
    browser: Browser = True,
) -> None:
    """Play against bots in a browser: opens the page at a table with a free seat for you.

    The bots may be files and programs, because you name them here; visitors of the page may not start any.
    """
    from dataclasses import replace

    from railbird.games.game_reading import read_game
    from railbird.web import WebSettings
    from railbird.web.match_table import MatchTable
    from railbird.web.serving import Server
    from railbird.web.table_setup import PERSON, TableRequest, table_setup

    settings = WebSettings(host=host, port=port, token=token)
    game = game or _usual_game(len(bots) + 1)
    request = TableRequest(game=game, seats=[PERSON, *bots], hands=hands, seed=seed, seconds=seconds)
    setup = table_setup(request, read_game(game), replace(settings, programs=True))
    server = Server(settings)
    table = server.tables.open(lambda name: MatchTable(name, setup))
    _run(server, f"/table/{table.name}?sit=1", opens_browser=browser)


def _usual_game(players: int) -> str:
    """The game that is played if none is named."""
    from railbird.errors import GameError

    games = {2: "holdem.limit.2p.reverse_blinds", 3: "holdem.limit.3p", 6: "holdem.nolimit.6p"}
    if players not in games:
        raise GameError(f"no usual game for {players} players: name one with --game, see `railbird games`")
    return games[players]


def serve(settings: WebSettings, *, path: str = "/", opens_browser: bool) -> None:
    """Run the server, print the link to a path of it, and open that in a browser."""
    from railbird.web.serving import Server

    _run(Server(settings), path, opens_browser=opens_browser)


def _run(server: Server, path: str, *, opens_browser: bool) -> None:
    import logging
    import sys
    import webbrowser

    from railbird.cli.ending_signals import raising_on_signals

    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.WARNING, stream=sys.stderr)
    typer.echo(f"{server.address(path)}\nStop with Ctrl-C.")
    sys.stdout.flush()
    if opens_browser:
        webbrowser.open(server.address(path))
    with raising_on_signals():
        server.serve_until_stopped()
