"""The options of card abstractions and bet menus, which several commands have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from railbird.abstraction.menu import BetMenu
    from railbird.games import GameDefinition

Buckets = Annotated[
    str | None,
    typer.Option(
        help="Number of buckets in each round, such as 10,10,10,10; of equity buckets on flop, turn and river; of "
        "board-hand buckets, the hand buckets on flop, turn and river (default: the usual numbers of the kind)."
    ),
]
Boards = Annotated[
    str | None,
    typer.Option(help="Number of board buckets on flop, turn and river, of board-hand buckets (default: 10,10,10)."),
]
BucketSeed = Annotated[
    int | None, typer.Option(help="Seed of the clusters of k-means and board-hand buckets (default: 1).")
]
Bets = Annotated[
    str | None,
    typer.Option(
        help="Raises of no-limit games: parts of the pot such as min,0.5,1,all-in; the name of a menu, such as small; "
        "or a TOML file (default: 1,all-in)."
    ),
]


def read_counts(text: str | None, option: str) -> tuple[int, ...] | None:
    """The numbers of buckets that an option gives; None if it is not given."""
    if text is None:
        return None
    try:
        return tuple(int(count) for count in text.split(","))
    except ValueError:
        raise typer.BadParameter(f"{option} {text}: give a whole number for each round, such as 10,10,10,10") from None


def read_bets(bets: str | None, definition: GameDefinition) -> BetMenu:
    """The bet menu of an option; raise if the game is a limit game, which needs none."""
    from railbird.abstraction.menu import BetMenu
    from railbird.abstraction.menu_file import read_menu

    if bets is not None and definition.is_limit:
        raise typer.BadParameter(f"--bets: {definition.name} is a limit game, where raises have one size")
    return BetMenu() if bets is None else read_menu(bets)
