"""A table with a person: the match waits until the person has chosen an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from play.event_recorder import EventRecorder
from railbird.bots import make_bot
from railbird.games import CALL, FOLD, game_named, raise_to
from railbird.play import BotSeat, Match, MatchPlan, Seat

if TYPE_CHECKING:
    from railbird.games import Action, View


class PersonSeat(Seat):
    view: View
    clicked: Action | None = None

    def show(self, view: View) -> None:
        self.view = view

    def answer(self, view: View) -> Action | None:
        self.view = view
        action, self.clicked = self.clicked, None
        return action


def test_a_match_waits_for_a_person() -> None:
    person, events = PersonSeat(), EventRecorder()
    plan = MatchPlan("table", game_named("kuhn.limit.2p"), "kuhn.limit.2p", hands=2, seed=1, names=("You", "Bot"))
    match = Match(plan, [person, BotSeat(make_bot("call"))], observers=[events])
    match.play()
    match.play()  # nothing has been clicked
    assert (match.acting_seat, person.view.hand) == (0, 0)
    assert events.heard == [("match starts", "table"), ("hand starts", 0)]
    person.clicked = raise_to(2)
    match.play()  # the hand ends, and the bot acts first in the next hand
    raised_and_called = [("action", 0, raise_to(2)), ("action", 1, CALL), ("hand over", 0)]
    assert events.heard[2:] == [*raised_and_called, ("hand starts", 1), ("action", 1, CALL)]
    assert match.totals == [-2, 2]
    assert (person.view.hand, person.view.position, person.view.last_action) == (1, 1, CALL)
    person.clicked = FOLD  # although a check is free
    match.play()
    assert match.is_over
    assert match.corrections == [1, 0]
    assert events.heard[-1] == ("match over", tuple(match.totals))
