"""Bet menus: the raises that a solver considers, by street, for the first raise of a street and for later ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING

from railbird.errors import GameError
from railbird.games.definition import MOST_ROUNDS, UNLIMITED_RAISES

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_PARTS = 28
"""A decision has at most 32 choices: these, fold, call, the smallest raise and all-in."""
_SMALLEST, _ALL_IN = "min", "all-in"


@dataclass(frozen=True)
class BetSizes:
    """The raises at a decision of a no-limit game: the smallest raise, fractions of the pot, all-in."""

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

    @property
    def words(self) -> tuple[str | float, ...]:
        """The sizes as they are written: `min`, fractions of the pot, `all-in`."""
        return (*[_SMALLEST] * self.smallest, *self.pot_parts, *[_ALL_IN] * self.all_in)

    def __str__(self) -> str:
        return ",".join(repr(word).removesuffix(".0") if isinstance(word, float) else word for word in self.words)


@dataclass(frozen=True, kw_only=True)
class StreetMenu:
    """The raises of a street."""

    first: BetSizes = BetSizes()
    """Sizes of the first raise of the street. Blinds do not count: before the flop it is the first voluntary raise."""
    later: BetSizes = BetSizes()
    """Sizes of the raises after the first."""
    all_in_above: float = 1.0
    """A raise to a total above this share of the player's stack at the start of the hand becomes an all-in."""
    most_raises: int = UNLIMITED_RAISES
    """After this many raises on the street, only all-in is left, if the sizes include it."""

    def __post_init__(self) -> None:
        if not 0 < self.all_in_above <= 1:
            raise GameError(f"all-in above {self.all_in_above} of the stack: give a share above 0 and up to 1")
        if not 1 <= self.most_raises <= UNLIMITED_RAISES:
            raise GameError(f"at most {self.most_raises} raises a street: give 1 to {UNLIMITED_RAISES}")

    @property
    def has_plain_notation(self) -> bool:
        """Whether the notation of a single list of sizes says everything about the street."""
        return self == StreetMenu(first=self.first, later=self.first)

    def __str__(self) -> str:
        parts = [str(self.first)]
        if self.later != self.first:
            parts.append(f"then {self.later}")
        if self.most_raises < UNLIMITED_RAISES:
            parts.append(f"at most {self.most_raises} before all-in")
        if self.all_in_above < 1:
            parts.append(f"all-in above {self.all_in_above:.3g} of the stack")
        return ", ".join(parts)


@dataclass(frozen=True)
class BetMenu:
    """The raises of a no-limit game, by street. Limit games ignore the menu."""

    streets: tuple[StreetMenu, ...] = (StreetMenu(),)
    """By street; the last holds for all further streets."""
    name: str = field(default="", compare=False)
    """Name of a menu that comes with the package, or of the menu's file."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.streets) <= MOST_ROUNDS:
            raise GameError(f"a menu for {len(self.streets)} streets: give 1 to {MOST_ROUNDS}")
        distinct = len(self.streets)
        while distinct > 1 and self.streets[distinct - 1] == self.streets[distinct - 2]:
            distinct -= 1
        object.__setattr__(self, "streets", self.streets[:distinct])

    def street(self, street: int) -> StreetMenu:
        """The raises of a street."""
        return self.streets[min(street, len(self.streets) - 1)]

    def __str__(self) -> str:
        if len(self.streets) == 1 and self.streets[0].has_plain_notation:
            return str(self.streets[0].first)
        return self.name or "; ".join(map(str, self.streets))


def parse_menu(text: str) -> BetMenu:
    """Parse a menu that is the same on all streets, such as `min,0.5,1,all-in`."""
    sizes = parse_sizes(text.split(","))
    return BetMenu((StreetMenu(first=sizes, later=sizes),))


def parse_sizes(words: Iterable[str]) -> BetSizes:
    """Parse bet sizes: `min` for the smallest raise, fractions of the pot, `all-in`."""
    words = [word.strip() for word in words]
    parts, named = [], set()
    for size in words:
        if size in (_SMALLEST, _ALL_IN):
            named.add(size)
            continue
        try:
            parts.append(float(size))
        except ValueError:
            raise GameError(
                f"bet {size!r} in {','.join(words)!r}: a bet is min, all-in or a part of the pot such as 0.5"
            ) from None
    return BetSizes(pot_parts=tuple(parts), smallest=_SMALLEST in named, all_in=_ALL_IN in named)
