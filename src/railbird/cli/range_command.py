"""`railbird range`: a range as text and as a grid."""

from __future__ import annotations

from typing import Annotated

import typer


def range_command(
    text: Annotated[str, typer.Argument(help='A range: "22+, AKs, KTo+:0.5, top 15%".')],
) -> None:
    """Show a range in its shortest form and as a 13 x 13 grid."""
    from railbird.equity.ranges import Range

    spread = Range.parse(text)
    typer.echo(f"{spread}\n{spread.combos:g} of 1326 hands ({100 * spread.combos / 1326:.1f} %)\n")
    typer.echo(spread.format_grid())
