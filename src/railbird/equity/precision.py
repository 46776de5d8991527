"""The required precision of a sampled equity."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from railbird.errors import EquityError

_LARGEST_VARIANCE = 0.25
"""The largest possible variance of a share of the pot, which is between 0 and 1."""


@dataclass(frozen=True)
class Precision:
    """A number of deals, or fewer once every player's standard error is small enough."""

    deals: int
    standard_error: float = 0.0

    @classmethod
    def of(cls, *, samples: int | None = None, standard_error: float | None = None) -> Precision:
        """The precision for a number of samples, a standard error, or both, whichever is reached first.

        The largest possible variance bounds the number of deals that a standard error needs.
        """
        if samples is not None and samples < 1:
            raise EquityError(f"{samples} samples: the number of samples must be at least 1")
        if standard_error is None:
            return cls(1 if samples is None else samples)
        if not 0 < standard_error < 1:
            raise EquityError(f"a standard error of {standard_error}: it must be between 0 and 1")
        most_deals = ceil(_LARGEST_VARIANCE / standard_error**2)
        return cls(most_deals if samples is None else min(samples, most_deals), standard_error)
