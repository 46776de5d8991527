"""Estimates the size of a solve before anything is allocated: decisions, information sets, memory, time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.betting_tree import MOST_DECISIONS, count_tree
from railbird.abstraction.card_counts import board_counts, class_counts, hand_count
from railbird.errors import GameError, SolverError
from railbird.memory import available_memory, bytes_text
from railbird.solvers.algorithms import is_sampled
from railbird.solvers.exact.size_limits import can_be_listed, check_possible
from railbird.solvers.public.public_chance_sampling import PublicChanceSampling
from railbird.solvers.sampled.sampled_cfr import ChanceSampledCFR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railbird.abstraction.betting_tree import TreeSize
    from railbird.abstraction.menu import BetMenu
    from railbird.games import GameDefinition

# Bytes at the peak of memory use.
_EXACT_CELL = 8 * 8
"""Regrets, average, strategy, realization plan, values; for an evaluation the average strategy, its plan, values."""
_EVALUATED_CELL = 3 * 8
"""The part of it that an evaluation needs."""
SAMPLED_CELL = 2 * 4 + 4
"""Regrets and averages; the average strategy."""
_PUBLIC_CELL = 2 * 8
"""Reach and value of a choice with a hand on a board, in public chance sampling."""
_BATCHED_TERMINAL = 100
"""A terminal in the batches of both players, in public chance sampling."""
_BLOCK_CHOICES = 200
"""A player's choices in a block of the last round, unless the betting of one round has more choices."""
_SET_BYTES = 40
_ENTRY_BYTES = 112
_HAND_BYTES = 40
"""A hand on a board, while its class is computed."""
# Nanoseconds on one core of an ordinary machine, for an estimate within a factor of three.
_SET_TIME = 20.0
_ENTRY_TIME = 2.5
_HAND_TIME = 6.0
_VISIT_TIME = 25.0
_FULL_VISIT_TIME = 6.0
_BOARD_HAND_TIME = 2.5
"""A terminal with one of the hands on a drawn board."""
_MOST_SUGGESTED_DECISIONS = 2_000_000
"""Largest number of decisions of the smaller games that are suggested."""


@dataclass(frozen=True, kw_only=True)
class SolveSize:
    """The size of solving a game with an algorithm."""

    tree: TreeSize
    classes: tuple[int, ...]
    """Number of classes of hand and board in each round."""
    information_sets: tuple[int, ...]
    """Number of information sets in each round."""
    cells: int
    bytes: int
    iteration_seconds: float
    """Estimated time of an iteration."""
    evaluation_seconds: float
    """Estimated time of evaluating a strategy."""
    evaluation_bytes: int = 0
    """Additional memory if the strategy of a sampling algorithm is evaluated."""
    obstacle: str = ""
    """Why the algorithm cannot solve the game with any amount of memory; empty if it can."""

    def fits(self, memory: int) -> bool:
        """Whether the solve is possible in `memory` bytes."""
        return not self.obstacle and self.bytes <= memory


def solve_size(
    game: GameDefinition, menu: BetMenu | None = None, *, algorithm: str, most_decisions: int = MOST_DECISIONS
) -> SolveSize:
    """Compute the size without building the game."""
    tree = count_tree(game, menu, most=most_decisions)
    classes, boards, hands = class_counts(game), board_counts(game)[-1], hand_count(game)
    sets = tuple(int(count) for count in tree.decisions.sum(axis=0) * classes)
    cells = int((tree.choices.sum(axis=0) * classes).sum()) + game.players
    listed = can_be_listed(game, tree.terminals)
    # An estimate of the distinct deals: as if every board had the same number of classes.
    entries = int(game.players * tree.terminals * boards * (classes[-1] / boards) ** game.players) if listed else 0
    needed = tree.bytes + 12 * sum(classes) + _HAND_BYTES * boards * hands
    terminals_time = entries * _ENTRY_TIME if listed else tree.terminals * boards * hands * _HAND_TIME
    exact_time = sum(sets) * _SET_TIME + terminals_time
    evaluation_bytes = 0
    if is_sampled(algorithm):
        evaluation_bytes = _EVALUATED_CELL * cells + _SET_BYTES * sum(sets) + _ENTRY_BYTES * entries
        needed += SAMPLED_CELL * cells + workspace_bytes(tree, game, algorithm=algorithm)
        iteration_seconds = visit_seconds(tree, game, algorithm=algorithm)
    else:
        needed += _EXACT_CELL * cells + _SET_BYTES * sum(sets) + _ENTRY_BYTES * entries
        iteration_seconds = exact_time * 1e-9
    return SolveSize(
        tree=tree,
        classes=classes,
        information_sets=sets,
        cells=cells,
        bytes=needed,
        iteration_seconds=iteration_seconds,
        evaluation_seconds=2 * exact_time * 1e-9,
        evaluation_bytes=evaluation_bytes,
        obstacle="" if is_sampled(algorithm) else _obstacle(game, terminals=tree.terminals, cells=cells),
    )


