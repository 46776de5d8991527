"""Cards without abstraction: every hand on every board is its own class."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from railbird.abstraction import CardClasses, DealtCards, abstract_game, card_abstraction
from railbird.cards import deck
from railbird.errors import GameError
from railbird.games import game_named
from railbird.solvers import Evaluator

LEDUC = game_named("leduc.limit.2p")
FLUSHES = replace(game_named("rhode-island.limit.2p"), ranks=3, suits=3, name="flushes")


@pytest.mark.parametrize("game", [LEDUC, FLUSHES], ids=lambda game: game.name)
def test_every_hand_on_every_board_has_a_class_of_its_own(game) -> None:
    cards = DealtCards(game)
    for street, size in enumerate(game.board_sizes):
        numbers = {
            cards.class_of(hand, board)
            for hand in combinations(deck(ranks=game.ranks, suits=game.suits), game.hole_cards)
            for board in combinations(deck(ranks=game.ranks, suits=game.suits), size)
            if not {*hand} & {*board}
        }
        ordered = 2 if size == 2 else 1  # turn and river in two orders
        assert len(numbers) * ordered == cards.counts[street]
        assert cards.enumeration.classes[street].max() + 1 == cards.counts[street]
        assert cards.enumeration.board_probabilities[street].sum() == pytest.approx(1)


@pytest.mark.deep
@pytest.mark.parametrize("game", [LEDUC, FLUSHES], ids=lambda game: game.name)
def test_a_strategy_that_ignores_suits_is_worth_the_same_with_merged_and_unmerged_suits(game) -> None:
    merged, unmerged = abstract_game(CardClasses(game)), abstract_game(DealtCards(game))
    rng = np.random.default_rng(5)
    strategy = merged.probabilities(rng.random(merged.layout.count))
    spread = np.ones(unmerged.layout.count)
    for street, boards in enumerate(unmerged.cards.enumeration.boards):
        classes = unmerged.cards.enumeration.classes[street]
        for board, hand in np.argwhere(classes >= 0).tolist():
            known = unmerged.cards.enumeration.hands[hand].tolist()
            before = merged.cards.class_of(known, boards[board].tolist())
            for player in range(2):
                width = int(merged.layout.width[player, street])
                there = int(merged.layout.base[player, street]) + before * width
                here = int(unmerged.layout.base[player, street]) + int(classes[board, hand]) * width
                spread[here : here + width] = strategy[there : there + width]
    expected, result = Evaluator(merged).evaluate(strategy), Evaluator(unmerged).evaluate(spread)
    assert result.values == pytest.approx(expected.values, abs=1e-12)
    assert result.best_responses == pytest.approx(expected.best_responses, abs=1e-12)


def test_the_identity_names_it() -> None:
    assert isinstance(card_abstraction(LEDUC, {"kind": "cards"}), DealtCards)
    with pytest.raises(GameError, match="card abstraction cards has no parameters"):
        card_abstraction(LEDUC, {"kind": "cards", "count": 3})
