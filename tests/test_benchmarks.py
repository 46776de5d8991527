"""What the benchmarks judge: ratios to peers and to yardsticks."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from dataclasses import astuple, fields
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from benchmarks import coverage, sampling_seeds
from benchmarks.coverage_cases import Case, cases
from benchmarks.coverage_play import Outcome
from benchmarks.measure import Measurement, Pace, paced, paced_once
from benchmarks.verdicts import measured
from benchmarks.yardsticks import COMPILED, COMPILED_ON_ALL_CORES, PYTHON, PYTHON_ON_ALL_CORES, Yardstick

from railbird.abstraction import exact_game

if TYPE_CHECKING:
    from collections.abc import Iterator

QUIET, BUSY = Pace("a loop", 1.0), Pace("a loop", 3.0)


@pytest.mark.parametrize(
    ("seconds", "pace", "reached"), [(1.9, QUIET, True), (2.1, QUIET, False), (5.7, BUSY, True), (6.3, BUSY, False)]
)
def test_a_goal_of_seconds_holds_at_the_pace_of_the_machine(seconds: float, pace: Pace, reached: bool) -> None:
    assert Measurement("work", "s", seconds, goal=2, pace=pace).reached is reached


@pytest.mark.parametrize(
    ("rate", "pace", "reached"), [(31, QUIET, True), (29, QUIET, False), (11, BUSY, True), (9, BUSY, False)]
)
def test_a_goal_of_a_rate_holds_at_the_pace_of_the_machine(rate: float, pace: Pace, reached: bool) -> None:
    assert Measurement("work", "hands/s", rate, goal=30, pace=pace, more_is_better=True).reached is reached


def test_a_goal_for_speed_needs_a_yardstick() -> None:
    with pytest.raises(ValueError, match="work: a goal for speed needs the pace of a yardstick"):
        Measurement("work", "s", 1, goal=2)


def test_a_limit_holds_as_it_is() -> None:
    assert Measurement("memory", "MB", 9, limit=10, pace=BUSY).reached
    assert not Measurement("memory", "MB", 11, limit=10, pace=BUSY).reached


def test_a_ratio_to_the_best_peer() -> None:
    measured = Measurement("work", "s", 1, peers={"slow": 50, "quick": 9}, least_ratio=10)
    assert (measured.best_peer, measured.ratio, measured.reached) == ("quick", 9, False)


class SlowingClock:
    """A clock by which all work takes longer and longer, by half of its quiet time with each round."""

    def __init__(self) -> None:
        self.now = 0.0
        self.factor = 1.0

    def __call__(self) -> float:
        return self.now

    def ours(self) -> None:
        self.factor += 0.5
        self.now += 0.5 * self.factor

    def yardstick(self) -> None:
        self.now += 0.1 * self.factor


def test_the_yardstick_is_measured_in_the_rounds_of_ours() -> None:
    """The first call is not counted: the best round is the second call, at twice the quiet time."""
    clock = SlowingClock()
    seconds, pace = paced(clock.ours, Yardstick("a loop", clock.yardstick, 0.1), repeat=3, clock=clock)
    assert pace.factor == pytest.approx(2)
    assert seconds == pytest.approx(0.5 * pace.factor)


def test_long_work_is_done_once() -> None:
    calls: list[int] = []
    result, seconds, pace = paced_once(lambda: calls.append(1) or "done", PYTHON)
    assert (result, calls) == ("done", [1])
    assert seconds < 1
    assert pace.factor > 0.1


@pytest.mark.parametrize("yardstick", [COMPILED, COMPILED_ON_ALL_CORES, PYTHON, PYTHON_ON_ALL_CORES])
def test_yardsticks_do_the_same_work_each_time(yardstick: Yardstick) -> None:
    assert yardstick.run() == yardstick.run()


def test_what_is_missed_is_measured_again(capsys: pytest.CaptureFixture[str]) -> None:
    """Only a goal that is missed twice counts."""
    rounds: list[int] = []

    def measure() -> Iterator[Measurement]:
        rounds.append(1)
        yield Measurement("once", "s", 3 if len(rounds) == 1 else 1, goal=2, pace=QUIET)
        yield Measurement("always", "s", 3, goal=2, pace=QUIET)
        yield Measurement("never", "s", len(rounds), goal=2, pace=QUIET)

    assert [(kept.name, kept.ours, kept.reached) for kept in measured(measure)] == [
        ("once", 1, True),
        ("always", 3, False),
        ("never", 1, True),
    ]
    assert "measuring again: always, once" in capsys.readouterr().out


def test_measurements_of_one_name_are_refused() -> None:
    """Of two with the same name, the second measurement of one would count for the other."""

    def measure() -> Iterator[Measurement]:
        yield Measurement("memory", "MB", 20, limit=10)
        yield Measurement("memory", "MB", 5, limit=10)

    with pytest.raises(ValueError, match="two measurements have the same name: memory, memory"):
        measured(measure)


def test_14_1_to_3_the_coverage_table_of_the_docs_is_the_measured_one() -> None:
    page = Path(__file__).parent.parent / "docs" / "5-run-an-experiment.md"
    rows = coverage.stored()
    assert coverage.table(rows) in page.read_text(encoding="utf-8")
    played = [tuple(getattr(row, field.name) for field in fields(Case)) for row in rows]
    assert sorted(played) == sorted(astuple(case) for case in cases())
    assert [row for row in rows if row.is_outside] == []


def test_15_the_table_of_sampling_algorithms_in_the_docs_is_the_measured_one() -> None:
    """Public chance sampling is the default because it leads: significantly after the longest time."""
    page = Path(__file__).parent.parent / "docs" / "9-reproduce-a-table.md"
    rows = sampling_seeds.stored()
    assert sampling_seeds.table(rows) in page.read_text(encoding="utf-8")
    assert len(rows) == 2 * len(sampling_seeds.SEEDS) * len(sampling_seeds.SECONDS)
    lead = sampling_seeds.lead_after(sampling_seeds.SECONDS[-1], rows)
    assert lead.mean < 0
    assert lead.is_significant


def test_15_sampling_algorithms_take_turns_and_are_evaluated_after_equal_times() -> None:
    game = exact_game("leduc.limit.2p")
    rows = [*sampling_seeds.measured(3, game, seconds=(0.01, 0.02))]
    assert [(row.algorithm, row.seed, row.seconds) for row in rows] == [
        (name, 3, seconds) for seconds in (0.01, 0.02) for name in (sampling_seeds.PUBLIC, sampling_seeds.CHANCE)
    ]
    for early, late in zip(rows[:2], rows[2:], strict=True):
        assert 0 < early.iterations < late.iterations
        assert late.exploitability > 0


def test_14_1_to_3_a_case_outside_the_bounds_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of two is, and both are measured whatever the order in which their runs end."""
    first, second = cases()[:2]
    holds, misses = Outcome("samples", True, False, True), Outcome("samples", False, False, False)
    share = {first: 20, second: 19}

    def play(case: Case, runs: range) -> list[Outcome]:
        return [holds if run < 400 and run % 20 < share[case] else misses for run in runs]

    class Here(Executor):
        def submit(self, function, /, *arguments):  # type: ignore[no-untyped-def]
            done = Future()
            done.set_result(function(*arguments))
            return done

    monkeypatch.setattr(coverage, "outcomes", play)
    rows = {row.runs: row for row in coverage.measured([first, second], Here())}
    assert (rows[400].covered, rows[400].is_outside) == (0.95, False)
    assert (rows[1600].covered, rows[1600].is_outside) == (0.25, True)
