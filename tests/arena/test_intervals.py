"""What intervals are computed from, whether bots remember, and what the output says about it."""

from __future__ import annotations

import json
from math import inf
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arena.runs import NOLIMIT_3P, plan_of, written
from railbird.arena import Results, RunFolder, interval_caveats, play_run, read_results, results_as_json, samples_text
from railbird.statistics import estimate

if TYPE_CHECKING:
    from pathlib import Path

KUHN = "kuhn.limit.2p"
COUNTING = """
from railbird.bots.reference.simple import RandomBot

class Counting(RandomBot):
    hands = 0

    def hand_ends(self, view, payoffs):
        self.hands += 1
"""


def results_of(folder: Path, *bots: str, **plan: object) -> Results:
    run = RunFolder.create(folder / "run", plan_of(*bots, **plan))  # type: ignore[arg-type]
    play_run(run)
    return read_results(run)


@pytest.fixture
def counting(tmp_path: Path) -> str:
    return f"counting={written(tmp_path, 'counting.py', COUNTING)}:Counting"


def test_14_2_deals_are_the_samples_of_bots_without_memory(tmp_path: Path) -> None:
    results = results_of(tmp_path, "random", "random", "call", game=KUHN, hands=20, matches=3)
    assert not results.remembering
    assert results.win_rate(0) == estimate(results.samples_of(0))
    assert samples_text(results) == "60 deals, each with all its orders of seats one sample"


def test_14_2_matches_are_the_samples_of_bots_that_may_remember(tmp_path: Path, counting: str) -> None:
    results = results_of(tmp_path, "random", counting, "call", game=KUHN, hands=10, matches=12)
    assert results.remembering == {1}
    for rate in (results.win_rate(0), results.lead(0, 2), results.win_rate_against(0, 1), results.win_rate(1)):
        assert (rate.samples, rate.method) == (12, "matches")
    known = estimate(results.samples_of(0).reshape(12, 10).mean(axis=1))
    assert results.win_rate(0).margin == pytest.approx(known.margin)
    # Only at their own table are deals independent.
    assert (results.win_rate_against(0, 2).samples, results.win_rate_against(0, 2).method) == (120, "samples")
    assert samples_text(results) == "12 matches, because counting may remember earlier hands"
    assert not any("One match" in caveat for caveat in interval_caveats(results))
    # A forecast is in whole matches, each with two orders of seats at both tables of a bot.
    assert [results.hands_needed(bot) % (10 * 2 * 2) for bot in range(3) if results.hands_needed(bot) != inf]


def test_a_single_part_of_a_match_is_singular(tmp_path: Path, counting: str) -> None:
    results = results_of(tmp_path, "random", counting, game=KUHN, hands=1)
    assert samples_text(results) == "1 part of the match, because counting may remember earlier hands"


def test_14_2_one_match_says_that_it_cannot_show_how_matches_differ(tmp_path: Path, counting: str) -> None:
    results = results_of(tmp_path, "random", counting, game=KUHN, hands=100)
    assert (results.win_rate(0).samples, results.win_rate(0).method) == (10, "batches")
    assert results.hands_needed(0) is None
    assert samples_text(results) == "10 parts of the match, because counting may remember earlier hands"
    assert interval_caveats(results)[0] == (
        "One match cannot show how much results differ from match to match: play several, with --matches 10 or more."
    )
    content = json.loads(json.dumps(results_as_json(results), allow_nan=False))
    assert content["intervals"]["from"] == samples_text(results)
    assert content["intervals"]["caveats"] == interval_caveats(results)
    assert {bot["bb_per_100"]["method"] for bot in content["bots"]} == {"batches"}


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ({"hands": 2}, "Too few deals for intervals: 2 of at least 10."),
        ({"hands": 3, "matches": 3}, "Too few deals for intervals: 9 of at least 10."),
    ],
)
def test_14_3_a_handful_of_deals_has_no_interval(tmp_path: Path, plan: dict[str, object], says: str) -> None:
    results = results_of(
        tmp_path, "call", "all-in", game="holdem.nolimit.2p.reverse_blinds", seat_orders="single", **plan
    )
    assert results.win_rate(0).margin == inf
    assert results.hands_needed(0) is None
    assert interval_caveats(results) == [says]


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ({"hands": 10, "matches": 9}, "Too few matches for intervals: 9 of at least 10."),
        ({"hands": 19}, "Too few deals for intervals: 19 of at least 20."),
    ],
)
def test_14_3_a_handful_of_matches_has_no_interval(
    tmp_path: Path, counting: str, plan: dict[str, object], says: str
) -> None:
    results = results_of(tmp_path, "random", counting, game=KUHN, **plan)
    assert interval_caveats(results)[-1] == says


def test_14_3_equal_results_have_no_interval(tmp_path: Path) -> None:
    results = results_of(tmp_path, "fold", "raise", hands=50)
    assert interval_caveats(results) == ["No interval where every sample has the same result: fold and raise."]
    assert results.hands_needed(0) is None


FEW = "A few large pots could change the result, so the interval may be too narrow: S and call."
NONE = (
    "A single pot of whole stacks would move the result by more than 3 margins, so the interval holds only if no such "
    "pots come up: S and call."
)


@pytest.mark.parametrize(("seed", "says", "is_forecast"), [(1, FEW, False), (2, NONE, True)])
def test_14_3_rare_large_pots_are_a_caveat(tmp_path: Path, seed: int, says: str, is_forecast: bool) -> None:
    """A bot that folds everything but aces. With the second seed it gets none."""
    shoving = written(
        tmp_path,
        "shoving.py",
        "from railbird.bots import Bot\n"
        "from railbird.games import CALL, FOLD, raise_to\n"
        "class Shoving(Bot):\n"
        "    def act(self, view):\n"
        "        if all(card >= 48 for card in view.hole_cards):\n"
        "            return raise_to(view.legal_actions().highest_raise)\n"
        "        return FOLD if view.to_call(view.position) else CALL\n",
    )
    game = "holdem.nolimit.2p.reverse_blinds"
    results = results_of(tmp_path, f"S={shoving}:Shoving", "call", game=game, hands=60, seed=seed)
    assert interval_caveats(results) == [says]
    assert (results.hands_needed(0) is not None) == is_forecast


@pytest.mark.parametrize("bots", [["all-in-equity", "ev"], ["random", "random"], ["check-norris", "random", "call"]])
def test_14_3_short_runs_of_bots_that_go_all_in_often_have_no_caveat(tmp_path: Path, bots: list[str]) -> None:
    game = NOLIMIT_3P if len(bots) == 3 else "holdem.nolimit.2p.reverse_blinds"
    assert interval_caveats(results_of(tmp_path, *bots, game=game, hands=50)) == []


def test_14_3_in_a_tournament_the_same_cards_come_up_at_all_tables() -> None:
    """A bot holds each hand of a deal in a third of the orders of seats, and at all its tables alike."""
    plan = plan_of("A=call", "B=call", "C=call", "D=call", game=NOLIMIT_3P, hands=48)
    small = np.random.default_rng(1).normal(scale=50, size=(4, 3, 48))
    caveats = [Results(plan, {"payoff": won}, {}, {}).win_rate(0).caveat for won in (small, 100 * small)]
    assert caveats == ["no large results yet", ""]


def test_many_names_are_counted(tmp_path: Path) -> None:
    results = results_of(tmp_path, *(f"B{number}=call" for number in range(5)), game=KUHN, hands=12)
    says = "No interval where every sample has the same result: B0, B1, B2 and 2 others."
    assert interval_caveats(results) == [says]
