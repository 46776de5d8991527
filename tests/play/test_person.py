"""A table with a person: the match stands until the person's action comes from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots import make_bot
from railbird.games import CALL, FOLD, game_named, raise_to
from railbird.play import BotSeat, Match, MatchObserver, MatchPlan

if TYPE_CHECKING:
    from railbird.games import Action, Chips, State, View
    from railbird.play import Attention


class PersonSeat:
    attention: Attention = "actions"
    view: View
    clicked: Action | None = None

    def show(self, view: View) -> None:
        self.view = view

    def follow(self, view: View) -> None:
        self.view = view

    def answer(self, view: View) -> Action | None:
        self.view = view
        action, self.clicked = self.clicked, None
        return action


class Screen(MatchObserver):
    def __init__(self) -> None:
        self.events: list[object] = []

    def hand_starts(self, state: State) -> None:
        self.events.append(("hand", state.hand))

    def action_played(self, seat: int, action: Action, *, before: State, after: State) -> None:
        self.events.append((seat, before.acting, action, after.pot))

    def hand_over(self, state: State, payoffs: tuple[Chips, ...], seats: tuple[int, ...]) -> None:
        self.events.append((state.hand, dict(zip(seats, payoffs, strict=True))))

    def match_over(self, totals: tuple[Chips, ...]) -> None:
        self.events.append(totals)


def test_a_match_waits_for_a_person() -> None:
    game = game_named("kuhn.limit.2p")
    person, screen = PersonSeat(), Screen()
    plan = MatchPlan("table", game, "kuhn.limit.2p", hands=2, seed=1, names=("You", "Bot"))
    match = Match(plan, [person, BotSeat(make_bot("call"))], observers=[screen])
    match.play()
    assert (match.acting_seat, person.view.hand, screen.events) == (0, 0, [("hand", 0)])
    match.play()  # nobody has clicked
    assert len(screen.events) == 1
    person.clicked = raise_to(2)
    match.play()  # the hand ends, and in the next one the bot has acted
    assert screen.events[1:5] == [(0, 0, raise_to(2), 3), (1, 1, CALL, 4), (0, {0: -2, 1: 2}), ("hand", 1)]
    assert (person.view.hand, person.view.position, person.view.last_action) == (1, 1, CALL)
    person.clicked = FOLD  # where a check is free
    match.play()
    assert match.is_over
    assert match.corrections == [1, 0]
    assert screen.events[-1] == tuple(match.totals)
