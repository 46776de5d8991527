"""What a player did with each of the 169 starting hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.analysis.layout import CLASS_HANDS, CLASS_NET, CLASS_RAISED, CLASS_VOLUNTARY
from railbird.cards.hands import class_name
from railbird.games.definition import SHARES

if TYPE_CHECKING:
    from railbird.analysis.tally import Tally


@dataclass(frozen=True)
class StartingHand:
    """One of them, like AKs; of those that were dealt face up or shown."""

    name: str
    hands: int
    played: int
    """Hands in which chips were put in voluntarily before the flop."""
    raised: int
    """Hands raised before the flop."""
    chips: float
    """Won or lost."""


def starting_hands(tally: Tally, player: int) -> list[StartingHand]:
    """All 169, in the order of their classes."""
    return [
        StartingHand(
            class_name(number), row[CLASS_HANDS], row[CLASS_VOLUNTARY], row[CLASS_RAISED], row[CLASS_NET] / SHARES
        )
        for number, row in enumerate(tally.by_class(player).tolist())
    ]
