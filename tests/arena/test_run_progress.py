"""A run while it is played: the standings, the profit and the pace are those of the hands that are stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest

from arena.runs import LIMIT_3P
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.arena.run_progress import RunProgress
from railbird.games import game_named

if TYPE_CHECKING:
    from pathlib import Path


def new_run(path: Path, *, hands: int = 20, matches: int = 1) -> RunFolder:
    entrants = read_entrants(["call", "raise", "random"])
    return RunFolder.create(path, RunPlan(game_named(LIMIT_3P), entrants, hands, seed=4, matches=matches))


def test_standings_are_those_of_the_stored_hands(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run")
    progress = RunProgress(run)
    assert not progress.update()
    assert progress.standings().rows == []
    play_run(run)
    assert progress.update()
    assert not progress.update()
    assert progress.is_complete
    hands = run.hands().collect()
    for name, _, rate, chips, count in progress.standings().rows:
        own = [
            hands.filter(pl.col(f"player_{place}") == name).get_column(f"payoff_{place}").sum() for place in range(3)
        ]
        assert chips == pytest.approx(sum(own))
        assert count == len(hands)
        assert rate.mean == pytest.approx(100 * sum(own) / len(hands) / 10)  # type: ignore[union-attr]


def test_only_new_matches_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = new_run(tmp_path / "run")
    play_run(run)
    files = sorted((run.path / "hands").iterdir())
    aside = [(path, path.rename(tmp_path / path.name)) for path in files[1:]]
    progress = RunProgress(run)
    assert progress.update()
    assert progress.played == 1
    for path, kept in aside:
        kept.rename(path)
    read: list[str] = []
    original = pl.read_parquet
    monkeypatch.setattr(
        pl, "read_parquet", lambda paths, **more: (read.extend(path.name for path in paths), original(paths, **more))[1]
    )
    assert progress.update()
    assert sorted(read) == [path.name for path in files[1:]]


@pytest.mark.parametrize(
    ("hands", "matches", "count"), [(300, 1, 361), pytest.param(1, 70, 400, marks=pytest.mark.deep)]
)
def test_the_profit_is_that_of_hand_after_hand(tmp_path: Path, hands: int, matches: int, count: int) -> None:
    run = new_run(tmp_path / "run", hands=hands, matches=matches)
    chunk_count = len(run.plan.chunks())
    play_run(run)
    progress = RunProgress(run)
    progress.update()
    stored = run.hands().collect()
    for name, points in progress.points().items():
        own = sum(stored.filter(pl.col(f"player_{place}") == name)[f"payoff_{place}"].sum() for place in range(3))
        assert points[0] == (0, 0.0)
        assert points[-1][0] == chunk_count * hands
        assert points[-1][1] == pytest.approx(own / run.plan.game.unit)
        assert len(points) == count
        assert [at for at, _ in points] == sorted({at for at, _ in points})
