"""Bet menus: which of the legal raises a solver considers."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.errors import GameError

_SMALLEST, _ALL_IN = "min", "all-in"


@dataclass(frozen=True)
class BetMenu:
    """The raises of a no-limit game: the smallest, parts of the pot, all chips. Limit games have one raise anyway."""

    pot_parts: tuple[float, ...] = (1.0,)
    """Of the pot as it is after a call. A size below the smallest raise becomes that, one above the stack all-in."""
    smallest: bool = False
    all_in: bool = True

    def __post_init__(self) -> None:
        if any(part <= 0 for part in self.pot_parts):
            raise GameError(f"bets of {self.pot_parts} pots: each is above 0")

    def __str__(self) -> str:
        parts = [f"{part:g}" for part in self.pot_parts]
        return ",".join([_SMALLEST] * self.smallest + parts + [_ALL_IN] * self.all_in)


def parse_menu(text: str) -> BetMenu:
    """From text like `min,0.5,1,all-in`: parts of the pot, the smallest raise, all chips."""
    parts, named = [], set()
    for word in text.split(","):
        size = word.strip()
        if size in (_SMALLEST, _ALL_IN):
            named.add(size)
            continue
        try:
            parts.append(float(size))
        except ValueError:
            raise GameError(
                f"bet {size!r} in {text!r}: a bet is min, all-in or a part of the pot such as 0.5"
            ) from None
    return BetMenu(pot_parts=tuple(sorted(parts)), smallest=_SMALLEST in named, all_in=_ALL_IN in named)
