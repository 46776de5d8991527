"""Compares a mapped hand with the real one, and counts what the mapping loses over many decisions."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, NamedTuple

from railbird.bots.pot_odds import share_of_pot

if TYPE_CHECKING:
    from railbird.games import View
    from railbird.mapping.nolimit.nolimit_hands import MappedHand


class Situation(NamedTuple):
    """What a decision depends on, apart from the cards."""

    pot: int
    to_call: int
    pot_odds: float
    """The amount to call relative to the pot before the call (Lilienthal 2019, 2.1)."""
    acts_last: bool
    """Whether the player acts last of those in the hand on the streets after the first."""
    can_raise: bool

    @classmethod
    def of(cls, view: View) -> Situation:
        """The situation of the player who has this view."""
        to_call = view.to_call(view.position)
        acts_last = view.position == max(view.in_hand)
        return cls(view.pot, to_call, share_of_pot(to_call, view.pot), acts_last, view.legal_actions().can_raise)

    def differences(self, other: Situation) -> list[str]:
        """What differs between the real and the mapped situation: names in `LOSSES`."""
        return [name for name in LOSSES if getattr(self, name) != getattr(other, name)]


LOSSES = ("pot", "to_call", "acts_last", "can_raise")
"""What a mapped hand may lose. Pot odds follow from the first two."""


@dataclass
class MappingCounts:
    """Number of decisions since the bot was built, and of those in which the mapping lost or changed something.

    The counts do not influence play, so they are not memory: a copy of the bot starts from zero.
    """

    decisions: int = 0
    lost_pot: int = 0
    lost_to_call: int = 0
    lost_acts_last: int = 0
    lost_can_raise: int = 0
    moved_raises: int = 0
    deleted_calls: int = 0
    unadjusted_pots: int = 0
    shortened_hands: int = 0
    illegal_answers: int = 0
    """Answers of the two-player bot that were not legal in the mapped hand, and were corrected."""
    moved_answers: int = 0
    """Raises to a total that is not legal at the table for three, where the nearest legal one was played."""

    def add(self, real: View, mapped: MappedHand) -> None:
        """Count a decision."""
        self.decisions += 1
        for name in Situation.of(real).differences(Situation.of(mapped.view)):
            self._count(f"lost_{name}", 1)
        for name, count in mapped.deviations._asdict().items():
            if count:
                self._count(name, count)

    def _count(self, name: str, count: int) -> None:
        setattr(self, name, getattr(self, name) + count)

    def as_dict(self) -> dict[str, int]:
        """The counts by name."""
        return asdict(self)

    def __reduce__(self) -> tuple[type[MappingCounts], tuple[()]]:
        return MappingCounts, ()
