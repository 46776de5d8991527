"""Betting strings: written and read back, and what is wrong with others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.errors import FormatError
from railbird.formats.betting import format_betting, read_betting
from railbird.games import CALL, FOLD, State, game_named, raise_to, random_deal
from railbird.rng import generator

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
NO_LIMIT = game_named("holdem.nolimit.2p.reverse_blinds")


@pytest.mark.parametrize("name", ["leduc.limit.3p", "holdem.limit.3p", "holdem.nolimit.3p"])
def test_random_betting_is_read_back_at_every_decision(name: str) -> None:
    game, random = game_named(name), generator(5)
    for _ in range(50):
        state = State.start(game, random_deal(game, random))
        while not state.is_over:
            text = format_betting(game, state.actions)
            assert read_betting(game, text) == state.actions
            assert read_betting(game, text.replace("/", "")) == state.actions
            legal = state.legal_actions()
            raises = [raise_to(min(legal.lowest_raise + 100, legal.highest_raise))] * legal.can_raise
            choices = [FOLD] * (legal.fold and random.random() < 0.2) + [CALL, *raises]
            state = state.apply(choices[random.integers(len(choices))])


def test_limit_raises_have_their_size_from_the_rules() -> None:
    assert read_betting(LIMIT, "crrc/") == (CALL, raise_to(20), raise_to(30), CALL)
    assert read_betting(NO_LIMIT, "r300c/c") == (raise_to(300), CALL, CALL)
    assert read_betting(LIMIT, "") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cx", "betting 'cx', character 2: write f for a fold, c for a check or call, r for a raise, and /"),
        ("r20", "betting 'r20', character 1: write f"),
        ("/c", r"betting '/c': no round begins at the / \(character 1\)"),
        ("cc//", r"betting 'cc//': no round begins at the / \(character 4\)"),
        ("crrrr", r"betting 'crrrr', character 5: the most raises in round 1 of \S+ are 3: only f or c can follow"),
        ("rfr", "betting 'rfr', character 3: the hand is over before this raise"),
        ("fc", "betting 'fc', character 2: call is not legal .*: the hand is over"),
        ("cf", "betting 'cf', character 2: fold is not legal"),
    ],
)
def test_what_is_no_betting_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_betting(LIMIT, text)


def test_a_raise_without_chips_is_refused() -> None:
    short = replace(LIMIT, stacks=(20, 20))
    with pytest.raises(FormatError, match=r"betting 'rr', character 2: no chips are left for a raise: only f or c"):
        read_betting(short, "rr")


def test_a_raise_without_its_total_is_refused_in_no_limit() -> None:
    with pytest.raises(FormatError, match=r"betting 'cr', character 2: .* r with a total for a raise, like r300"):
        read_betting(NO_LIMIT, "cr")
