"""Matches that are written while they are played: only if somebody watches, and never more than is paid for."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from threading import Event, Thread
from typing import TYPE_CHECKING

import polars as pl
import pytest

from arena.runs import LIMIT_3P
from railbird.arena import (
    RunFolder,
    RunPlan,
    extend_run,
    live_matches,
    longer_plan,
    play_run,
    read_entrants,
    with_shadows,
)
from railbird.arena.live_matches import LiveWriter, ask_for_live_matches, live_file, live_files, stop_asking
from railbird.arena.playing import play_chunk
from railbird.arena.run_progress import RunProgress
from railbird.files import written_whole
from railbird.games import game_named
from railbird.play import MatchObserver

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from railbird.games import Chips, State

HANDS = 40


def new_run(path: Path, *, hands: int = HANDS, bots: tuple[str, ...] = ("call", "raise", "random")) -> RunFolder:
    return RunFolder.create(path, RunPlan(game_named(LIMIT_3P), read_entrants(bots), hands, seed=4))


class After(MatchObserver):
    """Calls a function after a number of hands."""

    def __init__(self, hands: int, then: Callable[[], None]) -> None:
        self._hands = hands
        self._then = then

    def hand_over(self, state: State, payoffs: tuple[Chips, ...], seats: tuple[int, ...]) -> None:  # noqa: ARG002
        self._hands -= 1
        if self._hands == 0:
            self._then()


def test_a_match_so_far_is_the_start_of_the_stored_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_matches, "_SHORTEST_PAUSE", 0)
    monkeypatch.setattr(live_matches, "SHARE_OF_TIME", 1e9)
    run = new_run(tmp_path / "run")
    ask_for_live_matches(run.path)
    seen: list[tuple[int, dict[str, float]]] = []
    progress = RunProgress(run)

    def look() -> None:
        assert progress.update()
        (match,) = progress.running()
        latest = progress.latest_hand()
        assert latest is not None
        assert (latest.address, latest.is_stored) == (f"{match.name}:{match.hands - 1}", False)
        seen.append((match.hands, {**match.chips}))
        assert progress.standings().rows[0][4] == match.hands

    live = LiveWriter(run.path)
    chunk = run.plan.chunks()[0]
    played = play_chunk(run.plan, chunk, observers=[After(11, look), After(30, look)], live=live)
    so_far = pl.read_parquet(live_files(run.path)[0])
    run.add(played)
    assert live_files(run.path) == {}
    whole = pl.read_parquet(run.played_files()[0])
    kept = [name for name in whole.columns if not name.startswith("remembers")]
    assert so_far.select(kept).equals(whole.select(kept))
    assert [hands for hands, _ in seen] == [10, 29]  # the writer hears a hand after the other observers
    for hands, chips in seen:
        first = whole.head(hands)
        won = {
            name: sum(first.filter(pl.col(f"player_{place}") == name)[f"payoff_{place}"].sum() for place in range(3))
            for name in ("call", "raise", "random")
        }
        assert chips == pytest.approx(won)
    assert progress.update()
    assert (progress.played, progress.hands, progress.running()) == (1, HANDS, [])


def test_nothing_is_written_when_nobody_watches_or_has_watched_lately(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run")
    chunk = run.plan.chunks()[0]
    play_chunk(run.plan, chunk, live=LiveWriter(run.path))
    assert not (run.path / "live").exists()
    ask_for_live_matches(run.path)
    long_ago = time.time() - 100
    os.utime(run.path / "live" / "watched", (long_ago, long_ago))
    play_chunk(run.plan, chunk, live=LiveWriter(run.path))
    assert live_files(run.path) == {}
    ask_for_live_matches(run.path)
    play_chunk(run.plan, chunk, live=LiveWriter(run.path))
    assert [*live_files(run.path)] == [0]
    stop_asking(run.path)
    assert not (run.path / "live" / "watched").exists()


def test_short_matches_are_not_all_written(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run", hands=2)
    ask_for_live_matches(run.path)
    live = LiveWriter(run.path)
    for chunk in run.plan.chunks():
        play_chunk(run.plan, chunk, live=live)
    assert [*live_files(run.path)] == [0]  # a second has not passed since the first hand


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run")
    ask_for_live_matches(run.path)
    (run.path / "live" / "000000.parquet").mkdir()
    assert play_chunk(run.plan, run.plan.chunks()[0], live=LiveWriter(run.path)).hands


def test_a_run_with_shadows_that_is_made_longer_can_be_watched(tmp_path: Path) -> None:
    plan = new_run(tmp_path / "plan", hands=10).plan
    plan = replace(plan, entrants=with_shadows(plan.entrants, ["random=call"]))
    run = play_run(RunFolder.create(tmp_path / "run", plan), workers=1)
    longer = extend_run(run, longer_plan(run, hands=20))
    ask_for_live_matches(longer.path)
    seen: list[int] = []
    after = After(3, lambda: seen.extend(pl.read_parquet(path).height for path in live_files(longer.path).values()))
    chunk = next(chunk for chunk in longer.missing() if chunk.stored is not None)
    play_chunk(longer.plan, chunk, observers=[after], live=LiveWriter(longer.path))
    assert seen == [1]


def test_an_error_while_a_match_is_written_does_not_end_the_run(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run = new_run(tmp_path / "run")
    ask_for_live_matches(run.path)
    live = LiveWriter(run.path)
    live.begin(0, lambda: 1 // 0)  # type: ignore[arg-type, return-value]
    live._write()
    assert "a match could not be shown while it is played" in caplog.text


def test_a_match_that_is_stored_is_not_counted_again_if_its_live_file_was_left_behind(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run")
    ask_for_live_matches(run.path)
    played = play_chunk(run.plan, run.plan.chunks()[0], live=LiveWriter(run.path))
    left = live_files(run.path)[0].read_bytes()
    run.add(played)
    live_file(run.path, 0).write_bytes(left)
    progress = RunProgress(run)
    assert progress.update()
    assert not progress.update()
    assert (progress.hands, progress.running()) == (HANDS, [])


def test_matches_beyond_the_plan_of_a_run_that_was_shortened_are_ignored(tmp_path: Path) -> None:
    run = play_run(new_run(tmp_path / "run"), workers=1)
    (run.path / "hands" / "000099.parquet").write_bytes(run.played_files()[0].read_bytes())
    ask_for_live_matches(run.path)
    live_file(run.path, 98).write_bytes(run.played_files()[0].read_bytes())
    progress = RunProgress(run)
    progress.update()
    assert (progress.played, progress.running()) == (6, [])


def test_a_live_file_that_is_replaced_all_the_time_is_read_whole(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run")
    ask_for_live_matches(run.path)
    play_chunk(run.plan, run.plan.chunks()[0], live=LiveWriter(run.path))
    file = live_files(run.path)[0]
    whole = pl.read_parquet(file)
    versions = []
    for hands in (3, HANDS):
        whole.head(hands).write_parquet(tmp_path / f"{hands}")
        versions.append((tmp_path / f"{hands}").read_bytes())
    done = Event()

    def replace_it() -> None:
        while not done.is_set():
            for version in versions:
                with written_whole(file, wait_for_disk=False) as out:
                    out.write(version)

    thread = Thread(target=replace_it)
    thread.start()
    try:
        for _ in range(50):
            progress = RunProgress(run)
            progress.update()
            assert progress.hands in {1, 3, HANDS}
            assert progress.latest_hand() is not None
    finally:
        done.set()
        thread.join()


@pytest.mark.deep
@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_over_leaves_no_live_matches(tmp_path: Path, workers: int) -> None:
    run = new_run(tmp_path / "run", hands=3000)
    ask_for_live_matches(run.path)
    playing = Thread(target=play_run, args=(run,), kwargs={"workers": workers})
    playing.start()
    progress = RunProgress(run)
    seen = set()
    while playing.is_alive():
        progress.update()
        seen |= {match.name for match in progress.running()}
        ask_for_live_matches(run.path)
        time.sleep(0.05)
    playing.join()
    assert seen
    stop_asking(run.path)
    assert not (run.path / "live").exists()
    progress.update()
    assert progress.is_complete
