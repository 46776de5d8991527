"""What players call the positions of a table."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.games.definition import GameDefinition

_BEFORE_THE_BUTTON = ("lojack", "hijack", "cutoff")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


@lru_cache(maxsize=64)
def position_names(game: GameDefinition) -> tuple[str, ...]:
    """By position. Where the blinds tell nobody apart, as in Kuhn and Leduc poker, all but the button are numbered."""
    blinds = game.blinds
    if game.players == 2 and blinds[0] > blinds[1]:
        return "big blind", "button"  # reverse blinds: the button posts the small blind
    if game.players == 2 and blinds[0] < blinds[1]:
        return "small blind", "big blind"
    if blinds[0] < blinds[1]:
        return "small blind", "big blind", *_between(game.players - 3), "button"
    return *(f"{ordinal} position" for ordinal in _ORDINALS[: game.players - 1]), "button"


def _between(players: int) -> list[str]:
    """The positions between the big blind and the button; the first of them acts first before the flop."""
    if players < 2:
        return ["cutoff"] * players
    late = _BEFORE_THE_BUTTON[-min(players - 1, len(_BEFORE_THE_BUTTON)) :]
    early = [f"under the gun + {place}" for place in range(1, players - len(late))]
    return ["under the gun", *early, *late]
