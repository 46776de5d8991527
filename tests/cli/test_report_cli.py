"""`railbird report` as its users meet it: in a process of its own."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from arena.runs import LIMIT, plan_of, shards
from railbird.arena import RunFolder, play_run
from reports.samples import FIXTURES, played

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.starting import Start


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return played(tmp_path / "run", "call", "random:fold=0", game=LIMIT, hands=10).path


def complaint(start: Start, folder: Path, *arguments: str | int) -> str:
    """Of input that is wrong: one line, without any output, and no file is written."""
    program = start("report", *arguments)
    assert program.wait() == 2
    assert program.output == ""
    assert program.errors.startswith("railbird: ")
    assert program.errors.count("\n") == 1
    assert not list(folder.glob("*.html"))
    return program.errors


def test_a_run(start: Start, run: Path, tmp_path: Path) -> None:
    program = start("report", "run", "report.html")
    assert program.wait() == 0, program.errors
    assert program.output == "report.html: 10 sections on 20 hands\n"
    assert program.errors == ""
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "railbird analyse run --table categories" in page


def test_figures_for_programs(start: Start, run: Path, tmp_path: Path) -> None:
    assert start("report", "run", "figures.json").wait() == 0
    content = json.loads((tmp_path / "figures.json").read_text())
    profit = next(section for section in content["figures"] if section["title"] == "Profit")
    assert profit["by_source"][0]["command"] == "railbird report run figures.json"


def test_two_runs(start: Start, run: Path, tmp_path: Path) -> None:
    played(tmp_path / "other", "call", "raise", game=LIMIT, hands=10)
    program = start("report", "run", "both.html", "--compare", "other")
    assert program.wait() == 0, program.errors
    assert program.output == "both.html: 11 sections on 40 hands\n"


def test_logs_are_counted_together(start: Start, tmp_path: Path) -> None:
    for name in ("one.log", "two.log"):
        shutil.copy(FIXTURES / "limit_3p.log", tmp_path / name)
    program = start("report", "one.log", "two.log", "report.html", "--game", "holdem.limit.3p")
    assert program.wait() == 0, program.errors
    assert program.output == "report.html: 10 sections on 8 hands\n"
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "railbird analyse one.log two.log --game holdem.limit.3p --table tracker" in page


def test_unusable_hands_are_reported(start: Start, tmp_path: Path) -> None:
    text = (FIXTURES / "limit_3p.log").read_text()
    (tmp_path / "torn.log").write_text(text + "STATE:4:torn\n")
    program = start("report", "torn.log", "report.html")
    assert program.wait() == 1
    assert program.output == "report.html: 10 sections on 4 hands\n"
    assert program.errors.startswith("torn.log:10: ")
    assert (tmp_path / "report.html").exists()


def test_a_run_that_is_still_going_on(start: Start, run: Path, tmp_path: Path) -> None:
    (run / "hands" / shards(run)[0]).unlink()
    message = complaint(start, tmp_path, "run", "report.html")
    assert "run is not complete: it lacks 1 of 2 matches, which railbird tournament --resume run plays" in message


def test_a_run_without_hands(start: Start, tmp_path: Path) -> None:
    RunFolder.create(tmp_path / "begun", plan_of("call", "raise"))
    assert "begun is not complete" in complaint(start, tmp_path, "begun", "report.html")
    (tmp_path / "empty").mkdir()
    assert "empty is not a run" in complaint(start, tmp_path, "empty", "report.html")


def test_a_run_of_one_deal(start: Start, tmp_path: Path) -> None:
    play_run(RunFolder.create(tmp_path / "short", plan_of("call", "raise", hands=1)), workers=1)
    program = start("report", "short", "report.html")
    assert program.wait() == 0, program.errors
    assert "There is no interval" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_what_cannot_be_read(start: Start, run: Path, tmp_path: Path) -> None:
    assert "absent.log: no such file" in complaint(start, tmp_path, "absent.log", "report.html")
    assert "absent: no such file" in complaint(start, tmp_path, "run", "report.html", "--compare", "absent")
    (tmp_path / "empty.log").write_text("# name/game/hands/seed ring holdem.limit.3p.game 4 0\n")
    assert "empty.log: there are no hands to report on" in complaint(start, tmp_path, "empty.log", "report.html")
    shutil.copy(FIXTURES / "limit_3p.log", tmp_path / "some.log")
    assert "a single run, or logs" in complaint(start, tmp_path, "run", "some.log", "report.html")


@pytest.mark.parametrize("options", [("--kind", "acpc"), ("--game", LIMIT), ("--reverse-blinds",)])
def test_options_of_logs_are_refused_where_there_are_none(
    start: Start, run: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    assert "applies to logs only" in complaint(start, tmp_path, "run", "report.html", "--compare", "run", *options)


def test_a_file_that_is_not_named_as_a_report(start: Start, run: Path, tmp_path: Path) -> None:
    assert "other: name the file to write last, as .html or .json" in complaint(start, tmp_path, "run", "other")
    assert "run: name the file to write last, as .html or .json" in complaint(start, tmp_path, "run")
    assert "name what to report on before new.html" in complaint(start, tmp_path, "new.html")
    assert "there is no folder absent" in complaint(start, tmp_path, "run", "absent/report.html")
    assert not (tmp_path / "absent").exists()
