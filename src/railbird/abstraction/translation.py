"""Translation of real bets to the sizes of a bet menu: nearest, and the pseudo-harmonic mapping."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.errors import GameError
from railbird.rng import uniform
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

NEAREST = "nearest"
PSEUDO_HARMONIC = "pseudo-harmonic"
DETERMINISTIC_PSEUDO_HARMONIC = "deterministic-pseudo-harmonic"
TRANSLATION_METHODS = (PSEUDO_HARMONIC, DETERMINISTIC_PSEUDO_HARMONIC, NEAREST)


def pseudo_harmonic(bet: float, *, smaller: float, larger: float) -> float:
    """Probability with which a bet is mapped to the smaller of the two sizes around it, all in pots.

    (Ganzfried and Sandholm 2013, Action translation in extensive-form games with large action spaces.)
    """
    return (larger - bet) * (1 + smaller) / ((larger - smaller) * (1 + bet))


@dataclass(frozen=True)
class Translation:
    """A method of mapping real bets to sizes of a menu.

    `nearest` takes the size with the smaller difference in chips, the smaller size if both differ by the same.
    `pseudo-harmonic` draws between the two sizes around the bet, `deterministic-pseudo-harmonic` takes the more
    probable of the two. Bets below all sizes are mapped to the smallest, bets above all sizes to the largest.
    """

    method: str = PSEUDO_HARMONIC
    seed: int = 0
    """Seed of the draws. A draw depends only on it and on its key, so that asking twice gives the same answer."""

    def __post_init__(self) -> None:
        if self.method not in TRANSLATION_METHODS:
            raise GameError(f"translation {self.method!r} is not known: {nearest(self.method, TRANSLATION_METHODS)}")

    def size_for(self, bet: float, sizes: Sequence[float], *key: int) -> int:
        """The index of the size that a bet is mapped to; sizes ascend, and `key` identifies the draw."""
        above = next((index for index, size in enumerate(sizes) if size >= bet), len(sizes))
        if above == len(sizes):
            return above - 1
        if above == 0 or sizes[above] == bet:
            return above
        return above - self._takes_smaller(bet, sizes[above - 1], sizes[above], key)

    def _takes_smaller(self, bet: float, smaller: float, larger: float, key: tuple[int, ...]) -> bool:
        if self.method == NEAREST:
            return bet - smaller <= larger - bet
        probability = pseudo_harmonic(bet, smaller=smaller, larger=larger)
        if self.method == DETERMINISTIC_PSEUDO_HARMONIC:
            return probability >= 0.5
        return uniform(self.seed, *key) < probability
