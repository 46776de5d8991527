"""Opponents for tuning: players with styles, who are not among the bots that the tuned ones are tested against."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots import Bot, nearest_legal
from railbird.games import CALL, FOLD, raise_to
from railbird.rng import uniform

if TYPE_CHECKING:
    from railbird.games import Action, View


class StyleBot(Bot):
    """Raises and calls by its share of the pot: its equity times the number of players, or divided by its pot odds.

    With the probability `whim` it acts as if its hand were strong or weak, whatever it holds.
    """

    memoryless = True

    def __init__(self, *, raise_at: float, call_at: float, whim: float = 0.1, seed: int = 0) -> None:
        self._raise_at, self._call_at, self._whim, self._seed = raise_at, call_at, whim, seed

    def act(self, view: View) -> Action:
        drawn = uniform(self._seed, view.hand, len(view.actions))
        players = len(view.in_hand)
        share = view.equity() * players
        if drawn < self._whim:
            share = players * drawn / self._whim
        to_call = view.to_call(view.position)
        if share > self._raise_at:
            return nearest_legal(raise_to(0), view)
        worth = share / players * (view.pot + to_call)
        return CALL if to_call == 0 or worth > self._call_at * to_call else FOLD


class TightAggressive(StyleBot):
    """Plays few hands, and those hard."""

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(raise_at=1.25, call_at=1.6, seed=seed)


class LoosePassive(StyleBot):
    """Calls with almost anything."""

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(raise_at=2.1, call_at=0.7, seed=seed)


class LooseAggressive(StyleBot):
    """Raises with anything better than average."""

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(raise_at=0.8, call_at=0.6, whim=0.2, seed=seed)


class TightPassive(StyleBot):
    """Plays few hands, and raises only with the best."""

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(raise_at=1.8, call_at=1.5, seed=seed)
