"""Imagined earnings: the tables of Thiel 2013 cell by cell, and a plain twin on random hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ensemble import plain_ratings
from ensemble.team_hands import RandomHands, decision, hand
from railbird.ensemble.earnings import METHODS, REWARDS, EarningsCalculator
from railbird.errors import BotError
from railbird.rng import generator

if TYPE_CHECKING:
    from railbird.ensemble import PlayedHand

FIRST, SECOND = (0,), (1,)
OUTCOME = 60
"""The tables assume this outcome, so that each of the six decisions is worth 10 chips."""


def table_hand(*, river: tuple[str, str] = ("rr", "fr")) -> PlayedHand:
    """The hand of tables 5.1 to 5.3; in table 6.5 the answers on the river are others."""
    rows = [
        ("preflop", "cf"),
        ("preflop", "cc"),
        ("flop", "rc"),
        ("turn", "cr"),
        ("river", river[0]),
        ("river", river[1]),
    ]
    decisions = [
        decision(street, letters, chosen=SECOND if place % 2 else FIRST, place=place, invested=10 * place)
        for place, (street, letters) in enumerate(rows)
    ]
    return hand(*decisions, outcome=OUTCOME, number=1)


def running_totals(method: str, played: PlayedHand) -> tuple[list[float | None], list[float | None]]:
    """The earnings of both members after each decision."""
    calculator = EarningsCalculator([method])
    # The estimate of 120 on the flop: there member 2 was followed and called, and member 1 would have raised.
    earlier = hand(decision("flop", "rc", chosen=SECOND), outcome=120)
    calculator.add(earlier, {})
    parts = {count: range(count) for count in range(1, len(played.decisions) + 1)}
    earned = calculator.add(played, parts)
    first, second = zip(*(earned[count][0] for count in parts), strict=True)
    return [*first], [*second]


def test_table_5_1_simple() -> None:
    assert running_totals("simple", table_hand()) == ([10, 20, 30, 40, 50, 40], [-10, 0, 10, 20, 30, 40])


def test_table_5_2_known_fold() -> None:
    """All cells but the last of member 1, which is 10 in the table: by code and text the fold on the river costs 50."""
    assert running_totals("known-fold", table_hand()) == ([10, 20, 30, 40, 50, -50], [0, 10, 20, 30, 40, 50])


def test_table_5_3_estimation() -> None:
    assert running_totals("estimation", table_hand()) == ([10, 20, 30, 30, 40, 30], [-10, 0, 20, 20, 30, 40])


def test_table_6_5_river_bets() -> None:
    """All cells of member 1. Those of member 2 are -10, 0, 20, 20, -10 and 0 in the table.

    Its first fold is valued as in table 5.3, not by the code above the table, and the step to its fifth cell, -30, fits
    no rule: a call instead of a raise costs the bet of 10. The other four steps (10, 20, 0, 10) are those of the table.
    """
    played = table_hand(river=("rc", "cr"))
    assert running_totals("river", played) == ([10, 20, 30, 30, 40, 30], [0, 10, 30, 30, 20, 30])


def test_combined_is_known_fold_with_estimates() -> None:
    assert running_totals("combined", table_hand()) == ([10, 20, 30, 30, 40, -50], [0, 10, 30, 30, 40, 50])


def test_a_call_instead_of_a_raise_saves_the_bet_in_a_lost_hand() -> None:
    lost = hand(decision("river", "rc", chosen=FIRST, invested=50), outcome=-60)
    assert EarningsCalculator(["river"]).add(lost, {"all": [0]})["all"] == ([-60, 10],)


def test_reward_by_investment_5_2_5() -> None:
    """Blinds and calls before the flop make 20 of 60 chips, the flop 10 and the river 30."""
    played = hand(
        decision("preflop", "c", chosen=FIRST, invested=10),
        decision("flop", "c", chosen=FIRST, invested=20),
        decision("river", "c", chosen=FIRST, invested=30),
        decision("river", "c", chosen=FIRST, invested=40),
        outcome=60,
        invested=60,
    )
    assert REWARDS["decisions"](played) == [0.25] * 4
    assert REWARDS["street"](played) == pytest.approx([2 / 6, 1 / 6, 1 / 4, 1 / 4])
    assert REWARDS["so-far"](played) == pytest.approx([2 / 6, 3 / 6, 1 / 2, 1 / 2])


def test_with_three_members_a_missing_estimate_withholds_the_reward() -> None:
    calculator = EarningsCalculator(["combined"])
    played = hand(decision("flop", "rrc", chosen=(0,), invested=20), outcome=60)
    assert calculator.add(played, {"all": [0]})["all"] == ([0, 0, 0],)
    calculator.add(hand(decision("flop", "rrc", chosen=(2,)), outcome=30), {})
    assert calculator.add(played, {"all": [0]})["all"] == ([60, 60, 30],)


def test_probabilities_weight_what_each_action_would_have_earned() -> None:
    shares = (None, (0.25, 0.75, 0.0))
    played = hand(decision("flop", "cc", chosen=FIRST, invested=20, shares=shares), outcome=60)
    assert EarningsCalculator(["known-fold"]).add(played, {"all": [0]})["all"] == ([60, 0.75 * 60 - 0.25 * 20],)


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("members", [2, 5])
def test_a_plain_twin_on_random_hands(members: int, reward: str) -> None:
    hands = RandomHands(generator(5, members), members, has_shares=members == 5)
    calculator = EarningsCalculator([*METHODS], reward=reward)
    played: list[PlayedHand] = []
    for number in range(80):
        new = hands.next(number)
        parts = {"all": range(len(new.decisions)), "flop": [d for d, e in enumerate(new.decisions) if e.street == 1]}
        earned = calculator.add(new, parts) if new.decisions else {}
        for part, by_method in earned.items():
            for method, earnings in zip(METHODS, by_method, strict=True):
                twin = [
                    plain_ratings.earnings(method, new, member, parts[part], earlier=played, reward=reward)
                    for member in range(members)
                ]
                assert earnings == pytest.approx(twin, abs=1e-9), (number, method, part)
        played.append(new)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["simpel"], "decisions"), "no method of earnings is called 'simpel': did you mean simple?"),
        ((["simple"], "streets"), "reward=streets: did you mean street?"),
    ],
)
def test_unknown_methods(arguments: tuple[list[str], str], message: str) -> None:
    with pytest.raises(BotError) as error:
        EarningsCalculator(arguments[0], reward=arguments[1])
    assert str(error.value) == message
