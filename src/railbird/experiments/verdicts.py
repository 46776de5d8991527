"""Judges whether our value of a figure agrees with the source's, as a pure function.

Let d be the distance between the two values, h the half-width of our 95 % interval, g the half-width of theirs, both on
the side that faces the other value, and t the tolerance: the distance within which the author of the experiment
considers results the same. If the source gives no interval, g is the margin that the author estimates for it, for
example from our results over as many hands, or 0. Then

- the figures differ if d > sqrt(h² + g²) + t: the 95 % interval of their difference lies outside ±t;
- otherwise they agree if h <= max(g, t): our interval is at most as wide as what theirs leaves open;
- otherwise they cannot be told apart: our interval is too wide for the missing difference to mean anything.

A source's figure without an interval needs a margin or a tolerance, or an infinitely long run would always differ from
it. What luck leaves open is a margin: unlike a tolerance it is not added to our own.
"""

from __future__ import annotations

from enum import StrEnum
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.experiments.experiment import SourceFigure
    from railbird.experiments.measurement import Measurement


class Verdict(StrEnum):
    """The outcome of the comparison of two figures."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNDECIDED = "cannot be told apart"


def judge(ours: Measurement, theirs: SourceFigure) -> Verdict:
    """Compare our value of a figure with the source's."""
    distance = abs(ours.value - theirs.value)
    our_margin = ours.margin_towards(theirs.value)
    their_margin = theirs.measurement.margin_towards(ours.value)
    if distance > hypot(our_margin, their_margin) + theirs.tolerance:
        return Verdict.DIFFERS
    return Verdict.AGREES if our_margin <= max(their_margin, theirs.tolerance) else Verdict.UNDECIDED
