"""Progress on standard error."""

from __future__ import annotations

import re
import time

import pytest

from railbird.cli.terminal import Terminal

LINE = re.compile(r"Playing: (\d+) %, about ([0-9.]+) seconds so far, about ([0-9.]+) seconds left")


@pytest.fixture
def quick_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.cli.terminal.SECONDS_BETWEEN_LINES", 0.2)


@pytest.mark.usefixtures("quick_lines")
def test_the_time_left_follows_from_the_mean_pace(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with Terminal().showing() as terminal, terminal.task("Playing", total=100, done=40) as task:
        time.sleep(0.05)
        task.advance(20)
        time.sleep(1.1)  # while nothing advances
    lines = [[*map(float, match.groups())] for match in LINE.finditer(capfd.readouterr().err)]
    assert len(lines) > 2
    for percent, so_far, left in lines:
        assert percent == 60
        assert left == pytest.approx(2 * so_far, abs=0.15)  # 20 of 60 parts were done in this run
    assert lines[-1][2] > lines[0][2]


@pytest.mark.usefixtures("quick_lines")
def test_nothing_is_said_of_the_time_left_before_anything_is_done(capfd: pytest.CaptureFixture[str]) -> None:
    with Terminal().showing() as terminal, terminal.task("Playing", total=100, done=40):
        time.sleep(0.5)
    errors = capfd.readouterr().err
    assert "Playing: 40 %" in errors
    assert "left" not in errors
