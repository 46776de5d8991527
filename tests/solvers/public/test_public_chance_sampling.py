"""Public chance sampling: every update on a board is that of the plain twin, and solves end in equilibria."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from abstraction.merged_ranks import MergedRanks
from railbird.abstraction import CardClasses, abstract_game
from railbird.abstraction.menu import parse_menu
from railbird.errors import SolverError
from railbird.games import game_named
from railbird.solvers.exact.best_response import Evaluator
from railbird.solvers.exact.exact_cfr import CFRPlus
from railbird.solvers.public import _kernels, player_decisions
from railbird.solvers.public.public_arrays import BoardClasses
from railbird.solvers.public.public_chance_sampling import PublicChanceSampling
from solvers.boards.board_games import GAMES, small
from solvers.public.fixed_boards import FixedBoards, expected_on
from solvers.sampled.sampled_games import KUHN, KUHN_3, LEDUC, game

if TYPE_CHECKING:
    from railbird.abstraction import CardAbstraction, PokerGame

MENU = parse_menu("min,1,all-in")
BUCKETS = "buckets with imperfect recall"


def cards_of(name: str) -> CardAbstraction:
    return MergedRanks(GAMES["leduc"]) if name == BUCKETS else CardClasses(GAMES[name])


def assert_learned(game: PokerGame, player: int, learned: np.ndarray, expected: dict[int, float]) -> None:
    wanted = np.zeros(game.layout.count)
    wanted[list(expected)] = list(expected.values())
    cells = slice(*game.layout.starts[player : player + 2])
    assert not game.layout.width[player].any() or np.abs(wanted[cells]).max() > 0
    assert learned[cells] == pytest.approx(wanted[cells], rel=1e-4, abs=2e-6)


@pytest.mark.kernels
@pytest.mark.parametrize("name", [*GAMES, BUCKETS])
def test_an_update_is_what_all_hands_on_the_board_teach(name: str) -> None:
    """Player 0 meets the regrets as they were, player 1 those that player 0 has just updated."""
    cards = cards_of(name)
    boards = FixedBoards(cards, board=len(CardClasses(cards.game).enumeration.boards[-1]) // 2)
    game = abstract_game(boards, MENU)
    solver = PublicChanceSampling(game, seed=1)
    regrets, average = (solver.arrays()[key] for key in ("regrets", "average"))
    before = np.random.default_rng(5).normal(size=len(regrets)).astype(np.float32)
    regrets[:] = before
    solver.step()
    first = expected_on(game, boards, before)
    between = np.concatenate([regrets[: game.layout.starts[1]], before[game.layout.starts[1] :]])
    second = expected_on(game, boards, between)
    assert_learned(game, 0, regrets - before, first.regrets)
    assert_learned(game, 1, average, first.average)
    assert_learned(game, 1, regrets - before, second.regrets)
    assert_learned(game, 0, average, second.average)


@pytest.mark.parametrize("name", ["leduc", "two hole cards", "flushes", "all-in early", BUCKETS])
def test_the_size_of_blocks_makes_no_difference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    learned = []
    for terminals in (1, 10**9):
        monkeypatch.setattr(player_decisions, "_TERMINALS_PER_BLOCK", terminals)
        solver = PublicChanceSampling(abstract_game(cards_of(name), MENU), seed=2)
        solver.step(3)
        learned.append({key: solver.arrays()[key].copy() for key in ("regrets", "average")})
    for key, values in learned[0].items():
        assert values == pytest.approx(learned[1][key], rel=1e-3, abs=1e-5)


@pytest.mark.kernels
def test_classes_on_a_board_are_numbered_by_all_that_was_seen() -> None:
    """Against a dictionary of sequences; without perfect recall two sequences may end in the same class."""
    rng = np.random.default_rng(6)
    rounds, hands = 3, 200
    drawn = rng.integers(0, 12, (rounds, hands)).astype(np.int32)
    by_round = np.zeros((rounds + 1, hands), dtype=np.int64)
    tables = [np.zeros((rounds, hands), dtype=np.int64) for _ in range(3)]
    classes = BoardClasses(np.zeros(rounds + 1, dtype=np.int64), *tables, np.zeros(512, dtype=np.int32))
    _kernels.number_classes(drawn, by_round, classes)
    assert classes.counts[0] == 1
    for street in range(rounds):
        sequences = list(map(tuple, drawn[: street + 1].T.tolist()))
        numbers = by_round[street + 1]
        assert classes.counts[street + 1] == len(set(sequences)) == len(set(zip(sequences, numbers, strict=True)))
        for hand, number in enumerate(numbers.tolist()):
            assert classes.number[street, number] == drawn[street, hand]
            assert classes.parent[street, number] == by_round[street, hand]
            assert classes.hands[street, number] == sequences.count(sequences[hand])


def exploitability(solver: PublicChanceSampling) -> float:
    return Evaluator(solver.game).evaluate(solver.average_strategy()).exploitability


@pytest.mark.parametrize("linear", [False, True])
def test_kuhn_has_no_board_and_is_solved_as_by_cfr(linear: bool) -> None:
    solver = PublicChanceSampling(game(KUHN), seed=1, linear=linear)
    solver.step(20_000)
    evaluation = Evaluator(solver.game).evaluate(solver.average_strategy())
    assert evaluation.exploitability < 5e-4
    assert evaluation.values[1] == pytest.approx(1 / 18, abs=1e-4)


@pytest.mark.parametrize(("linear", "threads"), [(False, 1), (True, 1), (True, 2)])
def test_leduc_comes_close_to_an_equilibrium(linear: bool, threads: int) -> None:
    solver = PublicChanceSampling(game(LEDUC), seed=1, linear=linear, threads=threads)
    solver.step(20_001)
    assert solver.iteration == 20_001
    assert exploitability(solver) < 0.05


@pytest.mark.deep
def test_a_small_deck_has_the_value_of_cfr_plus() -> None:
    rules = small(suits=3, ranks=4, board_cards=(0, 3))
    solvable = abstract_game(CardClasses(rules))
    exact = CFRPlus(solvable)
    exact.step(300)
    wanted = Evaluator(solvable).evaluate(exact.average_strategy())
    solver = PublicChanceSampling(solvable, seed=3, linear=True)
    solver.step(10_000)
    evaluation = Evaluator(solvable).evaluate(solver.average_strategy())
    assert evaluation.exploitability < 0.2
    assert evaluation.values[0] == pytest.approx(wanted.values[0], abs=0.01)


def test_a_seed_reproduces_everything_however_steps_are_split() -> None:
    whole, parts = (PublicChanceSampling(game(LEDUC), seed=4, linear=True) for _ in range(2))
    whole.step(2_500)
    for iterations in (1, 0, 1_700, 799):
        parts.step(iterations)
    for key, array in whole.arrays().items():
        assert array.tobytes() == parts.arrays()[key].tobytes(), key


def test_games_without_boards_for_two_are_refused() -> None:
    for name in (KUHN_3, "bluff"):
        with pytest.raises(SolverError, match="public chance sampling is for card games for two players"):
            PublicChanceSampling(game(name), seed=1)
    three_cards = replace(game_named(KUHN), suits=2, hole_cards=3, name="three cards")
    with pytest.raises(
        SolverError, match="three cards: public chance sampling is for games with up to 2 hole cards; take another"
    ):
        PublicChanceSampling(abstract_game(CardClasses(three_cards)), seed=1)
