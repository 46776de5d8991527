"""An extended run is, hand for hand, a run that was planned that long."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arena.runs import LIMIT, LIMIT_3P, NOLIMIT_3P, calling_program, digest, plan_of, written
from railbird.arena import RunFolder, extend_run, longer_plan, play_run, read_results, with_shadows
from railbird.arena.playing import play_chunk
from railbird.errors import MatchError, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from railbird.arena import RunPlan

OWN = """
import random
from railbird.bots import Bot
from railbird.games import CALL, FOLD, raise_to

class Drawing(Bot):
    '''Draws from its generator while it is asked, remembers how often, and fails now and then.'''
    asked = 0
    def act(self, view):
        self.asked += 1
        if self.asked % 7 == 0:
            raise ValueError("tired")
        drawn = self.generator.random() + 0.01 * (self.asked % 5)
        return FOLD if drawn < 0.2 else CALL if drawn < 0.7 else raise_to(1)

class Fickle(Bot):
    def act(self, view):
        return random.choice([FOLD, CALL])
"""


def played(path: Path, plan: RunPlan) -> RunFolder:
    return play_run(RunFolder.create(path, plan))


def extended(run: RunFolder, **totals: int) -> RunFolder:
    return play_run(extend_run(run, longer_plan(run, **totals)))


def test_14_5_more_matches_are_those_of_a_longer_plan(tmp_path: Path) -> None:
    plan = plan_of("random", "call", hands=5, matches=2)
    longer = extended(played(tmp_path / "run", plan), matches=4)
    assert longer.plan == RunFolder.open(longer.path).plan == replace(plan, matches=4)
    assert digest(longer.path) == digest(played(tmp_path / "planned", replace(plan, matches=4)).path)


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        (LIMIT_3P, ["exploiting:reactions=3", "check-norris", "switching:bots=[exploitable]+[random],hands=6"]),
        (LIMIT_3P, ["bad-phase", "lone-exploiter", "early-exploiting"]),
        (NOLIMIT_3P, ["ev", "random", "all-in-equity"]),
    ],
)
def test_14_5_more_hands_are_those_of_a_longer_plan(tmp_path: Path, game: str, bots: list[str]) -> None:
    plan = plan_of(*bots, game=game, hands=8, seat_orders=2)
    longer = extended(played(tmp_path / "run", plan), hands=16)
    planned = played(tmp_path / "planned", replace(plan, hands=16))
    assert digest(longer.path) == digest(planned.path)
    assert not list(longer.path.glob("shorter-*"))


def test_14_5_own_bots_that_draw_and_fail_go_on_as_they_would_have(tmp_path: Path) -> None:
    """Their incidents are counted once, and what their shadows said is kept."""
    written(tmp_path, "own.py", OWN)
    plan = plan_of(f"Own={tmp_path / 'own.py'}:Drawing", "random", hands=30)
    plan = replace(plan, entrants=with_shadows(plan.entrants, ["random=call"]))
    longer = extended(played(tmp_path / "run", plan), hands=50)
    planned = played(tmp_path / "planned", replace(plan, hands=50))
    assert digest(longer.path) == digest(planned.path)
    assert longer.incidents().equals(planned.incidents())
    assert read_results(planned).incidents["Own"]["failed"] > 1


@pytest.mark.parametrize("chunks", [0, 1])
def test_14_5_an_extension_that_is_killed_is_resumed(tmp_path: Path, chunks: int) -> None:
    plan = plan_of("random", "call", hands=6)
    run = played(tmp_path / "run", plan)
    longer = extend_run(run, longer_plan(run, hands=9))
    for chunk in longer.missing()[:chunks]:
        longer.add(play_chunk(longer.plan, chunk))
    resumed = RunFolder.open(run.path)
    assert [chunk.stored is not None for chunk in resumed.missing()] == [True] * (2 - chunks)
    play_run(resumed)
    assert digest(run.path) == digest(played(tmp_path / "planned", replace(plan, hands=9)).path)


def test_14_5_a_kill_before_the_longer_plan_is_written_loses_nothing(tmp_path: Path) -> None:
    run = played(tmp_path / "run", plan_of("random", "call", hands=6))
    before = digest(run.path)
    run.set_aside()
    again = RunFolder.open(run.path)
    assert again.missing() == []
    assert len(again.hands().collect()) == 12
    assert not (run.path / "hands").exists()
    play_run(again)
    assert digest(run.path) == before


def fickle(folder: Path) -> str:
    return f"Own={written(folder, 'own.py', OWN)}:Fickle"


def program(folder: Path) -> str:
    return f"Own={calling_program(folder)}"


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        (fickle, "Own cannot be extended: asked again in hand .*, it does not answer as it did"),
        (program, "Own is a program, to which played hands cannot be retold"),
    ],
)
def test_14_5_bots_that_cannot_be_retold_are_named_and_nothing_changes(
    tmp_path: Path, bot: Callable[[Path], str], says: str
) -> None:
    run = played(tmp_path / "run", plan_of(bot(tmp_path), "call", game=LIMIT, hands=20))
    before = digest(run.path)
    with pytest.raises(MatchError, match=says):
        extended(run, hands=21)
    assert (digest(run.path), RunFolder.open(run.path).plan) == (before, run.plan)


def test_14_5_what_is_no_extension_is_refused(tmp_path: Path) -> None:
    run = RunFolder.create(tmp_path / "run", plan_of("call", "raise", hands=4))
    with pytest.raises(StoreError, match="is not finished: resume it before you extend it"):
        longer_plan(run, hands=5)
    play_run(run)
    for totals, says in (
        ({}, "can be extended by --matches or by --hands: give the new total"),
        ({"hands": 3}, "has 1 matches of 4 hands: give more"),
        ({"hands": 4, "matches": 1}, "already has 1 matches of 4 hands: give more"),
    ):
        with pytest.raises(StoreError, match=says):
            longer_plan(run, **totals)


def test_14_5_an_order_that_is_not_decided_is_looked_at_again(tmp_path: Path) -> None:
    run = played(tmp_path / "run", plan_of("A=random", "B=random", hands=2, matches=10, until=("A", "B")))
    assert longer_plan(run, matches=20).until == ("A", "B")
    assert longer_plan(run, hands=4).until == ()


CRASHING = """
import os
import signal
from railbird.bots import Bot
from railbird.games import CALL

