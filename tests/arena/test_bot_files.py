"""A run is not resumed with bots that are made of something else than those that began it."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import pytest

from arena.runs import written
from railbird.arena import Entrant, RunFolder, RunPlan, play_run, read_entrants, with_shadows
from railbird.arena.bot_files import file_hashes, found_again
from railbird.bots import located, make_bot
from railbird.errors import BotError, MatchError, StoreError
from railbird.games import game_named

if TYPE_CHECKING:
    from pathlib import Path

BOT = """
import json
from importlib import import_module
from pathlib import Path

import direct
import package.deep.inner as inner
from package import sibling
from railbird.bots import Bot
from railbird.games import CALL

import_module("by_name")


class Mine(Bot):
    def __init__(self, *, model: Path | None = None, notes: str = "") -> None:
        pass

    def act(self, view):
        import late
        return CALL


class Team(Mine):
    def __init__(self, *, bot: Bot) -> None:
        pass
"""
PARTS = {
    "mine.py": BOT,
    "direct.py": "import through\n",
    "through.py": "",
    "late.py": "",
    "by_name.py": "",
    "package/__init__.py": "",
    "package/sibling.py": "from . import cousin\n",
    "package/cousin.py": "",
    "package/deep/__init__.py": "from ..nephew import NAME\n",
    "package/deep/inner.py": "",
    "package/nephew.py": "NAME = 1\n",
}
FILES = {**PARTS, "other.py": "", "model.npz": "weights", "notes.txt": "notes", "folder/a.bin": "a", "folder/b": "b"}
TEAM = 'type = "mine.py:Team"\n\n[bot]\ntype = "mine.py:Mine"\nmodel = "model.npz"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {**FILES, "team.toml": TEAM}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        written(tmp_path, name, text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_of(folder: Path, bot: str, *shadows: str) -> RunFolder:
    """A run that lacks one of its two matches."""
    entrants = with_shadows(read_entrants([f"It={bot}", "fold"]), shadows)
    run = RunFolder.create(folder / "run", RunPlan(game_named("kuhn.limit.2p"), entrants, 5, seed=1))
    play_run(run)
    next((run.path / "hands").iterdir()).unlink()
    return RunFolder.open(run.path)


@pytest.mark.parametrize(
    ("bot", "shadow", "file"),
    [
        *[("mine.py:Mine", "", name) for name in PARTS],
        ("mine.py:Mine:model=model.npz", "", "model.npz"),
        ("mine.py:Mine:notes=notes.txt", "", "notes.txt"),
        ("mine.py:Mine:model=folder", "", "folder/b"),
        ("mine.py:Team:bot=[mine.py:Mine:model=model.npz]", "", "model.npz"),
        ("switching:bots=[mine.py:Mine]+[call],hands=2", "", "package/nephew.py"),
        ("team.toml", "", "team.toml"),
        ("team.toml", "", "model.npz"),
        ("team.toml", "", "through.py"),
        ("call", "It=mine.py:Mine", "mine.py"),
        ("call", "It=mine.py:Mine:model=model.npz", "model.npz"),
        ("call", "It=team.toml", "direct.py"),
    ],
)
def test_14_7_a_changed_part_of_a_bot_is_named(bot: str, shadow: str, file: str, folder: Path) -> None:
    run = run_of(folder, bot, *([shadow] if shadow else []))
    stored = len([*(run.path / "hands").iterdir()])
    with (folder / file).open("a", encoding="utf-8") as more:
        more.write("\n# better\n")
    with pytest.raises(MatchError) as caught:
        play_run(run)
    assert str(caught.value) == (
        f"It would be another bot: {folder / file} has changed since the run began; put it back, or start a new run"
    )
    assert len([*(run.path / "hands").iterdir()]) == stored


def test_14_7_a_removed_part_of_a_bot_is_named(folder: Path) -> None:
    run = run_of(folder, "mine.py:Mine:model=model.npz")
    (folder / "model.npz").unlink()
    with pytest.raises(MatchError, match=re.escape(f"{folder}/model.npz has been removed since the run began")):
        play_run(run)


def test_files_that_are_no_part_of_a_bot_may_change(folder: Path) -> None:
    run = run_of(folder, "mine.py:Mine")
    for name in ("other.py", "model.npz", "team.toml"):
        (folder / name).write_text("# other\n", encoding="utf-8")
    play_run(run)
    assert run.missing() == []


def test_14_7_another_version_of_railbird_does_not_go_on(folder: Path) -> None:
    """But it reads what is there."""
    run = run_of(folder, "call")
    plan = run.path / "run.toml"
    plan.write_text(re.sub(r'railbird = ".*"', 'railbird = "0.0.7"', plan.read_text(encoding="utf-8")))
    with pytest.raises(StoreError, match=r"was begun by Railbird 0\.0\.7, .*; resume it with that version, or start"):
        play_run(RunFolder.open(run.path))


def test_14_7_files_in_options_are_stored_with_whole_paths(folder: Path) -> None:
    nested = "mine.py:Team:bot=[mine.py:Mine:notes=notes.txt,model=model.npz]"
    assert located(nested) == (
        f"{folder}/mine.py:Team:bot=[{folder}/mine.py:Mine:notes={folder}/notes.txt,model={folder}/model.npz]"
    )
    assert (
        located("mine.py:Mine:model=folder,notes=folder") == f"{folder}/mine.py:Mine:model={folder}/folder,notes=folder"
    )
    (folder / "logs").touch()
    assert located("replaying:log=logs,player=p1") == f"replaying:log={folder}/logs,player=p1"


@pytest.mark.parametrize("place", ["a,b", "a[b", "a]b", "[a],[b]"])
def test_14_7_whole_paths_with_commas_and_brackets_are_quoted(
    place: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = folder / place
    there.mkdir()
    for name, text in FILES.items():
        (there / name).parent.mkdir(parents=True, exist_ok=True)
        written(there, name, text)
    monkeypatch.chdir(there)
    spec = "mine.py:Team:bot=[mine.py:Mine:model=model.npz,notes=notes.txt]"
    whole = located(spec)
    mine, model, notes = (f'"{there}/{name}"' for name in ("mine.py", "model.npz", "notes.txt"))
    assert whole == f"{mine}:Team:bot=[{mine}:Mine:model={model},notes={notes}]"
    monkeypatch.chdir(folder.parent)
    assert located(whole) == whole
    assert {*file_hashes([whole])} == {str(there / name) for name in (*PARTS, "model.npz", "notes.txt")}


def test_14_7_a_path_that_no_spec_can_name_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / 'a",b').mkdir()
    written(folder / 'a",b', "model.npz", "weights")
    monkeypatch.chdir(folder / 'a",b')
    with pytest.raises(BotError, match=r'a",b/model\.npz has a quotation mark, so that no spec can name it: rename it'):
        located("../mine.py:Mine:model=model.npz")


def test_only_parts_of_the_bot_are_kept(folder: Path) -> None:
    assert {*file_hashes([f"{folder}/mine.py:Mine"])} == {str(folder / name) for name in PARTS}
    assert file_hashes(["call", "switching:bots=[call]+[raise],hands=2"]) == {}


def test_bots_in_two_folders_have_helpers_of_their_own(tmp_path: Path) -> None:
    """And a helper that has changed is imported again, as in a notebook."""
    bot = "from helper import NAME\nfrom railbird.bots.reference.simple import CallBot\n\nclass Mine(CallBot):\n"
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        written(tmp_path / name, "bot.py", f"{bot}    name = NAME\n")
        written(tmp_path / name, "helper.py", f"NAME = {name!r}\n")
    specs = [f"{tmp_path}/{name}/bot.py:Mine" for name in ("old", "new", "old")]
    assert [make_bot(spec).name for spec in specs] == ["old", "new", "old"]  # type: ignore[attr-defined]
    written(tmp_path / "old", "helper.py", "NAME = 'newest'\n")
    assert make_bot(specs[0]).name == "newest"  # type: ignore[attr-defined]


def test_the_files_of_a_folder_that_has_moved_below_another_one(tmp_path: Path) -> None:
    """The new path ends with the old one, and stands once in the spec for each time that the old one did."""
    old = "/no-such-folder/model"
    moved = tmp_path / "no-such-folder" / "model"
    moved.mkdir(parents=True)
    for name in ("a", "b"):
        (moved / name).write_text(name)
    hashes = {f"{old}/{name}": hashlib.sha256(name.encode()).hexdigest()[:16] for name in ("a", "b")}
    found = found_again(Entrant("m", f"mine:model={old},other=/x{old}", files=hashes), tmp_path, within=tmp_path)
    assert found.spec == f"mine:model={moved},other=/x{old}"
    assert list(found.files) == [str(moved / "a"), str(moved / "b")]
