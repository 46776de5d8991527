"""Members over connections of the tests' own: which lines are answers, who is late, and for whom the team waits."""

from __future__ import annotations

import socket
import time
from typing import TYPE_CHECKING

import pytest

from acpc.programs import LONG
from railbird.errors import MatchError
from railbird.formats.match_state import format_match_state
from railbird.games import CALL, FOLD, View, raise_to
from railbird.team_server.asking import ask_all
from railbird.team_server.connected_member import ConnectedMember, MemberRules

if TYPE_CHECKING:
    from railbird.acpc.processes import BotProcess
    from railbird.games import Action

GAME = "holdem.nolimit.2p.reverse_blinds"
RULES = MemberRules(time_limit=LONG, start_limit=LONG, most_failures=3, restarts=True)


class SocketStart:
    """A member whose other end a test holds."""

    can_restart = True

    def __init__(self) -> None:
        self.theirs: list[socket.socket] = []
        self._ours: socket.socket | None = None

    def start(self) -> None:
        self._ours, theirs = socket.socketpair()
        theirs.settimeout(LONG)
        theirs.sendall(b"VERSION:2.0.0\n")
        self.theirs.append(theirs)

    def connection(self) -> socket.socket | None:
        ours, self._ours = self._ours, None
        return ours

    def last_words(self) -> str:
        return ""

    def kill(self) -> None:
        pass

    def release(self) -> BotProcess | None:
        return None


class Other:
    """A member, and the other end of its connection."""

    def __init__(self, name: str, rules: MemberRules = RULES) -> None:
        self._start = SocketStart()
        self.member = ConnectedMember(name, self._start, rules=rules)
        self.member.begin()
        while self.member.status == "starting":
            self.member.go_on_starting()

    def say(self, text: str) -> None:
        self._start.theirs[-1].sendall(text.encode())

    def heard(self) -> str:
        return self._start.theirs[-1].recv(65_536).decode()

    def leave(self) -> None:
        self._start.theirs[-1].close()


def view_of(*actions: Action, hand: int = 0) -> View:
    return View.of(GAME, actions, hole_cards="AsKs", hand=hand)


FIRST = view_of()
SECOND = view_of(CALL)
"""Of the big blind, who may check."""


def asked(*others: Other, view: View = FIRST, seconds: float = LONG) -> list[tuple[str, Action | None]]:
    """Show a view to the members, ask them, and return what became of it."""
    members = [other.member for other in others]
    for member in members:
        member.show(format_match_state(view))
    replies = ask_all(members, view, until=time.monotonic() + seconds)
    return [(reply.outcome, reply.action) for reply in replies]


def answer(view: View, action: str) -> str:
    return f"{format_match_state(view)}:{action}\r\n"


@pytest.mark.parametrize(
    ("view", "text", "expected"),
    [
        (FIRST, "c", ("answered", CALL)),
        (FIRST, "f", ("answered", FOLD)),
        (FIRST, "R300", ("answered", raise_to(300))),
        (SECOND, "k", ("answered", CALL)),
        (SECOND, "f", ("answered", CALL)),  # as at a dealer, a check, which is free
        (FIRST, "r150", ("wrong", None)),
        (FIRST, "r20001", ("wrong", None)),
        (FIRST, "r", ("wrong", None)),
        (FIRST, "x", ("wrong", None)),
        (FIRST, "", ("wrong", None)),
    ],
)
def test_answers(view: View, text: str, expected: tuple[str, Action | None]) -> None:
    other = Other("m")
    other.say(answer(view, text))
    assert asked(other, view=view) == [expected]
    assert other.heard() == format_match_state(view) + "\r\n"


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("# a comment\n; another\r\n\n", ("answered", CALL)),
        (answer(SECOND, "r300"), ("answered", CALL)),  # not what was asked
        (answer(view_of(hand=7), "f"), ("answered", CALL)),
        ("garbage\n", ("wrong", None)),
        ("MATCHSTATE:1:0\n", ("wrong", None)),
        ("VERSION:2.0.0\n", ("wrong", None)),
        ("x" * 5000, ("wrong", None)),
    ],
)
def test_lines_before_an_answer(before: str, expected: tuple[str, Action | None]) -> None:
    other = Other("m")
    other.say(before + answer(FIRST, "c"))
    assert asked(other) == [expected]