class Crashing(Bot):
    def act(self, view):
        if view.hand == 6:
            os.kill(os.getpid(), signal.SIGSEGV)
        return CALL
"""


def test_14_5_bots_are_tried_in_processes_of_their_own_if_they_are_isolated(tmp_path: Path) -> None:
    """The bot ends its process in the first hand after those that are stored."""
    bot = f"Own={written(tmp_path, 'crashing.py', CRASHING)}:Crashing"
    run = played(tmp_path / "run", plan_of(bot, "call", game=LIMIT, hands=6, seat_orders="single"))
    longer = play_run(extend_run(run, longer_plan(run, hands=8), isolate=True), isolate=True)
    assert read_results(longer).incidents["Own"]["failed"] > 0


def test_14_8_a_run_that_is_being_played_is_not_extended_or_cleaned_up(tmp_path: Path) -> None:
    run = played(tmp_path / "run", plan_of("call", "raise", hands=4))
    longer = longer_plan(run, hands=6)
    files = [*(run.path / "hands").iterdir()]
    with run.being_played():
        for file in files:
            file.write_bytes(b"unfinished")
        with pytest.raises(StoreError, match="is being played by another process"):
            extend_run(run, longer)
        assert len(run.missing()) == 2
        assert all(file.exists() for file in files)


def test_14_8_a_run_that_another_process_has_extended_is_refused(tmp_path: Path) -> None:
    run = played(tmp_path / "run", plan_of("call", "raise", hands=4))
    extended(RunFolder.open(run.path), hands=6)
    for action in (lambda: play_run(run), lambda: extend_run(run, longer_plan(run, hands=5))):
        with pytest.raises(StoreError, match="has been changed by another process in the meantime"):
            action()
