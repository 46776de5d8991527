"""The record of a played hand, independent of its notation, and its replay."""

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
    """A played hand: players, cards, actions and payoffs. Sequences are by position."""

    game: GameDefinition
    number: int
    players: tuple[str, ...]
    hole_cards: tuple[tuple[Card, ...], ...]
    """Empty for unknown hands."""
    board: tuple[Card, ...]
    """The board cards that were dealt or are known."""
    actions: tuple[Action, ...]
    payoffs: tuple[Chips, ...]
    """The payoffs in the source, which may differ from those of the replay."""
    line: int = field(default=0, compare=False)
    """The line of the hand in its source file."""
    rake: Chips = 0
    """The chips that the house took from the pot. The payoffs are those after the rake."""

    @classmethod
    def of(cls, state: State, players: tuple[str, ...]) -> HandRecord:
        """The record of a hand that has just ended, with its exact payoffs and the board that is on the table."""
        return cls(
            state.game, state.hand, players, state.deal.hole_cards, state.board, state.actions, payoffs=state.payoffs()
        )

    def start(self) -> State:
        """The state before the first action."""
        seats = rotating_seats(self.number, self.game.players)
        return State.start_unchecked(self.game, Deal(self.hole_cards, self.board), seats)

    def states(self) -> Iterator[State]:
        """All states from first to last."""
        state = self.start()
        yield state
        for action in self.actions:
            state = state.apply(action)
            yield state

    def final_state(self) -> State:
        """The state after the last action."""
        return self.start().play(self.actions)

    def decisions(self) -> Iterator[tuple[View, Action]]:
        """All decisions: the view of the acting player, and the action."""
        for state, action in zip(self.states(), self.actions, strict=False):
            yield state.view(state.acting), action
