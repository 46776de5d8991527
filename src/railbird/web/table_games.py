"""The games that visitors may name: all built-in ones, and the `.game` files of the served folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import GameError, RailbirdError
from railbird.games import GAME_NAMES, game_named
from railbird.games.game_reading import GAME_ENDING, read_game
from railbird.web.served_files import files_below, served_name, served_path

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.games import GameDefinition
    from railbird.statistics.json_values import JsonValue

_MOST_BYTES = 100_000
"""Larger files are no definitions of games."""


def permitted_game(text: str, folder: Path) -> GameDefinition:
    """The game with a built-in name, or in a `.game` file of the served folder."""
    if not text.endswith(GAME_ENDING):
        return game_named(text)
    path = served_path(folder, text)
    if not path.is_file() or path.stat().st_size > _MOST_BYTES:
        raise GameError(f"{text} is no definition of a game: it is no file, or has more than {_MOST_BYTES:,} bytes")
    try:
        return read_game(str(path))
    except GameError as error:
        raise GameError(str(error).replace(str(path), text)) from None


def games_as_json(folder: Path) -> dict[str, JsonValue]:
    """All games with their numbers of players, the built-in ones first, and the files that are damaged, with why."""
    games = {name: game_named(name) for name in GAME_NAMES}
    damaged: list[JsonValue] = []
    for path in files_below(folder):
        if path.name.endswith(GAME_ENDING):
            name = served_name(folder, path)
            try:
                games[name] = permitted_game(name, folder)
            except (RailbirdError, OSError) as error:
                damaged.append({"name": name, "problem": _reason(error, name)})
    return {
        "games": [{"name": name, "players": game.players} for name, game in games.items()],
        "damaged_games": damaged,
    }


def _reason(error: RailbirdError | OSError, name: str) -> str:
    """Why a file cannot be read, in one line that begins with its name."""
    if isinstance(error, OSError):
        return f"{name}: {error.strerror or error}"
    text = " ".join(str(error).split())
    return text if text.startswith(name) else f"{name}: {text}"
