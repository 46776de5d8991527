"""The algorithm that solves a game if none is named, and why."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

from abstraction.merged_ranks import MergedRanks, merged_leduc
from railbird.abstraction import (
    BoardHandBuckets,
    CardClasses,
    EquityBuckets,
    KMeansBuckets,
    PercentileBuckets,
    abstract_game,
    build_tree,
    parse_menu,
)
from railbird.errors import SolverError
from railbird.games import game_named
from railbird.games.definition import UNLIMITED_RAISES
from railbird.solvers import new_solver
from railbird.solvers.algorithms import AlgorithmChoice, choose_algorithm
from railbird.solvers.public import _kernels as public_kernels
from railbird.solvers.sampled import _kernels as sampled_kernels
from railbird.solvers.sizes import workspace_bytes
from railbird.strict_toml import read_toml
from solvers.high_cards import HighCards

if TYPE_CHECKING:
    from numba.core.dispatcher import Dispatcher

    from railbird.abstraction import CardAbstraction, CardIdentity, DealSource
    from railbird.games import GameDefinition

LIMIT, NO_LIMIT, THREE = "holdem.limit.2p.reverse_blinds", "holdem.nolimit.2p.reverse_blinds", "holdem.limit.3p"
PUBLIC, CHANCE = "public-chance-sampling", "chance-sampling"
TOO_LARGE = "the game is too large to be solved whole, and "
BEST = f"{TOO_LARGE}this comes closest to an equilibrium in the same time"
FOR_TWO = f"{TOO_LARGE}public chance sampling is for card games for two players"
RECIPES = sorted(Path(__file__).parents[2].glob("experiments/strategies/*.toml"))


class DealsAlone:
    """Merged ranks of Leduc without a source of boards."""

    has_perfect_recall, enumeration, counts = False, None, MergedRanks.counts
    identity: ClassVar[CardIdentity] = {"kind": "deals-alone"}

    def __init__(self, game: GameDefinition) -> None:
        self._cards, self.game = MergedRanks(game), game
        self.class_of = self._cards.class_of

    def deals(self) -> DealSource:
        return self._cards.deals()


def percentile(name: str, count: int) -> PercentileBuckets:
    game = game_named(name)
    return PercentileBuckets(game, (count,) * game.rounds)


@pytest.mark.parametrize(
    ("cards", "algorithm", "reason"),
    [
        (CardClasses(game_named("leduc.limit.2p")), "cfr+", "the game can be solved whole"),
        (CardClasses(game_named("kuhn.limit.3p")), "cfr+", "the game can be solved whole"),
        (percentile(LIMIT, 8), "cfr+", "the game can be solved whole"),
        (EquityBuckets(game_named(LIMIT)), "cfr+", "the game can be solved whole"),
        (percentile(LIMIT, 10), PUBLIC, BEST),
        (percentile(NO_LIMIT, 10), PUBLIC, BEST),
        (KMeansBuckets(game_named(NO_LIMIT), (169, 100, 100, 100)), PUBLIC, BEST),
        (BoardHandBuckets(game_named(NO_LIMIT), boards=(10, 10, 10), hands=(10, 10, 10)), PUBLIC, BEST),
        (merged_leduc(), PUBLIC, BEST),
        (KMeansBuckets(game_named(THREE), (169, 100, 100, 100)), CHANCE, FOR_TWO),
        (MergedRanks(game_named("leduc.limit.3p")), CHANCE, FOR_TWO),
        (
            DealsAlone(game_named("leduc.limit.2p")),
            CHANCE,
            f"{TOO_LARGE}public chance sampling needs boards with all hands on them, which deals-alone lacks",
        ),
        (
            DealsAlone(replace(game_named("leduc.limit.2p"), ranks=5, hole_cards=3)),
            CHANCE,
            f"{TOO_LARGE}public chance sampling is for games with up to 2 hole cards",
        ),
    ],
)
def test_the_default_depends_on_the_cards_and_says_why(cards: CardAbstraction, algorithm: str, reason: str) -> None:
    assert choose_algorithm(cards) == AlgorithmChoice(algorithm, reason)


def test_players_who_forget_betting_are_solved_by_external_sampling() -> None:
    choice = choose_algorithm(percentile(LIMIT, 10), recall="round")
    assert choice == AlgorithmChoice("external-sampling", "players forget the betting of earlier rounds")


def test_a_given_algorithm_needs_no_reason() -> None:
    assert choose_algorithm(percentile(LIMIT, 10), given="Pure-CFR") == AlgorithmChoice("pure-cfr")


@pytest.mark.parametrize(
    "cards",
    [merged_leduc(), MergedRanks(game_named("leduc.limit.3p")), DealsAlone(game_named("leduc.limit.2p"))],
    ids=["boards", "three players", "deals alone"],
)
def test_the_default_solves_the_game(cards: CardAbstraction) -> None:
    """The reason names no obstacle of the algorithm that was chosen."""
    solver = new_solver(choose_algorithm(cards).algorithm, abstract_game(cards), seed=1)
    solver.step(20)
    assert solver.average_strategy().any()


@pytest.mark.parametrize(
    ("algorithm", "kernel"),
    [
        (PUBLIC, public_kernels.run_public_chance_sampling),
        (CHANCE, sampled_kernels.run_chance_sampling),
        ("external-sampling", sampled_kernels.run_external_sampling),
    ],
)
def test_the_same_compiled_functions_sample_leduc_and_holdem(algorithm: str, kernel: Dispatcher) -> None:
    compiled = []
    for cards in (CardClasses(game_named("leduc.limit.2p")), HighCards(game_named(LIMIT))):
        solver = new_solver(algorithm, abstract_game(cards), seed=1)
        solver.step(3)
        assert solver.arrays()["regrets"].any()
        compiled.append(set(kernel.signatures))
    assert compiled[0] == compiled[1]


def test_public_chance_sampling_refuses_what_the_default_avoids() -> None:
    for cards in (MergedRanks(game_named("leduc.limit.3p")), DealsAlone(game_named("leduc.limit.2p"))):
        obstacle = choose_algorithm(cards).reason.removeprefix(TOO_LARGE)
        with pytest.raises(SolverError) as raised:
            new_solver(PUBLIC, abstract_game(cards))
        assert str(raised.value) == (
            f"{cards.game.name}: {obstacle}; take another sampling algorithm, such as chance-sampling"
        )


@pytest.mark.parametrize("path", RECIPES, ids=[path.stem for path in RECIPES])
def test_shipped_strategies_do_not_depend_on_the_default(path: Path) -> None:
    assert "algorithm" in read_toml(path, error=SolverError)


def test_the_workspace_of_public_chance_sampling_is_foreseen() -> None:
    """In a deep no-limit game its workspace is most of its memory."""
    limit = game_named("holdem20.limit.2p")
    rules = replace(limit, betting="nolimit", raise_sizes=(), max_raises=(UNLIMITED_RAISES,) * 2, stacks=(2_000,) * 2)
    menu = parse_menu("0.5,1,2,all-in")
    game = abstract_game(CardClasses(rules), menu)
    foreseen = [
        workspace_bytes(build_tree(rules, menu).size, rules, algorithm=algorithm) for algorithm in (PUBLIC, CHANCE)
    ]
    tracemalloc.start()
    needed = []
    try:
        for algorithm in (PUBLIC, CHANCE):
            before = tracemalloc.get_traced_memory()[0]
            solver = new_solver(algorithm, game, seed=1)
            needed.append(tracemalloc.get_traced_memory()[0] - before)
            del solver
    finally:
        tracemalloc.stop()
    assert foreseen[1] == 0
    assert needed[0] - needed[1] == pytest.approx(foreseen[0], rel=0.1)
