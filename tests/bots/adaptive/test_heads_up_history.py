"""Hands of the last two players as hands of the two-player game."""

from __future__ import annotations

import random

import pytest

from bots.situations import LIMIT, LIMIT_HEADS_UP, view_after
from games.hands_at_random import random_cards, random_limit, random_states
from railbird.bots.adaptive.heads_up_history import heads_up_view, translated_back
from railbird.games import CALL, FOLD, View, game_named, raise_to

HOLE, FLOP, RIVER = "As Kd", "2c 7d Th", "2c 7d Th 3s 4h"


def test_random_hands_become_legal_hands_of_two_players_with_the_same_player_to_act() -> None:
    rng = random.Random(1)
    histories = set()
    for _ in range(1500):
        game = random_limit(rng, rng.choice((3, 6)))
        for state in random_states(rng, game, random_cards(rng, game)):
            if state.is_over or len(state.in_hand) != 2:
                continue
            view = state.view(state.acting)
            two = heads_up_view(view)  # View.of refuses illegal actions
            assert two.acting == two.position
            assert (two.street, two.raises, two.hand) == (view.street, view.raises, view.hand)
            assert (two.hole_cards, two.board) == (view.hole_cards, view.board)
            histories.add(two.actions)
    assert len(histories) > 200


def test_hands_of_two_players_stay_as_they_are() -> None:
    rng = random.Random(2)
    game = game_named(LIMIT_HEADS_UP)
    for _ in range(500):
        for state in random_states(rng, game, random_cards(rng, game)):
            if not state.is_over:
                assert heads_up_view(state.view(state.acting)).actions == state.actions


@pytest.mark.parametrize(
    ("played", "board", "expected"),
    [
        # The button folds: the small blind acts first, as the button does heads-up.
        ("f", "", ""),
        ("f c", "", "c"),
        ("f r20", "", "r20"),
        ("f c r20", "", "c r20"),
        # The small blind folds.
        ("c f", "", "c"),
        ("r20 f", "", "r20"),
        ("c f r20", "", "c r20"),
        ("r20 f r30", "", "r20 r30"),
        # The big blind folds to a raise of the small blind after a call of the button, who then acts.
        ("c r20 f", "", "c r20"),
        # After the flop the big blind acts last against the small blind, so that it is the button there.
        ("f r20 c", FLOP, "c r20 c"),
        ("f r20 r30 c", FLOP, "c r20 r30 c"),
        ("r20 f c", FLOP, "r20 c"),
        ("r20 f c c", FLOP, "r20 c c"),
        ("r20 f c r30", FLOP, "r20 c r30"),
        ("r20 f c c r30", FLOP, "r20 c c r30"),
        # A raise of a player who folded later counts as the opponent's, unless one of the two raised as well.
        ("r20 c c c r30 f", FLOP, "r20 c c r30"),
        ("r20 c r30 c c c r40 f", FLOP, "c r20 r30 c c r40"),
        # A player who folds between bet and raise leaves both raises.
        ("c c c r20 r30 f", FLOP, "c c r20 r30"),
        ("c c c c c c r30 c f", RIVER, "c c c c r30 c"),
    ],
)
def test_three_players_become_two(played: str, board: str, expected: str) -> None:
    two = heads_up_view(view_after(LIMIT, played, hole=HOLE, board=board))
    assert two.actions == view_after(LIMIT_HEADS_UP, expected, hole=HOLE, board=board).actions


def test_six_players_become_two() -> None:
    game = random_limit(random.Random(0), 6)
    view = view_after(game, "f r20 f f r30 f", hole=HOLE)
    assert heads_up_view(view).actions == (raise_to(20), raise_to(30))


def test_answers_become_legal_actions() -> None:
    answers = {FOLD: 0.25, CALL: 0.25, raise_to(40): 0.5}
    facing_bet = view_after(LIMIT, "c c c r20 f", hole=HOLE, board=FLOP)
    assert translated_back(answers, facing_bet) == {FOLD: 0.25, CALL: 0.25, raise_to(30): 0.5}
    at_cap = view_after(LIMIT, "r20 r30 r40 f", hole=HOLE)
    assert translated_back(answers, at_cap) == {FOLD: 0.25, CALL: 0.75}
    free = View.of(LIMIT_HEADS_UP, [CALL], hole_cards=HOLE)
    assert translated_back(answers, free) == {CALL: 0.5, raise_to(20): 0.5}
