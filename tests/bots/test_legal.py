"""From what a bot means to do to what is legal."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from bots.situations import LIMIT, NOLIMIT, view_after
from games.hands_at_random import random_states
from railbird.bots.checking.check_table import objection_to
from railbird.bots.legal import LARGEST_RAISE, SMALLEST_RAISE, nearest_legal
from railbird.games import CALL, FOLD, game_named, raise_to, random_deal


@pytest.mark.parametrize("game", ["kuhn.limit.2p", "leduc.limit.3p", LIMIT, NOLIMIT])
def test_whatever_is_meant_is_made_legal(game: str) -> None:
    definition = game_named(game)
    rng, generator = random.Random(1), np.random.default_rng(1)
    for _ in range(50):
        for state in random_states(rng, definition, random_deal(definition, generator)):
            if not state.is_over:
                for meant in (FOLD, CALL, SMALLEST_RAISE, LARGEST_RAISE, raise_to(rng.randint(1, 30_000))):
                    action = nearest_legal(meant, state.view(state.acting))
                    assert not objection_to(action, state.legal_actions())
                    if not objection_to(meant, state.legal_actions()):
                        assert action == meant


@pytest.mark.parametrize(
    ("played", "total", "expected"),
    [("", 0, 200), ("", 199, 200), ("", 777, 777), ("", 20_001, 20_000), ("r5000", 1, 9_900), ("r5000", 9_901, 9_901)],
)
def test_a_raise_goes_to_the_nearest_total(played: str, total: int, expected: int) -> None:
    assert nearest_legal(raise_to(total), view_after(NOLIMIT, played)) == raise_to(expected)


def test_a_raise_of_a_limit_game_has_its_size() -> None:
    assert nearest_legal(raise_to(777), view_after(LIMIT, "r20")) == raise_to(30)


@pytest.mark.parametrize(("game", "played"), [(LIMIT, "r20 r30 r40"), (NOLIMIT, "r20000")])
def test_a_raise_where_none_is_legal_is_a_call(game: str, played: str) -> None:
    assert nearest_legal(SMALLEST_RAISE, view_after(game, played)) == CALL


def test_nobody_folds_who_owes_nothing_even_if_that_is_legal() -> None:
    assert nearest_legal(FOLD, view_after(LIMIT, "c c")) == CALL
    lax = view_after(replace(game_named(LIMIT), free_folds=True), "c c")
    assert lax.legal_actions().fold
    assert nearest_legal(FOLD, lax) == CALL
    assert nearest_legal(FOLD, view_after(LIMIT, "c")) == FOLD
