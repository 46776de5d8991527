"""A match as one player sees it, as hands in columns: what was played so far, and the decision at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.formats.action_codes import encode_actions
from railbird.formats.columns import HIDDEN, HandColumns
from railbird.games import HandRecord
from railbird.imitation.decisions import DecisionReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Chips, GameDefinition, View
    from railbird.imitation.decisions import Decisions


def player_names(game: GameDefinition, seat: int, hero: str) -> tuple[str, ...]:
    """Names of the players by seat: the hero's, and numbers of seats."""
    return tuple(hero if other == seat else f"seat {other}" for other in range(game.players))


def watched_record(view: View, payoffs: Sequence[Chips], names: Sequence[str]) -> HandRecord:
    """The record of a hand that is over, with the cards that one player saw."""
    players = tuple(names[view.seat_of(position)] for position in range(view.game.players))
    return HandRecord(view.game, view.hand, players, view.hands, view.board, view.actions, tuple(payoffs))


class WatchedMatch:
    """Keeps the history of the players of a match, and describes the decisions of one of them."""

    def __init__(self, game: GameDefinition, seat: int, hero: str = "hero") -> None:
        self.names = player_names(game, seat, hero)
        self._reader = DecisionReader(hero)

    def hand_over(self, view: View, payoffs: Sequence[Chips]) -> None:
        """Add a hand to the history."""
        for columns in HandColumns.of_records([watched_record(view, payoffs, self.names)]):
            self._reader.read(columns)

    def decision(self, view: View) -> Decisions:
        """The decision that the player is about to make."""
        game = view.game
        actions = np.array(encode_actions(view.actions), dtype=np.int64)
        hole_cards = np.full((1, game.players, game.hole_cards), HIDDEN, dtype=np.uint8)
        hole_cards[0, view.position] = view.hole_cards
        board = np.full((1, game.board_sizes[-1]), HIDDEN, dtype=np.uint8)
        board[0, : len(view.board)] = view.board
        columns = HandColumns(
            game,
            self.names,
            np.array([view.hand]),
            np.array([[view.seat_of(position) for position in range(game.players)]], dtype=np.int32),
            hole_cards,
            board,
            actions=actions,
            offsets=np.array([0, len(actions)]),
            payoffs=np.zeros((1, game.players), dtype=np.int64),
        )
        return self._reader.pending(columns)
