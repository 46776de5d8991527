"""Deciders by ratings (Thiel 2013, 5.3), UCB1 (4.2.1) and Hedge."""

from __future__ import annotations

from collections import Counter
from math import exp, inf, log, nan, sqrt
from typing import TYPE_CHECKING, Any

import pytest

from ensemble.team_hands import RandomHands, decision, hand
from ensemble.test_rating_book import situation
from railbird.bots.legal import nearest_legal
from railbird.ensemble import Team
from railbird.ensemble.decider_names import make_decider
from railbird.ensemble.rated_deciders import member_probabilities
from railbird.errors import BotError
from railbird.games import CALL, View
from railbird.rng import generator

if TYPE_CHECKING:
    from railbird.ensemble import Decider, PlayedHand

SIMPLE: dict[str, Any] = {"earnings": "simple", "by": ""}


def experienced(name: str, options: dict[str, Any], outcomes: list[list[float]], *, seed: int = 1) -> Decider:
    """A decider after hands in which the members would have earned these amounts."""
    decider = make_decider(name, SIMPLE | options)
    decider.new_game(["a", "b", "c"][: len(outcomes[0])], generator(seed))
    for number, earned in enumerate(outcomes):
        # Each member is followed at its own decision, and the others fold, which is worth the opposite.
        letters = [
            "".join("c" if member == own else "-" for member in range(len(earned))) for own in range(len(earned))
        ]
        for own, (text, chips) in enumerate(zip(letters, earned, strict=True)):
            decider.finished(hand(decision(0, text, chosen=(own,)), outcome=chips, number=number))
    return decider


def choices(decider: Decider, letters: str, *, times: int = 1000) -> Counter[tuple[int, ...]]:
    return Counter(decider.choose(situation(letters)).chosen for _ in range(times))


def test_5_3_1_max_value_follows_the_first_of_the_best() -> None:
    assert choices(experienced("max-value", {}, [[1, 3, 3]]), "ccc") == {(1,): 1000}
    assert choices(experienced("max-value", {}, [[1, 3, 3]]), "c-c") == {(2,): 1000}


def test_5_3_2_with_draw_handling_any_of_the_best() -> None:
    counts = choices(experienced("max-value", {"draws": 1}, [[1, 3, 3]]), "ccc")
    assert counts.keys() == {(1,), (2,)}
    assert 400 < counts[1,] < 600


def test_draws_are_found_in_spite_of_rounding() -> None:
    decider = experienced("max-value", {"draws": 1}, [[0.1, 0.6], [0.2, 0.0], [0.3, 0.0]])  # 0.1 + 0.2 + 0.3 != 0.6
    assert choices(decider, "cc", times=200).keys() == {(0,), (1,)}


@pytest.mark.parametrize(
    ("ratings", "expected"),
    [
        ([0, 0], [1 / 2, 1 / 2]),
        ([-3, 3], [1 / 2, 1 / 2]),
        ([1, 3], [1 / 4, 3 / 4]),
        ([2, 3, 5], [0.2, 0.3, 0.5]),
        ([-1, -3], [3 / 4, 1 / 4]),
        ([-1, -1, -2], [0.75 / 2, 0.75 / 2, 0.5 / 2]),
        ([-2, 0, 6], [0, 2 / 10, 8 / 10]),
        ([0, 4], [0, 1]),
        ([-4, 0], [0, 1]),
        ([7], [1]),
        ([-7], [1]),
    ],
)
def test_5_3_3_probabilities_of_all_four_cases(ratings: list[float], expected: list[float]) -> None:
    assert member_probabilities(ratings) == pytest.approx(expected)


def test_5_3_4_the_bias_is_a_sigmoid_and_the_statistics_log_shows_it() -> None:
    """The example of 3.3.6: ratings of -4.761904761 and -5.238095238 and S = 10 give 0.559244197."""
    first, second = member_probabilities([-4.761904761, -5.238095238], bias=10)
    assert (first, second) == pytest.approx((0.559244197, 0.440755803), abs=1e-9)
    plain = [0.2, 0.3, 0.5]
    sharpened = [1 / (1 + exp(-20 * (chance - 0.5))) for chance in plain]
    expected = [value / sum(sharpened) for value in sharpened]
    assert member_probabilities([2, 3, 5], bias=20) == pytest.approx(expected)


