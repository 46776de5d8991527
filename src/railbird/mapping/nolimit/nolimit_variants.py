"""The eight variants of the no-limit mapping: two pot modes and four modes of hero's calls."""

from __future__ import annotations

from typing import NamedTuple

from railbird.errors import BotError


class Variant(NamedTuple):
    """A variant of Lilienthal 2019, tables 8 and 9, called N0 to A3."""

    adjusts_pot: bool
    """A: the last raise is increased until the mapped pot is the real one. N: the pot may be smaller."""
    call_mode: int
    """What replaces a call of hero that would end the mapped street too early.

    0 deletes it, together with the opponent's action before. 1 makes it a minimum raise. 2 and 3 make it a raise to the
    total of the next opponent, if both opponents raise next; otherwise they are like 0 and 1.
    """

    @classmethod
    def of(cls, name: str) -> Variant:
        """The variant with a name such as A0."""
        for variant in VARIANTS:
            if str(variant) == name:
                return variant
        raise BotError(f"variant={name}: the variants are {', '.join(map(str, VARIANTS))}")

    def __str__(self) -> str:
        return f"{'A' if self.adjusts_pot else 'N'}{self.call_mode}"


VARIANTS = tuple(Variant(adjusts_pot, mode) for adjusts_pot in (False, True) for mode in range(4))
