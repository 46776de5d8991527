"""Numbers and estimates as JSON has them."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from railbird.statistics.estimates import Estimate

JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"


def finite(value: float) -> float | None:
    """The value, or None if it is infinite or not a number: JSON has neither."""
    return value if isfinite(value) else None


def estimate_as_json(known: Estimate) -> dict[str, JsonValue]:
    """The mean, the 95 % interval, the standard error and the number of samples."""
    return {
        "mean": known.mean,
        "interval": [finite(bound) for bound in known.interval],
        "standard_error": finite(known.standard_error),
        "samples": known.samples,
    }
