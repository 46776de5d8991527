"""The rules for action strings: table 5 and the worked examples of Lilienthal 2019."""

from __future__ import annotations

import pytest

from mapping.nolimit.printed_actions import actions_from, printed_actions
from railbird.mapping.nolimit.street_actions import (
    look_ahead,
    map_street,
    shortest_street,
    split_after_fold,
    split_by_hero,
)

EXAMPLE_1 = "C R200 C R300 R600 R1500 R3000 C C"
EXAMPLE_2 = "R200 C R500 R1800 F R5000 R20000 C"
EXAMPLE_4 = "R300 C R500 R1500"


def mapped(text: str, *, hero: int, call_mode: int = 0, bet: int = 100) -> str:
    steps = map_street(actions_from(text), hero=hero, call_mode=call_mode, bet=bet)
    return printed_actions(step.action for step in steps)


@pytest.mark.parametrize(
    ("opponents", "one_opponent"),
    [
        ("C", "C"),
        ("R300", "R300"),
        ("F", ""),
        ("C C", "C"),
        ("C R300", "R300"),
        ("C F", "C"),
        ("R300 C", "R300"),
        ("R300 R500", "R500"),
        ("R300 F", "R300"),
    ],
)
def test_lilienthal_table_5_look_ahead(opponents: str, one_opponent: str) -> None:
    assert printed_actions(look_ahead(actions_from(opponents))) == one_opponent


@pytest.mark.parametrize(("text", "one_opponent"), [("R100 F C", "R100 C"), ("R100 F R300", "R100 R300")])
def test_lilienthal_table_4_what_follows_a_fold_is_copied(text: str, one_opponent: str) -> None:
    assert mapped(text, hero=0) == one_opponent


def test_lilienthal_4_2_1_an_empty_street_stays_empty() -> None:
    assert mapped("", hero=0) == ""


@pytest.mark.parametrize("call_mode", range(4))
def test_lilienthal_example_1_five_steps_without_a_fold(call_mode: int) -> None:
    before, after = split_after_fold(actions_from(EXAMPLE_1))
    assert (printed_actions(before), printed_actions(after)) == (EXAMPLE_1, "")
    parts = [(part.is_hero, printed_actions(part.actions)) for part in split_by_hero(before, 0)]
    assert parts == [
        (True, "C"),
        (False, "R200 C"),
        (True, "R300"),
        (False, "R600 R1500"),
        (True, "R3000"),
        (False, "C C"),
    ]
    assert mapped(EXAMPLE_1, hero=0, call_mode=call_mode) == "C R200 R300 R1500 R3000 C"


@pytest.mark.parametrize("call_mode", range(4))
def test_lilienthal_example_2_five_steps_with_a_fold(call_mode: int) -> None:
    before, after = split_after_fold(actions_from(EXAMPLE_2))
    assert (printed_actions(before), printed_actions(after)) == ("R200 C R500 R1800 F", "R5000 R20000 C")
    parts = [(part.is_hero, printed_actions(part.actions)) for part in split_by_hero(before, 2)]
    assert parts == [(False, "R200 C"), (True, "R500"), (False, "R1800 F")]
    assert mapped(EXAMPLE_2, hero=2, call_mode=call_mode) == "R200 R500 R1800 R5000 R20000 C"


@pytest.mark.parametrize(
    ("call_mode", "expected"), [(0, "R1500"), (1, "R300 R400 R1500"), (2, "R300 R500 R1500"), (3, "R300 R500 R1500")]
)
def test_lilienthal_example_4_hero_has_called_and_acts_again(call_mode: int, expected: str) -> None:
    assert mapped(EXAMPLE_4, hero=1, call_mode=call_mode) == expected


@pytest.mark.parametrize(
    ("call_mode", "expected"), [(0, "R1000"), (1, "R300 R400 R1000"), (2, "R1000"), (3, "R300 R400 R1000")]
)
def test_lilienthal_4_2_4_modes_2_and_3_without_two_raises(call_mode: int, expected: str) -> None:
    for text in ("R300 C R1000 C", "R300 C R1000 F"):
        assert mapped(text, hero=1, call_mode=call_mode) == expected


@pytest.mark.parametrize(("call_mode", "expected"), [(0, "R300"), (1, "C R200 R300"), (2, "R300"), (3, "C R200 R300")])
def test_a_call_behind_a_call_is_replaced_too(call_mode: int, expected: str) -> None:
    assert mapped("C C R300 C", hero=1, call_mode=call_mode) == expected
    later_street = mapped("C C R800 C", hero=1, call_mode=call_mode, bet=600)
    assert later_street == expected.replace("300", "800").replace("200", "700")


@pytest.mark.parametrize("call_mode", range(4))
def test_the_first_call_of_a_street_is_kept(call_mode: int) -> None:
    assert mapped("C R300 C", hero=0, call_mode=call_mode) == "C R300"


@pytest.mark.parametrize("call_mode", range(4))
@pytest.mark.parametrize("last", ["C", "F", ""])
def test_a_call_that_ends_the_street_is_kept(last: str, call_mode: int) -> None:
    text = "R300 C C" if last == "" else f"R300 R900 C R2000 C {last}"
    assert mapped(text, hero=2 if last == "" else 1, call_mode=call_mode).endswith("C")
    if last:
        assert mapped(text, hero=1, call_mode=call_mode) == "R300 R900 R2000 C"


def test_every_call_of_a_street_is_replaced() -> None:
    text = "R300 C R500 R900 C R1500 R4000"
    assert [mapped(text, hero=1, call_mode=mode) for mode in range(4)] == [
        "R4000",
        "R300 R400 R900 R1000 R4000",
        "R300 R500 R900 R1500 R4000",
        "R300 R500 R900 R1500 R4000",
    ]


@pytest.mark.parametrize(
    ("text", "is_open", "acts_first", "expected"),
    [
        ("", True, True, ""),
        ("C C", True, False, "C"),
        ("R300 R600", True, False, "R600"),
        ("C R300 R600", True, True, "C R600"),
        ("C C C", False, True, "C C"),
        ("R300 R900 C C", False, False, "R900 C"),
    ],
)
def test_the_shortest_street_has_the_last_raise(text: str, is_open: bool, acts_first: bool, expected: str) -> None:
    steps = shortest_street(actions_from(text), is_open=is_open, acts_first=acts_first)
    assert printed_actions(step.action for step in steps) == expected
