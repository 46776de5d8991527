"""`railbird serve`: the page, on this machine or for others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from railbird.web import WebSettings

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


def serve(settings: WebSettings, *, path: str = "/", opens_browser: bool) -> None:
    """Run the server, print the link to a path of it, and open that in a browser."""
    import logging
    import sys
    import webbrowser

    from railbird.cli.ending_signals import raising_on_signals
    from railbird.web.serving import Server

    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.WARNING, stream=sys.stderr)
    server = Server(settings)
    typer.echo(f"{server.address(path)}\nStop with Ctrl-C.")
    sys.stdout.flush()
    if opens_browser:
        webbrowser.open(server.address(path))
    with raising_on_signals():
        server.serve_until_stopped()
