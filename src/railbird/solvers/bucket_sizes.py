"""Estimates the size of a solve whose cards are in buckets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.abstraction.betting_tree import count_tree
from railbird.abstraction.card_abstraction import identity_text
from railbird.abstraction.joint import has_joint_tables
from railbird.compiled import available_cores
from railbird.errors import SolverError
from railbird.memory import available_memory, bytes_text
from railbird.solvers.algorithms import is_sampled
from railbird.solvers.sizes import SAMPLED_CELL, SolveSize, visit_seconds

if TYPE_CHECKING:
    from railbird.abstraction.card_abstraction import CardAbstraction
    from railbird.abstraction.menu import BetMenu

_CELL_BYTES = 8 * 8
"""Regrets, average, strategy and reach of both players, values."""
_TABLE_BYTES = 8 * 2 * 2
"""Probabilities and margins for a pair of classes, of the last round and of all earlier rounds together."""
_CARD_BYTES = 450_000_000
"""Tables in which the buckets of deals are looked up."""
_CELL_SECONDS = 8e-9
_PRODUCT_SECONDS = 2e-11
"""An addition and a multiplication of a matrix product, on one core."""


def bucket_size(cards: CardAbstraction, menu: BetMenu, *, algorithm: str) -> SolveSize:
    """The size of solving a game with buckets, computed without building anything."""
    tree = count_tree(cards.game, menu)
    classes = cards.counts
    cells = int((tree.choices.sum(axis=0) * classes).sum()) + cards.game.players
    exact = (cells * _CELL_SECONDS + 2 * 2 * tree.terminals * classes[-1] ** 2 * _PRODUCT_SECONDS) / available_cores()
    if is_sampled(algorithm):
        needed, iteration = _CARD_BYTES + SAMPLED_CELL * cells, visit_seconds(tree, cards.game, algorithm=algorithm)
    else:
        needed, iteration = _CELL_BYTES * cells + _TABLE_BYTES * classes[-1] ** 2, exact
    return SolveSize(
        tree=tree,
        classes=classes,
        information_sets=tuple(int(count) for count in tree.decisions.sum(axis=0) * classes),
        cells=cells,
        bytes=tree.bytes + needed,
        iteration_seconds=iteration,
        evaluation_seconds=exact if has_joint_tables(cards) else 0.0,
        obstacle="" if is_sampled(algorithm) or has_joint_tables(cards) else _obstacle(cards),
    )


def check_bucket_size(cards: CardAbstraction, menu: BetMenu, *, algorithm: str) -> SolveSize:
    """The size of a solve; raise SolverError if it is too large."""
    size, free = bucket_size(cards, menu, algorithm=algorithm), available_memory()
    if size.obstacle:
        raise SolverError(f"{algorithm} cannot solve {cards.game.name}: {size.obstacle}")
    if not size.fits(free):
        raise SolverError(
            f"solving {cards.game.name} with {identity_text(cards.identity)} takes {bytes_text(size.bytes)} of memory, "
            f"but {bytes_text(free)} are free: give fewer buckets or fewer bets"
        )
    return size


def _obstacle(cards: CardAbstraction) -> str:
    return (
        f"{identity_text(cards.identity)} has no joint tables, or too large ones: "
        "take a sampling algorithm, such as external-sampling"
    )
