"""Where the deals of a sampled walk come from: in batches, each deal as classes and an order of strengths.

A source is all that a walk needs to know of the cards: games whose cards are told apart by other means have another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from railbird.solvers.sampled import _kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.abstraction.card_classes import CardClasses


class DealSource(Protocol):
    """Deals at random."""

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        """Fill a batch: by deal, player and round the class, and by deal the order of strengths.

        Drawn from the state one deal after the other, so that the size of a batch makes no difference.
        """


class CardDeals:
    """Boards and hands of a game whose cards are enumerated."""

    def __init__(self, cards: CardClasses) -> None:
        last = len(cards.boards) - 1
        self._reached = np.cumsum(cards.board_shares[-1])
        self._last_classes = cards.classes[-1]
        self._ancestors = np.stack([cards.ancestors(street=last, earlier=street) for street in range(last + 1)])
        self._masks = cards.masks
        self._strengths = cards.strengths

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        _kernels.deal_cards(
            self._reached,
            self._last_classes,
            self._ancestors,
            self._masks,
            self._strengths,
            state,
            classes,
            order,
        )


class OneDeal:
    """A game without cards: what chance decides in it stands in its tree."""

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:  # noqa: ARG002
        classes[:] = 0
        order[:] = 0


def deals_of(game: AbstractGame) -> DealSource:
    """The source for a game."""
    return OneDeal() if game.cards is None else CardDeals(game.cards)
