"""The result of an equity computation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

Method = Literal["exact", "sampled"]
_INTERVAL = 1.959963984540054  # standard errors to each side for 95 %


@dataclass(frozen=True)
class PlayerEquity:
    """A player's expected share of the pot, with the probabilities it is made of."""

    hand: str
    equity: float
    win: float
    """The probability of winning the pot alone."""
    ties: tuple[float, ...]
    """The probabilities of sharing the pot with one other player, with two others, and so on."""
    standard_error: float = 0.0
    """The standard error of the equity; 0 if it is exact."""

    @property
    def tie(self) -> float:
        """The probability of sharing the pot."""
        return sum(self.ties)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the equity."""
        margin = _INTERVAL * self.standard_error
        return max(0.0, self.equity - margin), min(1.0, self.equity + margin)


@dataclass(frozen=True)
class EquityResult:
    """The equities of the named players, in the given order."""

    players: tuple[PlayerEquity, ...]
    method: Method
    samples: int | None = None
    """The number of sampled deals; None if the result is exact."""
    seed: int | None = None
    """The seed that repeats the sample; None if the result is exact or from the shipped table."""


def player_equity(hand: str, shares: Sequence[float], *, standard_error: float = 0.0) -> PlayerEquity:
    """A player's equity from the probabilities of being the only winner, one of two winners, of three, and so on."""
    equity = sum(share / winners for winners, share in enumerate(shares, start=1))
    return PlayerEquity(hand, equity, shares[0], tuple(shares[1:]), standard_error)
