"""The guard of a decider of one's own: events that a test controls instead of a dealer."""

from __future__ import annotations

import sys
import time
from threading import Event
from typing import TYPE_CHECKING

import pytest

from acpc.programs import LONG
from ensemble.team_views import answers, first_view
from railbird.ensemble import Decider, Team, TeamChoice, TeamDecision, TeamObserver, TeamSituation
from railbird.games import CALL
from railbird.rng import generator
from railbird.team_server.guarded_decider import GuardedDecider

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.ensemble import PlayedHand

FIRST, MAJORITY = (0,), (1, 2)
"""Members that are followed if the first one raises, and the others call."""


class Waiting(Decider):
    """Follows the first member, once a test lets it."""

    def __init__(self) -> None:
        self.may_return = Event()
        self.hands: list[int] = []

    def choose(self, situation: TeamSituation) -> TeamChoice:
        self.may_return.wait()
        return situation.follow(0)

    def finished(self, hand: PlayedHand) -> None:
        self.hands.append(hand.number)


class Guarded(TeamObserver):
    """A team with a guarded decider, which is told how long it may take."""

    def __init__(self, decider: Decider, *, patience: float = LONG) -> None:
        self.guard = GuardedDecider(decider, name="own.py:Own", patience=patience)
        self.team = Team(["a", "b", "c"], self.guard, observers=[self])
        self.team.new_game(generator(1))
        self.hand = -1
        self._chosen: tuple[int, ...] = ()

    def decided(self, hand: int, decision: TeamDecision, seconds: float) -> None:  # noqa: ARG002
        self._chosen = decision.chosen

    def play(self, *, seconds: float) -> tuple[int, ...]:
        """Play a hand, and return the members that were followed."""
        self.hand += 1
        view = first_view(hand=self.hand)
        self.guard.until = time.monotonic() + seconds
        self.team.decide(view, answers("rcc"))
        self.team.end_hand(view, [0, 0, 0])
        return self._chosen


@pytest.fixture
def decider() -> Iterator[Waiting]:
    decider = Waiting()
    yield decider
    decider.may_return.set()


def test_a_decider_that_is_late_has_seen_everything_when_it_is_asked_again(decider: Waiting) -> None:
    own = Guarded(decider)
    assert own.play(seconds=0) == MAJORITY
    # While it owes a choice, it is not waited for.
    assert [own.play(seconds=LONG) for _ in range(5)] == [MAJORITY] * 5
    assert (own.guard.faults, own.guard.replaced) == ({"late": 6}, 6)
    decider.may_return.set()
    deadline = time.monotonic() + LONG
    while own.play(seconds=LONG) == MAJORITY:
        assert time.monotonic() < deadline
    assert decider.hands[: own.hand] == [*range(own.hand)]


def test_a_decider_that_hangs_too_long_is_left_out(decider: Waiting, caplog: pytest.LogCaptureFixture) -> None:
    own = Guarded(decider, patience=0)
    assert own.play(seconds=0) == MAJORITY
    assert own.play(seconds=LONG) == MAJORITY
    assert "decider own.py:Own is left out: it has not returned for 0 seconds" in caplog.text
    decider.may_return.set()
    assert [own.play(seconds=LONG) for _ in range(5)] == [MAJORITY] * 5
    assert own.guard.faults == {"late": 7}
    assert len(caplog.records) == 2


class Faulty(Decider):
    """Does something wrong, and something else the next time."""

    wrongs = ("exits", "times out", "a member that is none", "an action that is none", "half a member", "ratings")

    def __init__(self) -> None:
        self._next = iter(self.wrongs)

    def choose(self, situation: TeamSituation) -> TeamChoice:
        wrong = next(self._next, "")
        if wrong == "exits":
            sys.exit(3)
        if wrong == "times out":
            raise TimeoutError
        return {
            "a member that is none": TeamChoice(CALL, (0, 7)),
            "an action that is none": TeamChoice("call", (0,)),  # type: ignore[arg-type]
            "half a member": TeamChoice(CALL, (0.0,)),  # type: ignore[arg-type]
            "ratings": TeamChoice(CALL, (0,), ratings=(1.0,)),
        }.get(wrong, situation.follow(0))


def test_every_fault_is_counted_and_the_first_one_is_said(caplog: pytest.LogCaptureFixture) -> None:
    own = Guarded(Faulty())
    count = len(Faulty.wrongs)
    assert [own.play(seconds=LONG) for _ in range(count + 1)] == [*[MAJORITY] * count, FIRST]
    assert own.guard.faults == {"failed": count}
    assert own.guard.account() == (
        f"decider own.py:Own: {count} failures, 0 late choices; the majority of the members made {count} decisions"
    )
    assert [record.getMessage() for record in caplog.records if "SystemExit: 3" in record.getMessage()]
    assert len(caplog.records) == 1
