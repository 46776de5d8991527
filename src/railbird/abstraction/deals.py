"""Sources of random deals for sampling solvers, as the players' classes and an order of strengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction import _kernels
from railbird.abstraction.joint_deals import joint_deals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.card_enumeration import CardEnumeration


class EnumeratedDeals:
    """Deals from the card enumeration of a game."""

    def __init__(self, cards: CardEnumeration) -> None:
        last = len(cards.boards) - 1
        self._cumulative_probabilities = np.cumsum(cards.board_probabilities[-1])
        self._last_classes = cards.classes[-1]
        self._ancestors = np.stack([cards.ancestors(street=last, earlier=street) for street in range(last + 1)])
        self._masks = cards.masks
        self._strengths = cards.strengths

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        _kernels.deal_cards(
            self._cumulative_probabilities,
            self._last_classes,
            self._ancestors,
            self._masks,
            self._strengths,
            state,
            classes,
            order,
        )


class ListedDeals:
    """Deals of a small game, drawn from the list of all its deals.

    A draw takes constant time by the alias method (Walker, An efficient method for generating discrete random variables
    with general distributions, 1977): an entry at random, which is replaced by its alias in a part of the cases.
    """

    def __init__(self, cards: CardEnumeration, *, players: int) -> None:
        last = len(cards.boards) - 1
        deals = joint_deals(cards, players)
        ancestors = [cards.ancestors(street=last, earlier=street) for street in range(last + 1)]
        self._classes = np.stack([by_class[deals.classes] for by_class in ancestors], axis=2)
        self._order = deals.order.astype(np.int32)
        self._keep, self._alias = _alias_table(deals.probability)

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        _kernels.draw_deals(self._keep, self._alias, self._classes, self._order, state, classes, order)


def _alias_table(probabilities: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """By entry: the part of the cases in which it stays, and the entry that replaces it in the others."""
    keep = probabilities * len(probabilities)
    alias = np.arange(len(keep), dtype=np.int32)
    small = [entry for entry, share in enumerate(keep) if share < 1.0]
    large = [entry for entry, share in enumerate(keep) if share >= 1.0]
    while small and large:
        entry, other = small.pop(), large.pop()
        alias[entry] = other
        keep[other] -= 1.0 - keep[entry]
        (small if keep[other] < 1.0 else large).append(other)
    keep[small] = 1.0  # what rounding has left over
    return keep, alias


class NoCards:
    """The single deal of a game without cards; its chance nodes are in its tree."""

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:  # noqa: ARG002
        classes[:] = 0
        order[:] = 0
