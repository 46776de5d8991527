"""Opponent models in no-limit games: situations by the size of the bet, and the sizes of an opponent's raises."""

from __future__ import annotations

import random

import pytest

from bots.situations import LIMIT, NOLIMIT, view_after
from games.hands_at_random import random_cards, random_states
from railbird.bots import make_bot
from railbird.games import game_named, raise_to
from railbird.opponent_models import OpponentModel
from railbird.opponent_models._kernels import situation_at
from railbird.opponent_models.situations import OVERBET, situation_name
from railbird.play import play_match

BOARD = "Kc Qd 9h 8h 5s"


@pytest.mark.parametrize(
    ("played", "situation"),
    [
        ("", "preflop, steal"),
        ("c", "preflop, one bet"),
        ("f", "preflop, steal"),
        ("r250", "preflop, against a steal"),
        ("r450", "preflop, against a steal"),
        ("r500", "preflop, three bets"),
        ("r20000", "preflop, overbet"),
        ("c r400", "preflop, two bets"),
        ("c c c r200", "flop, one bet"),
        ("c c c r400", "flop, two bets"),
        ("c c c r1000", "flop, three bets"),
        ("c c c r1300", "flop, overbet"),
        ("c c c r20000", "flop, overbet"),
        ("c c c c c", "flop, no bet"),
    ],
)
def test_situations_depend_on_the_size_of_a_bet(played: str, situation: str) -> None:
    view = view_after(NOLIMIT, played, board=BOARD)
    assert situation_name(situation_at(view.array(), view.acting)) == situation


def test_limit_games_have_no_overbets() -> None:
    rng, game = random.Random(1), game_named(LIMIT)
    for _ in range(100):
        for state in random_states(rng, game, random_cards(rng, game)):
            assert state.is_over or situation_at(state.array(), state.acting) < OVERBET


def test_an_overbet_on_one_street_says_something_about_the_others_after_the_flop() -> None:
    model = OpponentModel(prior_weight=5)
    before = model.frequencies()
    for _ in range(100):
        model.observe(OVERBET + 1, raise_to(20_000))
    raises = model.frequencies()[OVERBET:, 2]
    assert (raises[1:] > 0.7).all()
    assert raises[0] == before[OVERBET, 2]


def test_all_ins_are_apart_from_raises_of_other_sizes() -> None:
    model = OpponentModel(prior_weight=5)
    for _ in range(50):
        model.observe(0, raise_to(300), raise_part=0.5)
        model.observe(0, raise_to(20_000), raise_part=60.0, is_all_in=True)
        model.observe(0, raise_to(20_000), raise_part=0.1, is_all_in=True)  # the last chips
    assert model.raise_part == pytest.approx(0.5, abs=0.05)
    assert model.all_in_share == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize(("opponent", "low", "high"), [("all-in", 0.6, 1.0), ("min-raise", 0.0, 0.05)])
def test_all_in_bots_are_recognised_by_watching(opponent: str, low: float, high: float) -> None:
    bot = make_bot("akuma-nolimit:strength=0.05", seed=1)
    play_match([bot, make_bot(opponent), make_bot("fold")], NOLIMIT, hands=30, seed=1)
    assert low <= bot.models.of_seat(1).all_in_share <= high  # type: ignore[attr-defined]
