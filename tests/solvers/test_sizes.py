"""What a solve takes, before anything is allocated."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from railbird.abstraction.abstract_game import exact_game
from railbird.abstraction.menu import parse_menu
from railbird.errors import GameError, SolverError
from railbird.games import game_named
from railbird.games.definition import UNLIMITED
from railbird.memory import bytes_text
from railbird.solvers.exact.best_response import Evaluator
from railbird.solvers.sizes import check_fits, solve_size


@pytest.mark.parametrize("name", ["kuhn.limit.2p", "leduc.limit.2p", "kuhn.limit.3p", "leduc.limit.3p"])
def test_counts_are_those_of_the_game_when_it_is_built(name: str) -> None:
    size = solve_size(game_named(name), algorithm="cfr")
    game = exact_game(game_named(name))
    assert sum(size.information_sets) == game.information_set_count
    assert size.cells == game.layout.count
    assert size.classes == game.cards.counts


def test_leduc_has_288_information_sets() -> None:
    assert sum(solve_size(game_named("leduc.limit.2p"), algorithm="cfr").information_sets) == 288


def test_ten_classes_a_round_would_have_the_sets_of_the_seed() -> None:
    """Ten buckets a round with perfect recall: 57,337,080 information sets in two-player limit."""
    size = solve_size(game_named("holdem.limit.2p.reverse_blinds"), algorithm="cfr")
    decisions = size.tree.decisions.sum(axis=0)
    assert sum(int(count) * 10 ** (street + 1) for street, count in enumerate(decisions)) == 57_337_080


def test_a_game_too_large_is_refused_with_the_numbers_and_what_would_fit() -> None:
    game, room = game_named("holdem.limit.2p.reverse_blinds"), 20 * 10**9
    with pytest.raises(SolverError) as refusal:
        check_fits(game, algorithm="cfr+", memory=room)
    message = str(refusal.value)
    assert "13,803,249,787,132 information sets" in message
    assert "20.0 GB are free" in message
    assert "it would fit with 3 ranks (" in message
    assert "or 2 rounds (" in message
    assert "or 3 rounds and 5 ranks (" in message
    # What is said to fit fits, and no more does.
    check_fits(replace(game, ranks=3), algorithm="cfr+", memory=room)
    with pytest.raises(SolverError):
        check_fits(replace(game, ranks=4), algorithm="cfr+", memory=room)


def test_games_of_three_cards_are_refused_with_what_would_fit() -> None:
    with pytest.raises(SolverError, match="it would fit with 6 ranks"):
        check_fits(game_named("rhode-island.limit.2p"), algorithm="cfr+", memory=10**8)


def test_proposals_never_have_more_raises_than_the_game() -> None:
    game = replace(game_named("leduc.limit.2p"), max_raises=(4, 1), ranks=6)
    calm = solve_size(replace(game, max_raises=(2, 1)), algorithm="cfr").bytes
    with pytest.raises(SolverError, match="at most 2 raises a round"):
        check_fits(game, algorithm="cfr", memory=calm)


def test_too_many_decisions_for_a_limit_are_refused() -> None:
    with pytest.raises(GameError, match="more than 20,000 decisions"):
        solve_size(
            game_named("holdem.nolimit.3p"), parse_menu("min,0.5,1,2,all-in"), algorithm="cfr", most_decisions=20_000
        )


@pytest.mark.deep
def test_too_many_decisions_to_count_are_refused() -> None:
    with pytest.raises(SolverError, match="more than 15,000,000 decisions"):
        check_fits(game_named("holdem.nolimit.3p"), parse_menu("min,0.5,1,2,all-in"), algorithm="cfr")


@pytest.mark.parametrize(
    ("rules", "algorithm"),
    [
        ({"stacks": (UNLIMITED,) * 3, "blinds": (1,) * 3, "ranks": 10, "suits": 4, "max_raises": (1, 1)}, "cfr"),
        ({"ranks": 10, "suits": 4, "hole_cards": 3}, "cfr+"),
    ],
)
def test_what_exact_solvers_cannot_do_is_known_before_and_sampled_ones_do_it(
    rules: dict[str, Any], algorithm: str
) -> None:
    game = replace(game_named("leduc.limit.2p"), **rules, name="large")
    size = solve_size(game, algorithm=algorithm)
    assert "too many for exact solvers" in size.obstacle
    with pytest.raises(SolverError, match="external-sampling can solve it"):
        check_fits(game, algorithm=algorithm)
    with pytest.raises(SolverError, match="too many for exact solvers"):
        Evaluator(exact_game(game))
    assert not solve_size(game, algorithm="external-sampling").obstacle


@pytest.mark.parametrize(
    ("name", "algorithm"),
    [
        ("holdem24.limit.2p", "cfr+"),
        pytest.param("leduc.limit.3p", "cfr", marks=pytest.mark.deep),
        pytest.param("rhode-island.limit.2p", "external-sampling", marks=pytest.mark.deep),
    ],
)
def test_no_more_memory_is_used_than_announced(name: str, algorithm: str) -> None:
    """In a process of its own, above what it takes once everything is loaded."""
    program = """
import re, sys
from pathlib import Path
from railbird.abstraction import exact_game
from railbird.games import game_named
from railbird.solvers import Solve, new_solver
def peak():
    return 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
def solve(name, algorithm):
    Solve.begin(new_solver(algorithm, exact_game(game_named(name)))).run(2)
solve("holdem20.limit.2p" if "hold" in sys.argv[1] else "kuhn.limit.3p", sys.argv[2])
before = peak()
solve(*sys.argv[1:])
print(peak() - before)
"""
    done = subprocess.run([sys.executable, "-c", program, name, algorithm], capture_output=True, text=True, check=True)
    size = solve_size(game_named(name), algorithm=algorithm)
    assert int(done.stdout) < size.bytes + size.evaluation_bytes


def test_a_game_that_nothing_makes_fit_is_refused_all_the_same() -> None:
    with pytest.raises(SolverError, match=r"but 10 bytes are free$"):
        check_fits(game_named("leduc.limit.2p"), algorithm="cfr", memory=10)


def test_the_evaluation_of_sampling_algorithms_is_counted() -> None:
    """A solve of Rhode Island hold'em was announced with 158 MB, and used 355."""
    size = solve_size(game_named("rhode-island.limit.2p"), algorithm="external-sampling")
    assert 355e6 < size.bytes + size.evaluation_bytes < 600e6
    assert solve_size(game_named("rhode-island.limit.2p"), algorithm="cfr").evaluation_bytes == 0


def test_sampling_takes_less_memory() -> None:
    game = game_named("leduc.limit.3p")
    assert solve_size(game, algorithm="external-sampling").bytes < solve_size(game, algorithm="cfr").bytes / 4


@pytest.mark.parametrize(
    ("count", "text"), [(999, "999 bytes"), (1500, "1.5 kB"), (2.5e9, "2.5 GB"), (3e15, "3.0 PB"), (4e18, "4,000.0 PB")]
)
def test_bytes_for_people(count: float, text: str) -> None:
    assert bytes_text(count) == text
