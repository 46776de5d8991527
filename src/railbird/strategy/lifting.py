"""A strategy on finer card classes: what it plays with real cards."""

from __future__ import annotations

import numpy as np

from railbird.abstraction.abstract_game import abstract_game
from railbird.abstraction.card_classes import CardClasses
from railbird.strategy.strategy import Strategy


def with_real_cards(strategy: Strategy) -> Strategy:
    """The same strategy on the lossless classes of its game, where a best response sees its cards as they are.

    A strategy that is already lossless is returned unchanged. The cards of the game are enumerated, so it must be
    small.
    """
    if isinstance(strategy.game.cards, CardClasses):
        return strategy
    return with_cards(strategy, CardClasses(strategy.definition))


def with_cards(strategy: Strategy, cards: CardClasses) -> Strategy:
    """The same strategy on other card classes, each of which must be within a class of the strategy's own."""
    coarse, fine = strategy.game, abstract_game(cards, strategy.menu)
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
