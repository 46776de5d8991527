"""The answer to a question about equity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

Method = Literal["exact", "sampled"]
_INTERVAL = 1.959963984540054  # standard errors to each side for 95 %


@dataclass(frozen=True)
class PlayerEquity:
    """One player's mean share of the pot, and where it comes from."""

    hand: str
    equity: float
    win: float
    """The probability to win alone."""
    ties: tuple[float, ...]
    """The probabilities to share the pot with one other player, with two others, and so on."""
    standard_error: float = 0.0
    """Of the equity; 0 if it is exact."""

    @property
    def tie(self) -> float:
        """The probability to share the pot with anybody."""
        return sum(self.ties)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the equity."""
        margin = _INTERVAL * self.standard_error
        return max(0.0, self.equity - margin), min(1.0, self.equity + margin)


@dataclass(frozen=True)
class EquityResult:
    """The equities of the named players, in the order in which they were given."""

    players: tuple[PlayerEquity, ...]
    method: Method
    samples: int | None = None
    """How many deals were sampled, if the result is not exact."""
    seed: int | None = None
    """What repeats the sample."""


def player_equity(hand: str, shares: Sequence[float], *, standard_error: float = 0.0) -> PlayerEquity:
    """From the probabilities to win alone, to be one of two winners, one of three, and so on."""
    equity = sum(share / winners for winners, share in enumerate(shares, start=1))
    return PlayerEquity(hand, equity, shares[0], tuple(shares[1:]), standard_error)
