"""Joint tables of small games against counts over all deals, one by one."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from railbird.abstraction import CardClasses
from railbird.abstraction.joint import check_class_count, tables_of_enumeration
from railbird.cards import deck
from railbird.errors import GameError
from railbird.games import GameDefinition, game_named
from railbird.games.showdown_strength import strengths_of

TWO_CARDS = GameDefinition(
    name="two-cards",
    betting="limit",
    stacks=(100, 100),
    blinds=(1, 2),
    raise_sizes=(2, 4),
    first_players=(0, 1),
    max_raises=(1, 1),
    suits=2,
    ranks=4,
    hole_cards=2,
    board_cards=(0, 3),
)


@pytest.mark.parametrize("game", [game_named("leduc.limit.2p"), TWO_CARDS], ids=lambda game: game.name)
def test_tables_of_small_games_equal_counts_over_all_deals(game: GameDefinition) -> None:
    cards = CardClasses(game)
    tables = tables_of_enumeration(cards.enumeration)
    assert tables.counts == cards.counts
    joint = [np.zeros((count, count)) for count in cards.counts]
    margins = [np.zeros((count, count)) for count in cards.counts]
    deals = 0
    for dealt in permutations(deck(ranks=game.ranks, suits=game.suits), game.dealt_cards):
        hands, board = (
            (dealt[: game.hole_cards], dealt[game.hole_cards :][: game.hole_cards]),
            dealt[2 * game.hole_cards :],
        )
        deals += 1
        if any(list(part) != sorted(part) for part in (*hands, board)):
            continue  # the same cards in another order
        strengths = strengths_of(game, np.array(hands, dtype=np.uint8), np.array(board, dtype=np.uint8))
        sign = np.sign(int(strengths[0]) - int(strengths[1]))
        for street, size in enumerate(game.board_sizes):
            pair = tuple(cards.class_of(hand, board[:size]) for hand in hands)
            joint[street][pair] += 1
            margins[street][pair] += sign
    total = joint[0].sum()
    for street in range(game.rounds):
        assert tables.probabilities[street] == pytest.approx(joint[street] / total, abs=1e-15)
        assert tables.margins[street] == pytest.approx(margins[street] / total, abs=1e-15)
        assert np.allclose(tables.margins[street], -tables.margins[street].T, atol=1e-15)
    for transition in tables.transitions:
        assert np.array_equal(np.sort(transition, axis=1)[:, -1], np.ones(len(transition)))
        assert np.array_equal(transition.sum(axis=1), np.ones(len(transition)))


def test_tables_that_are_too_large_are_refused() -> None:
    with pytest.raises(GameError, match=r"10,001 x 10,001 classes"):
        check_class_count(10_001)
