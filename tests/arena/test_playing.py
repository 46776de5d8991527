"""Bots and programs that fail, answer illegally or not at all: their match goes on, and all of it is told."""

from __future__ import annotations

import os
import re
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import polars as pl
import pytest

from arena.runs import (
    LIMIT,
    NOLIMIT,
    NOLIMIT_3P,
    calling_program,
    digest,
    fields_of,
    hands_of,
    incidents_of,
    plan_of,
    programs_running,
    written,
)
from railbird.arena import RunFolder, play_run, read_results
from railbird.arena.incidents import MOST_KEPT
from railbird.arena.playing import play_chunk
from railbird.bots.watchdog import NEVER, TooSlowError, Watchdog
from railbird.errors import MatchError
from railbird.games import game_named

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from railbird.arena.playing import PlayedChunk

HANDS, FAULTY = 8, 3
"""How many hands there are, and the one in which something goes wrong."""
CALLED, CALLED_THROUGH = re.compile(r"cc/cc/cc/cc"), ["cc/cc/cc/cc"] * HANDS

# It raises whenever it may, so that a call in its place is seen.
FILE = """
import time

from railbird.bots.reference.simple import RaiseBot
from railbird.games import CALL, FOLD, Action, raise_to


class Raising(RaiseBot):
    def act(self, view):
        return self.instead(view) if view.hand == 3 else super().act(view)

    def instead(self, view):
        return CALL


class Failing(Raising):
    def instead(self, view):
        raise KeyError("lost")


class Leaving(Raising):
    def instead(self, view):
        raise SystemExit(3)


class Silent(Raising):
    def instead(self, view):
        return None


class Writing(Raising):
    def instead(self, view):
        return "c"


class Inventing(Raising):
    def instead(self, view):
        return Action(7)


class Halving(Raising):
    def instead(self, view):
        return CALL._replace(kind=raise_to(0).kind, total=350.5)


class Sleeping(Raising):
    def instead(self, view):
        time.sleep(60)


class Endless(Raising):
    def instead(self, view):
        while True:
            pass


class Dawdling(Raising):
    def instead(self, view):
        time.sleep(0.3)
        return RaiseBot.act(self, view)


class Catching(Raising):
    def instead(self, view):
        try:
            time.sleep(60)
        except BaseException:
            return RaiseBot.act(self, view)


class AlwaysFailing(RaiseBot):
    def act(self, view):
        raise KeyError("lost")


class FoldingForNothing(RaiseBot):
    def act(self, view):
        return CALL if view.to_call(view.position) else FOLD


class RaisingTooLittle(RaiseBot):
    def act(self, view):
        return raise_to(1)


class RaisingTooMuch(RaiseBot):
    def act(self, view):
        return raise_to(10**9)
"""
HOOKS = ["match_starts", "hand_starts", "street_starts", "action_played", "hand_ends", "hands_played"]


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    return written(tmp_path, "bots.py", FILE)


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Path]:
    """A folder for programs, of which none is left in the end."""
    yield tmp_path
    left = programs_running(tmp_path)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == []


def played(bot: str, *, game: str = LIMIT, seconds: float = 10, hands: int = HANDS) -> PlayedChunk:
    """A match against a bot that always calls; all its hands are played, and nobody makes chips."""
    plan = plan_of(f"It={bot}", "call", game=game, hands=hands, seat_orders="single", seconds_per_action=seconds)
    chunk = play_chunk(plan, plan.chunks()[0])
    table = hands_of(chunk)
    assert table["hand"].to_list() == list(range(hands))
    assert (table["payoff_0"] + table["payoff_1"] == 0).all()
    return chunk


def betting(chunk: PlayedChunk, *, game: str = LIMIT) -> list[str]:
    return [fields[2] for fields in fields_of(chunk, game_named(game))]


def assert_called_in_one_hand(chunk: PlayedChunk, bots: Path) -> None:
    """As if the bot had called in the faulty hand."""
    assert betting(chunk) == betting(played(f"{bots}:Raising"))
    assert [number for number, actions in enumerate(betting(chunk)) if CALLED.fullmatch(actions)] == [FAULTY]


def test_there_are_no_incidents_without_a_fault(bots: Path) -> None:
    assert played(f"{bots}:Raising").incidents == b""


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("Failing", r"seat 1: the bot failed in hand 3: KeyError: 'lost' \(bots.py, line \d+, in instead\)"),
        ("Leaving", r"seat 1: the bot failed in hand 3: SystemExit: 3 \(bots.py, line \d+, in instead\)"),
        ("Silent", r"seat 1: the bot's answer None is not an action"),
        ("Writing", r"seat 1: the bot's answer 'c' is not an action"),
        ("Inventing", r"seat 1: the bot's answer Action\(kind=7, total=0\) is not an action"),
        ("Halving", r"seat 1: the bot's answer Action\(kind=\d, total=350.5\) is not an action"),
    ],
)
def test_a_bot_that_fails_in_one_hand_calls_there(bot: str, message: str, bots: Path) -> None:
    chunk = played(f"{bots}:{bot}")
    assert_called_in_one_hand(chunk, bots)
    incidents = incidents_of(chunk)
    assert incidents.height == 4
    assert incidents.select("player", "kind", "hand", "count").unique().rows() == [("It", "failed", FAULTY, 1)]
    assert all(re.fullmatch(message, text) for text in incidents["message"])


