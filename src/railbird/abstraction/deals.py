"""Random deals for sampled walks, in batches: each deal as the players' classes and an order of strengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction import _kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.card_enumeration import CardEnumeration


class EnumeratedDeals:
    """Deals the boards and hands of a game whose cards are enumerated."""

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


class NoCards:
    """The single deal of a game without cards: what chance decides in it stands in its tree."""

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:  # noqa: ARG002
        classes[:] = 0
        order[:] = 0
