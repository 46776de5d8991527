"""Whether a figure of ours agrees with the source's: the rule, as a pure function.

Write d for the distance between the two values, h for the half-width of our 95 % interval, g for that of theirs (0 if
they give none), both on the side that faces the other value, and t for the tolerance: the distance that the author of
the experiment calls the same result. Then

- the figures differ if d > sqrt(h² + g²) + t: the 95 % interval of their difference lies outside ±t;
- otherwise they agree if h <= max(g, t): our interval is at most as wide as what theirs leaves open;
- otherwise they cannot be told apart: our interval is too wide for the missing difference to mean anything.

A source's figure without an interval needs a tolerance, or an infinitely long run would always differ from it.
"""

from __future__ import annotations

from enum import StrEnum
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.experiments.experiment import SourceFigure
    from railbird.experiments.measurement import Measurement


class Verdict(StrEnum):
    """What the comparison of two figures says."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNDECIDED = "cannot be told apart"


def judge(ours: Measurement, theirs: SourceFigure) -> Verdict:
    """Compare a figure of ours with the source's."""
    distance = abs(ours.value - theirs.value)
    our_margin = ours.margin_towards(theirs.value)
    their_margin = theirs.measurement.margin_towards(ours.value)
    if distance > hypot(our_margin, their_margin) + theirs.tolerance:
        return Verdict.DIFFERS
    return Verdict.AGREES if our_margin <= max(their_margin, theirs.tolerance) else Verdict.UNDECIDED
