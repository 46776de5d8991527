"""Colours that are distinguishable with any kind of colour vision, on light and dark pages (Okabe and Ito 2008)."""

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
"""Colours from passive to aggressive. No player has them, because bots may be called call or raise too."""
_CHOICES = {"fold": "#bdbdbd", "check": "#f3ecb4", "call": "#e3d25a"}
"""Colours of choices below dark text."""
_RAISES = ("#c2b04a", "#f0a030", "#e0693a", "#b06a9a")
"""Colours of bets and raises below dark text, from the smallest to the largest."""
_RAISE = "#a89a2c"
"""The colour of bets and raises that have one size."""
LOSSES = ("#fbe0c6", "#f6c08d", "#ee9a52", "#d55e00", "#8a3c00")
"""Colours of losses, from the smallest loss."""
NEITHER = "#bdbdbd"
WINS = ("#cfe6f5", "#94c8e8", "#4ba3d3", "#0072b2", "#003f66")
SHARES = ((0.0, "#eef3f7"), (0.25, "#b9d6ea"), (0.5, "#6fb1d9"), (0.75, "#1f7db8"), (1.0, "#003f66"))
"""A Plotly colour scale from 0 to 1."""
LOST_TO_WON = ((0.0, "#8a3c00"), (0.25, "#e08a45"), (0.5, "#efefef"), (0.75, "#4ba3d3"), (1.0, "#003f66"))


@dataclass(frozen=True)
class Colors:
    """The colours of players. A name has the same colour wherever it is shown."""

    places: Mapping[str, int]

    @classmethod
    def of(cls, *groups: Sequence[str]) -> Colors:
        """Assign colours so that the players of each group, who are shown together, have different colours."""
        places: dict[str, int] = {}
        for group in groups:
            taken = {places[name] for name in group if name in places}
            free = (place for place in count() if place not in taken)
            places |= {name: next(free) for name in group if name not in places}
        return cls(places)

    def color(self, name: str) -> str:
        """The colour of a player. With many players the colours repeat, see `repeats`."""
        return _PLAYERS[self.places[name] % len(_PLAYERS)]

    def repeats(self, name: str) -> int:
        """Number of earlier players with the same colour."""
        return self.places[name] // len(_PLAYERS)

    def dash(self, name: str) -> str:
        """The dash style of a player's line, which distinguishes players with the same colour."""
        return _DASHES[self.repeats(name) % len(_DASHES)]

    def width(self, name: str) -> float:
        """The width of a player's line. Later lines are thinner, so that they do not hide the earlier lines below."""
        return 3.4 - 1.8 * self.places[name] / (max(self.places.values()) or 1)


def transparent(color: str, opacity: float) -> str:
    """A colour with the given opacity."""
    red, green, blue = _channels(color)
    return f"rgba({red},{green},{blue},{opacity})"


def choice_color(word: str, words: Sequence[str]) -> str:
    """The colour of a choice among all that are shown, with bets and raises from the smallest to the largest."""
    if word in _CHOICES:
        return _CHOICES[word]
    raises = [other for other in words if other not in _CHOICES]
    if {*raises} <= {"bet", "raise"}:
        return _RAISE
    return _blend(_RAISES, raises.index(word) / max(1, len(raises) - 1))


def _blend(colors: Sequence[str], place: float) -> str:
    """The colour at a place from 0 to 1 between colours in a row."""
    first = min(int(place * (len(colors) - 1)), len(colors) - 2)
    part = place * (len(colors) - 1) - first
    pairs = zip(_channels(colors[first]), _channels(colors[first + 1]), strict=True)
    return "#" + "".join(f"{round(low + part * (high - low)):02x}" for low, high in pairs)


def _channels(color: str) -> tuple[int, int, int]:
    """Red, green and blue."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