def workspace_bytes(tree: TreeSize, game: GameDefinition, *, algorithm: str, threads: int = 1) -> int:
    """Memory that the threads of a sampling algorithm work in: little, except for public chance sampling."""
    if algorithm != PublicChanceSampling.algorithm:
        return 0
    first, last, earlier = tree.choices[:, 0], tree.choices[:, -1], tree.choices[:, :-1].sum(axis=1)
    block = np.minimum(last, np.maximum(first, _BLOCK_CHOICES))
    cells = _hands_on_board(game) * int((earlier + block).max())
    return threads * _PUBLIC_CELL * cells + _BATCHED_TERMINAL * tree.terminals


def _hands_on_board(game: GameDefinition) -> int:
    """Number of hands on a board of the last round."""
    return comb(game.ranks * game.suits - sum(game.board_cards), game.hole_cards)


def visit_seconds(tree: TreeSize, game: GameDefinition, *, algorithm: str) -> float:
    """Estimated time of an iteration of a sampling algorithm."""
    decisions = float(tree.decisions.sum())
    if algorithm == PublicChanceSampling.algorithm:
        nanoseconds = tree.terminals * _hands_on_board(game) * _BOARD_HAND_TIME
    elif algorithm == ChanceSampledCFR.algorithm:
        nanoseconds = decisions * _FULL_VISIT_TIME
    else:
        nanoseconds = 2 * decisions ** (1 / game.players) * _VISIT_TIME  # all choices of one player, one of the others'
    return float(game.players * nanoseconds * 1e-9)


def _obstacle(game: GameDefinition, *, terminals: int, cells: int) -> str:
    try:
        check_possible(game, terminals=terminals, cells=cells)
    except SolverError as error:
        return str(error)
    return ""


def check_fits(
    game: GameDefinition, menu: BetMenu | None = None, *, algorithm: str, memory: int | None = None
) -> SolveSize:
    """The size of a solve; raise SolverError with the nearest sizes that fit if it is too large."""
    memory = available_memory() if memory is None else memory
    try:
        size = solve_size(game, menu, algorithm=algorithm)
    except GameError as error:
        raise SolverError(f"{error}{_advice(game, menu, algorithm=algorithm, memory=memory)}") from None
    if size.fits(memory):
        return size
    advice = _advice(game, menu, algorithm=algorithm, memory=memory)
    if size.bytes <= memory:
        raise SolverError(f"{size.obstacle}; sampling algorithms such as external-sampling can solve it{advice}")
    raise SolverError(
        f"{game.name or 'the game'} has {sum(size.information_sets):,} information sets and needs "
        f"{bytes_text(size.bytes)} for {algorithm}, but {bytes_text(memory)} are free{advice}"
    )


def _advice(game: GameDefinition, menu: BetMenu | None, *, algorithm: str, memory: int) -> str:
    """Suggestions of smaller games that fit: the largest for each kind of change."""
    proposals = []
    for kind in _changes(game):
        best = ""
        for change, make in kind:
            try:
                size = solve_size(make(), menu, algorithm=algorithm, most_decisions=_MOST_SUGGESTED_DECISIONS)
            except GameError:  # still too many decisions, or not a valid game
                size = None
            if size is not None and size.fits(memory):
                best = f"{change} ({bytes_text(size.bytes)})"
            elif best:
                break
        proposals += [best] if best else []
    return f"; it would fit with {', or '.join(proposals)}" if proposals else ""


def _changes(game: GameDefinition) -> Iterator[Iterator[tuple[str, Callable[[], GameDefinition]]]]:
    """Kinds of smaller games: fewer ranks, rounds or raises, or fewer ranks and one round less; smallest first."""
    yield _with_fewer_ranks(game, game.rounds)
    yield ((_rounds_text(rounds), partial(_shortened, game, rounds)) for rounds in range(1, game.rounds))
    yield (
        (f"at most {most} raise{'s' * (most > 1)} a round", partial(_with_fewer_raises, game, most))
        for most in range(1, min(max(game.max_raises), 8))
    )
    if game.rounds > 1:
        yield _with_fewer_ranks(game, game.rounds - 1)


def _with_fewer_ranks(game: GameDefinition, rounds: int) -> Iterator[tuple[str, Callable[[], GameDefinition]]]:
    fewer_rounds = f"{_rounds_text(rounds)} and " if rounds < game.rounds else ""
    for ranks in range(2, game.ranks):
        yield f"{fewer_rounds}{ranks} ranks", partial(_shortened, game, rounds, ranks=ranks)


def _rounds_text(rounds: int) -> str:
    return f"{rounds} round{'s' * (rounds > 1)}"


def _with_fewer_raises(game: GameDefinition, most: int) -> GameDefinition:
    """The same game with fewer raises."""
    return replace(game, max_raises=tuple(min(most, own) for own in game.max_raises))


def _shortened(game: GameDefinition, rounds: int, *, ranks: int | None = None) -> GameDefinition:
    """The same game without its last rounds, and with fewer ranks if they are given."""
    return replace(
        game,
        ranks=ranks or game.ranks,
        raise_sizes=game.raise_sizes[:rounds],
        first_players=game.first_players[:rounds],
        max_raises=game.max_raises[:rounds],
        board_cards=game.board_cards[:rounds],
    )
