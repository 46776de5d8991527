"""How precise a sampled equity has to be."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from railbird.errors import EquityError

_LARGEST_VARIANCE = 0.25
"""Of a share of the pot, which lies between 0 and 1."""


@dataclass(frozen=True)
class Precision:
    """Stop after so many deals, or earlier if every player's standard error is small enough."""

    deals: int
    standard_error: float = 0.0

    @classmethod
    def of(cls, *, samples: int | None = None, standard_error: float | None = None) -> Precision:
        """Either of the two, or both. A standard error needs at most a known number of deals."""
        if samples is not None and samples < 1:
            raise EquityError(f"{samples} samples: take at least 1")
        if standard_error is None:
            return cls(1 if samples is None else samples)
        if not 0 < standard_error < 1:
            raise EquityError(f"a standard error of {standard_error}: it lies between 0 and 1")
        enough = ceil(_LARGEST_VARIANCE / standard_error**2)
        return cls(enough if samples is None else min(samples, enough), standard_error)
