"""Multithreaded walks through a player's information sets, from the last round to the first and back.

The sets below different classes of the first round are independent. Sets and cells are ordered by round, then by class,
and the classes that follow from a class are adjacent. So a range of first-round classes corresponds to a contiguous
range of sets and of cells in every later round.
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

    Ranges = tuple[slice, slice]
    """A range of sets of one round, and the range of their cells."""
    Visit = Callable[[slice, slice], None]


class Walks:
    """Walks through the information sets of all players of a game."""

    def __init__(self, game: AbstractGame, sets: InformationSets, workers: Workers) -> None:
        self._workers = workers
        cuts = _cuts(game, workers.pieces)
        splits = [_can_be_split(game, sets, player) for player in range(game.players)]
        # Ranges by round: of the rounds that are walked as a whole, and of each piece of the later rounds.
        self._whole: list[list[Ranges]] = []
        self._pieces: list[list[list[Ranges]]] = []
        for player, split in enumerate(splits):
            rounds = len(game.layout.classes)
            whole = _ranges(game, sets, player, rounds=range(1 if split else rounds), bounds=None)
            pieces = pairwise(cuts) if split else ()
            self._whole.append(whole)
            self._pieces.append(
                [_ranges(game, sets, player, rounds=range(1, rounds), bounds=bounds) for bounds in pieces]
            )

    def upwards(self, player: int, visit: Visit) -> None:
        """Visit all sets from the last round to the first."""
        self._workers.run(partial(_visit_all, visit, piece[::-1]) for piece in self._pieces[player])
        _visit_all(visit, self._whole[player][::-1])

    def downwards(self, player: int, visit: Visit) -> None:
        """Visit all sets from the first round to the last."""
        _visit_all(visit, self._whole[player])
        self._workers.run(partial(_visit_all, visit, piece) for piece in self._pieces[player])


def _visit_all(visit: Visit, ranges: Iterable[Ranges]) -> None:
    for sets, cells in ranges:
        visit(sets, cells)


def _can_be_split(game: AbstractGame, sets: InformationSets, player: int) -> bool:
    """Whether there are cards, and no set of a later round follows from the empty sequence."""
    later = sets.parent[sets.round_starts[player, 1] : sets.round_starts[player, -1]]
    return game.cards is not None and bool(np.all(later != game.layout.starts[player]))


def _cuts(game: AbstractGame, pieces: int) -> list[int]:
    """Bounds of the pieces of first-round classes, with about equally many last-round classes in each."""
    cards = enumeration_of(game)
    if cards is None:
        return []
    last = cards.ancestors(street=len(game.layout.classes) - 1, earlier=0)
    by_class = np.cumsum(np.bincount(last, minlength=int(game.layout.classes[0])))
    wanted = by_class[-1] * np.arange(1, pieces) / pieces
    inner = 1 + np.abs(by_class[:, None] - wanted).argmin(axis=0)
    return sorted({0, *inner.tolist(), len(by_class)})


def _ranges(
    game: AbstractGame,
    sets: InformationSets,
    player: int,
    *,
    rounds: Sequence[int],
    bounds: tuple[int, int] | None,
) -> list[Ranges]:
    """Sets and cells of each round below a range of first-round classes, or below all."""
    ranges = []
    for street in rounds:
        classes = int(game.layout.classes[street])
        low, high = (0, classes) if bounds is None else _descendants(game, street, bounds)
        start, stop = map(int, sets.round_starts[player, street : street + 2])
        by_class = (stop - start) // classes
        base, width = int(game.layout.base[player, street]), int(game.layout.width[player, street])
        # The cell of the empty sequence belongs to the first round.
        first_cell = base + low * width - (street == 0)
        ranges.append((slice(start + low * by_class, start + high * by_class), slice(first_cell, base + high * width)))
    return ranges


def _descendants(game: AbstractGame, street: int, bounds: tuple[int, int]) -> NDArray[np.intp]:
    """The range of classes of a round that follow from a range of first-round classes."""
    cards = enumeration_of(game)
    assert cards is not None  # noqa: S101 (games without cards are not split)
    return np.searchsorted(cards.ancestors(street=street, earlier=0), bounds)
