"""A bot that mostly calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.bot import Bot
from railbird.bots.frequencies import Frequencies
from railbird.bots.legal import nearest_legal
from railbird.rng import uniform

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action, View

_FREQUENCIES = Frequencies(fold=0.05, call=0.75, raise_=0.20)


class CheckNorris(Bot):
    """Calls 75 % of the time, raises 20 % and folds 5 %, whatever it holds (Thiel 2013, 6.7).

    A raise is the smallest that is legal, a call where none is; it checks instead of folding where it owes nothing.
    What it draws depends on its seed, the number of the hand and the actions before.
    """

    def __init__(self, *, seed: int = 0) -> None:
        self._seed = seed

    def act(self, view: View) -> Action:
        return nearest_legal(_FREQUENCIES.drawn(uniform(self._seed, view.hand, len(view.actions))), view)

    def probabilities(self, view: View) -> Mapping[Action, float] | None:
        return _FREQUENCIES.probabilities(view)
