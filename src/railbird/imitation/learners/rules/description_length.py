"""How many bits it takes to describe rules, and the exceptions to them (Cohen 1995; Quinlan 1995)."""

from __future__ import annotations

from math import log2

_REDUNDANCY = 0.5
"""Conditions of a rule can be written in any order."""


def theory_bits(conditions: int, possible: float) -> float:
    """Bits of a rule with this number of the possible conditions."""
    if conditions == 0:
        return 0.0
    bits = log2(conditions)
    if conditions > 1:
        bits += 2 * log2(bits)
    return _REDUNDANCY * (bits + subset_bits(possible, conditions, conditions / possible))


def subset_bits(total: float, chosen: float, expected: float) -> float:
    """Bits of a subset, if each element is expected with this probability."""
    bits = -chosen * log2(expected) if expected > 0 else 0.0
    return bits - (total - chosen) * log2(1 - expected) if expected < 1 else bits


def exception_bits(share: float, *, covered: int, uncovered: int, wrong: int, missed: int) -> float:
    """Bits that name the errors: rows that are wrongly covered, and positives that are missed.

    `share` is the expected share of the former among all errors.
    """
    bits = log2(covered + uncovered + 1)
    if covered > uncovered:
        bits += subset_bits(covered, wrong, _probability(share * (wrong + missed), covered))
        return bits + (subset_bits(uncovered, missed, missed / uncovered) if uncovered else 0.0)
    bits += subset_bits(covered, wrong, wrong / covered) if covered else 0.0
    return bits + subset_bits(uncovered, missed, _probability((1 - share) * (wrong + missed), uncovered))


def _probability(expected: float, total: int) -> float:
    return min(expected / total, 1.0)