@pytest.mark.alone
@pytest.mark.parametrize("bot", ["Sleeping", "Endless"])
def test_a_bot_that_takes_too_long_in_one_hand_calls_there(bot: str, bots: Path) -> None:
    chunk = played(f"{bots}:{bot}", seconds=0.2)
    assert_called_in_one_hand(chunk, bots)
    assert (
        incidents_of(chunk).select("player", "kind", "hand", "count", "message").rows()
        == [("It", "late", FAULTY, 1, "more than 0.2 seconds")] * 4
    )


@pytest.mark.alone
def test_a_bot_that_catches_everything_is_late_all_the_same(bots: Path) -> None:
    chunk = played(f"{bots}:Catching", seconds=0.2)
    assert_called_in_one_hand(chunk, bots)
    assert incidents_of(chunk)["kind"].to_list() == ["late"] * 4


@pytest.mark.alone
def test_in_another_thread_a_bot_is_late_when_it_returns(bots: Path) -> None:
    """Where a worker of a cluster plays, there are no signals."""
    with ThreadPoolExecutor(1) as threads:
        chunk = threads.submit(played, f"{bots}:Dawdling", seconds=0.2).result()
    assert_called_in_one_hand(chunk, bots)
    assert incidents_of(chunk)["kind"].to_list() == ["late"] * 4


@pytest.mark.alone
def test_the_time_of_compiling_is_nobodys() -> None:
    """The clock of a bot stands still and begins anew; where no bot is asked, none begins."""
    watchdog = Watchdog(0.05)
    with watchdog.watching():
        watchdog.compiling("kernel of the match")
        watchdog.compiled()
        time.sleep(0.15)
        watchdog.until = time.perf_counter() + watchdog.seconds
        watchdog.compiling("kernel of a bot")
        time.sleep(0.15)
        watchdog.compiled()
        with pytest.raises(TooSlowError):
            time.sleep(60)
        watchdog.until = NEVER
        time.sleep(0.15)


def test_a_bot_that_always_fails_calls_always(bots: Path) -> None:
    assert betting(played(f"{bots}:AlwaysFailing")) == CALLED_THROUGH


@pytest.mark.parametrize(
    ("bot", "expected", "corrections", "message"),
    [
        # A raise of another size is still a raise, as the dealer has it.
        ("FoldingForNothing", ["cc/cc/cc/cc", "cc/cc/cc/cc"], 7, "invalid action, changed to call"),
        (
            "RaisingTooLittle",
            ["cr200c/r300c/r400c/r500c", "r200c/cr300c/cr400c/cr500c"],
            8,
            "raise of 1 increased to 200",
        ),
        ("RaisingTooMuch", ["cr20000c///", "r20000c///"], 2, "raise of 1000000000 decreased to 20000"),
    ],
)
def test_actions_that_are_not_legal(bot: str, expected: list[str], corrections: int, message: str, bots: Path) -> None:
    chunk = played(f"{bots}:{bot}", game=NOLIMIT, hands=2)
    assert betting(chunk, game=NOLIMIT) == expected
    incidents = incidents_of(chunk)
    assert incidents.select("player", "kind", "count").unique().rows() == [("It", "illegal", 1)]
    assert incidents.height == corrections
    assert {*incidents["hand"]} == {0, 1}
    assert incidents["message"][0] == message


@pytest.mark.parametrize("hook", HOOKS)
def test_a_bot_that_fails_in_a_hook_acts_as_before(hook: str, bots: Path) -> None:
    text = (
        f"class Hook(RaiseBot):\n    every = 1\n    def {hook}(self, *_):\n        raise KeyError('{hook}')\n"
        "\n\nclass Sound(RaiseBot):\n    pass\n"
    )
    written(bots.parent, "hook.py", f"from railbird.bots.reference.simple import RaiseBot\n{text}")
    chunk = played(f"{bots.parent}/hook.py:Hook")
    assert betting(chunk) == betting(played(f"{bots.parent}/hook.py:Sound"))
    incidents = incidents_of(chunk)
    assert {*incidents["kind"]} == {"failed"}
    assert incidents["count"].sum() >= HANDS
    assert incidents["message"][0].startswith(f"seat 1: the bot failed in hand 0: KeyError: '{hook}' (hook.py, line 5")


