"""The registry of algorithms by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.abstraction.abstract_game import PokerGame
from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.joint import has_joint_tables
from railbird.abstraction.merged_tree import WHOLE_HAND
from railbird.errors import SolverError
from railbird.solvers.exact.exact_cfr import CFR, CFRPlus, DiscountedCFR, LinearCFR
from railbird.solvers.exact.fictitious_play import FictitiousPlay
from railbird.solvers.public.public_chance_sampling import PublicChanceSampling, public_sampling_obstacle
from railbird.solvers.sampled.sampled_cfr import ChanceSampledCFR, ExternalSamplingCFR, PureCFR
from railbird.solvers.vectors.vector_cfr import VectorCFR, VectorCFRPlus, VectorDiscountedCFR, VectorLinearCFR
from railbird.solvers.vectors.vector_fictitious_play import VectorFictitiousPlay
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.abstraction.card_abstraction import CardAbstraction
    from railbird.solvers.solver import Solver

_EXACT = {kind.algorithm: kind for kind in (CFR, CFRPlus, LinearCFR, DiscountedCFR, FictitiousPlay)}
_VECTORS = {
    kind.algorithm: kind
    for kind in (VectorCFR, VectorCFRPlus, VectorLinearCFR, VectorDiscountedCFR, VectorFictitiousPlay)
}
_EXPLORING = {kind.algorithm: kind for kind in (ExternalSamplingCFR, PureCFR)}
_SAMPLED = {kind.algorithm: kind for kind in (ChanceSampledCFR, ExternalSamplingCFR, PureCFR, PublicChanceSampling)}
ALGORITHM_NAMES = (*_EXACT, *_SAMPLED)


@dataclass(frozen=True)
class AlgorithmChoice:
    """An algorithm, and why it was chosen."""

    algorithm: str
    reason: str = ""
    """Empty if the user chose."""


def choose_algorithm(cards: CardAbstraction, *, recall: str = WHOLE_HAND, given: str | None = None) -> AlgorithmChoice:
    """The given algorithm, or else the best one for a game.

    Games that can be solved whole are solved by CFR+. For the others, the curves of exploitability against time decide
    (`experiments/sampling-algorithms.toml`, `benchmarks/sampling_seeds.csv`): public chance sampling, or chance
    sampling where that is not possible.
    """
    if given is not None:
        return AlgorithmChoice(given.lower())
    if recall != WHOLE_HAND:
        return AlgorithmChoice(ExternalSamplingCFR.algorithm, "players forget the betting of earlier rounds")
    if isinstance(cards, CardClasses) or has_joint_tables(cards):
        return AlgorithmChoice(CFRPlus.algorithm, "the game can be solved whole")
    too_large = "the game is too large to be solved whole"
    if obstacle := public_sampling_obstacle(cards):
        return AlgorithmChoice(ChanceSampledCFR.algorithm, f"{too_large}, and {obstacle}")
    return AlgorithmChoice(
        PublicChanceSampling.algorithm, f"{too_large}, and this comes closest to an equilibrium in the same time"
    )


def is_sampled(algorithm: str) -> bool:
    """Whether an algorithm samples deals, and so has a seed."""
    if algorithm not in ALGORITHM_NAMES:
        raise SolverError(f"no algorithm is called {algorithm!r}: {nearest(algorithm, ALGORITHM_NAMES)}")
    return algorithm in _SAMPLED


def check_algorithm(algorithm: str, *, recall: str = WHOLE_HAND, exploration: int = 0) -> None:
    """Raise SolverError if an algorithm cannot solve games with this recall of the betting, or cannot explore."""
    if algorithm in _EXPLORING:
        return
    others = " or ".join(_EXPLORING)
    if recall != WHOLE_HAND:
        raise SolverError(
            f"{algorithm} needs players who remember the betting of the hand; if they remember that of the {recall}, "
            f"take {others}"
        )
    if exploration:
        raise SolverError(f"exploration is an option of {others}, not of {algorithm}")


def new_solver(
    algorithm: str,
    game: AbstractGame,
    *,
    seed: int = 0,
    linear: bool = False,
    threads: int | None = None,
    exploration: int = 0,
) -> Solver:
    """Create a solver by the name of its algorithm; exact algorithms are deterministic and ignore the seed.

    Exact algorithms use joint tables if the card abstraction of the game has them, and all deals otherwise.

    By default exact solvers use one thread per core. Sampling solvers use a single thread, because runs with more
    threads are not repeatable.
    """
    sampled = is_sampled(algorithm)
    check_algorithm(
        algorithm, recall=game.recall if isinstance(game, PokerGame) else WHOLE_HAND, exploration=exploration
    )
    if sampled:
        count = 1 if threads is None else threads
        if algorithm in _EXPLORING:
            return _EXPLORING[algorithm](game, seed=seed, linear=linear, threads=count, exploration=exploration)
        return _SAMPLED[algorithm](game, seed=seed, linear=linear, threads=count)
    if linear:
        raise SolverError(f"linear weights are an option of sampling algorithms, not of {algorithm}")
    if has_joint_tables(game.cards):
        return _VECTORS[algorithm](game, threads=threads)
    return _EXACT[algorithm](game, threads=threads)