def test_late_answers_are_known_by_their_states() -> None:
    other = Other("m")
    views = [view_of(hand=hand) for hand in range(4)]
    assert [asked(other, view=view, seconds=0) for view in views[:2]] == [[("late", None)]] * 2
    assert other.member.owes_answer
    other.say(answer(views[0], "f") + answer(views[1], "f") + answer(views[2], "c"))
    assert asked(other, view=views[2]) == [("answered", CALL)]
    assert not other.member.owes_answer
    other.say(answer(views[2], "f") + answer(views[3], "c"))  # a second answer to the same state
    assert asked(other, view=views[3]) == [("answered", CALL)]
    assert other.member.counts.outcomes == {"late": 2, "answered": 2}


def test_only_one_decision_waits_for_a_member_that_hangs() -> None:
    quick, hanging = Other("quick"), Other("hanging")
    quick.say(answer(FIRST, "c"))
    assert asked(quick, hanging, seconds=0.05) == [("answered", CALL), ("late", None)]
    for hand in range(1, 20):
        view = view_of(hand=hand)
        quick.say(answer(view, "f"))
        assert asked(quick, hanging, view=view, seconds=LONG) == [("answered", FOLD), ("late", None)]
    # Once it has given the answers that it owed, it is waited for again.
    last = view_of(hand=20)
    hanging.say("".join(answer(view_of(hand=hand), "c") for hand in range(20)) + answer(last, "r300"))
    quick.say(answer(last, "c"))
    assert asked(quick, hanging, view=last) == [("answered", CALL), ("answered", raise_to(300))]


def test_the_deadline_holds_while_old_answers_are_read() -> None:
    """A member that owes many answers sends more old ones than can be compared with them in time."""
    other = Other("m")
    for hand in range(300):
        assert asked(other, view=view_of(hand=hand), seconds=0) == [("late", None)]
    other.say(answer(view_of(hand=7777), "c") * 2000)
    started = time.process_time()
    assert asked(other, view=view_of(hand=300), seconds=0.05) == [("late", None)]
    assert time.process_time() - started < 1


def test_a_member_that_leaves_is_started_again_and_sees_the_current_state() -> None:
    other = Other("m")
    other.say(answer(FIRST, "c"))
    assert asked(other) == [("answered", CALL)]
    other.leave()
    view = view_of(hand=1)
    assert asked(other, view=view) == [("absent", None)]
    later = view_of(CALL, hand=1)
    other.say(answer(later, "c"))
    assert asked(other, view=later) == [("answered", CALL)]
    assert other.heard() == format_match_state(later) + "\r\n"
    assert other.member.counts.restarted == 1
    assert other.member.counts.outcomes == {"answered": 2, "absent": 1}


def test_a_member_that_leaves_before_it_answers_again_is_dropped() -> None:
    other = Other("m")
    other.leave()
    for hand in range(3):
        asked(other, view=view_of(hand=hand))
        other.leave()
    asked(other, view=view_of(hand=4))
    assert other.member.status == "dropped"
    assert other.member.counts.restarted == 1


def test_a_member_that_does_not_read_is_lost() -> None:
    other = Other("m", MemberRules(time_limit=LONG, start_limit=LONG, most_failures=3, restarts=False))
    state = format_match_state(FIRST)
    shown = 0
    while other.member.status == "playing":
        other.member.show(state)
        shown += 1
    assert shown * len(f"{state}\r\n") > 2**18


def test_nobody_is_there() -> None:
    other = Other("m", MemberRules(time_limit=LONG, start_limit=LONG, most_failures=1, restarts=False))
    other.say("garbage\n")
    assert asked(other) == [("wrong", None)]
    assert asked(other) == [("absent", None)]
    assert other.member.status == "dropped"


def test_a_program_that_never_connects() -> None:
    class SilentStart(SocketStart):
        def connection(self) -> socket.socket | None:
            return None

    member = ConnectedMember(
        "m", SilentStart(), rules=MemberRules(time_limit=1, start_limit=0.01, most_failures=1, restarts=True)
    )
    member.begin()
    time.sleep(0.02)
    with pytest.raises(MatchError, match="m did not connect within "):
        member.go_on_starting()
