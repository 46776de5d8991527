"""The units of win rates."""

from __future__ import annotations

from enum import Enum


class RateUnit(Enum):
    """What a win rate is measured in. The value is the number of hands in which that many big blinds are won."""

    CHIPS_PER_HAND = 0
    BIG_BLINDS_PER_HAND = 1
    BB_PER_100 = 100
    MBB_PER_HAND = 1000
    """Thousandths of a big blind a hand: the same number as big blinds in a thousand hands."""

    def factor(self, *, big_blind: float) -> float:
        """By which chips a hand are multiplied, in a game with this big blind."""
        return 1.0 if self is RateUnit.CHIPS_PER_HAND else self.value / big_blind
