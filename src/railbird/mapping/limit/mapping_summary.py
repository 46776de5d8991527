"""What a mapping loses, and how much its states disagree, over many decisions (the two analyses of Glöckner 2013)."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

from railbird.mapping.limit.mapped_decision import LOSSES

if TYPE_CHECKING:
    from railbird.mapping.limit.mapped_decision import MappedDecision


@dataclass
class MappingSummary:
    """Totals over the decisions passed to `add`."""

    decisions: int = 0
    states: int = 0
    """Two-player states that were asked about; one for two opponents counts twice."""
    losses: Counter[str] = field(default_factory=Counter)
    """States that do not preserve the pot, the amount to call, whether a raise is possible, or the position."""
    _variances: list[float] = field(default_factory=list)
    _deviations: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, decision: MappedDecision) -> None:
        """Count a decision."""
        self.decisions += 1
        for opponent, asked in decision.asked.items():
            self.states += len(asked)
            for state in asked:
                self.losses.update(decision.losses(opponent, state.state))
        self._variances.append(decision.raise_variance())
        for distance, deviation in decision.deviations():
            self._deviations[distance].append(deviation)

    @property
    def raise_variance(self) -> float:
        """Mean over the decisions of the variance of the raise probability over the states."""
        return fmean(self._variances) if self._variances else 0.0

    def deviation_by_distance(self) -> dict[int, tuple[int, float]]:
        """Number of states at each distance, and the mean deviation of their raise probability from the mean.

        In a good mapping near states are representative: the deviation grows with the distance.
        """
        return {distance: (len(values), fmean(values)) for distance, values in sorted(self._deviations.items())}

    def as_json(self) -> dict[str, object]:
        """The summary for programs."""
        return {
            "decisions": self.decisions,
            "states": self.states,
            "losses": {name: self.losses[name] for name in LOSSES},
            "raise_variance": self.raise_variance,
            "deviation_by_distance": [
                {"distance": distance, "states": states, "deviation": deviation}
                for distance, (states, deviation) in self.deviation_by_distance().items()
            ],
        }
