"""A match: its steps, what its seats are shown, what its observers hear, and how it is taken up again."""

from __future__ import annotations

import io
import logging
import random
from typing import TYPE_CHECKING

import pytest

from acpc.players import RecordingBot
from games.hands_at_random import nolimit, random_action
from play.event_recorder import EventRecorder
from railbird.bots import make_bot
from railbird.errors import ActionError
from railbird.games import CALL, FOLD, View, game_named, raise_to
from railbird.play import BotSeat, Correction, CorrectionWarnings, LogWriter, Match, MatchPlan

if TYPE_CHECKING:
    from railbird.games import Action, GameDefinition
    from railbird.play import Attention

LIMIT = game_named("holdem.limit.3p")
HANDS = 12


def plan_of(game: GameDefinition, *, hands: int = HANDS, fixed_seats: bool = False) -> MatchPlan:
    names = tuple(f"p{seat + 1}" for seat in range(game.players))
    return MatchPlan("match", game, "some.game", hands=hands, seed=4, names=names, fixed_seats=fixed_seats)


def random_seats(game: GameDefinition) -> list[BotSeat]:
    return [BotSeat(make_bot("random", seed=seat)) for seat in range(game.players)]


class ScriptedSeat:
    """Gives the answers of a script, whatever it is asked; keeps the views that it gets."""

    def __init__(self, *answers: Action | None, attention: Attention = "actions") -> None:
        self.attention = attention
        self.answers = iter(answers)
        self.shown: list[View] = []
        self.asked: list[View] = []

    def show(self, view: View) -> None:
        self.shown.append(view)

    def follow(self, view: View) -> None:
        self.shown.append(view)

    def answer(self, view: View) -> Action | None:
        self.asked.append(view)
        return next(self.answers)


def test_a_step_plays_one_action() -> None:
    events = EventRecorder()
    match = Match(plan_of(LIMIT), random_seats(LIMIT), observers=[events])
    steps = 0
    while not match.is_over:
        seat = match.acting_seat
        assert seat is not None
        assert match.view_of(seat).acting == match.view_of(seat).position
        assert match.step()
        steps += 1
        assert len(events.actions) == steps
    assert match.acting_seat is None
    assert not match.step()
    assert len(events.actions) == steps


def test_steps_and_a_match_at_one_go_give_the_same_log() -> None:
    logs = []
    for is_stepped in (False, True):
        log = io.StringIO()
        match = Match(plan_of(LIMIT), random_seats(LIMIT), observers=[LogWriter(log, ("a", "b", "c"))])
        if is_stepped:
            while match.step():
                pass
        else:
            match.play()
        logs.append(log.getvalue())
    assert logs[0] == logs[1]
    assert logs[0].count("STATE:") == HANDS
    assert logs[0].splitlines()[-1].startswith("SCORE:")


def test_every_observer_hears_every_event_in_order() -> None:
    """Seat 0 may not fold for free in hand 0, nor raise again in hand 1."""
    first, second, late = EventRecorder(), EventRecorder(), EventRecorder()
    seats = [ScriptedSeat(FOLD, FOLD, raise_to(3)), ScriptedSeat(raise_to(2), raise_to(2))]
    match = Match(plan_of(game_named("kuhn.limit.2p"), hands=2), seats, observers=[first, second])
    match.step()
    match.observe(late)
    match.play()
    warning = "invalid action, changed to call"
    assert first.heard == [
        ("match starts", "match"),
        ("hand starts", 0),
        ("corrected", 0, 0, Correction(FOLD, CALL, warning)),
        ("action", 0, CALL),
        ("action", 1, raise_to(2)),
        ("action", 0, FOLD),
        ("hand over", 0),
        ("hand starts", 1),
        ("action", 1, raise_to(2)),
        ("corrected", 0, 1, Correction(raise_to(3), CALL, warning)),
        ("action", 0, CALL),
        ("hand over", 1),
        ("match over", tuple(match.totals)),
    ]
    assert second.heard == first.heard
    assert late.heard == first.heard[4:]


def test_a_seat_sees_views_without_hidden_cards() -> None:
    seats = [ScriptedSeat(*[CALL] * 100) for _ in range(3)]
    Match(plan_of(LIMIT), seats).play()
    for number, seat in enumerate(seats):
        assert seat.asked
        for view in [*seat.shown, *seat.asked]:
            assert type(view) is View
            assert view.seat == number
            known = [position for position, hand in enumerate(view.hands) if hand]
            assert known == ([0, 1, 2] if view.is_showdown else [view.position])


