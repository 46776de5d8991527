"""Random boards with all hands that can be held on them, for solvers that sample only the public cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.abstraction import _kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.card_enumeration import CardEnumeration


class BoardBatch(NamedTuple):
    """Boards of the last round. On each, all hands without a card of the board, weakest first."""

    cards: NDArray[np.uint8]
    """By board and hand: its hole cards."""
    classes: NDArray[np.int32]
    """By board, round and hand: its class."""
    level: NDArray[np.int32]
    """By board and hand: a number that is higher for stronger hands, and equal for hands that tie."""

    @classmethod
    def empty(cls, boards: int, *, hands: int, hole_cards: int, rounds: int) -> BoardBatch:
        """A batch to be filled."""
        return cls(
            cards=np.zeros((boards, hands, hole_cards), dtype=np.uint8),
            classes=np.zeros((boards, rounds, hands), dtype=np.int32),
            level=np.zeros((boards, hands), dtype=np.int32),
        )

    def first(self, boards: int) -> BoardBatch:
        """The first boards of the batch."""
        return BoardBatch(self.cards[:boards], self.classes[:boards], self.level[:boards])


class EnumeratedBoards:
    """Boards from the card enumeration of a game."""

    def __init__(self, cards: CardEnumeration) -> None:
        last = len(cards.boards) - 1
        order, self._level = cards.hands_by_strength(last)
        self._order = order.astype(np.int32)
        self._cumulative_probabilities = np.cumsum(cards.board_probabilities[last])
        self._cards = cards.hands
        self._last_classes = cards.classes[last]
        self._ancestors = np.stack([cards.ancestors(street=last, earlier=street) for street in range(last + 1)])

    @property
    def hands(self) -> int:
        """Number of hands on a board of the last round."""
        return int(self._order.shape[1])

    def draw(self, state: NDArray[np.uint64], boards: BoardBatch) -> None:
        """Fill a batch with boards of the last round."""
        _kernels.draw_boards(
            self._cumulative_probabilities,
            self._order,
            self._level,
            self._cards,
            self._last_classes,
            self._ancestors,
            state,
            boards.cards,
            boards.classes,
            boards.level,
        )
