"""Estimates of what another answer would have brought, from hands in which it was followed (Thiel 2013, 5.2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from railbird.ensemble.played_hand import NO_ANSWER

if TYPE_CHECKING:
    from railbird.ensemble.played_hand import PlayedHand


TeamAnswers: TypeAlias = tuple[int, int, int, int, int]
"""Different answers of two members on a street: the street, the member that is followed and the kind of its answer,
the other member and the kind of its answer."""


class SituationEstimates:
    """Mean outcomes of earlier hands with the same two answers on the same street, in which the other was followed.

    A hand counts once for each situation, and an estimate takes the same time after any number of hands.
    """

    def __init__(self) -> None:
        self._sums: dict[TeamAnswers, tuple[int, float]] = {}
        """Number of hands and the sum of their outcomes."""

    def estimate(self, situation: TeamAnswers) -> float | None:
        """The mean outcome for the team over a whole hand; None if no such hand was played."""
        sums = self._sums.get(situation)
        if sums is None:
            return None
        hands, outcomes = sums
        return outcomes / hands

    def add(self, hand: PlayedHand) -> None:
        """Remember a hand for the estimates of later hands."""
        situations = {
            (decision.street, member, kind, followed, decision.action.kind)
            for decision in hand.decisions
            for followed in decision.chosen
            for member, kind in enumerate(decision.kinds)
            if kind not in (NO_ANSWER, decision.action.kind)
        }
        for situation in situations:
            hands, total = self._sums.get(situation, (0, 0.0))
            self._sums[situation] = hands + 1, total + hand.outcome
