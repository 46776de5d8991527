"""Boards at random: each as often as it should be, with all hands on it, weakest first."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from chi_square import chi_square_p
from railbird.abstraction import BoardBatch, CardClasses
from railbird.games import game_named
from railbird.games.showdown_strength import strengths_of
from railbird.rng import kernel_state

LEDUC = CardClasses(game_named("leduc.limit.2p"))


def drawn(cards: CardClasses, boards: int, *, batches: int = 1) -> BoardBatch:
    game, source, state = cards.game, cards.boards(), kernel_state(3)
    shape = {"hands": source.hands, "hole_cards": game.hole_cards, "rounds": game.rounds}
    parts = [BoardBatch.empty(boards // batches, **shape) for _ in range(batches)]
    for part in parts:
        source.draw(state, part)
    return BoardBatch(*map(np.concatenate, zip(*parts, strict=True)))


@pytest.mark.kernels
def test_boards_come_with_all_hands_their_classes_and_their_order() -> None:
    cards = CardClasses(game_named("holdem20.limit.2p"))
    listed, game = cards.enumeration, cards.game
    batch = drawn(cards, 5)
    for hands, classes, level in zip(batch.cards, batch.classes, batch.level, strict=True):
        (board,) = (
            board
            for board, on_board in zip(listed.boards[-1], listed.classes[-1], strict=True)
            if set(on_board[on_board >= 0].tolist()) == set(classes[-1].tolist())
        )
        assert len({tuple(hand) for hand in hands.tolist()}) == 17 * 16 // 2
        assert not set(hands.ravel().tolist()) & set(board.tolist())
        strengths = strengths_of(game, hands, board)
        assert (np.sign(np.diff(strengths)) == np.sign(np.diff(level))).all()
        for street, size in enumerate(game.board_sizes):
            for hand, number in zip(hands[::20].tolist(), classes[street, ::20].tolist(), strict=True):
                assert cards.class_of(hand, board[:size].tolist()) == number


def test_boards_are_as_frequent_as_they_should_be() -> None:
    """In Leduc a board is known by the class of the pair with it."""
    batch = drawn(LEDUC, 30_000)
    listed = LEDUC.enumeration
    keys = [tuple(sorted(on_board[on_board >= 0].tolist())) for on_board in listed.classes[-1]]
    seen = Counter(tuple(sorted(classes)) for classes in batch.classes[:, -1].tolist())
    assert set(seen) <= set(keys)
    expected = listed.board_probabilities[-1] * 30_000
    assert chi_square_p([seen[key] for key in keys], expected) > 0.001


def test_the_size_of_a_batch_makes_no_difference() -> None:
    for whole, in_parts in zip(drawn(LEDUC, 12), drawn(LEDUC, 12, batches=4), strict=True):
        assert (whole == in_parts).all()
