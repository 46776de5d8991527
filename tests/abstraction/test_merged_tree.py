"""Betting trees of players who forget: the same game as the whole tree, with fewer nodes and fewer information sets."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.abstraction import CardClasses, abstract_game, build_tree, count_tree
from railbird.abstraction.merged_tree import THIS_ROUND, build_merged_tree
from railbird.errors import GameError
from railbird.games import game_named
from railbird.games.betting_node import first_node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.abstraction import BettingTree
    from railbird.games.betting_node import BettingNode

THREE = game_named("holdem.limit.3p")
LEDUC_3 = game_named("leduc.limit.3p")


def side_by_side(whole: BettingTree, merged: BettingTree) -> Iterator[tuple[int, int]]:
    """All decisions and terminals of the whole tree, each with the merged one that the same actions lead to."""
    waiting = [(0, 0)]
    while waiting:
        pair = waiting.pop()
        yield pair
        if pair[0] >= 0:
            below = [tree.children(node) for tree, node in zip((whole, merged), pair, strict=True)]
            assert [*below[0]] == [*below[1]]
            waiting += zip(below[0].values(), below[1].values(), strict=True)


@pytest.mark.parametrize("name", ["kuhn.limit.3p", "leduc.limit.3p", "leduc.limit.2p"])
def test_the_same_actions_lead_to_the_same_decisions_and_payoffs(name: str) -> None:
    game = game_named(name)
    whole, merged = build_tree(game), build_merged_tree(game)
    nodes = set()
    for number, own in side_by_side(whole, merged):
        if number < 0:
            rows = whole.terminal_row[-1 - number], merged.terminal_row[-1 - own]
            assert np.array_equal(whole.payoffs[rows[0]], merged.payoffs[rows[1]])
            assert whole.terminal_street[-1 - number] == merged.terminal_street[-1 - own]
            assert whole.is_fold[rows[0]] == merged.is_fold[rows[1]]
        else:
            assert (whole.player[number], whole.street[number]) == (merged.player[own], merged.street[own])
            nodes.add(own)
    assert nodes == set(range(len(merged.player)))


def test_two_players_of_leduc_forget_nothing_that_matters() -> None:
    """Who raised last and the pot determine the betting of the first round."""
    whole, merged = (build(game_named("leduc.limit.2p")) for build in (build_tree, build_merged_tree))
    assert np.array_equal(whole.size.choices, merged.size.choices)


@pytest.mark.deep
def test_three_player_limit_has_few_nodes() -> None:
    tree = build_merged_tree(THREE)
    assert len(tree.player) == 24_455
    assert tree.size.decisions.sum(axis=0).tolist() == [90, 1_337, 2_312, 2_573]
    leaving = tree.edge_nodes
    assert (tree.child[tree.child >= 0] > leaving[tree.child >= 0]).all()


@pytest.mark.deep
@pytest.mark.parametrize("name", ["kuhn.limit.3p", "leduc.limit.3p", "leduc.limit.2p", "holdem.limit.3p"])
def test_unfolded_it_has_the_size_of_the_whole_tree(name: str) -> None:
    game = game_named(name)
    unfolded, whole = build_merged_tree(game).unfolded_size(), count_tree(game)
    assert np.array_equal(unfolded.decisions, whole.decisions)
    assert np.array_equal(unfolded.choices, whole.choices)
    assert (unfolded.folds, unfolded.showdowns) == (whole.folds, whole.showdowns)


def test_three_player_limit_unfolds_to_9711806_decisions() -> None:
    assert build_merged_tree(THREE).unfolded_size().decisions.sum() == 9_711_806


def test_nodes_with_one_slot_differ_in_forgotten_chips_only() -> None:
    tree = build_merged_tree(THREE)
    generator = np.random.default_rng(1)
    seen: dict[tuple[int, int, int], tuple[object, ...]] = {}
    pots: dict[tuple[int, int, int], set[int]] = {}
    for _ in range(800):
        node, number = first_node(THREE), 0
        while number >= 0:
            assert node.acting == tree.player[number]
            place = node.acting, node.street, int(tree.slot[number])
            pots.setdefault(place, set()).add(sum(node.spent()))
            assert seen.setdefault(place, remembered(node)) == remembered(node)
            actions = tree.actions(number)
            action = actions[generator.integers(len(actions) > 2, len(actions))]  # seldom a fold, to see later rounds
            node, number = node.after(action), tree.children(number)[action]
        assert node.acting < 0
    assert len(set(seen.values())) == len(seen)
    assert max(map(len, pots.values())) > 3


def remembered(node: BettingNode) -> tuple[object, ...]:
    """What players are to remember, from the actions one by one."""
    line = [*node.line()][::-1]
    start = next(place for place, earlier in enumerate(line) if earlier.street == node.street)
    steps = [*pairwise(line)]
    raisers = dict.fromkeys(range(-1, 4), -1)
    for before, after in steps:
        if after.action.is_raise:
            raisers[before.street] = before.acting
    betting = tuple(after.action.kind for before, after in steps if before.street == node.street)
    in_hand = [place for place in range(3) if not folded_before(line[: start + 1], place)]
    pot = sum(line[start].spent()) // 10
    return node.acting, node.street, betting, tuple(in_hand), len(f"{pot:b}"), raisers[node.street - 1]


def folded_before(line: list[BettingNode], position: int) -> bool:
    return any(after.action.is_fold and before.acting == position for before, after in pairwise(line))


def test_players_who_have_few_chips_left_share_no_slot_with_those_who_have_more_choices() -> None:
    tree = build_merged_tree(replace(LEDUC_3, stacks=(8, 8, 8), name="short"))
    choices: dict[tuple[int, int, int], set[tuple[int, ...]]] = {}
    for node, (first, last) in enumerate(pairwise(tree.first_edge.tolist())):
        place = int(tree.player[node]), int(tree.street[node]), int(tree.slot[node])
        choices.setdefault(place, set()).add(tuple(tree.kind[first:last].tolist()))
    assert {len(kinds) for kinds in choices.values()} == {1}


def test_one_of_the_histories_leads_to_a_decision() -> None:
    tree = build_merged_tree(LEDUC_3)
    for decision in range(len(tree.player)):
        assert tree.decision_after(tree.actions_to(decision)) == decision


def test_the_game_has_imperfect_recall() -> None:
    game = abstract_game(CardClasses(LEDUC_3), recall=THIS_ROUND)
    assert not game.has_perfect_recall
    assert abstract_game(CardClasses(LEDUC_3)).has_perfect_recall
    assert game.information_set_count < abstract_game(CardClasses(LEDUC_3)).information_set_count


def test_wrong_recall_and_wrong_games_are_refused() -> None:
    with pytest.raises(GameError, match="recall 'street': players remember the betting of the hand or of the round"):
        abstract_game(CardClasses(LEDUC_3), recall="street")
    with pytest.raises(GameError, match=r"recall 'round': holdem\.nolimit\.3p is a no-limit game"):
        build_merged_tree(game_named("holdem.nolimit.3p"))
    with pytest.raises(GameError, match="solvers take 2 or 3"):
        build_merged_tree(game_named("holdem.nolimit.6p"))