@pytest.mark.parametrize(("attention", "shown"), [("nothing", 0), ("hands", 2), ("actions", 5)])
def test_a_seat_is_shown_what_it_wants(attention: Attention, shown: int) -> None:
    """A hand of Leduc in which all call has four actions."""
    game = game_named("leduc.limit.2p")
    seat = ScriptedSeat(*[CALL] * 100, attention=attention)
    Match(plan_of(game), [seat, BotSeat(make_bot("call"))]).play()
    assert len(seat.shown) == shown * HANDS
    assert len(seat.asked) == 2 * HANDS


def test_a_seat_without_an_answer_is_asked_again_and_shown_nothing_twice() -> None:
    game = game_named("leduc.limit.2p")
    seat = ScriptedSeat(None, None, CALL, None, CALL)
    match = Match(plan_of(game, hands=1), [seat, BotSeat(make_bot("call"))])
    for asked in (1, 2):
        assert not match.step()
        assert (len(seat.asked), len(seat.shown), match.acting_seat) == (asked, 1, 0)
    match.play()
    assert (len(seat.asked), len(seat.shown), match.is_over) == (4, 3, False)
    match.play()
    assert match.is_over


def test_fixed_seats() -> None:
    seats = [ScriptedSeat(*[CALL] * 100) for _ in range(3)]
    Match(plan_of(LIMIT, fixed_seats=True), seats).play()
    assert [{view.position for view in seat.shown} for seat in seats] == [{0}, {1}, {2}]
    seats = [ScriptedSeat(*[CALL] * 100) for _ in range(3)]
    Match(plan_of(LIMIT), seats).play()
    assert [{view.position for view in seat.shown} for seat in seats] == [{0, 1, 2}] * 3


def test_hands_without_a_decision_are_shown_once() -> None:
    """The blinds put everybody all-in."""
    seats = [ScriptedSeat(), ScriptedSeat(attention="hands")]
    events = EventRecorder()
    match = Match(plan_of(nolimit(100, 50), hands=3), seats, observers=[events])
    match.play()
    assert match.is_over
    assert [[view.hand for view in seat.shown] for seat in seats] == [[0, 1, 2]] * 2
    assert [event[0] for event in events.heard].count("hand over") == 3
    assert sum(match.totals) == 0


class SteadyBot(RecordingBot):
    """Acts at random, but always in the same way in the same place."""

    def act(self, view: View) -> Action:
        return random_action(random.Random(f"{view.hand} {len(view.actions)}"), view.legal_actions())


@pytest.mark.parametrize("game", ["holdem.limit.3p", "holdem.nolimit.2p.reverse_blinds"])
def test_a_match_that_is_taken_up_anywhere_ends_as_if_it_had_gone_on(game: str) -> None:
    plan = plan_of(game_named(game), hands=4)

    def played(past: list[tuple[int, Action]]) -> tuple[str, list[object], EventRecorder]:
        bots = [SteadyBot() for _ in plan.names]
        log, events = io.StringIO(), EventRecorder()
        match = Match(plan, [BotSeat(bot) for bot in bots], observers=[LogWriter(log, plan.names), events])
        for hand, action in past:
            assert match.is_over or match.state.hand == hand
            match.replay(action)
        match.play()
        return log.getvalue(), [bot.heard for bot in bots], events

    log, heard, events = played([])
    assert len(events.actions) > 15
    for count in range(len(events.actions) + 1):
        other_log, other_heard, other_events = played(events.actions[:count])
        assert (other_log, other_heard, other_events.heard) == (log, heard, events.heard)
    with pytest.raises(ActionError, match="the last hand of the match has ended"):
        played([*events.actions, (4, CALL)])


def test_a_correction_is_logged_with_its_seat_and_hand(caplog: pytest.LogCaptureFixture) -> None:
    seats = [ScriptedSeat(*[CALL] * 10), ScriptedSeat(raise_to(50), *[CALL] * 10)]
    game = game_named("holdem.nolimit.2p.reverse_blinds")
    match = Match(plan_of(game, hands=1), seats, observers=[CorrectionWarnings()])
    with caplog.at_level(logging.WARNING):
        match.play()
    assert caplog.messages == ["seat 2, hand 0: raise of 50 increased to 200"]
    assert match.corrections == [0, 1]
