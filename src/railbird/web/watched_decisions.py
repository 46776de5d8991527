"""What was played at a table of bots, so that its last decisions can be asked about while the match goes on."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from railbird.errors import ConflictError
from railbird.games import HandRecord
from railbird.play import MatchObserver

if TYPE_CHECKING:
    from railbird.games import Action, Chips, State
    from railbird.play import MatchPlan


class WatchedDecision(NamedTuple):
    """A decision of a bot at a table: its hand, the number of actions before it, and the hands before."""

    earlier: list[HandRecord]
    record: HandRecord
    step: int
    seed: int
    """Seed of the bot."""


class DecisionRecorder(MatchObserver):
    """Keeps the hands of a match between bots. The match tells it; others ask it, from other threads."""

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._lock = Lock()
        self._records: list[HandRecord] = []
        self._state: State | None = None

    def hand_starts(self, state: State) -> None:
        with self._lock:
            self._state = state

    def action_played(self, seat: int, action: Action, *, before: State, after: State) -> None:  # noqa: ARG002
        with self._lock:
            self._state = after

    def hand_over(self, state: State, payoffs: tuple[Chips, ...], seats: tuple[int, ...]) -> None:  # noqa: ARG002
        with self._lock:
            self._records.append(self._record(state))
            self._state = None

    def last_decision(self, seat: int) -> WatchedDecision:
        """The last decision of a seat, in this hand or the latest one in which it acted."""
        with self._lock:
            records = [*self._records, *([] if self._state is None else [self._record(self._state)])]
        for place in reversed(range(len(records))):
            record = records[place]
            steps = [step for step, (view, _) in enumerate(record.decisions()) if view.seat == seat]
            if steps:
                return WatchedDecision(records[:place], record, steps[-1], self._plan.bot_seeds()[seat])
        raise ConflictError("this bot has not decided anything yet")

    def _record(self, state: State) -> HandRecord:
        """A hand so far, without payoffs: who asks about a decision needs none."""
        names = tuple(self._plan.names[state.seat_of(position)] for position in range(state.game.players))
        deal = state.deal
        return HandRecord(state.game, state.hand, names, deal.hole_cards, deal.board, state.actions, payoffs=())
