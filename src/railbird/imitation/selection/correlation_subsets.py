"""Subsets of attributes that say much about the class and little about each other (CFS, Hall 1999)."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.imitation.selection.attribute_measures import DiscreteColumns

_BETTER = 1e-5
_SMALL = 1e-6
_STALE = 5


@dataclass(frozen=True)
class CorrelationSubsets:
    """Evaluates subsets by the symmetrical uncertainties of their attributes."""

    columns: DiscreteColumns

    def _correlation(self, first: int, second: int) -> float:
        correlation = self.columns.symmetrical_uncertainty(first, second)
        # As in Weka, attributes that say nothing about each other count as the same: constants are never useful.
        is_class = self.columns.attributes in (first, second)
        return 1.0 if correlation < _SMALL and not is_class else correlation

    def merit(self, subset: frozenset[int]) -> float:
        """The correlation of a subset with the class, from the correlations of its attributes (Hall 1999, 3.12)."""
        chosen = sorted(subset)
        with_class = sum(self._correlation(attribute, self.columns.attributes) for attribute in chosen)
        between = sum(self._correlation(a, b) for place, a in enumerate(chosen) for b in chosen[:place])
        size = len(chosen) + 2 * between
        return with_class / sqrt(size) if size else 0.0

    def greedy(self) -> frozenset[int]:
        """Add the best attribute again and again while the merit grows (Weka's GreedyStepwise)."""
        best, best_merit = frozenset[int](), 0.0
        while True:
            grown = [best | {attribute} for attribute in range(self.columns.attributes) if attribute not in best]
            merits = [self.merit(subset) for subset in grown]
            if not merits or max(merits) <= best_merit:
                return self._with_locally_predictive(best)
            best_merit = max(merits)
            best = grown[merits.index(best_merit)]

    def best_first(self, *, both_ways: bool = False, start: frozenset[int] = frozenset()) -> frozenset[int]:
        """Search from the best subset so far, until five in a row bring nothing better (Weka's BestFirst).

        `both_ways` also removes attributes; Kischka 2014 searched both ways from the first attribute.
        """
        best, best_merit = start, self.merit(start)
        waiting = [(best_merit, best)]
        known: dict[frozenset[int], float] = {}
        stale = 0
        while stale < _STALE and waiting:
            _, subset = waiting.pop(0)
            is_better = False
            for changed in self._neighbours(subset, both_ways=both_ways):
                if changed not in known:
                    known[changed] = self.merit(changed)
                merit = known[changed]
                _insert(waiting, merit, changed)
                is_smaller = len(changed) < len(subset)
                if merit - best_merit > _BETTER if not is_smaller else _is_better(merit, changed, best_merit, best):
                    best, best_merit, is_better = changed, merit, True
            stale = 0 if is_better else stale + 1
        return self._with_locally_predictive(best)

    def _neighbours(self, subset: frozenset[int], *, both_ways: bool) -> list[frozenset[int]]:
        more = [subset | {attribute} for attribute in range(self.columns.attributes) if attribute not in subset]
        return more + ([subset - {attribute} for attribute in sorted(subset)] if both_ways else [])

    def _with_locally_predictive(self, subset: frozenset[int]) -> frozenset[int]:
        """Add attributes that say more about the class than about any attribute that is already there."""
        target = self.columns.attributes
        others = [attribute for attribute in range(target) if attribute not in subset]
        for attribute in sorted(others, key=lambda other: -self._correlation(other, target)):
            own = self._correlation(attribute, target)
            if all(self._correlation(attribute, member) <= own for member in subset):
                subset |= {attribute}
        return subset


def _insert(waiting: list[tuple[float, frozenset[int]]], merit: float, subset: frozenset[int]) -> None:
    """Insert a subset by its merit, behind equal ones; only the best five wait."""
    place = sum(other >= merit for other, _ in waiting)
    waiting.insert(place, (merit, subset))
    del waiting[_STALE:]


def _is_better(merit: float, subset: frozenset[int], best_merit: float, best: frozenset[int]) -> bool:
    return len(subset) < len(best) if merit == best_merit else merit > best_merit
