"""Replaying whole hands in one compiled call: what `HandRecord.final_state().payoffs()` gives, many times as fast."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import ActionError
from railbird.games import _kernels
from railbird.games.deal import cards_in_a_row
from railbird.games.layout import array_of
from railbird.games.state import chips_of

if TYPE_CHECKING:
    from railbird.games.definition import GameDefinition
    from railbird.games.hand_record import HandRecord
    from railbird.games.state import Chips


class Replayer:
    """Replays the hands of one game."""

    def __init__(self, game: GameDefinition) -> None:
        self._array = array_of(game)
        self._payoffs = np.empty(game.players, dtype=np.int64)

    def payoffs(self, record: HandRecord) -> tuple[Chips, ...]:
        """What the players won or lost by the rules; an ActionError if the hand breaks them or is not over."""
        actions = np.array(record.actions, dtype=np.int64).reshape(-1, 2)
        cards = np.array(cards_in_a_row(record.hole_cards, record.board), dtype=np.uint8)
        legal = _kernels.replay_payoffs(self._array, actions, cards, self._payoffs)
        if legal != len(actions):
            record.final_state().payoffs()  # raises, and says what is wrong where
            raise ActionError(f"hand {record.number} stops before it is over")
        return tuple([chips_of(part) for part in self._payoffs.tolist()])
