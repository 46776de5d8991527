"""`railbird experiment list`, `run` and `report` as their users meet them."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from experiments.small import written_experiment
from experiments.solving_experiment import written_solving_experiment
from railbird.experiments import running

if TYPE_CHECKING:
    from cli.conftest import Command
    from railbird.arena import RunFolder

PROJECT = Path(__file__).parent.parent.parent


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands are given: with a folder `experiments` that has one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "experiments").mkdir()
    written_experiment(tmp_path / "experiments")
    return tmp_path


def test_an_experiment_from_its_file_to_its_page(folder: Path, command: Command) -> None:
    done = command("experiment", "run", "small", "--quick", "--workers", 1)
    assert done.status == 0
    assert done.stderr.startswith("small: 60 hands, ")
    assert " on 1 process, 37 kB of disk space in experiments/small.quick" in done.stderr
    lines = done.stdout.splitlines()
    assert lines[:3] == ["Calling and raising", "Nobody 1999, section 1.2, table 3", "Does calling beat raising?"]
    assert lines[3].split()[:3] == ["figure", "verdict", "unit"]
    assert lines[4].split()[:3] == ["caller", "agrees", "mbb/hand"]
    assert "Unlike the source: it was never played there" in lines

    again = command("experiment", "run", "small", "--quick")
    assert again.stdout == done.stdout
    assert again.stderr.startswith("experiments/small.quick/results.toml already has the results")

    report = command("experiment", "report", "small", "--quick")
    assert report.stdout == done.stdout
    page = (folder / "experiments" / "small.quick" / "report.html").read_text(encoding="utf-8")
    assert "Nobody 1999, section 1.2, table 3" in page
    assert "railbird experiment report small --quick" in page


def test_strategies_are_solved_first_and_their_time_is_said(folder: Path, command: Command) -> None:
    written_solving_experiment(folder / "experiments")
    done = command("experiment", "run", "solving", "--quick", "--workers", 1)
    assert done.status == 0
    solving, hands = (line for line in done.stderr.splitlines() if line.startswith("solving: "))
    assert solving == "solving: solving plus, sampled in experiments/solving.quick, less than 0.1 seconds"
    assert hands.startswith("solving: 60 hands, ")
    assert [line.split()[:3] for line in done.stdout.splitlines() if line.startswith(("plus  ", "sampled"))] == [
        ["plus", "cfr+", "20"],
        ["sampled", "external-sampling", "20"],
    ]
    report = command("experiment", "report", "solving", "--quick")
    assert report.stdout == done.stdout
    assert "Convergence by time" in (folder / "experiments" / "solving.quick" / "report.html").read_text()


def test_for_programs(folder: Path, command: Command) -> None:
    out = folder / "kept"
    arguments = ("experiments/small.toml", "--quick", "--out", out, "--json")
    done = command("experiment", "run", *arguments, "--workers", 1)
    assert done.status == 0
    played = json.loads(done.stdout)
    assert played["quick"]
    assert [figure["key"] for figure in played["figures"]][:2] == ["caller", "lead"]
    first = played["figures"][0]
    assert first["theirs"] == {
        "value": 0,
        "low": None,
        "high": None,
        "is_estimated": False,
        "tolerance": 5000,
        "hands": 80,
    }
    assert first["ours"]["low"] < first["ours"]["value"] < first["ours"]["high"]
    assert json.loads(command("experiment", "report", *arguments).stdout) == played
    listed = json.loads(command("experiment", "list", "--json").stdout)
    assert [entry["experiment"] for entry in listed] == ["small"]
    assert listed[0]["stored"] is None


def test_a_list(folder: Path, command: Command) -> None:
    assert command("experiment", "run", "small", "--quick", "--workers", 1).status == 0
    lines = command("experiment", "list").stdout.splitlines()
    assert lines[1].startswith("small")
    assert "Calling and raising  Nobody 1999, section 1.2, table 3" in lines[1]
    assert lines[1].split()[-3:] == ["480", "60", "quick"]


def test_a_list_leaves_out_what_is_no_experiment(folder: Path, command: Command) -> None:
    (folder / "experiments" / "leduc.toml").write_text('game = "leduc.limit.2p"\nalgorithm = "cfr+"\n')
    (folder / "experiments" / "bot.toml").write_text('type = "call"\n')
    (folder / "experiments" / "run.toml").write_text('layout = 1\n[[entrants]]\nname = "call"\n')
    for stored in (
        PROJECT / "experiments" / "imitation" / "akuma.toml",
        PROJECT / "experiments" / "thiel-table-6-1" / "results.toml",
    ):
        shutil.copy(stored, folder / "experiments")
    done = command("experiment", "list", "--json")
    assert [entry["experiment"] for entry in json.loads(done.stdout)] == ["small"]


def test_a_report_plays_nothing(folder: Path, command: Command) -> None:
    done = command("experiment", "report", "small")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == (
        "railbird: experiments/small has no results.toml: play the experiment first, "
        "with railbird experiment run small\n"
    )
    assert not (folder / "experiments" / "small").exists()
    file = (folder / "experiments" / "small.toml").rename(folder / "own.toml")
    done = command("experiment", "report", file.name, "--quick", "--out", "my results")
    assert done.stderr == (
        "railbird: my results has no results.toml: play the experiment first, "
        "with railbird experiment run own.toml --quick --out 'my results'\n"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("title =", "titel ="), "experiments/small.toml: unknown key 'titel': did you mean title?"),
        (
            ("[theirs.won]", "[theirs.win]"),
            "experiments/small.toml, theirs: 'win' is not one of the figures: did you mean won?",
        ),
        (("limit.2p", "limit.9p"), "experiments/small.toml: no game is called 'holdem.limit.9p.reverse_blinds'"),
        (('"call"', '"cal"'), "experiments/small.toml: no bot is called 'cal' (did you mean call?)"),
    ],
)
@pytest.mark.parametrize("verb", ["list", "run", "report"])
def test_mistakes_are_reported_in_one_line(
    folder: Path, command: Command, verb: str, change: tuple[str, str], message: str
) -> None:
    written_experiment(folder / "experiments", change)
    done = command("experiment", verb, *([] if verb == "list" else ["small"]))
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith(f"railbird: {message}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["smal", "other/small.toml"])
@pytest.mark.parametrize("verb", ["run", "report"])
def test_a_file_that_is_missing(folder: Path, command: Command, verb: str, name: str) -> None:
    done = command("experiment", verb, name)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith("railbird: there is no experiment ")
    assert done.stderr.count("\n") == 1


def test_a_folder_that_is_missing(folder: Path, command: Command) -> None:
    done = command("experiment", "list", "nowhere")
    assert done.status == 2
    assert done.stderr == "railbird: there is no folder nowhere here: name a folder with experiments\n"


def test_an_experiment_that_is_stopped_says_how_to_go_on(
    folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = running.play_run

    def stopped(run: RunFolder, **options: object) -> None:
        if run.path.name != "plain":
            raise KeyboardInterrupt
        real(run, **options)

    monkeypatch.setattr(running, "play_run", stopped)
    done = command("experiment", "run", "small", "--quick", "--workers", 1)
    assert (done.status, done.stdout) == (130, "")
    assert "the results so far are in experiments/small.quick: the same command continues\n" in done.stderr
    monkeypatch.setattr(running, "play_run", real)
    done = command("experiment", "run", "small", "--quick", "--workers", 1)
    assert done.status == 0
    assert done.stderr.startswith("small: 40 of 60 hands, ")


@pytest.mark.parametrize(
    "name",
    [
        "thiel-table-6-1",
        "lilienthal-table-10",
        "lilienthal-two-players",
        "more-iterations",
        "more-buckets",
        "fictitious-play-and-cfr",
        "sampling-algorithms",
        "adaptive-bots",
        "changing-opponents",
        "akuma-strength",
        "ownbot-heads-up",
        "lilienthal-figure-2",
        "lilienthal-figure-5",
        "lilienthal-figure-9",
        "lilienthal-table-15",
        "lilienthal-table-16",
        "lilienthal-table-17",
        "gloeckner-opponents",
        "gloeckner-bias",
        "gloeckner-cfr3-limit",
        "cfr3-limit-opponents",
        "lilienthal-min-raise",
        "lilienthal-rescaled-answers",
        "lilienthal-team",
        "gloeckner-tournament",
        "gloeckner-nearest-states",
        "gloeckner-weighted-states",
    ],
)
def test_the_documents_show_what_is_stored(tmp_path: Path, command: Command, name: str) -> None:
    shutil.copy(PROJECT / "experiments" / name / "results.toml", tmp_path)
    done = command("experiment", "report", PROJECT / "experiments" / f"{name}.toml", "--out", tmp_path)
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    end = next(number for number, line in enumerate(lines) if line.startswith("Unlike the source"))
    shown = "\n".join(lines[3:end])
    assert shown.startswith("figure ")
    assert any(shown in page.read_text(encoding="utf-8") for page in (PROJECT / "docs").glob("*.md"))


def test_the_documents_show_the_variants_against_each_other() -> None:
    """The report has 64 rows, which the page shows as a table of eight by eight."""
    results = tomllib.loads((PROJECT / "experiments" / "lilienthal-variants" / "results.toml").read_text())["figures"]
    variants = [f"{pot}{mode}" for pot in "NA" for mode in range(4)]

    def cell(first: str, others: str) -> str:
        figure = results[f"main first={first} others={others}"]
        return f"{figure['value']:+.0f} ± {figure['high'] - figure['value']:.0f}".rjust(10)

    rows = [first + "".join(cell(first, others) for others in variants) for first in variants]
    page = (PROJECT / "docs" / "12-two-player-bots-for-three.md").read_text(encoding="utf-8")
    assert "\n".join(["  " + "".join(name.rjust(10) for name in variants), *rows]) in page
