"""The record of a played hand, whatever notation it was read from, and its replay."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railbird.games.deal import Deal
from railbird.games.hand_seats import rotating_seats
from railbird.games.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.cards import Card
    from railbird.games.action import Action
    from railbird.games.definition import GameDefinition
    from railbird.games.payoffs import Chips
    from railbird.games.view import View


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: who sat where, what was dealt, what was done, and how it ended. Sequences are by position."""

    game: GameDefinition
    number: int
    players: tuple[str, ...]
    hole_cards: tuple[tuple[Card, ...], ...]
    """Empty for hands that are not known."""
    board: tuple[Card, ...]
    """The board cards that were dealt or are known."""
    actions: tuple[Action, ...]
    payoffs: tuple[Chips, ...]
    """As recorded: what the source says, not what the replay gives."""
    line: int = field(default=0, compare=False)
    """Where the hand stands in the file it was read from."""

    def start(self) -> State:
        """The hand before the first action."""
        seats = rotating_seats(self.number, self.game.players)
        return State.start_unchecked(self.game, Deal(self.hole_cards, self.board), seats)

    def states(self) -> Iterator[State]:
        """Every state from the first to the last."""
        state = self.start()
        yield state
        for action in self.actions:
            state = state.apply(action)
            yield state

    def final_state(self) -> State:
        """The hand after the last action."""
        return self.start().play(self.actions)

    def decisions(self) -> Iterator[tuple[View, Action]]:
        """Every decision, as the player who made it saw the hand, and what the player did."""
        for state, action in zip(self.states(), self.actions, strict=False):
            yield state.view(state.acting), action
