"""How often a mapped bot would have acted as a player of logged hands did (Lilienthal 2019, 7)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action


@dataclass
class Agreement:
    """Counts of decisions by hand, because decisions of the same hand depend on each other."""

    asked: Counter[int] = field(default_factory=Counter)
    """Decisions for which the bot says its probabilities."""
    agreed: Counter[int] = field(default_factory=Counter)
    """Decisions in which the player did what the bot holds most probable."""

    def add(self, hand: int, probabilities: Mapping[Action, float] | None, played: Action) -> None:
        """Count a decision."""
        if probabilities:
            self.asked[hand] += 1
            self.agreed[hand] += most_probable_kind(probabilities) == played.kind


def most_probable_kind(probabilities: Mapping[Action, float]) -> int:
    """Fold, call or raise, whatever the sizes of raises; of equally probable kinds the first of these."""
    shares = [0.0, 0.0, 0.0]
    for action, share in probabilities.items():
        shares[action.kind] += share
    return max(range(len(shares)), key=shares.__getitem__)
