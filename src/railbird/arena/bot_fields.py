"""Standard fields of bots for tournaments, by name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from railbird.errors import GameError
from railbird.games import game_named
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from railbird.games import GameDefinition


@dataclass(frozen=True)
class BotField:
    """Bots that play each other in a game, so that results from different times and places can be compared."""

    name: str
    game: str
    """Name of a built-in game."""
    bots: tuple[str, ...]

    def check_game(self, game: GameDefinition) -> None:
        """Raise GameError if a game is not that of the field, whatever it is called."""
        if replace(game, name="") != replace(game_named(self.game), name=""):
            raise GameError(
                f"the field {self.name} plays {self.game}, not {game.name or 'another game'}: leave the game out"
            )


FIELDS = {
    field.name: field
    for field in (
        # Two bots that adapt, two that play by their equity alone, one that exploits the weak, and the two extremes:
        # a bot must do well against strong and weak play, passive and aggressive, to lead such a field.
        BotField(
            "reference",
            "holdem.limit.3p",
            ("akuma", "ownbot", "all-in-equity", "richie-rich", "exploiting", "call", "raise"),
        ),
    )
}


def field_named(name: str) -> BotField:
    """The standard field with a name."""
    if name not in FIELDS:
        raise GameError(f"no field is called {name!r}: {nearest(name, FIELDS)}")
    return FIELDS[name]
