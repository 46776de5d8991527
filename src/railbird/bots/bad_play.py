"""Deliberately bad play: put chips in on every street, then give the hand up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.frequencies import Frequencies
from railbird.bots.legal import nearest_legal
from railbird.rng import uniform

if TYPE_CHECKING:
    from railbird.games import Action, View

FREQUENCIES = (
    Frequencies(fold=0.4, call=0.6),
    Frequencies(fold=0.6, call=0.4),
    Frequencies(fold=0.8, call=0.2),
    Frequencies(fold=1.0),
)
"""Frequencies of each street (Thiel 2013, 3.2.6)."""


def bad_probabilities(view: View) -> dict[Action, float]:
    """Probability of each legal action."""
    return FREQUENCIES[view.street].probabilities(view)


def bad_action(view: View, *, seed: int) -> Action:
    """An action drawn with the street's frequencies; a check instead of a fold if there is nothing to call."""
    drawn = FREQUENCIES[view.street].drawn(uniform(seed, view.hand, len(view.actions)))
    return nearest_legal(drawn, view)
