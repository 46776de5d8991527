"""Where players sit: the view says it, for seats that rotate and for seats that are fixed."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from railbird.errors import GameError
from railbird.games import CALL, State, fixed_seats, game_named, random_deal, rotating_seats

GAME = game_named("holdem.limit.3p")
DEAL = random_deal(GAME, np.random.default_rng(0))


@pytest.mark.parametrize(("hand", "seats"), [(0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1)), (3, (0, 1, 2))])
def test_the_button_moves_on_and_players_keep_their_seats(hand: int, seats: tuple[int, ...]) -> None:
    assert rotating_seats(hand, 3) == (hand, seats)
    assert fixed_seats(hand, 3) == (hand, (0, 1, 2))


@pytest.mark.parametrize("hand", range(5))
def test_states_and_views_know_the_hand_and_the_seats_all_the_way(hand: int) -> None:
    state = State.start(GAME, DEAL, hand=hand)
    while not state.is_over:
        for position in range(3):
            view = state.view(position)
            assert view.hand == state.hand == hand
            assert view.seat == view.seat_of(position) == (position + hand) % 3
            assert view.position_of(view.seat) == position
            assert view.at_start().hand == hand
            assert pickle.loads(pickle.dumps(view)).seat == view.seat
        state = state.apply(CALL)
    assert pickle.loads(pickle.dumps(state)).hand == hand


def test_positions_and_seats_that_nobody_has_are_refused() -> None:
    view = State.start(GAME, DEAL).view(0)
    with pytest.raises(GameError, match="no position 3: the positions are 0 to 2"):
        view.seat_of(3)
    with pytest.raises(GameError, match="no position -1"):
        view.seat_of(-1)
    with pytest.raises(GameError, match="no seat 3: the seats are 0 to 2"):
        view.position_of(3)
