"""Values board by board: those of the list of all ends, whatever the number of threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from board_games import GAMES, PlainEvaluation, random_probabilities, small, solvable

from railbird.errors import SolverError
from railbird.games import game_named
from railbird.solvers.boards.batches import LATE, batches_of
from railbird.solvers.boards.board_values import Boards
from railbird.solvers.exact import sequence_form
from railbird.solvers.exact.best_response import Evaluator
from railbird.solvers.exact.information_sets import last_edges
from railbird.solvers.exact.sequence_form import SequenceForm
from railbird.solvers.workers import Workers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import PokerGame


@pytest.fixture
def by_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games go through boards too."""
    monkeypatch.setattr(sequence_form, "can_be_listed", lambda *_, **__: False)


def board_values(game: PokerGame, realization_plan: NDArray[np.float64], *, threads: int) -> NDArray[np.float64]:
    boards = Boards(game, last_edges(game.tree), Workers(threads))
    values = np.full(game.layout.count, np.nan)
    for player in range(2):
        boards.write_values(player, realization_plan=realization_plan, values=values)
    return values


@pytest.mark.kernels
@pytest.mark.parametrize("name", GAMES)
def test_values_are_those_of_the_list_of_terminals(name: str) -> None:
    game = solvable(GAMES[name])
    form = SequenceForm(game, threads=1)
    assert form.terminals is not None
    realization_plan = form.realization_plan(random_probabilities(game, np.random.default_rng(1)))
    listed = form.new_cells()
    for player in range(2):
        form.write_values(player, realization_plan=realization_plan, values=listed)
    actual = board_values(game, realization_plan, threads=1)
    assert np.abs(actual - listed).max() < 1e-14 * np.abs(game.tree.payoffs).max()
    assert np.abs(listed).max() > 0.01
    for threads in (2, 3):
        assert np.array_equal(board_values(game, realization_plan, threads=threads), actual)


def test_players_who_are_all_in_early_have_chosen_last_before_the_last_board() -> None:
    game = solvable(GAMES["all-in early"])
    last = last_edges(game.tree)
    parts = {part for part, _ in batches_of(game.tree, last, 0)}
    assert LATE in parts
    assert len(parts) > 2
    limit = solvable(GAMES["leduc"])
    assert {part for part, _ in batches_of(limit.tree, last_edges(limit.tree), 0)} == {LATE}


@pytest.mark.kernels
@pytest.mark.usefixtures("by_boards")
@pytest.mark.parametrize(
    "rules",
    [
        {"suits": 2, "ranks": 3},
        {"suits": 1, "ranks": 7, "max_raises": (1, 1)},
        {"suits": 2, "ranks": 3, "betting": "nolimit", "stacks": (5, 6), "raise_sizes": ()},
        {"suits": 2, "ranks": 4, "hole_cards": 1, "max_raises": (1, 2)},
    ],
)
def test_values_and_best_responses_are_those_of_going_through_all_deals(rules: dict[str, object]) -> None:
    game = solvable(small(**rules))
    strategy = random_probabilities(game, np.random.default_rng(2))
    evaluation = Evaluator(game).evaluate(strategy)
    plain = PlainEvaluation(game, strategy)
    assert evaluation.values == pytest.approx([plain.value(player) for player in range(2)], abs=1e-12)
    assert evaluation.best_responses == pytest.approx([plain.best_response(player) for player in range(2)], abs=1e-12)
    assert evaluation.exploitability > 0.1


def test_large_games_go_through_boards() -> None:
    assert SequenceForm(solvable(game_named("leduc.limit.3p"))).boards is None
    form = SequenceForm(solvable(game_named("holdem20.limit.2p")))
    assert form.terminals is None
    assert form.boards is not None


def test_large_games_for_three_are_refused() -> None:
    game = solvable(small(stacks=(100,) * 3, blinds=(1, 1, 1), first_players=(0, 0), suits=4, ranks=13, hole_cards=1))
    with pytest.raises(
        SolverError, match=r"small has 631 terminals and up to [\d,]+ deals, too many .* with 3 players"
    ):
        SequenceForm(game)


@pytest.mark.usefixtures("by_boards")
def test_games_that_have_no_boards_or_too_many_hole_cards_are_refused() -> None:
    with pytest.raises(SolverError, match=r"small has 3 hole cards: .* up to 2"):
        SequenceForm(solvable(small(hole_cards=3)))
    game = solvable(game_named("kuhn.limit.3p"))
    with pytest.raises(SolverError, match=r"kuhn.limit.3p: only card games for two players"):
        Boards(game, last_edges(game.tree), Workers())
