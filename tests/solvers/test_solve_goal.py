"""Goals of solves."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from railbird.abstraction import exact_game
from railbird.errors import SolverError
from railbird.games import game_named
from railbird.solvers import Solve, SolveGoal, new_solver
from railbird.solvers.solve_goal import parse_exploitability


def test_a_few_evaluations_per_decade_and_the_last() -> None:
    assert [*SolveGoal(iterations=100).stops()] == [1, 2, 3, 4, 6, 10, 16, 25, 40, 63, 100]


def test_more_evaluations_where_an_exploitability_ends_the_solve() -> None:
    stops = [*islice(SolveGoal(exploitability=0.1).stops(), 60)]
    assert all(low < high for low, high in pairwise(stops))
    assert all(high / low < 1.15 for low, high in pairwise(stops) if low > 20)


def test_a_solve_stops_at_an_exploitability() -> None:
    solve = Solve.begin(new_solver("cfr+", exact_game("kuhn.limit.2p")))
    solve.run(SolveGoal(exploitability=0.01))
    *before, last = [point.exploitability for point in solve.points]
    assert last <= 0.01 < min(before)
    assert solve.solver.iteration < 1000


def test_a_solve_stops_when_the_time_is_up() -> None:
    solve = Solve.begin(new_solver("external-sampling", exact_game("leduc.limit.2p"), seed=1), evaluate=False)
    solve.run(SolveGoal(seconds=0.05))
    assert solve.solver.iteration > 100
    assert 0.05 <= solve.seconds < 5


def test_iterations_end_a_solve_that_has_time_left() -> None:
    solve = Solve.begin(new_solver("cfr", exact_game("kuhn.limit.2p")))
    solve.run(SolveGoal(iterations=20, seconds=1000, exploitability=1e-9))
    assert solve.solver.iteration == 20
    assert solve.points[-1].iteration == 20


def test_an_exploitability_that_is_not_computed_is_no_goal() -> None:
    solve = Solve.begin(new_solver("cfr", exact_game("kuhn.limit.2p")), evaluate=False)
    with pytest.raises(SolverError, match="stop it after iterations or minutes"):
        solve.run(SolveGoal(exploitability=0.1))


@pytest.mark.parametrize(("text", "chips"), [("0.05", 0.05), ("3.4mbb", 0.034), ("2", 2.0)])
def test_exploitability_in_chips_or_mbb(text: str, chips: float) -> None:
    assert parse_exploitability(text, game_named("holdem.limit.2p.reverse_blinds")) == pytest.approx(chips)


@pytest.mark.parametrize("text", ["", "mbb", "-1", "0", "nan", "inf", "1 bb"])
def test_other_exploitabilities_are_refused(text: str) -> None:
    with pytest.raises(SolverError, match="give chips per hand"):
        parse_exploitability(text, game_named("kuhn.limit.2p"))


def test_a_shorter_goal_is_never_longer() -> None:
    assert SolveGoal(iterations=100).at_most(iterations=10, seconds=60) == SolveGoal(iterations=10, seconds=60)
    assert SolveGoal(iterations=5, exploitability=0.1).at_most(iterations=10).iterations == 5
