"""The strength of hands at showdown, for hands of up to seven cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.games import _kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.games.definition import GameDefinition


def strengths_of(game: GameDefinition, hands: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The strength of each hand, one per row, on a board; meaningless if a hand and the board share a card."""
    strengths = np.empty(len(hands), dtype=np.int64)
    _kernels.write_strengths_on(
        np.ascontiguousarray(hands), np.ascontiguousarray(board), game.three_card_hands, strengths
    )
    return strengths


def suits_matter(game: GameDefinition) -> bool:
    """Whether the game has flushes; without them, hands are compared by rank alone."""
    return game.three_card_hands or game.hole_cards + sum(game.board_cards) >= 5
