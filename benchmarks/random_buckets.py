"""Nested buckets of cards that are drawn at random: as many classes as real buckets have, and the same use of memory.

With these, a benchmark measures a solver alone: the draw of a deal takes next to no time.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numba
import numpy as np

from railbird._kernels import random_below, random_word
from railbird.abstraction._kernels import order_of
from railbird.cards import deck
from railbird.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.abstraction import CardEnumeration, CardIdentity
    from railbird.abstraction.board_draws import BoardBatch
    from railbird.cards import Card
    from railbird.games import GameDefinition


_TIES = 4
"""Hands of equal strength."""


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

    def boards(self) -> RandomBoards:
        """A source of random boards."""
        return RandomBoards(self.game, self._count)


class RandomDeals:
    """Deals in which all classes are equally likely, and independent of the other players' classes."""

    def __init__(self, count: int) -> None:
        self._count = count

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        """Fill a batch."""
        _deal(np.uint64(self._count), state, classes, order)


class RandomBoards:
    """Boards on which the classes of all hands are drawn at random; all have the same cards."""

    def __init__(self, game: GameDefinition, count: int) -> None:
        free = deck(ranks=game.ranks, suits=game.suits)[sum(game.board_cards) :]
        self._cards = np.array(list(combinations(free, game.hole_cards)), dtype=np.uint8)
        self._count = count

    @property
    def hands(self) -> int:
        """Number of hands on a board of the last round."""
        return len(self._cards)

    def draw(self, state: NDArray[np.uint64], boards: BoardBatch) -> None:
        """Fill a batch."""
        _, rounds, hands = boards.classes.shape
        powers = self._count ** np.arange(rounds)[::-1]
        for number in range(len(boards.level)):
            generator = np.random.default_rng(int(_random_word(state)))
            # With steps of this size a board has about as many classes as with real cards.
            steps = generator.normal(scale=0.06, size=(hands, rounds))
            values = generator.random((hands, 1)) + steps.cumsum(axis=1)
            order = np.argsort(values[:, -1])
            buckets = np.clip(values[order] * self._count, 0, self._count - 1).astype(np.int64)
            boards.cards[number] = self._cards[order]
            boards.level[number] = np.arange(hands) // _TIES
            boards.classes[number] = ((buckets * powers).cumsum(axis=1) // powers).T


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def _random_word(state: NDArray[np.uint64]) -> np.uint64:
    return random_word(state)


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
