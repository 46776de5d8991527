"""A decider of one's own at a dealer: whatever it does, the team answers in time, and the match ends with its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acpc.programs import LONG
from team_server.dealer_table import counts_of, expected_log
from team_server.member_programs import bot, program, write_team

if TYPE_CHECKING:
    from pathlib import Path

    from team_server.dealer_table import Table

DECIDERS = """
import time
from railbird.ensemble import Decider, TeamChoice
from railbird.games import raise_to


class First(Decider):
    "A decider that works: it follows the first member."

    def choose(self, situation):
        return situation.follow(0)


class RaisesInChoose(First):
    def choose(self, situation):
        raise RuntimeError("out of luck")


class RaisesInNewGame(Decider):
    def new_game(self, names, generator):
        raise RuntimeError("no memory")

    def choose(self, situation):
        return situation.follow(len(self.names) - 1)


class RaisesInMemberAction(First):
    def member_action(self, member, action, view):
        raise RuntimeError("who is that")


class RaisesInFinished(First):
    def finished(self, hand):
        raise RuntimeError("no memory")


class Nothing(First):
    def choose(self, situation):
        return None


class Illegal(First):
    def choose(self, situation):
        return TeamChoice(raise_to(10**9), (0,))


class Sleeps(First):
    "In hand 3 it sleeps for ever in the method `where`."

    def __init__(self, *, where):
        self.where = where
        self.hand = 3 if where != "new_game" else 0

    def sleep(self, where, hand):
        if where == self.where and hand == self.hand:
            time.sleep(1000)

    def new_game(self, names, generator):
        super().new_game(names, generator)
        self.sleep("new_game", 0)

    def choose(self, situation):
        self.sleep("choose", situation.view.hand)
        return super().choose(situation)

    def member_action(self, member, action, view):
        self.sleep("member_action", view.hand)

    def finished(self, hand):
        self.sleep("finished", hand.number)


class Spins(First):
    def choose(self, situation):
        while situation.view.hand == 3:
            pass
        return super().choose(situation)
"""
HANDS = 12
MEMBERS = (bot("raise"), bot("call"), program("calls"))
"""The first member raises, and the majority calls."""
DEEP = pytest.mark.deep


def write_own(folder: Path, decider: str, **settings: object) -> None:
    (folder / "own.py").write_text(DECIDERS, encoding="ascii")
    write_team(folder, *MEMBERS, decider=f"own.py:{decider}", **{"time_limit": LONG, "logs": "logs", **settings})


def account_of(table: Table) -> str:
    """What the team says of its decider when the match has ended as it should."""
    output = table.finish()
    counts = counts_of(output)
    assert all(row["answered"] == row["asked"] for row in counts.values())
    return next((line for line in output.splitlines() if line.startswith("decider ")), "")


def log_of(table: Table) -> str:
    return (table.folder / "match.log").read_text(encoding="utf-8")


def decisions_of(table: Table) -> int:
    """Decisions of the team, by its own log."""
    return (table.folder / "logs" / "timings.log").read_text(encoding="ascii").count("DECISION ")


def test_a_decider_that_works_plays_as_in_one_process(table: Table, tmp_path: Path) -> None:
    write_own(tmp_path, "First")
    table.seat_team(hands=HANDS)
    assert account_of(table) == ""
    assert "WARNING" not in table.errors
    assert log_of(table) == expected_log("raise", tmp_path, hands=HANDS)


@pytest.mark.parametrize(
    ("decider", "words"),
    [
        ("RaisesInChoose", "RuntimeError: out of luck (own.py, line 16, in choose)"),
        ("RaisesInNewGame", "RuntimeError: no memory (own.py, line 21, in new_game)"),
        ("Nothing", "BotError: Nothing.choose gave None: return situation.follow(member) or situation.play(kind)"),
        ("Illegal", "which is not a legal action"),
    ],
)
def test_without_a_choice_the_majority_decides(decider: str, words: str, table: Table, tmp_path: Path) -> None:
    write_own(tmp_path, decider)
    table.seat_team(hands=HANDS)
    account = account_of(table)
    decisions = decisions_of(table)
    failures = decisions + (decider == "RaisesInNewGame")
    end = f"the majority of the members made {decisions} decisions"
    assert account == f"decider own.py:{decider}: {failures} failures, 0 late choices; {end}"
    assert log_of(table) == expected_log("call", tmp_path, hands=HANDS)
    assert table.errors.count("WARNING") == 1
    assert f"decider own.py:{decider} fails: " in table.errors
    assert words in table.errors


@pytest.mark.parametrize("decider", ["RaisesInMemberAction", "RaisesInFinished"])
def test_a_report_that_fails_does_not_stop_it_from_choosing(decider: str, table: Table, tmp_path: Path) -> None:
    write_own(tmp_path, decider)
    table.seat_team(hands=HANDS)
    account = account_of(table)
    # The team does not wait for what its decider does after the last hand.
    failures = (HANDS - 1, HANDS) if decider == "RaisesInFinished" else (len(MEMBERS) * decisions_of(table),)
    end = "the majority of the members made 0 decisions"
    assert account in [f"decider own.py:{decider}: {count} failures, 0 late choices; {end}" for count in failures]
    assert log_of(table) == expected_log("raise", tmp_path, hands=HANDS)
    assert table.errors.count("WARNING") == 1


@pytest.mark.alone
@pytest.mark.parametrize(
    "where",
    ["choose", "finished", *(pytest.param(where, marks=DEEP) for where in ("new_game", "member_action", "spins"))],
)
def test_a_decider_that_never_returns_is_left_behind(where: str, table: Table, tmp_path: Path) -> None:
    """It costs the team one time limit, in whichever method it hangs."""
    limits = {"time_limit": 1.0, "most_failures": 1000}
    if where == "spins":
        write_own(tmp_path, "Spins", **limits)
    else:
        write_own(tmp_path, "Sleeps", where=where, **limits)
    table.seat_team(hands=HANDS)
    account = account_of(table)
    assert 0.7 < table.longest_answer() < 1.0
    assert "0 failures, " in account
    assert "is late for the first time: the majority of the members decides" in table.errors
    assert table.errors.count("WARNING") == 1
    replaced = int(account.split()[-2].replace(",", ""))
    assert f", {replaced} late choices; " in account
    assert 0 < replaced <= decisions_of(table)
