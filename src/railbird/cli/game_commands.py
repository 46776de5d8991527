"""`railbird games`, and parsing of the game options of other commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.games import GameDefinition


def games_command() -> None:
    """List the built-in games."""
    from rich.console import Console
    from rich.table import Table

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
    Console(highlight=False, width=120).print(table)


def read_game(text: str) -> GameDefinition:
    """The game with a built-in name, or the definition in a `.game` file."""
    from railbird.errors import GameError
    from railbird.games import GAME_NAMES, game_named, parse_game

    if not text.endswith(".game"):
        return game_named(text)
    path = Path(text)
    try:
        return parse_game(path.read_text(encoding="utf-8"), name=path.stem)
    except OSError as error:
        hint = f"; {path.stem} is a built-in game" if path.name.removesuffix(".game") in GAME_NAMES else ""
        raise GameError(f"{path}: {error.strerror}{hint}") from None
    except (GameError, UnicodeDecodeError) as error:
        raise GameError(f"{path}: {error}") from None
