"""Bet menus: which of the legal raises a solver considers."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from railbird.errors import GameError

MOST_PARTS = 28
"""So that fold, call, the smallest raise and all-in fit in beside them: a decision has at most 32 choices."""
_SMALLEST, _ALL_IN = "min", "all-in"


@dataclass(frozen=True)
class BetMenu:
    """The raises of a no-limit game: the smallest, parts of the pot, all chips. Limit games have one raise anyway."""

    pot_parts: tuple[float, ...] = (1.0,)
    """Of the pot as it is after a call. A size below the smallest raise becomes that, one above the stack all-in."""
    smallest: bool = False
    all_in: bool = True

    def __post_init__(self) -> None:
        parts = tuple(sorted({float(part) for part in self.pot_parts}))
        if not all(isfinite(part) and part > 0 for part in parts):
            raise GameError(f"bets of {self.pot_parts} pots: each is a number above 0")
        if len(parts) > MOST_PARTS:
            raise GameError(f"{len(parts)} sizes of bets: a menu has at most {MOST_PARTS}")
        if not (parts or self.smallest or self.all_in):
            raise GameError("a menu without any bet: give min, all-in or parts of the pot")
        object.__setattr__(self, "pot_parts", parts)

    def __str__(self) -> str:
        parts = [repr(part).removesuffix(".0") for part in self.pot_parts]
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
    return BetMenu(pot_parts=tuple(parts), smallest=_SMALLEST in named, all_in=_ALL_IN in named)
