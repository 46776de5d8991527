"""Converts numbers and estimates to JSON values."""

from __future__ import annotations

from json import JSONEncoder
from math import isfinite
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from railbird.statistics.estimates import Estimate
    from railbird.statistics.multiple_comparisons import CorrectedEstimate

JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"

_ENCODER = JSONEncoder(ensure_ascii=False, allow_nan=False)


def finite(value: float) -> float | None:
    """Replace infinity and NaN, which JSON does not have, with None."""
    return value if isfinite(value) else None


def json_text(value: JsonValue) -> str:
    """The value in a JSON file; infinity and NaN are refused."""
    return _ENCODER.encode(value)


def estimate_as_json(estimate: Estimate) -> dict[str, JsonValue]:
    """The mean, the 95 % interval, the standard error, the number of samples, and how far the interval holds."""
    return {
        "mean": estimate.mean,
        "interval": [finite(bound) for bound in estimate.interval],
        "standard_error": finite(estimate.standard_error),
        "samples": estimate.samples,
        "method": estimate.method,
        "caveat": estimate.caveat or None,
    }


def corrected_as_json(corrected: CorrectedEstimate) -> dict[str, JsonValue]:
    """The estimate, and whether it differs from 0 after the correction for the number of comparisons."""
    return {
        **estimate_as_json(corrected.estimate),
        "p_value": corrected.p_value,
        "is_significant": corrected.is_significant,
    }
