"""`railbird range`: a range in its shortest notation and as a grid."""

from __future__ import annotations

from typing import Annotated

import typer


def range_command(
    text: Annotated[str, typer.Argument(help='The range, for example "22+, AKs, KTo+:0.5, top 15%".')],
) -> None:
    """Show a range in its shortest notation and as a 13 x 13 grid."""
    from railbird.equity.ranges import Range

    hand_range = Range.parse(text)
    typer.echo(f"{hand_range}\n{hand_range.combos:g} of 1326 hands ({100 * hand_range.combos / 1326:.1f} %)\n")
    typer.echo(hand_range.format_grid())
