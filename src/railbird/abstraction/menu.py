"""Bet menus: the raises that a solver considers."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from railbird.errors import GameError

MOST_PARTS = 28
"""A decision has at most 32 choices: these, fold, call, the smallest raise and all-in."""
_SMALLEST, _ALL_IN = "min", "all-in"


@dataclass(frozen=True)
class BetMenu:
    """The raises of a no-limit game: smallest raise, parts of the pot, all-in. Limit games ignore the menu."""

    pot_parts: tuple[float, ...] = (1.0,)
    """Fractions of the pot after a call, rounded up to the smallest raise and down to all-in."""
    smallest: bool = False
    all_in: bool = True

    def __post_init__(self) -> None:
        parts = tuple(sorted({float(part) for part in self.pot_parts}))
        if not all(isfinite(part) and part > 0 for part in parts):
            raise GameError(f"bets of {self.pot_parts} pots: each must be a number above 0")
        if len(parts) > MOST_PARTS:
            raise GameError(f"{len(parts)} bet sizes: a menu has at most {MOST_PARTS}")
        if not (parts or self.smallest or self.all_in):
            raise GameError("a menu without any bet: give min, all-in or parts of the pot")
        object.__setattr__(self, "pot_parts", parts)

    def __str__(self) -> str:
        parts = [repr(part).removesuffix(".0") for part in self.pot_parts]
        return ",".join([_SMALLEST] * self.smallest + parts + [_ALL_IN] * self.all_in)


def parse_menu(text: str) -> BetMenu:
    """Parse a menu such as `min,0.5,1,all-in`: the smallest raise, parts of the pot, all-in."""
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
    return BetMenu(pot_parts=tuple(parts), smallest=_SMALLEST in named, all_in=_ALL_IN in named)
