"""Betting trees: known sizes, well-formed arrays, and the same game as the states of hands play."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from trees import assert_well_formed, replay, replay_path

from railbird.abstraction import betting_tree
from railbird.abstraction.betting_tree import build_tree, count_tree
from railbird.abstraction.card_counts import class_counts
from railbird.abstraction.menu import BetMenu, BetSizes, StreetMenu, parse_menu
from railbird.abstraction.menu_file import read_menu
from railbird.cards import deck
from railbird.errors import GameError
from railbird.games import CALL, FOLD, Action, Deal, GameDefinition, State, game_named, raise_to, random_deal

TWO_PLAYER_LIMIT = "holdem.limit.2p.reverse_blinds"
SHORT_STACKS = GameDefinition(
    betting="nolimit",
    stacks=(9, 14, 30),
    blinds=(1, 2, 0),
    antes=(1, 1, 1),
    raise_sizes=(),
    first_players=(2, 0),
    max_raises=(3, 2),
    suits=4,
    ranks=13,
    hole_cards=2,
    board_cards=(0, 3),
    name="short stacks",
)


def nolimit(stack: int) -> GameDefinition:
    return replace(game_named("holdem.nolimit.2p.reverse_blinds"), stacks=(stack, stack))


def test_two_player_limit_holdem_has_its_known_size() -> None:
    size = count_tree(game_named(TWO_PLAYER_LIMIT))
    assert size.decisions.sum(axis=0).tolist() == [8, 70, 630, 5_670]
    assert (size.folds, size.showdowns) == (5_103, 5_103)


def test_two_player_limit_holdem_has_the_information_sets_of_the_literature() -> None:
    """1.380e13 up to suits (Johanson, Measuring the size of large no-limit poker games, 2013)."""
    game = game_named(TWO_PLAYER_LIMIT)
    decisions = count_tree(game).decisions.sum(axis=0).tolist()
    sets = sum(count * classes for count, classes in zip(decisions, class_counts(game), strict=True))
    assert f"{sets:.3e}" == "1.380e+13"


@pytest.mark.parametrize(
    ("name", "decisions", "folds", "showdowns"),
    [
        ("kuhn.limit.2p", [[2], [2]], 2, 3),
        ("kuhn.limit.3p", [[4], [4], [4]], 3, 10),
        ("leduc.limit.2p", [[3, 15], [3, 15]], 24, 25),
    ],
)
def test_small_games_have_their_known_sizes(name: str, decisions: list[list[int]], folds: int, showdowns: int) -> None:
    size = count_tree(game_named(name))
    assert size.decisions.tolist() == decisions
    assert (size.folds, size.showdowns) == (folds, showdowns)


@pytest.mark.kernels
@pytest.mark.parametrize("name", ["kuhn.limit.2p", "kuhn.limit.3p", "leduc.limit.2p", "leduc.limit.3p"])
def test_small_trees_are_those_of_the_states(name: str) -> None:
    game = game_named(name)
    tree = build_tree(game)
    assert_well_formed(tree)
    deals = list(permutations(deck(ranks=game.ranks, suits=game.suits), game.dealt_cards))
    for cards in random.Random(1).sample(deals, min(len(deals), 40)):
        hands = tuple((card,) for card in cards[: game.players])
        replay(tree, 0, State.start(game, Deal(hands, cards[game.players :])), BetMenu())


@pytest.mark.kernels
@pytest.mark.parametrize("text", ["1,all-in", "min,0.5,1,all-in", "all-in", "0.3,0.75,3"])
def test_trees_with_antes_short_stacks_and_side_pots_are_those_of_the_states(text: str) -> None:
    menu = parse_menu(text)
    tree = build_tree(SHORT_STACKS, menu)
    assert_well_formed(tree)
    rng = random.Random(2)
    ends = [replay_path(tree, SHORT_STACKS, menu, rng, deals=4) for _ in range(500)]
    side_pots = [end for end in ends if end.is_showdown and len({end.spent(position) for position in end.in_hand}) == 3]
    assert len(side_pots) > 10
    assert sum(not end.is_showdown for end in ends) > 10


@pytest.mark.kernels
@pytest.mark.parametrize(
    "rules",
    [
        {"free_folds": True},
        {"smallest_chip": 1},
        {"all_in_players_act": True},
        {"antes": (), "blinds": (0, 0, 0)},
        {"stacks": (3, 3, 3)},
    ],
)
def test_trees_follow_the_rules_of_servers(rules: dict[str, object]) -> None:
    game = replace(SHORT_STACKS, **rules)  # type: ignore[arg-type]
    tree = build_tree(game, BetMenu())
    assert_well_formed(tree)
    rng = random.Random(3)
    for _ in range(200):
        replay_path(tree, game, BetMenu(), rng, deals=4)


@pytest.mark.kernels
def test_the_whole_tree_of_a_small_nolimit_game_is_that_of_the_states() -> None:
    game, menu = replace(nolimit(500), max_raises=(2, 2, 2, 2)), parse_menu("0.5,1,all-in")
    tree = build_tree(game, menu)
    assert_well_formed(tree)
    replay(tree, 0, State.start(game, random_deal(game, np.random.default_rng(4))), menu)


@pytest.mark.kernels
@pytest.mark.parametrize("text", ["1,all-in", "min,0.5,1,2,all-in"])
def test_two_player_nolimit_trees_are_those_of_the_states(text: str) -> None:
    game, menu, rng = nolimit(2_000), parse_menu(text), random.Random(5)
    tree = build_tree(game, menu)
    assert_well_formed(tree)
    ends = Counter(replay_path(tree, game, menu, rng, deals=3).is_showdown for _ in range(500))
    assert min(ends.values()) > 50


@pytest.mark.kernels
@pytest.mark.parametrize("name", ["small", "medium"])
def test_trees_with_a_menu_by_street_are_those_of_the_states(name: str) -> None:
    game, menu, rng = nolimit(5_000), read_menu(name), random.Random(8)
    tree = build_tree(game, menu)
    assert_well_formed(tree)
    for _ in range(400):
        replay_path(tree, game, menu, rng, deals=1)


@pytest.mark.kernels
def test_trees_with_side_pots_and_a_menu_by_street_are_those_of_the_states() -> None:
    first = StreetMenu(first=BetSizes((0.3, 1.0)), later=BetSizes((0.5,)), all_in_above=0.6, most_raises=2)
    later = StreetMenu(first=BetSizes((2.0,), smallest=True), later=BetSizes((), all_in=True), all_in_above=0.8)
    menu, rng = BetMenu((first, later)), random.Random(9)
    tree = build_tree(SHORT_STACKS, menu)
    assert_well_formed(tree)
    for _ in range(400):
        replay_path(tree, SHORT_STACKS, menu, rng, deals=2)


@pytest.mark.deep
@pytest.mark.kernels
def test_the_whole_tree_of_two_player_limit_holdem_is_that_of_the_states() -> None:
    game = game_named(TWO_PLAYER_LIMIT)
    tree = build_tree(game)
    assert_well_formed(tree)
    replay(tree, 0, State.start(game, random_deal(game, np.random.default_rng(6))), BetMenu())


@pytest.mark.kernels
@pytest.mark.deep
def test_the_tree_of_three_player_limit_holdem() -> None:
    game, rng = game_named("holdem.limit.3p"), random.Random(7)
    tree = build_tree(game)
    assert tree.size.decisions.sum() == len(tree.player) == 9_711_806
    assert_well_formed(tree)
    ends = Counter(len(replay_path(tree, game, BetMenu(), rng, deals=3).in_hand) for _ in range(1_000))
    assert all(ends[players] > 50 for players in (1, 2, 3))


def test_decisions_are_found_by_the_actions_that_lead_to_them() -> None:
    tree = build_tree(game_named("leduc.limit.2p"))

    def walk(decision: int, actions: tuple[Action, ...]) -> int:
        assert tree.decision_after(actions) == decision
        assert tree.actions_to(decision) == actions
        below = tree.child[tree.first_edge[decision] : tree.first_edge[decision + 1]].tolist()
        steps = zip(below, tree.actions(decision), strict=True)
        return 1 + sum(walk(following, (*actions, action)) for following, action in steps if following >= 0)

    assert walk(0, ()) == len(tree.player)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ((raise_to(4),), "action 1, raise to 4, is not in the tree: there are call, raise to 3"),
        ((raise_to(3), FOLD), "the hand is over after these actions"),
        ((raise_to(3), FOLD, CALL), "action 2, fold, ends the hand, but more follow"),
    ],
)
def test_actions_that_lead_to_no_decision_are_refused(actions: tuple[Action, ...], message: str) -> None:
    with pytest.raises(GameError, match=message):
        build_tree(game_named("leduc.limit.2p")).decision_after(actions)


def test_room_for_distinct_ends_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = build_tree(SHORT_STACKS)
    monkeypatch.setattr(betting_tree, "_FIRST_ROWS", 1)
    again = build_tree(SHORT_STACKS)
    assert np.array_equal(tree.terminal_row, again.terminal_row)
    assert np.array_equal(tree.payoffs, again.payoffs)


def test_ends_with_the_same_payoffs_share_a_row() -> None:
    tree = build_tree(game_named(TWO_PLAYER_LIMIT))
    assert len(np.unique(tree.terminal_row)) == len(tree.payoffs) < 200


def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(GameError, match="large game with the bets 1,all-in has more than 1,000 decisions"):
        count_tree(replace(game_named("holdem.nolimit.3p"), name="large game"), most=1_000)


def test_exactly_as_many_decisions_as_allowed_are_counted() -> None:
    assert count_tree(game_named("kuhn.limit.2p"), most=4).decisions.sum() == 4
    with pytest.raises(GameError, match=r"kuhn\.limit\.2p has more than 3 decisions"):
        count_tree(game_named("kuhn.limit.2p"), most=3)


def test_games_for_more_than_three_are_refused() -> None:
    with pytest.raises(GameError, match="6 players: solvers take 2 or 3"):
        build_tree(game_named("holdem.nolimit.6p"))


def test_a_game_without_decisions_is_refused() -> None:
    with pytest.raises(GameError, match="the game has no decisions"):
        build_tree(replace(nolimit(100), blinds=(100, 100), name=""))


_DEEP = """
from dataclasses import replace
from railbird.abstraction.betting_tree import count_tree
from railbird.errors import GameError
from railbird.games import game_named
game = replace(game_named("holdem.limit.2p.reverse_blinds"), max_raises=(255,) * 4)
for number in range(200):
    try:
        count_tree(game, most=2_000 + number)
    except GameError:
        continue
    raise SystemExit("not refused")
"""


def test_the_longest_hands_stay_within_their_arrays() -> None:
    """In a process of its own, which would crash."""
    assert subprocess.run([sys.executable, "-c", _DEEP], timeout=120, check=False).returncode == 0