def test_probabilistic_follows_each_member_with_its_probability() -> None:
    counts = choices(experienced("probabilistic", {}, [[1, 3]]), "cc", times=4000)
    assert 900 < counts[0,] < 1100
    assert choices(experienced("probabilistic", {}, [[1, 3]]), "c-", times=50) == {(0,): 50}


@pytest.mark.parametrize(
    ("ratings", "bias", "expected"),
    [
        ([0, 0, 0], 0, [1 / 3, 1 / 3, 1 / 3]),
        ([-1, -1, -2], 0, [0.75, 0.75, 0.5]),
        ([-2, 0, 6], 0, [0, 2 / 8, 8 / 8]),
        ([-1, -1, -2], 20, [1 / (1 + exp(-5)), 1 / (1 + exp(-5)), 0.5]),
    ],
)
def test_5_3_3_and_5_3_4_without_scaling_are_the_plain_formulas(
    ratings: list[float], bias: float, expected: list[float]
) -> None:
    assert member_probabilities(ratings, bias=bias, scaled=False) == pytest.approx(expected)


def test_without_scaling_those_who_come_first_get_their_probability_in_full() -> None:
    """Ratings of -1, -1 and -2 have the probabilities 0.75, 0.75 and 0.5."""
    decider = experienced("probabilistic", {"scaled": 0}, [[-1, -1, -2]])
    counts = choices(decider, "ccc", times=4000)
    assert counts.keys() == {(0,), (1,)}
    assert 2850 < counts[0,] < 3150
    groups = experienced("probabilistic", {"scaled": 0, "groups": 1}, [[-1, -1, -2]])
    assert choices(groups, "ccc", times=50) == {(0, 1, 2): 50}


def test_5_3_5_and_5_3_6_members_vote_with_their_ratings() -> None:
    assert choices(experienced("max-value", {"groups": 1}, [[2, 3, 2]]), "cfc") == {(0, 2): 1000}
    assert choices(experienced("max-value", {"groups": 1}, [[-2, -3, -2]]), "cfc") == {(1,): 1000}
    counts = choices(experienced("probabilistic", {"groups": 1}, [[2, 3, 5]]), "cfc", times=4000)
    assert counts.keys() == {(0, 2), (1,)}
    assert 1100 < counts[1,] < 1300
    tied = choices(experienced("max-value", {"groups": 1, "draws": 1}, [[2, 4, 2]]), "cfc")
    assert tied.keys() == {(0, 2), (1,)}


def test_members_vote_with_their_probabilities_where_they_give_them() -> None:
    """Two members each fold a little; together with the third the fold has most votes."""
    decider = make_decider("max-value", SIMPLE | {"groups": 1})
    team = Team(["a", "b", "c"], decider)
    team.new_game(generator(1))
    view = View.of("holdem.limit.3p", hole_cards="Kd9h")
    for number in range(3):
        for own in range(3):
            text = "".join("c" if member == own else "-" for member in range(3))
            decider.finished(hand(decision(0, text, chosen=(own,)), outcome=10, number=number))
    fold, raised = nearest_legal(CALL._replace(kind=0), view), nearest_legal(CALL._replace(kind=2), view)
    mixed = {fold: 0.4, CALL: 0.3, raised: 0.3}
    assert team.decide(view, [CALL, raised, None], probabilities=[mixed, mixed, None]) == fold


