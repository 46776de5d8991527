"""Games as people name them: built-in games, and `.game` files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from railbird.errors import GameError
from railbird.games.builtin import GAME_NAMES, game_named
from railbird.games.game_file import parse_game

if TYPE_CHECKING:
    from railbird.games.definition import GameDefinition

GAME_ENDING = ".game"


def read_game(text: str, *, folder: Path | None = None) -> GameDefinition:
    """The game with a built-in name, or the definition in a `.game` file, whose path is relative to `folder`."""
    if not text.endswith(GAME_ENDING):
        return game_named(text)
    path = Path(text) if folder is None else folder / text
    try:
        return parse_game(path.read_text(encoding="utf-8"), name=path.stem)
    except OSError as error:
        hint = f"; {path.stem} is a built-in game" if path.stem in GAME_NAMES else ""
        raise GameError(f"{path}: {error.strerror}{hint}") from None
    except (GameError, UnicodeDecodeError) as error:
        raise GameError(f"{path}: {error}") from None
