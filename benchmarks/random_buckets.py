"""Nested buckets of cards that are drawn at random: as many classes as real buckets have, and the same use of memory.

With these, a benchmark measures a solver alone: the draw of a deal takes next to no time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numba
import numpy as np

from railbird._kernels import random_below
from railbird.abstraction._kernels import order_of
from railbird.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.abstraction import BoardSource, CardEnumeration, CardIdentity
    from railbird.cards import Card
    from railbird.games import GameDefinition


class RandomBuckets:
    """The card abstraction of a game with `count` buckets within every bucket of the round before."""

    has_perfect_recall = True
    enumeration: CardEnumeration | None = None

    def __init__(self, game: GameDefinition, count: int) -> None:
        self.game = game
        self._count = count

    @property
    def identity(self) -> CardIdentity:
        """`{"kind": "random", "count": ...}`."""
        return {"kind": "random", "count": self._count}

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of classes in each round."""
        return tuple(self._count ** (street + 1) for street in range(self.game.rounds))

    def class_of(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:
        """Refused: there are no cards behind these classes."""
        raise CardError(f"{hole_cards} on {board}: random buckets have no cards")

    def deals(self) -> RandomDeals:
        """A source of random deals."""
        return RandomDeals(self._count)

    def boards(self) -> BoardSource:
        """Refused, for the same reason."""
        raise CardError("random buckets have no cards, and so no boards")


class RandomDeals:
    """Deals in which all classes are equally likely, and independent of the other players' classes."""

    def __init__(self, count: int) -> None:
        self._count = count

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        """Fill a batch."""
        _deal(np.uint64(self._count), state, classes, order)


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def _deal(count: np.uint64, state: NDArray[np.uint64], classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
    """Later rounds weigh more in the strength, so that hands change places, but good ones mostly stay good."""
    deals, players, streets = classes.shape
    strengths = np.empty(players, dtype=np.int64)
    for deal in range(deals):
        for player in range(players):
            number = strength = np.int64(0)
            for street in range(streets):
                bucket = np.int64(random_below(state, count))
                number = number * np.int64(count) + bucket
                strength += (street + 1) * bucket
                classes[deal, player, street] = number
            strengths[player] = strength
        order[deal] = order_of(strengths, players)
