"""Bet menus: their text, and the raises that they leave in a game."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.abstraction.betting_tree import build_tree, count_tree
from railbird.abstraction.menu import BetMenu, parse_menu
from railbird.errors import GameError
from railbird.games import game_named

NOLIMIT = replace(game_named("holdem.nolimit.2p.reverse_blinds"), stacks=(1_000, 1_000))
PARTS = st.lists(st.floats(0.01, 100), min_size=1, max_size=28).map(tuple)


@given(PARTS, st.booleans(), st.booleans())
def test_menus_survive_their_text(parts: tuple[float, ...], smallest: bool, all_in: bool) -> None:
    menu = BetMenu(pot_parts=parts, smallest=smallest, all_in=all_in)
    assert parse_menu(str(menu)) == menu


@pytest.mark.parametrize(
    ("text", "menu"),
    [
        ("min,0.5,1,all-in", BetMenu((0.5, 1.0), smallest=True, all_in=True)),
        (" 2 , 1 ,min", BetMenu((1.0, 2.0), smallest=True, all_in=False)),
        ("all-in", BetMenu((), all_in=True)),
        ("1", BetMenu((1.0,), all_in=False)),
    ],
)
def test_menus_are_read(text: str, menu: BetMenu) -> None:
    assert parse_menu(text) == menu


@pytest.mark.parametrize("text", ["", "1,,2", "half", "1,allin", "0.5pot", "1;2", "MIN"])
def test_an_invalid_menu_names_the_bet(text: str) -> None:
    with pytest.raises(GameError, match=r"bet '.*' in '.*': a bet is min, all-in or a part of the pot such as 0.5"):
        parse_menu(text)


@pytest.mark.parametrize("text", ["0", "-1", "0.5,-0.5", "-inf"])
def test_bets_are_above_0(text: str) -> None:
    with pytest.raises(GameError, match="each must be a number above 0"):
        parse_menu(text)


@pytest.mark.parametrize(
    ("text", "totals"),
    [
        # The pot after a call of the small blind has 200 chips; the bet is 100, the smallest raise goes to 200.
        ("1", [300]),
        ("0.5", [200]),
        ("0.01", [200]),
        ("4.4", [980]),
        ("4.5", [1_000]),
        ("5", [1_000]),
        ("1000", [1_000]),
        ("min", [200]),
        ("all-in", [1_000]),
        ("min,0.1,0.2,1", [200, 300]),
        ("1,1,1.001", [300]),
        ("min,0.5,1,2,5,all-in", [200, 300, 500, 1_000]),
        ("0.512,0.513", [202, 203]),
    ],
)
def test_sizes_are_brought_between_the_smallest_raise_and_all_chips(text: str, totals: list[int]) -> None:
    game = replace(game_named("holdem.nolimit.2p.reverse_blinds"), stacks=(1_000, 1_000))
    fold, call, *raises = build_tree(game, parse_menu(text)).actions(0)
    assert (str(fold), str(call)) == ("fold", "call")
    assert [action.total for action in raises] == totals


def test_too_few_chips_for_a_full_raise_leave_one_choice() -> None:
    game = replace(game_named("holdem.nolimit.2p.reverse_blinds"), stacks=(150, 150))
    assert [str(action) for action in build_tree(game, parse_menu("min,1,all-in")).actions(0)] == [
        "fold",
        "call",
        "raise to 150",
    ]


def test_limit_games_have_one_raise_whatever_the_menu() -> None:
    game = game_named("leduc.limit.2p")
    sizes = [count_tree(game, parse_menu(text)) for text in ("1,all-in", "min,0.5,1,2,all-in", "all-in")]
    assert len({(size.choices.sum(), size.terminals) for size in sizes}) == 1


@pytest.mark.parametrize("part", [1e17, 1e18, 1e30])
def test_a_bet_of_any_size_above_the_stack_is_all_in(part: float) -> None:
    actions = build_tree(NOLIMIT, BetMenu((part,), all_in=False)).actions(0)
    assert [action.total for action in actions[2:]] == [1_000]


@pytest.mark.parametrize("part", [inf, nan, 0.0, -1.0])
def test_bets_are_finite_and_above_nothing(part: float) -> None:
    with pytest.raises(GameError, match="each must be a number above 0"):
        BetMenu((part,))


def test_sizes_may_be_given_in_any_order_and_twice() -> None:
    assert BetMenu((2.0, 1.0, 2.0)) == BetMenu((1.0, 2.0))


def test_long_and_empty_menus_are_refused() -> None:
    with pytest.raises(GameError, match="60 bet sizes: a menu has at most 28"):
        BetMenu(tuple(0.5 + 0.05 * number for number in range(60)))
    with pytest.raises(GameError, match="a menu without any bet"):
        BetMenu((), all_in=False)


def test_the_longest_menu_fits_into_a_decision() -> None:
    menu = BetMenu(tuple(0.6 + 0.1 * number for number in range(28)), smallest=True)
    one_round = replace(NOLIMIT, stacks=(9000, 9000), first_players=(1,), max_raises=(1,), board_cards=(0,))
    assert len(build_tree(one_round, menu).actions(0)) == 32
