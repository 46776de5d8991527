"""Colours that people with any kind of colour vision tell apart, on light and on dark pages (Okabe and Ito 2008)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE = "#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7"
GREY = "#8a8a8a"
_PLAYERS = (BLUE, ORANGE, GREEN, PURPLE, SKY, VERMILION, GREY)
_DASHES = ("solid", "dash", "dashdot", "longdash")
ACTIONS = {"fold": "#9a9a9a", "check": "#f3ecb4", "call": "#d8c635", "raise": "#7d6e00"}
"""From passive to aggressive, in colours that no player has: bots are called call and raise too."""
LOSSES = ("#fbe0c6", "#f6c08d", "#ee9a52", "#d55e00", "#8a3c00")
"""From the smallest."""
NEITHER = "#bdbdbd"
WINS = ("#cfe6f5", "#94c8e8", "#4ba3d3", "#0072b2", "#003f66")
SHARES = ((0.0, "#eef3f7"), (0.25, "#b9d6ea"), (0.5, "#6fb1d9"), (0.75, "#1f7db8"), (1.0, "#003f66"))
"""A scale of Plotly from nothing to all."""
LOST_TO_WON = ((0.0, "#8a3c00"), (0.25, "#e08a45"), (0.5, "#efefef"), (0.75, "#4ba3d3"), (1.0, "#003f66"))


@dataclass(frozen=True)
class Colors:
    """Of players: the same name has the same colour wherever it is shown."""

    places: Mapping[str, int]

    @classmethod
    def of(cls, *groups: Sequence[str]) -> Colors:
        """So that those who are shown together differ."""
        places: dict[str, int] = {}
        for group in groups:
            taken = {places[name] for name in group if name in places}
            free = (place for place in count() if place not in taken)
            places |= {name: next(free) for name in group if name not in places}
        return cls(places)

    def color(self, name: str) -> str:
        """After some players the colours are used again, see `again`."""
        return _PLAYERS[self.places[name] % len(_PLAYERS)]

    def again(self, name: str) -> int:
        """How many players before have the same colour."""
        return self.places[name] // len(_PLAYERS)

    def dash(self, name: str) -> str:
        """Of a line, which tells apart those who share a colour."""
        return _DASHES[self.again(name) % len(_DASHES)]

    def width(self, name: str) -> float:
        """Of a line: later ones are drawn above earlier ones, and do not hide them where they run together."""
        return 3.4 - 1.8 * self.places[name] / (max(self.places.values()) or 1)


def transparent(color: str, opacity: float) -> str:
    """A colour that lets others through."""
    red, green, blue = (int(color[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"
