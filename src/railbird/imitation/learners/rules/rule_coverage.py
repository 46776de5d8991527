"""Rules for one class, the rows that they cover, and the length of their description."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.imitation.learners.rules.description_length import exception_bits, theory_bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.imitation.learners.rules.conditions import Rule


class RuleCoverage:
    """A set of rules that is built rule by rule. All rules are for one class, so their order does not matter here."""

    def __init__(
        self,
        cells: NDArray[np.int32],
        rows: NDArray[np.int32],
        is_positive: NDArray[np.uint8],
        *,
        possible_conditions: float,
    ) -> None:
        self.rules: list[Rule] = []
        self.rows = rows
        self._cells = cells
        self._is_positive = is_positive[rows] == 1
        self._share = float(self._is_positive.mean())
        self._possible = possible_conditions
        self._masks: list[NDArray[np.bool_]] = []
        self._counts = np.zeros(len(rows), np.int32)

    def mask_of(self, rule: Rule) -> NDArray[np.bool_]:
        """Which of the rows a rule covers."""
        mask = np.ones(len(self.rows), bool)
        for condition in rule:
            mask &= condition.covers(self._cells[condition.attribute, self.rows])
        return mask

    def uncovered(self) -> NDArray[np.int32]:
        """The rows that no rule covers."""
        return np.asarray(self.rows[self._counts == 0])

    def rows_without(self, places: range) -> NDArray[np.int32]:
        """The rows that none of these rules covers."""
        mask = np.ones(len(self.rows), bool)
        for place in places:
            mask &= ~self._masks[place]
        return np.asarray(self.rows[mask])

    def bits(self) -> float:
        """The length of the description of the rules and of all exceptions to them."""
        return self._bits(self._counts > 0, [len(rule) for rule in self.rules])

    def bits_with(self, rule: Rule) -> float:
        """The same with one more rule."""
        return self._bits((self._counts > 0) | self.mask_of(rule), [*(len(own) for own in self.rules), len(rule)])

    def bits_with_replaced(self, place: int, rule: Rule | None) -> float:
        """The same with another rule at a place, or with none."""
        sizes = [len(own) for number, own in enumerate(self.rules) if number != place]
        others = self._counts > self._masks[place]
        if rule is None:
            return self._bits(others, sizes)
        return self._bits(others | self.mask_of(rule), [*sizes, len(rule)])

    def _bits(self, is_covered: NDArray[np.bool_], sizes: list[int]) -> float:
        covered = int(is_covered.sum())
        right = int((is_covered & self._is_positive).sum())
        exceptions = exception_bits(
            self._share,
            covered=covered,
            uncovered=len(self.rows) - covered,
            wrong=covered - right,
            missed=int(self._is_positive.sum()) - right,
        )
        return exceptions + sum(theory_bits(size, self._possible) for size in sizes)

    def add(self, rule: Rule) -> None:
        """Add a rule at the end."""
        self.rules.append(rule)
        self._masks.append(self.mask_of(rule))
        self._counts += self._masks[-1]

    def replace(self, place: int, rule: Rule) -> None:
        """Put another rule at a place."""
        self._counts -= self._masks[place]
        self.rules[place], self._masks[place] = rule, self.mask_of(rule)
        self._counts += self._masks[place]

    def remove(self, place: int) -> None:
        """Remove the rule at a place."""
        self._counts -= self._masks.pop(place)
        self.rules.pop(place)
