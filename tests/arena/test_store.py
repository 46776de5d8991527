"""Folders of runs: what is in them, and what becomes of a run whose files are damaged or left over."""

from __future__ import annotations

import hashlib
import logging
from typing import TYPE_CHECKING

import pytest

import railbird
from arena.runs import LIMIT_3P, NOLIMIT, digest, plan_of, shards, written
from railbird.arena import RunFolder, export_run, play_run, read_results
from railbird.arena.store import LAYOUT
from railbird.errors import StoreError
from railbird.games import GAME_NAMES, game_named

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FAILING = """
import time
from railbird.bots.reference.simple import RandomBot

class Failing(RandomBot):
    def act(self, view):
        if view.hand == 2:
            raise ValueError({message})
        return super().act(view)
"""
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "one bit": lambda content: content[:200] + bytes([content[200] ^ 1]) + content[201:],
    "cut off": lambda content: content[: len(content) // 2],
    "empty": lambda content: content[:0],
}


def run(folder: Path, message: str = "'lost'") -> RunFolder:
    """Three bots, one of which has incidents: six chunks."""
    bot = written(folder, "failing.py", FAILING.format(message=message))
    plan = plan_of(f"Failing={bot}:Failing", "call", "random", seed=4)
    played = RunFolder.create(folder / "run", plan)
    play_run(played)
    return played


def times(folder: RunFolder) -> dict[str, int]:
    """When each file was written."""
    return {str(path.relative_to(folder.path)): path.stat().st_mtime_ns for path in folder.path.rglob("*.*")}


def damaged(folder: RunFolder, kind: str, number: int, damage: str) -> Path:
    (path,) = (folder.path / kind).glob(f"{number:06}-*")
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    return path


@pytest.mark.parametrize("game", [name for name in GAME_NAMES if name != "holdem.nolimit.6p"])
def test_a_plan_is_read_back(game: str, tmp_path: Path) -> None:
    bots = ["call", "Loose=random:fold=0", *["fold"] * (game_named(game).players - 1)]
    plan = plan_of(*bots, game=game, hands=7, seed=2**32 - 1, seat_orders="single", matches=3, seconds_per_action=0.25)
    RunFolder.create(tmp_path / "deep" / "run", plan)
    assert RunFolder.open(tmp_path / "deep" / "run").plan == plan


def test_a_new_run_may_be_in_an_empty_folder_only(tmp_path: Path) -> None:
    plan = plan_of("call", "fold")
    RunFolder.create(tmp_path, plan)
    for name in ("", "run.toml"):
        with pytest.raises(StoreError, match=f"{tmp_path / name} already exists: .* --resume {tmp_path / name}"):
            RunFolder.create(tmp_path / name, plan)


