"""The strength of hands at a game's showdown, for hands of any number of cards up to seven."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.games import _kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.games.definition import GameDefinition


def strengths_of(game: GameDefinition, hands: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The strength of each hand (a row) on a board; of no meaning where they have a card in common."""
    strengths = np.empty(len(hands), dtype=np.int64)
    _kernels.write_strengths_on(
        np.ascontiguousarray(hands), np.ascontiguousarray(board), game.three_card_hands, strengths
    )
    return strengths


def suits_matter(game: GameDefinition) -> bool:
    """Whether there are flushes: other hands of fewer than five cards are compared by their ranks alone."""
    return game.three_card_hands or game.hole_cards + sum(game.board_cards) >= 5
