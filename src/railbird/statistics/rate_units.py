"""Units of win rates."""

from __future__ import annotations

from enum import Enum


class RateUnit(Enum):
    """The unit of a win rate. The value of a unit in big blinds is the number of units that make a big blind a hand."""

    CHIPS_PER_HAND = 0
    BIG_BLINDS_PER_HAND = 1
    BB_PER_100 = 100
    MBB_PER_HAND = 1000
    """Thousandths of a big blind a hand, the same number as big blinds in 1000 hands."""

    def factor(self, *, big_blind: float) -> float:
        """The factor from chips per hand to this unit, in a game with this big blind."""
        return 1.0 if self is RateUnit.CHIPS_PER_HAND else self.value / big_blind
