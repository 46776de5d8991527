"""Bet menus: their text, and the raises that they leave in a game."""

from __future__ import annotations

import re
from dataclasses import replace
from math import inf, nan
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.abstraction.betting_tree import build_tree, count_tree
from railbird.abstraction.menu import BetMenu, BetSizes, StreetMenu, parse_menu
from railbird.errors import GameError
from railbird.games import CALL, game_named, raise_to

if TYPE_CHECKING:
    from railbird.abstraction.betting_tree import BettingTree

NOLIMIT = replace(game_named("holdem.nolimit.2p.reverse_blinds"), stacks=(1_000, 1_000))
PARTS = st.lists(st.floats(0.01, 100), min_size=1, max_size=28).map(tuple)


def simple(parts: tuple[float, ...], *, smallest: bool = False, all_in: bool = True) -> BetMenu:
    sizes = BetSizes(parts, smallest=smallest, all_in=all_in)
    return BetMenu((StreetMenu(first=sizes, later=sizes),))


@given(PARTS, st.booleans(), st.booleans())
def test_menus_survive_their_text(parts: tuple[float, ...], smallest: bool, all_in: bool) -> None:
    menu = simple(parts, smallest=smallest, all_in=all_in)
    assert parse_menu(str(menu)) == menu


@pytest.mark.parametrize(
    ("text", "menu"),
    [
        ("min,0.5,1,all-in", simple((0.5, 1.0), smallest=True, all_in=True)),
        (" 2 , 1 ,min", simple((1.0, 2.0), smallest=True, all_in=False)),
        ("all-in", simple((), all_in=True)),
        ("1", simple((1.0,), all_in=False)),
        ("1,all-in", BetMenu()),
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
        ("0.1,1", [200, 300]),
        ("4.4", [980]),
        ("4.5", [1_000]),
        ("1,5,all-in", [300, 1_000]),
        ("1,1000,all-in", [300, 1_000]),
        ("1,1e30,all-in", [300, 1_000]),
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


@pytest.mark.parametrize("part", [inf, nan, 0.0, -1.0])
def test_bets_are_finite_and_above_nothing(part: float) -> None:
    with pytest.raises(GameError, match="each must be a number above 0"):
        BetSizes((part,))


def test_sizes_may_be_given_in_any_order_and_twice() -> None:
    assert BetSizes((2.0, 1.0, 2.0)) == BetSizes((1.0, 2.0))


def test_long_and_empty_menus_are_refused() -> None:
    with pytest.raises(GameError, match="60 bet sizes: a menu has at most 28"):
        BetSizes(tuple(0.5 + 0.05 * number for number in range(60)))
    with pytest.raises(GameError, match="a menu without any bet"):
        BetSizes((), all_in=False)


def test_the_longest_menu_fits_into_a_decision() -> None:
    menu = simple(tuple(0.6 + 0.1 * number for number in range(28)), smallest=True)
    one_round = replace(NOLIMIT, stacks=(9000, 9000), first_players=(1,), max_raises=(1,), board_cards=(0,))
    assert len(build_tree(one_round, menu).actions(0)) == 32


def test_first_and_later_raises_of_each_street_have_their_own_sizes() -> None:
    later_streets = StreetMenu(first=BetSizes((0.5,)), later=BetSizes((2.0,), all_in=False))
    tree = build_tree(NOLIMIT, BetMenu((StreetMenu(first=BetSizes((1.0, 2.0)), later=BetSizes((0.5,))), later_streets)))
    assert totals_after(tree, "") == [300, 500, 1_000]  # the big blind is not the first raise
    assert totals_after(tree, "c") == [300, 500, 1_000]
    assert totals_after(tree, "r300") == [600, 1_000]
    assert totals_after(tree, "cc") == [200, 1_000]
    assert totals_after(tree, "ccr200") == [1_000]  # two pots of 400 chips above 200


def test_a_bet_above_a_share_of_the_stack_is_all_in() -> None:
    sizes = BetSizes((1.0, 2.0, 2.5))
    tree = build_tree(NOLIMIT, BetMenu((StreetMenu(first=sizes, later=sizes, all_in_above=0.5),)))
    assert totals_after(tree, "") == [300, 500, 1_000]  # exactly half of the stack is not above it
    assert totals_after(tree, "r300") == [1_000]


def test_after_the_most_raises_only_all_in_is_left() -> None:
    sizes, calm = BetSizes((0.5, 1.0)), BetSizes((0.5,), all_in=False)
    tree = build_tree(NOLIMIT, BetMenu((StreetMenu(first=sizes, later=sizes, most_raises=1),)))
    assert totals_after(tree, "") == [200, 300, 1_000]
    assert totals_after(tree, "r200") == [1_000]
    without = build_tree(NOLIMIT, BetMenu((StreetMenu(first=calm, later=calm, most_raises=1),)))
    assert totals_after(without, "r200") == []


def test_the_last_street_of_a_menu_holds_for_the_others() -> None:
    first, other = StreetMenu(), StreetMenu(most_raises=3)
    assert BetMenu((first, other, other, other)) == BetMenu((first, other))
    assert BetMenu((first, other)).street(3) is other
    with pytest.raises(GameError, match="a menu for 5 streets: give 1 to 4"):
        BetMenu((first,) * 5)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"all_in_above": 0}, "all-in above 0 of the stack: give a share above 0 and up to 1"),
        ({"all_in_above": 1.5}, "all-in above 1.5 of the stack"),
        ({"all_in_above": nan}, "all-in above nan of the stack"),
        ({"most_raises": 0}, "at most 0 raises a street: give 1 to 255"),
    ],
)
def test_impossible_rules_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        StreetMenu(**values)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.001,1", "the menu 0.001,1: bets of 0.001 pots are never legal in short, where they are below the smallest"),
        ("100,200,300,all-in", "bets of 100, 200, 300 pots are never legal in short, where they are above the stack"),
        ("1,50", "bets of 50 pots are never legal in short, where they are above the stack at every decision"),
    ],
)
def test_menus_with_bets_that_are_never_legal_are_refused(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        build_tree(replace(NOLIMIT, name="short"), parse_menu(text))


def test_menus_for_streets_that_a_game_does_not_have_are_refused() -> None:
    game = replace(game_named("leduc.limit.2p"), betting="nolimit", stacks=(9, 9), raise_sizes=(), name="leduc")
    other = StreetMenu(most_raises=3)
    menu = BetMenu((other, other, StreetMenu()))
    with pytest.raises(GameError, match=r"the menu .* has bets for 3 streets, but leduc has only 2"):
        count_tree(game, menu)
    count_tree(game_named("leduc.limit.2p"), menu)  # limit games ignore menus


def totals_after(tree: BettingTree, betting: str) -> list[int]:
    """The raises after actions such as `cr300`."""
    actions = [CALL if word == "c" else raise_to(int(word[1:])) for word in re.findall(r"c|r\d+", betting)]
    return [action.total for action in tree.actions(tree.decision_after(actions)) if action.is_raise]
