"""The three forms of pot odds, with the numbers of the works that use them."""

from __future__ import annotations

from math import inf

import pytest

from railbird.bots.pot_odds import odds_against, share_of_final_pot, share_of_pot


@pytest.mark.parametrize(("equity", "calls"), [(0.34, False), (0.51, True)])
def test_kischka_7_1_a_call_of_10_into_a_pot_of_25(equity: float, calls: bool) -> None:
    assert share_of_pot(10, 25) == 0.4
    assert (equity > share_of_pot(10, 25)) == calls
    assert (equity * 25 > 10) == calls


def test_kischka_2_9_pot_odds_are_a_part_of_the_pot_after_the_call() -> None:
    assert share_of_final_pot(10, 25) == pytest.approx(10 / 35)
    # By them the call with an equity of 0.34 would have been right.
    assert share_of_final_pot(10, 25) < 0.34


def test_odds_against_are_chips_to_win_for_each_chip() -> None:
    assert odds_against(10, 25) == 2.5


@pytest.mark.parametrize(("to_call", "pot"), [(1, 3), (5, 15), (50, 150), (19_900, 20_150)])
def test_the_forms_say_the_same(to_call: int, pot: int) -> None:
    assert share_of_pot(to_call, pot) == pytest.approx(1 / odds_against(to_call, pot))
    assert share_of_final_pot(to_call, pot) == pytest.approx(1 / (1 + odds_against(to_call, pot)))


@pytest.mark.parametrize("pot", [0, 15])
def test_a_call_that_costs_nothing(pot: int) -> None:
    assert (share_of_final_pot(0, pot), share_of_pot(0, pot), odds_against(0, pot)) == (0.0, 0.0, inf)
