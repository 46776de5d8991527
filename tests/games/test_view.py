"""What a view answers, and views that are made from what one player knows."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace

import numpy as np
import pytest

from games.hands_at_random import random_states
from railbird.cards import parse_cards
from railbird.errors import ActionError, CardError, GameError
from railbird.games import CALL, FOLD, GAME_NAMES, Deal, PlayedAction, State, View, game_named, raise_to, random_deal
from railbird.games.definition import UNLIMITED

LIMIT = game_named("holdem.limit.3p")
HEADS_UP = game_named("holdem.nolimit.2p.reverse_blinds")
DEAL = Deal.of(["AsKd", "2c7h", "9h9s"], "Qs Jh 2d 9c 9d")
ACTIONS = [raise_to(20), CALL, FOLD, CALL, raise_to(30)]


def test_the_history_has_positions_and_streets() -> None:
    state = State.start(LIMIT, DEAL).play(ACTIONS)
    assert state.history == (
        PlayedAction(2, raise_to(20), 0),
        PlayedAction(0, CALL, 0),
        PlayedAction(1, FOLD, 0),
        PlayedAction(0, CALL, 1),
        PlayedAction(2, raise_to(30), 1),
    )
    assert State.start(LIMIT, DEAL).history == ()


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_history_is_what_a_replay_sees(name: str) -> None:
    game = game_named(name)
    for seed in range(10):
        states = random_states(random.Random(seed), game, random_deal(game, np.random.default_rng(seed)))
        pairs = zip(states, states[-1].actions, strict=False)
        assert [(state.acting, action, state.street) for state, action in pairs] == [*states[-1].history]


def test_stacks_are_what_is_left_of_them() -> None:
    deal = Deal.of(["AsKd", "2c7h"], "Qs Jh 2d 9c 9d")
    state = State.start(HEADS_UP, deal)
    assert [state.stack(position) for position in (0, 1)] == [20_000 - 100, 20_000 - 50]
    state = state.play([raise_to(300), CALL, raise_to(20_000)])
    assert [state.stack(position) for position in (0, 1)] == [0, 19_700]
    assert State.start(LIMIT, DEAL).play(ACTIONS).stack(0) == UNLIMITED
    with pytest.raises(GameError, match="no position 2"):
        state.stack(2)


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("holdem.limit.2p.reverse_blinds", "big blind, button"),
        ("holdem.limit.3p", "small blind, big blind, button"),
        ("kuhn.limit.2p", "first position, button"),
        ("leduc.limit.3p", "first position, second position, button"),
    ],
)
def test_names_of_positions_in_known_games(game: str, names: str) -> None:
    definition = game_named(game)
    state = State.start(definition, random_deal(definition, np.random.default_rng(0)))
    assert ", ".join(map(state.position_name, range(definition.players))) == names
    with pytest.raises(GameError, match="no position -1"):
        state.position_name(-1)


def test_heads_up_without_reverse_blinds_the_button_posts_the_big_blind() -> None:
    game = replace(HEADS_UP, blinds=(50, 100), first_players=(0, 0, 0, 0), name="")
    state = State.start(game, random_deal(game, np.random.default_rng(0)))
    assert [*map(state.position_name, (0, 1))] == ["small blind", "big blind"]


LATE = {
    4: ["cutoff"],
    5: ["under the gun", "cutoff"],
    6: ["under the gun", "hijack", "cutoff"],
    7: ["under the gun", "lojack", "hijack", "cutoff"],
    8: ["under the gun", "under the gun + 1", "lojack", "hijack", "cutoff"],
    9: ["under the gun", "under the gun + 1", "under the gun + 2", "lojack", "hijack", "cutoff"],
    10: ["under the gun", *(f"under the gun + {place}" for place in (1, 2, 3)), "lojack", "hijack", "cutoff"],
}


@pytest.mark.parametrize("players", range(4, 11))
def test_names_of_positions_at_large_tables(players: int) -> None:
    game = game_named("holdem.nolimit.6p")
    fields = {"blinds": (50, 100) + (0,) * (players - 2), "stacks": (20_000,) * players, "first_players": (2, 0, 0, 0)}
    large = replace(game, **fields)
    state = State.start(large, random_deal(large, np.random.default_rng(0)))
    names = [state.position_name(position) for position in range(players)]
    assert names == ["small blind", "big blind", *LATE[players], "button"]
    assert len({*names}) == players
    # Whoever is called first before the flop acts first.
    assert names[state.acting] == LATE[players][0]


def test_a_view_prints_as_one_line() -> None:
    state = State.start(LIMIT, DEAL, hand=7).play(ACTIONS)
    assert repr(state.view(0)) == (
        "<View of holdem.limit.3p, hand 7; small blind with AsKd on Qs Jh 2d; "
        "raise to 20, call, fold / call, raise to 30; pot 60; small blind to act, 10 to call>"
    )
    assert repr(State.start(LIMIT, DEAL).view(1)) == (
        "<View of holdem.limit.3p, hand 0; big blind with 2c7h; no action yet; pot 15; button to act, 10 to call>"
    )
    assert repr(state) == (
        "<State of holdem.limit.3p, hand 7; AsKd | 2c7h | 9h9s on Qs Jh 2d; "
        "raise to 20, call, fold / call, raise to 30; pot 60; small blind to act, 10 to call>"
    )
    over = state.play([CALL, CALL, CALL, CALL, CALL])
    assert repr(over.view(1)).endswith(
        "small blind shows AsKd; button shows 9h9s; "
        "raise to 20, call, fold / call, raise to 30, call / call, call / call, call; pot 70; showdown>"
    )
    assert repr(state.apply(FOLD).view(0)).endswith("; pot 60; all but one folded>")
    assert "2c7h" not in repr(over.view(0))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_view_that_is_made_is_the_one_that_the_dealer_shows(name: str) -> None:
    game = game_named(name)
    for seed in range(5):
        deal = random_deal(game, np.random.default_rng(seed))
        for state in random_states(random.Random(seed), game, deal, hand=seed):
            if state.is_showdown:
                continue  # other hands are shown
            for position in range(game.players):
                shown = state.view(position)
                made = View.of(
                    game, state.actions, position=position, hole_cards=shown.hole_cards, board=shown.board, hand=seed
                )
                assert pickle.dumps(made) == pickle.dumps(shown)
                assert (repr(made), made.legal_actions(), made.seat) == (
                    repr(shown),
                    shown.legal_actions(),
                    shown.seat,
                )


def test_a_view_is_of_whoever_acts_unless_a_position_is_given() -> None:
    view = View.of("holdem.limit.3p", ACTIONS, hole_cards="AsKd", board="Qs Jh 2d")
    assert (view.position, view.acting, view.hole_cards) == (0, 0, parse_cards("AsKd"))
    assert View.of("holdem.limit.3p", ACTIONS, position=1, hole_cards="AsKd", board="Qs Jh 2d").position == 1


def test_seats_can_be_given() -> None:
    view = View.of("holdem.limit.3p", hole_cards="AsKd", hand=4, seats=(2, 0, 1))
    assert (view.hand, view.seat, [view.seat_of(position) for position in range(3)]) == (4, 1, [2, 0, 1])
    rotating = View.of("holdem.limit.3p", hole_cards="AsKd", hand=4)
    assert [rotating.seat_of(position) for position in range(3)] == [1, 2, 0]


def test_a_showdown_without_the_other_hands_has_no_payoffs() -> None:
    actions = [CALL, CALL] + [CALL] * 6
    view = View.of("holdem.limit.2p.reverse_blinds", actions, position=0, hole_cards="AsKd", board="Qs Jh 2d 9c 9d")
    assert view.is_showdown
    with pytest.raises(ActionError, match="the hand of position 1 is unknown"):
        view.payoffs()
    folded = View.of("holdem.limit.2p.reverse_blinds", [FOLD], position=0, hole_cards="AsKd")
    assert folded.payoffs() == (5, -5)


@pytest.mark.parametrize(
    ("options", "error", "complaint"),
    [
        (
            {"actions": [raise_to(25)]},
            ActionError,
            "raise to 25 is not legal in .*: position 2 may fold, call or raise",
        ),
        ({"actions": [FOLD, FOLD]}, GameError, "because the hand is over: give a position"),
        ({"actions": [FOLD, FOLD, FOLD], "position": 0}, ActionError, "the hand is over"),
        ({"position": 3}, GameError, "no position 3: the positions are 0 to 2"),
        ({"position": -1}, GameError, "no position -1"),
        ({"hole_cards": "As"}, GameError, "hole cards As: a player of holdem.limit.3p holds 2"),
        ({"hole_cards": ""}, GameError, r"hole cards \(none\): "),
        ({"hole_cards": "AsKdQh"}, GameError, "hole cards As Kd Qh: "),
        ({"hole_cards": "AsAs"}, CardError, "duplicate card As"),
        ({"hole_cards": "AsKx"}, CardError, "unknown card 'Kx'"),
        ({"hole_cards": (51, 52)}, CardError, "there is no card 52"),
        ({"hole_cards": ["As", "Kd"]}, CardError, "there is no card As: .* or one text such as AsKd"),
        ({"board": "Qs Jh 2d"}, GameError, "the board Qs Jh 2d: there are 0 board cards on this street"),
        ({"actions": [CALL] * 3}, GameError, r"the board \(none\): there are 3 board cards on this street"),
        ({"actions": [CALL] * 3, "board": "Qs Jh As"}, CardError, "duplicate card As"),
        ({"hand": -1}, GameError, "hand -1: hands count from 0"),
        ({"seats": (0, 1)}, GameError, r"seats \[0, 1\]: give each of the seats 0 to 2 once"),
        ({"seats": (0, 1, 1)}, GameError, "once, by position"),
        ({"game": "holdem.limit.33p"}, GameError, "holdem.limit.33p"),
        ({"game": "leduc.limit.2p", "hole_cards": "2c"}, GameError, "2c is not in the deck of leduc.limit.2p"),
    ],
)
def test_what_no_player_can_see_is_refused(options: dict[str, object], error: type[Exception], complaint: str) -> None:
    known: dict[str, object] = {"game": "holdem.limit.3p", "hole_cards": "AsKd", **options}
    with pytest.raises(error, match=complaint) as caught:
        View.of(**known)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
