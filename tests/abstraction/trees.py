"""What holds for every betting tree, and its replay with the states of hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.games import CALL, FOLD, State, raise_to, random_deal
from twins import plain_value

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from railbird.abstraction.betting_tree import BettingTree
    from railbird.abstraction.menu import BetMenu
    from railbird.games import Action, GameDefinition


def assert_well_formed(tree: BettingTree) -> None:
    """Every node and end is reached once and after its parent; sizes are what was counted before."""
    nodes, choices = len(tree.player), np.diff(tree.first_edge)
    assert tree.first_edge[0] == 0
    assert choices.min() >= 1
    assert tree.first_edge[-1] == len(tree.child) == len(tree.kind) == len(tree.total) == tree.size.choices.sum()
    inner = tree.child >= 0
    assert np.all(tree.child[inner] > np.repeat(np.arange(nodes), choices)[inner])
    # Every end, and every node but the first.
    assert np.array_equal(np.sort(tree.child), np.delete(np.arange(-tree.size.terminals, nodes), tree.size.terminals))
    assert_slots_are_a_partition(tree, choices)
    folds = int(tree.is_fold[tree.terminal_row].sum())
    assert (folds, len(tree.terminal_row) - folds) == (tree.size.folds, tree.size.showdowns)
    arrays = (tree.player, tree.street, tree.first_edge[1:], tree.slot, tree.child, tree.kind, tree.total)
    assert sum(array.nbytes for array in (*arrays, tree.terminal_street, tree.terminal_row)) == tree.size.bytes
    assert np.allclose(tree.payoffs.sum(axis=2), 0, atol=1e-9)


def assert_slots_are_a_partition(tree: BettingTree, choices: np.ndarray) -> None:
    """The choices of a player in a round lie side by side, without a gap."""
    for (player, street), decisions in np.ndenumerate(tree.size.decisions):
        own = np.flatnonzero((tree.player == player) & (tree.street == street))
        assert len(own) == decisions
        own = own[np.argsort(tree.slot[own])]
        ends = np.cumsum(choices[own])
        assert np.array_equal(tree.slot[own][1:], ends[:-1])
        assert np.all(tree.slot[own][:1] == 0)
        assert ends[-1:].sum() == tree.size.choices[player, street]


def plain_actions(state: State, menu: BetMenu) -> list[Action]:
    """Fold and call where they are legal, then each size of the menu, brought between the legal bounds."""
    legal = state.legal_actions()
    actions = [FOLD] * legal.fold + [CALL]
    if not legal.can_raise:
        return actions
    low, high = legal.lowest_raise, legal.highest_raise
    if state.game.is_limit:
        return [*actions, raise_to(low)]
    street = menu.street(state.street)
    sizes = street.later if state.raises else street.first
    totals = set()
    if state.raises < street.most_raises:
        pot = state.pot + state.bet - state.spent(state.acting)
        totals = {min(max(state.bet + round(part * pot), low), high) for part in sizes.pot_parts}
        totals |= {low} if sizes.smallest else set()
    stack = state.spent(state.acting) + state.stack(state.acting)
    totals = {high if total > street.all_in_above * stack else total for total in totals}
    totals |= {high} if sizes.all_in else set()
    return [*actions, *map(raise_to, sorted(totals))]


def plain_order(game: GameDefinition, hands: Sequence[Sequence[int]], board: Sequence[int]) -> int:
    """A digit of base 3 for each pair of players: weaker, equal or stronger."""
    values = [value_of([*hand, *board]) for hand in hands]
    order = 0
    for first in range(game.players):
        for other in range(first + 1, game.players):
            order = 3 * order + 1 + (values[first] > values[other]) - (values[first] < values[other])
    return order


def value_of(cards: Sequence[int]) -> tuple[object, ...]:
    """What decides between hands of any number of cards."""
    if len(cards) >= 5:
        return plain_value(cards)
    ranks = [card // 4 for card in cards]
    return tuple(sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True))


def replay(tree: BettingTree, node: int, state: State, menu: BetMenu) -> None:
    """All of a tree from a node on: turns, choices and, for this deal, payoffs."""
    assert_same_moment(tree, node, state, menu)
    for choice, action in enumerate(tree.actions(node)):
        after = state.apply(action)
        below = int(tree.child[tree.first_edge[node] + choice])
        if below < 0:
            assert_same_end(tree, -1 - below, after)
        else:
            replay(tree, below, after, menu)


def replay_path(tree: BettingTree, game: GameDefinition, menu: BetMenu, rng: random.Random, deals: int) -> State:
    """A random line of play, its end with several random deals."""
    generator = np.random.default_rng(rng.getrandbits(32))
    state, node = State.start(game, random_deal(game, generator)), 0
    while node >= 0:
        assert_same_moment(tree, node, state, menu)
        actions = tree.actions(node)
        choice = rng.choices(range(len(actions)), [0.2 if action.is_fold else 1 for action in actions])[0]
        state = state.apply(actions[choice])
        node = int(tree.child[tree.first_edge[node] + choice])
    for _ in range(deals):
        assert_same_end(tree, -1 - node, State.start(game, random_deal(game, generator)).play(state.actions))
    return state


def assert_same_moment(tree: BettingTree, node: int, state: State, menu: BetMenu) -> None:
    assert (tree.player[node], tree.street[node]) == (state.acting, state.street)
    assert list(tree.actions(node)) == plain_actions(state, menu)


def assert_same_end(tree: BettingTree, end: int, state: State) -> None:
    assert state.is_over
    row = tree.terminal_row[end]
    assert tree.terminal_street[end] == state.street
    assert bool(tree.is_fold[row]) != state.is_showdown
    order = plain_order(state.game, state.deal.hole_cards, state.deal.board)
    assert tree.payoffs[row, order].tolist() == [float(chips) for chips in state.payoffs()]