def test_hands_are_stored_as_they_were_played(tmp_path: Path) -> None:
    folder = run(tmp_path)
    hands = folder.hands().collect()
    assert hands.height == 6 * 10
    assert [name.partition("-")[0] for name in shards(folder.path)] == [f"{number:06}" for number in range(6)]
    assert (hands["payoff_0"] + hands["payoff_1"] == 0).all()
    assert folder.missing() == []


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("kind", ["hands", "incidents"])
def test_only_the_chunk_of_a_damaged_file_is_played_again(
    kind: str, damage: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = run(tmp_path)
    files, whole, before = times(folder), digest(folder.path), read_results(folder).incidents
    path = damaged(folder, kind, 1, damage)

    with pytest.raises(
        StoreError, match=f"{path.name} is damaged: railbird tournament --resume {folder.path} plays its match again"
    ):
        read_results(folder)

    with caplog.at_level(logging.WARNING):
        play_run(RunFolder.open(folder.path))
    assert caplog.messages == [f"{path} is damaged: its match is played again"]
    assert digest(folder.path) == whole
    assert read_results(folder).incidents == before
    after = times(folder)
    assert {*after} == {*files}
    changed = {name for name in files if files[name] != after[name]}
    assert changed == {name for name in files if "/000001-" in name}
    assert len(changed) == 2


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_hands_are_not_exported(damage: str, tmp_path: Path) -> None:
    folder = run(tmp_path)
    path = damaged(folder, "hands", 5, damage)
    with pytest.raises(StoreError, match=f"{path.name} is damaged"):
        export_run(folder, tmp_path / "logs")
    assert not (tmp_path / "logs").exists()


def test_several_files_may_be_damaged_or_gone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = run(tmp_path)
    whole, names = digest(folder.path), [shards(folder.path, kind) for kind in ("hands", "incidents")]
    damaged(folder, "hands", 0, "empty")
    damaged(folder, "incidents", 0, "one bit")
    damaged(folder, "hands", 5, "cut off")
    (gone,) = (folder.path / "hands").glob("000003-*")
    gone.unlink()
    assert [chunk.number for chunk in RunFolder.open(folder.path).missing()] == [0, 3, 5]
    with pytest.raises(StoreError, match=f"000000-.* is damaged: .* --resume {folder.path} plays its match again"):
        read_results(folder)
    with folder.being_played():
        assert len(caplog.messages) == 3
    with pytest.raises(
        StoreError, match=f"{folder.path} is not complete: it lacks 3 of 6 matches, .* --resume {folder.path}"
    ):
        read_results(folder)
    play_run(folder)
    assert digest(folder.path) == whole
    assert [shards(folder.path, kind) for kind in ("hands", "incidents")] == names


def test_incidents_of_a_chunk_that_was_not_stored_to_its_end_do_not_count_twice(tmp_path: Path) -> None:
    """Incidents are stored before hands; those of the second time are others here, so their file has another name."""
    folder = run(tmp_path, message="time.perf_counter_ns()")
    before = read_results(folder).incidents
    assert before["Failing"]["failed"] > 0
    for number in range(4):
        (hands,) = (folder.path / "hands").glob(f"{number:06}-*")
        hands.unlink()
    names = shards(folder.path, "incidents")
    play_run(folder)
    assert read_results(folder).incidents == before
    assert len(shards(folder.path, "incidents")) == len(names)
    assert shards(folder.path, "incidents") != names


@pytest.mark.parametrize("kind", ["hands", "incidents"])
def test_a_match_that_is_there_twice_is_played_again(kind: str, tmp_path: Path) -> None:
    """As when two processes resume a run at the same time, and a bot does not do the same twice."""
    folder = run(tmp_path)
    whole, names, before = digest(folder.path), shards(folder.path), read_results(folder).incidents
    other = (folder.path / kind / shards(folder.path, kind)[0]).read_bytes()
    name = f"000001-{hashlib.sha256(other).hexdigest()[:16]}.parquet"
    (folder.path / kind / name).write_bytes(other)
    assert [chunk.number for chunk in folder.missing()] == [1]
    play_run(folder)
    assert (digest(folder.path), shards(folder.path), read_results(folder).incidents) == (whole, names, before)


def test_what_an_interrupted_write_left_does_no_harm(tmp_path: Path) -> None:
    folder = run(tmp_path)
    whole, names = digest(folder.path), shards(folder.path)
    for kind in ("hands", "incidents"):
        (folder.path / kind / f".{names[1]}.x7f3k2").write_bytes(b"PAR1 and no more")
    (folder.path / ".run.toml.x7f3k2").write_bytes(b"layout")
    (folder.path / "hands" / names[1]).unlink()
    play_run(RunFolder.open(folder.path))
    assert digest(folder.path) == whole
    assert shards(folder.path) == names
    assert export_run(folder, tmp_path / "logs") == 6


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (None, None, "is not a run: it has no run.toml"),
        (f"layout = {LAYOUT}", "layout = ", "run.toml is damaged"),
        ("[run]", "[walk]", "run.toml is damaged: KeyError 'run'"),
        ("hands = 10", 'hands = "ten"', "run.toml is damaged: TypeError"),
        ("hands = 10", "hands = 0", "run.toml is damaged: GameError a match of 0 hands"),
        ("seed = 4", "seed = 4\nspeed = 3", "run.toml is damaged: TypeError .*speed"),
        ("GAMEDEF", "DEF", "run.toml is damaged"),
        ("name = ", "nom = ", "run.toml is damaged"),
    ],
)
def test_a_plan_that_cannot_be_read(old: str | None, new: str | None, says: str, tmp_path: Path) -> None:
    file = tmp_path / "run.toml"
    if old is not None and new is not None:
        RunFolder.create(tmp_path, plan_of("call", "fold", seed=4))
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(StoreError, match=says) as caught:
        RunFolder.open(tmp_path)
    assert "\n" not in str(caught.value)
    assert str(tmp_path) in str(caught.value)


def test_a_plan_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StoreError, match=r"run.toml is damaged"):
        RunFolder.open(tmp_path)


@pytest.mark.parametrize("layout", [LAYOUT + 1, 0, '"one"'])
def test_a_run_in_another_layout_names_both(layout: object, tmp_path: Path) -> None:
    RunFolder.create(tmp_path, plan_of("call", "fold"))
    file = tmp_path / "run.toml"
    text = file.read_text(encoding="utf-8").replace(f'railbird = "{railbird.__version__}"', 'railbird = "9.8.7"')
    file.write_text(text.replace(f"layout = {LAYOUT}", f"layout = {layout}"), encoding="utf-8")
    with pytest.raises(StoreError) as caught:
        RunFolder.open(tmp_path)
    shown = str(layout).strip('"')
    assert f"was written by Railbird 9.8.7 in layout {shown}: " in str(caught.value)
    assert f"this is {railbird.__version__}, which reads layout {LAYOUT}" in str(caught.value)


def test_a_run_tells_how_it_came_about(tmp_path: Path) -> None:
    plan = plan_of("call", "fold", "raise", game=LIMIT_3P)
    RunFolder.create(tmp_path, plan, command="railbird tournament call fold raise")
    text = (tmp_path / "run.toml").read_text(encoding="utf-8")
    assert 'command = "railbird tournament call fold raise"' in text
    assert f'railbird = "{railbird.__version__}"' in text
    assert all(f"{name} = " in text for name in ("python", "numpy", "polars"))


def test_fractions_of_chips_and_both_kinds_of_payoffs_are_stored(tmp_path: Path) -> None:
    """All-in before the flop: what was won, and what it was worth, are not the same, and both add up to nothing."""
    plan = plan_of("random:fold=0,call=1,raise=9", "call", game=NOLIMIT, hands=50)
    folder = RunFolder.create(tmp_path / "run", plan)
    play_run(folder)
    hands = folder.hands().collect()
    assert (hands["payoff_0"] != hands["expected_0"]).any()
    assert (hands["payoff_0"] + hands["payoff_1"]).abs().max() == 0
    assert (hands["expected_0"] + hands["expected_1"]).abs().max() == pytest.approx(0, abs=1e-6)