def test_4_2_1_ucb1_against_a_plain_twin() -> None:
    decider = make_decider("ucb1", {})
    decider.new_game(["a", "b", "c"], generator(1))
    draw = generator(2)
    rewards: list[tuple[int, float]] = []
    seen = [0.0]
    for number in range(200):
        picked = [decider.choose(situation("ccc")).chosen[0] for _ in range(int(draw.integers(1, 4)))]
        asked: list[int] = []
        for member in picked:
            counts = [sum(own == other for own, _ in rewards) + asked.count(other) for other in range(3)]
            if 0 in counts:
                assert member == counts.index(0)
            else:
                spread = max(seen) - min(seen) or 1
                means = [
                    sum(r for own, r in rewards if own == other) / max(1, sum(own == other for own, _ in rewards))
                    for other in range(3)
                ]
                scaled = [
                    (mean - min(seen)) / spread if any(own == other for own, _ in rewards) and len({*seen}) > 1 else 0
                    for other, mean in enumerate(means)
                ]
                bounds = [mean + sqrt(2 * log(sum(counts)) / count) for mean, count in zip(scaled, counts, strict=True)]
                assert bounds[member] == pytest.approx(max(bounds))
            asked.append(member)
        outcome = float(draw.integers(-50, 100)) + 20 * picked[0]
        decisions = [decision(0, "ccc", chosen=(member,), place=place) for place, member in enumerate(picked)]
        decider.finished(hand(*decisions, outcome=outcome, number=number))
        rewards += [(member, outcome / len(picked)) for member in picked]
        seen.append(outcome / len(picked))
    assert len({member for member, _ in rewards}) == 3


def test_hedge_against_a_plain_twin() -> None:
    source = RandomHands(generator(3), 3)
    decider = make_decider("hedge", SIMPLE)
    decider.new_game(["a", "b", "c"], generator(1))
    gains, counts, spread = [0.0] * 3, [0] * 3, 0.0
    for number in range(120):
        chances = decider.choose(situation("ccc")).ratings
        if spread:
            rate = sqrt(8 * log(3) * max(counts)) / spread
            powers = [exp(rate * gain / max(1, count)) for gain, count in zip(gains, counts, strict=True)]
            assert chances == pytest.approx([power / sum(powers) for power in powers])
        else:
            assert chances == pytest.approx([1 / 3] * 3)
        played = source.next(number)
        decider.finished(played)
        earned = decider.earnings["simple"] if played.decisions else [None] * 3
        known = [chips for chips in earned if chips is not None]
        spread = max(spread, max(known, default=0) - min(known, default=0))
        for member, chips in enumerate(earned):
            if chips is not None:
                gains[member] += chips
                counts[member] += 1


def test_hedge_comes_to_follow_the_best_member() -> None:
    decider = make_decider("hedge", SIMPLE)
    decider.new_game(["a", "b", "c"], generator(1))
    for number in range(100):
        decider.finished(hand(decision(0, "fcf", chosen=(1,)), outcome=1 if number % 4 else -1, number=number))
    assert choices(decider, "ccc")[1,] > 990


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("max-value", {"draws": 3}, "draws=3: give 1 to choose among equal ratings at random, or 0 for the first"),
        ("max-value", {"bias": 3}, "decider max-value has no option 'bias': its options are draws, groups, earnings"),
        ("probabilistic", {"bias": -3}, "bias=-3: give a number above 0, like 15, or 0 for none"),
        ("probabilistic", {"bias": "x"}, "bias=x: give a number above 0, like 15, or 0 for none"),
        ("probabilistic", {"bias": inf}, "bias=inf: give a number above 0, like 15, or 0 for none"),
        ("probabilistic", {"bias": nan}, "bias=nan: give a number above 0, like 15, or 0 for none"),
        ("probabilistic", {"half_time": nan}, "half_time=nan: give a number of hands above 0, or 0 for equal weights"),
        ("probabilistic", {"weights": nan}, "weights=nan: give a number for each of the 1 statistics"),
        ("probabilistic", {"groups": 2}, "groups=2: give 1 to compare actions, or 0 to compare members"),
        (
            "probabilistic",
            {"scaled": 2},
            "scaled=2: give 1 for probabilities that add up to 1, or 0 for the plain formulas",
        ),
        ("probabilistic", {"window": -5}, "window=-5: give a whole number of hands, or 0 for all hands"),
    ],
)
def test_impossible_deciders(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(BotError) as error:
        make_decider(name, options)
    assert str(error.value).startswith(message)


def test_ratings_of_hands_without_decisions_stay_as_they_are() -> None:
    decider = experienced("max-value", {}, [[1, 3]])
    walk: PlayedHand = hand(outcome=5, number=9)
    decider.finished(walk)
    assert decider.earnings == {"simple": [5, 5]}
    assert decider.choose(situation("cc")).ratings == (1, 3)
