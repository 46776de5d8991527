"""The layout of information sets, and strategies by cell."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.abstraction.abstract_game import AbstractGame, exact_game
from railbird.abstraction.information_set_layout import InformationSetLayout
from railbird.games import game_named

POKER = ["kuhn.limit.2p", "kuhn.limit.3p", "leduc.limit.2p", "leduc.limit.3p"]


def cells_of_choices(game: AbstractGame) -> list[tuple[int, list[int]]]:
    """The player and the cells of every information set."""
    tree, layout = game.tree, game.layout
    cells = []
    for node, (player, street) in enumerate(zip(tree.player.tolist(), tree.street.tolist(), strict=True)):
        choices = int(tree.first_edge[node + 1] - tree.first_edge[node])
        for number in range(int(layout.classes[street])):
            first = int(layout.base[player, street] + number * layout.width[player, street] + tree.slot[node])
            cells.append((player, list(range(first, first + choices))))
    return cells


@pytest.mark.parametrize("name", POKER)
def test_every_choice_of_every_class_has_a_cell_of_its_own(name: str) -> None:
    game = exact_game(game_named(name))
    own = [cell for _, cells in cells_of_choices(game) for cell in cells]
    assert sorted([*own, *game.layout.starts[:-1].tolist()]) == list(range(game.layout.count))


@pytest.mark.parametrize("name", POKER)
def test_the_cells_of_a_player_stand_together(name: str) -> None:
    game = exact_game(game_named(name))
    for player, cells in cells_of_choices(game):
        assert game.layout.starts[player] < cells[0] <= cells[-1] < game.layout.starts[player + 1]


def test_cells_are_numbered_by_player_round_and_class() -> None:
    layout = InformationSetLayout.of(np.array([[2, 3], [0, 4]]), [2, 5])
    assert layout.starts.tolist() == [0, 1 + 2 * 2 + 3 * 5, 1 + 2 * 2 + 3 * 5 + 1 + 4 * 5]
    assert layout.base.tolist() == [[1, 5], [21, 21]]
    assert layout.width.tolist() == [[2, 3], [0, 4]]
    assert layout.count == 41


@pytest.mark.parametrize(
    ("name", "sets", "cells"), [("kuhn.limit.2p", 12, 24), ("kuhn.limit.3p", 48, 96), ("leduc.limit.2p", 288, 672)]
)
def test_games_have_their_known_information_sets(name: str, sets: int, cells: int) -> None:
    game = exact_game(game_named(name))
    assert game.information_set_count == len(cells_of_choices(game)) == sets
    assert game.layout.count - game.players == cells


def test_a_game_keeps_its_name_and_who_comes_first() -> None:
    game = exact_game(game_named("leduc.limit.3p"))
    assert (game.name, game.first_player, game.players) == ("leduc.limit.3p", 0, 3)


@pytest.mark.kernels
@pytest.mark.parametrize("name", POKER)
def test_probabilities_are_shares_of_an_information_set(name: str) -> None:
    game, rng = exact_game(game_named(name)), np.random.default_rng(1)
    sums = rng.random(game.layout.count) * (rng.random(game.layout.count) < 0.4)
    shares = game.probabilities(sums)
    for _, cells in cells_of_choices(game):
        total = sums[cells].sum()
        expected = sums[cells] / total if total else np.full(len(cells), 1 / len(cells))
        assert shares[cells] == pytest.approx(expected, abs=1e-15)
    assert np.all(shares[game.layout.starts[:-1]] == 1)
