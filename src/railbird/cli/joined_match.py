"""The outcome of a match that was joined at a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from railbird.acpc import Joined


def print_joined(joined: Joined) -> None:
    """Print the hands that were seen to the end, and the chips won or lost in them."""
    from railbird.formats.fields import format_chips

    typer.echo(f"{joined.hands:,} hands, {format_chips(joined.chips)} chips")


def exit_if_unfinished(joined: Joined) -> None:
    """Exit with status 1 if the server closed the connection in the middle of a hand."""
    if joined.unfinished_hand is not None:
        typer.echo(f"railbird: the server closed the connection in hand {joined.unfinished_hand}", err=True)
        raise typer.Exit(1)
