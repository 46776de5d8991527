"""Bad play: chips go in on every street, and the hand is given up."""

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
"""By street (Thiel 2013, 3.2.6)."""


def bad_action(view: View, *, seed: int) -> Action:
    """Drawn by the frequencies of the street; it checks where it owes nothing."""
    drawn = FREQUENCIES[view.street].drawn(uniform(seed, view.hand, len(view.actions)))
    return nearest_legal(drawn, view)
