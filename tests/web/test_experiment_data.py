"""Experiments on the page: figures of the source beside ours, without building a bot."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from railbird.errors import NotFoundError
from railbird.experiments import read_experiment
from railbird.web.experiment_data import experiment_as_json, experiments_as_json

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
NAME = "lilienthal-table-10"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an experiment and its results, and a file that is none."""
    copies = tmp_path / "experiments"
    copies.mkdir()
    shutil.copy(EXPERIMENTS / f"{NAME}.toml", copies)
    (copies / NAME).mkdir()
    shutil.copy(EXPERIMENTS / NAME / "results.toml", copies / NAME)
    (copies / "wrong.toml").write_text("title = ]")
    return tmp_path


def test_experiments_are_listed_with_their_verdicts(folder: Path) -> None:
    entries = {entry["name"]: entry for entry in experiments_as_json(folder)["experiments"]}  # type: ignore[index, union-attr, call-overload]
    assert entries[NAME]["versions"]["full"]["counts"]  # type: ignore[index, call-overload]
    assert "this is not TOML" in entries["wrong"]["problem"]  # type: ignore[operator]
    assert experiments_as_json(folder / "experiments")["experiments"] == []


def test_an_experiment_has_its_figures_and_says_whether_it_has_changed(folder: Path) -> None:
    shown = experiment_as_json(folder, NAME, quick=False)
    json.dumps(shown, allow_nan=False)
    assert shown["is_changed"] is False
    assert shown["sections"][0]["title"] == "Ours beside theirs"  # type: ignore[index, call-overload]
    file = folder / "experiments" / f"{NAME}.toml"
    file.write_text(file.read_text().replace("seed = ", "seed = 1", 1))
    assert experiment_as_json(folder, NAME, quick=False)["is_changed"] is True


@pytest.mark.parametrize("name", ["nothing", "../run", "../../etc/passwd"])
def test_an_unknown_experiment(folder: Path, name: str) -> None:
    with pytest.raises(NotFoundError, match="no experiment is called"):
        experiment_as_json(folder, name, quick=False)


def test_reading_without_building_runs_no_file(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("from pathlib import Path\nPath(__file__).with_suffix('.ran').touch()\n")
    text = (EXPERIMENTS / f"{NAME}.toml").read_text()
    file = tmp_path / "with-file.toml"
    bot = text.partition("[entrants]\n")[2].partition(" = ")[0]
    old = next(line for line in text.splitlines() if line.startswith(f"{bot} = "))
    file.write_text(text.replace(old, f"{bot} = '{tmp_path}/mine.py:Mine'"))
    assert read_experiment(file, builds_bots=False).lineups
    assert not (tmp_path / "mine.ran").exists()
