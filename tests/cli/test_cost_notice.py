"""The cost of a run is printed before it starts, and a long run is asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import typer

from arena.runs import COST, LIMIT_3P, plan_of, written
from railbird.arena import RunCost, RunFolder, estimate_run_cost, play_run
from railbird.cli import cost_notice
from railbird.cli.cost_notice import announce_cost, cost_text

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Command

LONG = RunCost(hands=9_000_000, seconds=700.0, bytes=2.4e9, workers=2)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions at a terminal, which are all answered with no."""
    questions: list[str] = []

    def no(text: str, **_: object) -> bool:
        questions.append(text)
        return False

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(cost_notice.typer, "confirm", no)
    return questions


def test_14_6_a_run_of_more_than_ten_minutes_is_asked_about(asked: list[str]) -> None:
    with pytest.raises(typer.Exit) as stop:
        announce_cost(cost_text(LONG), LONG.seconds, yes=False)
    assert stop.value.exit_code == 1
    assert asked == ["Start?"]


def test_14_6_nothing_is_asked_about_short_runs_with_yes_or_without_a_terminal(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    announce_cost("", LONG.seconds, yes=True)
    announce_cost("", 599.0, yes=False)
    announce_cost("", None, yes=False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    announce_cost("", LONG.seconds, yes=False)
    assert asked == []


def test_14_6_a_run_that_is_declined_leaves_nothing_behind(
    asked: list[str], command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cost_notice, "_LONG", 0.0)
    done = command("match", "call", "raise", "--hands", 5, "--out", tmp_path / "run")
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.endswith("railbird: nothing was started\n")
    assert len(asked) == 1
    assert not (tmp_path / "run").exists()
    assert command("match", "call", "raise", "--hands", 5, "--out", tmp_path / "run", "--yes").status == 0
    assert len(asked) == 1


def test_14_6_hands_time_and_disk_are_printed_before_a_run(command: Command, tmp_path: Path) -> None:
    done = command("match", "call", "raise", "--hands", 5, "--seed", 1)
    assert COST.fullmatch(done.stderr)
    assert done.stderr.startswith("10 hands, ")
    written(tmp_path, "own.py", "from railbird.bots.reference.simple import CallBot\nclass Own(CallBot): pass\n")
    done = command("match", f"{tmp_path / 'own.py'}:Own", "call", "--hands", 5, "--workers", 1)
    reason = "bots of your own and bots that record are not tried beforehand"
    assert done.stderr.startswith(f"10 hands, time unknown because {reason}, ")


def test_14_6_the_cost_of_a_run_on_a_cluster_is_printed_and_asked_about(
    asked: list[str], command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cost_notice, "_LONG", 0.0)
    monkeypatch.setattr("railbird.arena.cluster.cluster_workers", lambda _: 3)
    done = command("match", "call", "raise", "--hands", 5, "--matches", 2, "--cluster", "tcp://127.0.0.1:8786")
    cost, declined = done.stderr.splitlines(keepends=True)
    assert COST.fullmatch(cost)
    assert "seconds on 3 processes of the cluster, if they are as fast as this machine, " in cost
    assert (done.status, declined, len(asked)) == (1, "railbird: nothing was started\n", 1)


def test_14_6_the_disk_space_is_about_what_is_stored(tmp_path: Path) -> None:
    plan = plan_of("call", "raise", "random", game=LIMIT_3P, hands=100)
    cost = estimate_run_cost(plan, 6, workers=1)
    run = play_run(RunFolder.create(tmp_path / "run", plan))
    size = sum(file.stat().st_size for file in run.path.rglob("*.parquet"))
    assert (cost.hands, cost.workers) == (600, 1)
    assert size / 2 < cost.bytes < 2 * size


def test_the_text_of_a_cost() -> None:
    assert cost_text(LONG) == "9,000,000 hands, about 12 minutes on 2 processes, 2 GB of disk space"