def test_all_incidents_are_counted_and_the_first_are_kept(bots: Path) -> None:
    hands = 3 * MOST_KEPT
    chunk = played(f"{bots}:AlwaysFailing", hands=hands)
    incidents = incidents_of(chunk)
    assert incidents["count"].sum() == 4 * hands
    assert incidents.height == MOST_KEPT + 1
    *first, rest = incidents.iter_rows(named=True)
    assert [incident["hand"] for incident in first] == [number // 4 for number in range(MOST_KEPT)]
    assert (rest["hand"], rest["count"], rest["message"]) == (None, 4 * hands - MOST_KEPT, "")


def test_incidents_of_several_bots_and_kinds_are_kept_apart(bots: Path, tmp_path: Path) -> None:
    plan = plan_of(
        f"A={bots}:Failing",
        f"B={bots}:FoldingForNothing",
        f"C={bots}:Sleeping",
        game=NOLIMIT_3P,
        hands=HANDS,
        seed=2,
        seat_orders="single",
        seconds_per_action=0.2,
    )
    folder = RunFolder.create(tmp_path / "run", plan)
    play_run(folder)
    counts = read_results(folder).incidents
    assert [{*kinds} for kinds in counts.values()] == [{"failed"}, {"illegal"}, {"late"}]
    stored = folder.incidents()
    assert {*stored.filter(pl.col("kind") != "illegal")["hand"]} == {FAULTY}
    assert stored["count"].sum() == sum(sum(kinds.values()) for kinds in counts.values())


def test_a_program_plays_as_the_same_bot_would_in_this_process(programs: Path) -> None:
    """A duplicate tournament, in which it sits everywhere."""
    others = ["random:fold=0.2", "raise"]
    for name, bot in (("program", str(calling_program(programs))), ("bot", "call")):
        plan = plan_of(f"It={bot}", *others, hands=20, seed=3)
        folder = RunFolder.create(programs / name, plan)
        play_run(folder)
        assert len(plan.chunks()) == 6
        assert read_results(folder).incidents["It"] == {}
    assert digest(programs / "program") == digest(programs / "bot")


@pytest.mark.alone
@pytest.mark.parametrize(
    ("then", "kinds", "message"),
    [
        ("os._exit(1)", ["failed"], "could not get action from seat 1: it has closed its connection"),
        ("time.sleep(600)", ["late", "failed"], "more than 0.3 seconds"),
    ],
)
def test_a_program_that_fails_in_mid_match(then: str, kinds: list[str], message: str, programs: Path) -> None:
    """It is not asked again, so that a program that hangs costs its time once; calls are played for it."""
    chunk = played(str(calling_program(programs, then=then, hand=FAULTY)), seconds=0.3)
    assert betting(chunk) == CALLED_THROUGH
    incidents = incidents_of(chunk)
    assert incidents["count"].sum() == 4 * (HANDS - FAULTY)
    assert incidents["hand"].to_list() == sorted(4 * list(range(FAULTY, HANDS)))
    assert list(dict.fromkeys(incidents["kind"])) == kinds
    assert incidents["kind"].to_list().count("late") == kinds.count("late")
    assert {*incidents["message"]} == {message}


@pytest.mark.alone
def test_a_program_that_sends_what_is_no_answer(programs: Path) -> None:
    """Every such line counts; then it is too late."""
    then = 'connection.sendall(b"what?\\r\\n" * 100)'
    chunk = played(str(calling_program(programs, then=then, hand=FAULTY)), seconds=0.3)
    assert betting(chunk) == CALLED_THROUGH
    counts = incidents_of(chunk).group_by("kind", "message").agg(pl.col("count").sum())
    late = "more than 0.3 seconds"
    assert sorted(counts.rows()) == [
        ("failed", late, 4 * (HANDS - FAULTY) - 1),
        ("illegal", "", 80),
        ("illegal", "bad state format in response", 20),
        ("late", late, 1),
    ]


def test_a_program_whose_actions_cannot_be_read_calls(programs: Path) -> None:
    """As with the dealer, and it is told like other answers that are not legal."""
    then = 'connection.sendall(f"{state}:nonsense\\r\\n".encode())'
    chunk = played(str(calling_program(programs, then=then, hand=FAULTY)))
    assert betting(chunk) == CALLED_THROUGH
    assert (
        incidents_of(chunk).select("player", "kind", "hand", "count", "message").rows()
        == [("It", "illegal", FAULTY, 1, "bad action format in response, changed to call")] * 4
    )


def test_a_program_that_ends_at_once(tmp_path: Path) -> None:
    """What it printed is not kept, so the message has the end of it."""
    for script, message in (("echo first; echo no table >&2; echo", "it said 'no table'"), (":", "it said nothing")):
        program = written(tmp_path, "ends", f"#!/bin/sh\n{script}\nexit 3\n")
        program.chmod(0o755)
        with pytest.raises(MatchError, match=f"of seat 1 ended with status 3 before it connected: {message}"):
            played(str(program))


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    program = written(tmp_path, "nothing", "#!/no/such/shell\n")
    program.chmod(0o755)
    with pytest.raises(MatchError, match="nothing cannot be started: No such file or directory"):
        played(str(program))
