"""A strategy on finer card classes, or for players who remember all betting: what it plays in the real game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.abstract_game import abstract_game
from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.merged_tree import WHOLE_HAND
from railbird.strategy.strategy import Strategy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.abstraction.betting_tree import BettingTree


def with_real_cards(strategy: Strategy) -> Strategy:
    """The same strategy on the lossless classes of its game, where a best response sees its cards as they are.

    A strategy that is already lossless is returned unchanged. The cards of the game are enumerated, so it must be
    small.
    """
    strategy = with_whole_betting(strategy)
    if isinstance(strategy.game.cards, CardClasses):
        return strategy
    return with_cards(strategy, CardClasses(strategy.definition))


def with_cards(strategy: Strategy, cards: CardClasses) -> Strategy:
    """The same strategy on other card classes; each of them must be within a class of the strategy's own."""
    coarse, fine = strategy.game, abstract_game(cards, strategy.menu, recall=strategy.recall)
    stored = np.ones(fine.layout.count, dtype=strategy.stored.dtype)
    stored[fine.layout.starts[:-1]] = strategy.stored[coarse.layout.starts[:-1]]
    for street in range(strategy.definition.rounds):
        hands, boards = cards.enumeration.examples(street)
        numbers = [
            coarse.cards.class_of(hand, board) for hand, board in zip(hands.tolist(), boards.tolist(), strict=True)
        ]
        for player in range(fine.players):
            fine.layout.rows(stored, player=player, street=street)[:] = coarse.layout.rows(
                strategy.stored, player=player, street=street
            )[numbers]
    return Strategy(fine, stored, strategy.origin)


def with_whole_betting(strategy: Strategy) -> Strategy:
    """The same strategy in the game whose players remember the betting of the whole hand."""
    if strategy.recall == WHOLE_HAND:
        return strategy
    merged, whole = strategy.game, abstract_game(strategy.game.cards, strategy.menu)
    stored = np.ones(whole.layout.count, dtype=strategy.stored.dtype)
    stored[whole.layout.starts[:-1]] = strategy.stored[merged.layout.starts[:-1]]
    for number, own in _merged_nodes(whole.tree, merged.tree):
        player, street = int(whole.tree.player[number]), int(whole.tree.street[number])
        choices = int(whole.tree.first_edge[number + 1] - whole.tree.first_edge[number])
        rows = whole.layout.rows(stored, player=player, street=street)
        own_rows = merged.layout.rows(strategy.stored, player=player, street=street)
        place, own_place = int(whole.tree.slot[number]), int(merged.tree.slot[own])
        rows[:, place : place + choices] = own_rows[:, own_place : own_place + choices]
    return Strategy(whole, stored, strategy.origin)


def _merged_nodes(whole: BettingTree, merged: BettingTree) -> Iterator[tuple[int, int]]:
    """The nodes of the whole tree, each with its merged node."""
    waiting = [(0, 0)]
    while waiting:
        number, own = waiting.pop()
        yield number, own
        below = zip(whole.children(number).values(), merged.children(own).values(), strict=True)
        waiting += [(child, own_child) for child, own_child in below if child >= 0]
