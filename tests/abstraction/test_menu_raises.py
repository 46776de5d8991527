"""The raises of a bet menu in a hand: those of the betting tree, decision by decision."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.abstraction.betting_tree import build_tree
from railbird.abstraction.menu_file import read_menu
from railbird.abstraction.menu_raises import menu_raises
from railbird.games import View, game_named, raise_to
from railbird.games.betting_node import first_node

NOLIMIT = "holdem.nolimit.2p.reverse_blinds"
CARDS = "AsKd", ("", "2c7dTh", "2c7dTh5s", "2c7dTh5s9c")


def view_after(game: object, actions: object) -> View:
    node = first_node(game).play(actions)  # type: ignore[arg-type]
    return View.of(game, actions, hole_cards=CARDS[0], board=CARDS[1][node.street])  # type: ignore[arg-type]


@pytest.mark.parametrize("stack", [300, 1_000, 2_500])
@pytest.mark.parametrize("text", ["0.5,1,all-in", "min,1", "all-in", "small"])
def test_they_are_those_of_the_betting_tree(text: str, stack: int) -> None:
    game, menu = replace(game_named(NOLIMIT), stacks=(stack, stack)), read_menu(text)
    tree = build_tree(game, menu)
    decisions = range(0, len(tree.player), max(1, len(tree.player) // 300))
    for decision in decisions:
        view = view_after(game, tree.actions_to(decision))
        assert menu_raises(menu, view) == [action for action in tree.actions(decision) if action.is_raise]


def test_a_limit_game_has_one_raise() -> None:
    view = View.of("holdem.limit.3p", [raise_to(20)], hole_cards=CARDS[0])
    assert menu_raises(read_menu("0.5,1,all-in"), view) == [raise_to(30)]


def test_after_an_all_in_there_is_none() -> None:
    view = View.of(NOLIMIT, [raise_to(20_000)], hole_cards=CARDS[0])
    assert menu_raises(read_menu("0.5,1,all-in"), view) == []
