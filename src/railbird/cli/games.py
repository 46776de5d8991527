"""A game as an option of a command: the name of a built-in game, or a `.game` file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.games import GameDefinition


def read_game(text: str) -> GameDefinition:
    """The game that is meant."""
    from railbird.errors import GameError
    from railbird.games import GAME_NAMES, game_named, parse_game

    if not text.endswith(".game"):
        return game_named(text)
    path = Path(text)
    try:
        return parse_game(path.read_text(encoding="utf-8"), name=path.stem)
    except OSError as error:
        near = f"; {path.stem} is a built-in game" if path.name.removesuffix(".game") in GAME_NAMES else ""
        raise GameError(f"{path}: {error.strerror}{near}") from None
    except (GameError, UnicodeDecodeError) as error:
        raise GameError(f"{path}: {error}") from None
