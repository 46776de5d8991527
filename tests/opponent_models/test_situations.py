"""Situations of the player to act, by hand."""

from __future__ import annotations

import pytest

from railbird.games import CALL, FOLD, View, game_named, raise_to
from railbird.games.betting_node import first_node
from railbird.opponent_models import situation_at
from railbird.opponent_models.situations import AGAINST_STEAL, ONE_MORE_BET, STEAL, situation_name

LIMIT = "holdem.limit.3p"
BOARD = "2c 7d Th 3s 9c"


def view_after(actions: list[str], *, game: str = LIMIT) -> View:
    """The view of the player to act; `r` is the smallest raise, `r300` a raise to 300."""
    node = first_node(game_named(game))
    for word in actions:
        raised = raise_to(int(word[1:] or node.legal.lowest_raise)) if word[0] == "r" else None
        node = node.after(raised or {"f": FOLD, "c": CALL}[word])
    board = BOARD.split()[: game_named(game).board_sizes[node.street]]
    return View.of(game, node.actions, hole_cards="AsKd", board=" ".join(board))


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("actions", "situation"),
    [
        ("", STEAL),  # the button opens
        ("f", STEAL),  # the small blind, after the button has folded
        ("c", 1),  # the small blind, after a call
        ("r", AGAINST_STEAL),
        ("f r", AGAINST_STEAL),
        ("r c", ONE_MORE_BET),  # the big blind, after a raise and a call
        ("c c", 0),
        ("c r", ONE_MORE_BET),
        ("r r", 2),  # the big blind owes two bets
        ("r f r", ONE_MORE_BET),
        ("c c c", 4),
        ("c c c c c c", 8),
        ("c c c c c r", 5),
        ("c c c r r", 6),
        ("c c c r r r", 6),
        ("c c c c r r", 6),
        ("c c c c c c r c", 9),
        ("c c c c c c c c c", 12),
    ],
)
def test_situations_of_three_players(actions: str, situation: int) -> None:
    view = view_after(actions.split())
    assert situation_at(view.array(), view.position) == situation


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("actions", "situation"),
    [
        ("f f f", STEAL),  # the button
        ("f f", 1),  # the cutoff, with the button behind it
        ("f f f r", AGAINST_STEAL),
        ("f f f f r", AGAINST_STEAL),
        ("c r300", 2),
    ],
)
def test_steals_with_six_players(actions: str, situation: int) -> None:
    view = view_after(actions.split(), game="holdem.nolimit.6p")
    assert situation_at(view.array(), view.position) == situation


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("actions", "situation"),
    [
        ("r300", AGAINST_STEAL),
        ("c r300", 2),
        ("c r1000", 3),
        ("c c c", 4),
        ("c c c r200", 5),  # a third of the pot
        ("c c c r400", 6),  # the pot
        ("c c c r1000", 7),
    ],
)
def test_in_no_limit_games_the_size_of_the_bet_counts(actions: str, situation: int) -> None:
    view = view_after(actions.split(), game="holdem.nolimit.3p")
    assert situation_at(view.array(), view.position) == situation


def test_names_say_what_they_are() -> None:
    assert situation_name(9) == "turn, one bet"
    assert situation_name(STEAL) == "preflop, steal"
    assert len({situation_name(number) for number in range(ONE_MORE_BET + 1)}) == ONE_MORE_BET + 1
