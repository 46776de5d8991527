"""Experiments of the literature, with intervals: who plays whom, and what has to come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from railbird.arena import RunFolder, RunPlan, play_run, read_entrants, read_results
from railbird.games import game_named
from railbird.statistics import estimate, estimate_difference

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.arena import Results


def played(folder: Path, game: str, bots: list[str], *, hands: int, seed: int = 1, workers: int = 1) -> RunFolder:
    run = RunFolder.create(folder, RunPlan(game_named(game), read_entrants(bots), hands, seed=seed))
    play_run(run, workers=workers)
    return run


def results_of(folder: Path, game: str, bots: list[str], *, hands: int) -> Results:
    return read_results(played(folder, game, bots, hands=hands))


@pytest.mark.deep
@pytest.mark.parametrize(
    "opponents",
    [["all-in", "all-in"], ["ev", "ev"], ["ev", "min-raise"], ["ev", "all-in"]],
    ids=" ".join,
)
def test_lilienthal_5_a_thousand_hands_in_six_orders_of_seats(tmp_path: Path, opponents: list[str]) -> None:
    results = results_of(tmp_path / "run", "holdem.nolimit.3p", ["all-in-equity", *opponents], hands=1000)
    assert results.hands_per_bot == 6000
    assert sum(results.chips(bot) for bot in range(3)) == pytest.approx(0, abs=0.01)
    assert not any(results.incidents.values())
    # Raising with more than one's share beats those who do not look at their cards, beyond doubt.
    if opponents != ["ev", "ev"]:
        assert results.win_rate(0).mean > 0
        assert results.win_rate(0, "expected").is_significant
    for bot in range(3):
        assert results.win_rate(bot, "expected").margin < results.win_rate(bot).margin


def test_lilienthal_5_a_hundred_hands_in_six_orders_of_seats(tmp_path: Path) -> None:
    results = results_of(tmp_path / "run", "holdem.nolimit.3p", ["all-in-equity", "all-in", "ev"], hands=100)
    assert results.hands_per_bot == 600
    assert sum(results.chips(bot) for bot in range(3)) == pytest.approx(0, abs=0.01)
    assert not any(results.incidents.values())
    for bot in range(3):
        assert results.win_rate(bot, "expected").margin < results.win_rate(bot).margin


def test_lilienthal_table_10_the_same_bot_twice_does_equally_well(tmp_path: Path) -> None:
    """There, one of two equal bots lost 23 bb/100 and the other one won 15. Here they are equal to the chip."""
    results = results_of(tmp_path / "run", "holdem.nolimit.3p", ["all-in", "ev", "ev"], hands=100)
    assert results.chips(1) == pytest.approx(results.chips(2))
    lead = results.lead(1, 2)
    assert (lead.mean, lead.caveat) == (pytest.approx(0), "equal samples")


@pytest.mark.parametrize("hands", [100, pytest.param(1000, marks=pytest.mark.deep)])
def test_the_same_seed_is_the_same_run_on_one_worker_and_on_two(tmp_path: Path, hands: int) -> None:
    """The names of the files have hashes of all that is in them."""
    names = [
        sorted(
            path.name
            for path in (
                played(
                    tmp_path / str(workers),
                    "holdem.nolimit.3p",
                    ["ev", "all-in", "check-norris"],
                    hands=hands,
                    workers=workers,
                ).path
                / "hands"
            ).iterdir()
        )
        for workers in (1, 2)
    ]
    assert names[0] == names[1]
    assert len(names[0]) == 6


@pytest.mark.parametrize("switch", [100, pytest.param(1000, marks=pytest.mark.deep)])
def test_thiel_6_4_the_exploiting_bot_wins_once_its_opponents_fold_to_raises(tmp_path: Path, switch: int) -> None:
    soft = f"switching:bots=[all-in-equity]+[exploitable],hands={switch}"
    bots = ["exploiting", f"A={soft}", f"B={soft}"]
    samples = results_of(tmp_path / "run", "holdem.limit.3p", bots, hands=switch + 400).samples["payoff"][0, 0]
    before, after = estimate(samples[:switch]), estimate(samples[switch + 150 :])
    # Fair bots among themselves are equal, card for card.
    assert before.interval[0] <= 0 <= before.interval[1]
    # It wins more than two big blinds a hand.
    assert after.interval[0] > 20


@pytest.mark.deep
def test_thiel_6_5_looking_at_all_opponents_is_significantly_better(tmp_path: Path) -> None:
    """Paired: the same cards, seats and opponents."""
    samples = [
        results_of(tmp_path / bot, "holdem.limit.3p", [bot, "exploitable", "all-in-equity"], hands=400).samples[
            "payoff"
        ][0, 0]
        for bot in ("opponent-aware", "exploiting")
    ]
    difference = estimate_difference(*samples)
    assert difference.mean > 0
    assert difference.is_significant
