"""`railbird games`: lists the built-in games."""

from __future__ import annotations


def games_command() -> None:
    """List the built-in games."""
    from rich.table import Table

    from railbird.cli.plain_console import plain_console
    from railbird.games import GAME_NAMES, game_named
    from railbird.games.definition import UNLIMITED

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("game", "players", "blinds", "bets", "stack"):
        table.add_column(heading, no_wrap=True)
    for name in GAME_NAMES:
        game = game_named(name)
        blinds = " ".join(map(str, game.blinds))
        bets = " ".join(map(str, game.raise_sizes)) or "no limit"
        stack = "unlimited" if game.stacks[0] == UNLIMITED else f"{game.stacks[0]:,}"
        table.add_row(name, str(game.players), blinds, bets, stack)
    plain_console().print(table)
