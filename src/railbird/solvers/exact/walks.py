"""Walks through the information sets of a player, from the last round to the first and back, by several threads.

What happens below one class of the first round's cards has nothing to do with what happens below another. Sets and
cells stand in the order of rounds, then of classes; and as the classes that follow from one class stand next to each
other, a piece of the first round's classes has one stretch of sets and one of cells in every later round.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from railbird.solvers.enumerations import enumeration_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.solvers.exact.information_sets import InformationSets
    from railbird.solvers.workers import Workers

    Stretch = tuple[slice, slice]
    """Sets of one round, and their cells."""
    Visit = Callable[[slice, slice], None]


class Walks:
    """Through the sets of all players of a game."""

    def __init__(self, game: AbstractGame, sets: InformationSets, workers: Workers) -> None:
        self._workers = workers
        cuts = _cuts(game, workers.pieces)
        splits = [_can_be_split(game, sets, player) for player in range(game.players)]
        # The stretches of a piece by round; those of all pieces come after, or before, the rounds that are one piece.
        self._whole: list[list[Stretch]] = []
        self._pieces: list[list[list[Stretch]]] = []
        for player, split in enumerate(splits):
            rounds = len(game.layout.classes)
            whole = _stretches(game, sets, player, rounds=range(1 if split else rounds), bounds=None)
            pieces = pairwise(cuts) if split else ()
            self._whole.append(whole)
            self._pieces.append(
                [_stretches(game, sets, player, rounds=range(1, rounds), bounds=bounds) for bounds in pieces]
            )

    def upwards(self, player: int, visit: Visit) -> None:
        """From the last round to the first."""
        self._workers.run(partial(_visit_all, visit, piece[::-1]) for piece in self._pieces[player])
        _visit_all(visit, self._whole[player][::-1])

    def downwards(self, player: int, visit: Visit) -> None:
        """From the first round to the last."""
        _visit_all(visit, self._whole[player])
        self._workers.run(partial(_visit_all, visit, piece) for piece in self._pieces[player])


def _visit_all(visit: Visit, stretches: Iterable[Stretch]) -> None:
    for sets, cells in stretches:
        visit(sets, cells)


def _can_be_split(game: AbstractGame, sets: InformationSets, player: int) -> bool:
    """Whether there are cards, and no set of a later round follows from the empty sequence."""
    later = sets.parent[sets.round_starts[player, 1] : sets.round_starts[player, -1]]
    return game.cards is not None and bool(np.all(later != game.layout.starts[player]))


def _cuts(game: AbstractGame, pieces: int) -> list[int]:
    """Where the classes of the first round are cut, so that pieces have about the same number of last classes."""
    cards = enumeration_of(game)
    if cards is None:
        return []
    last = cards.ancestors(street=len(game.layout.classes) - 1, earlier=0)
    by_class = np.cumsum(np.bincount(last, minlength=int(game.layout.classes[0])))
    wanted = by_class[-1] * np.arange(1, pieces) / pieces
    inner = 1 + np.abs(by_class[:, None] - wanted).argmin(axis=0)
    return sorted({0, *inner.tolist(), len(by_class)})


def _stretches(
    game: AbstractGame,
    sets: InformationSets,
    player: int,
    *,
    rounds: Sequence[int],
    bounds: tuple[int, int] | None,
) -> list[Stretch]:
    """By round: the sets and cells below some classes of the first round, or below all."""
    stretches = []
    for street in rounds:
        classes = int(game.layout.classes[street])
        low, high = (0, classes) if bounds is None else _descendants(game, street, bounds)
        start, stop = map(int, sets.round_starts[player, street : street + 2])
        by_class = (stop - start) // classes
        base, width = int(game.layout.base[player, street]), int(game.layout.width[player, street])
        # The cell of the empty sequence goes with the first round.
        first_cell = base + low * width - (street == 0)
        stretches.append(
            (slice(start + low * by_class, start + high * by_class), slice(first_cell, base + high * width))
        )
    return stretches


def _descendants(game: AbstractGame, street: int, bounds: tuple[int, int]) -> NDArray[np.intp]:
    """The first class of a round that follows from these classes of the first round, and the one after the last."""
    cards = enumeration_of(game)
    assert cards is not None  # noqa: S101 (games without cards are not split)
    return np.searchsorted(cards.ancestors(street=street, earlier=0), bounds)
