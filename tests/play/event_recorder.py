"""An observer that records the events of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.play import Correction, MatchObserver, MatchPlan

if TYPE_CHECKING:
    from railbird.games import Action, Chips, State


class EventRecorder(MatchObserver):
    """Records every event."""

    def __init__(self) -> None:
        self.heard: list[tuple[object, ...]] = []
        self.actions: list[tuple[int, Action]] = []

    def match_starts(self, plan: MatchPlan) -> None:
        self.heard.append(("match starts", plan.name))

    def hand_starts(self, state: State) -> None:
        assert state.last_action is None
        self.heard.append(("hand starts", state.hand))

    def action_corrected(self, seat: int, state: State, correction: Correction) -> None:
        self.heard.append(("corrected", seat, state.hand, correction))

    def action_played(self, seat: int, action: Action, *, before: State, after: State) -> None:
        assert seat == before.seat_of(before.acting)
        assert (after.last_action, after.actions) == (action, (*before.actions, action))
        self.heard.append(("action", seat, action))
        self.actions.append((before.hand, action))

    def hand_over(self, state: State, payoffs: tuple[Chips, ...], seats: tuple[int, ...]) -> None:
        assert state.is_over
        assert payoffs == state.payoffs()
        assert seats == tuple(map(state.seat_of, range(state.game.players)))
        self.heard.append(("hand over", state.hand))

    def match_over(self, totals: tuple[Chips, ...]) -> None:
        self.heard.append(("match over", totals))
