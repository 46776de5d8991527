"""What choices are worth to a player against the opponent's plan, in games of two players with many hands.

The same values as from the list of all ends (`solvers.exact.ends`), but no deal is listed: each board is gone through
with all hands at once. Cells of the round in which a hand ended belong to one board, so boards are shared out among
threads; cells of earlier rounds, where players were all-in or folded without need, belong to many boards, so there the
ends are shared out. Either way a cell is added to by one thread only, in one order: the number of threads changes no
bit of the values.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.abstraction.betting_tree import BettingTree
from railbird.errors import SolverError
from railbird.solvers.boards import _kernels
from railbird.solvers.boards.batches import LATE, PARTS, batches_of
from railbird.solvers.boards.board_arrays import Hands, Known, room_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.abstraction.card_classes import CardClasses
    from railbird.solvers.boards.board_arrays import Batches, Room
    from railbird.solvers.exact.information_sets import LastEdges
    from railbird.solvers.workers import Workers

MOST_HOLE_CARDS = 2


class _Task(NamedTuple):
    """Some batches of a player on some boards of a round."""

    street: int
    first: int
    stop: int
    batches: Batches
    room: Room


class Boards:
    """All boards of a game."""

    def __init__(self, game: AbstractGame, last: LastEdges, workers: Workers) -> None:
        if game.cards is None or not isinstance(game.tree, BettingTree) or game.players != 2:
            raise SolverError(f"{game.name}: board by board, only games of cards for two players can be solved")
        if game.cards.hands.shape[1] > MOST_HOLE_CARDS:
            raise SolverError(
                f"{game.name} has {game.cards.hands.shape[1]} hole cards: "
                f"board by board, only games with up to {MOST_HOLE_CARDS} can be solved"
            )
        self._starts = game.cells.starts
        self._workers = workers
        self._hands = [_hands_on(game.cards, street) for street in range(len(game.cards.boards))]
        self._known = _known(game, game.cards)
        found = [batches_of(game.tree, last, player) for player in range(2)]
        self._late = [self._by_boards(batches) for batches in found]
        self._early = [self._by_ends(batches) for batches in found]

    def write_values(self, player: int, *, plan: NDArray[np.float64], values: NDArray[np.float64]) -> None:
        """By cell of a player: what the ends right behind it are worth if the opponent follows the plan."""
        values[self._starts[player] : self._starts[player + 1]] = 0.0
        add = partial(self._add, player, plan, values)
        self._workers.run(partial(add, [task]) for task in self._late[player])
        self._workers.run(partial(add, tasks) for tasks in self._early[player])

    def _add(self, player: int, plan: NDArray[np.float64], values: NDArray[np.float64], tasks: list[_Task]) -> None:
        for street, first, stop, batches, room in tasks:
            hands = self._hands[street]
            _kernels.add_values(player, street, first, stop, hands, self._known, batches, plan, values, room)

    def _by_boards(self, batches: dict[tuple[int, int], Batches]) -> list[_Task]:
        """Tasks for cells of the round in which the hand ends."""
        tasks = []
        for street in range(len(self._hands)):
            found = batches.get((LATE, street))
            if found is not None:
                boards = len(self._hands[street].share)
                cuts = np.linspace(0, boards, min(self._workers.pieces, boards) + 1).astype(int).tolist()
                tasks += [self._task(street, *ends, found) for ends in pairwise(cuts)]
        return tasks

    def _by_ends(self, batches: dict[tuple[int, int], Batches]) -> list[list[_Task]]:
        """Tasks for cells of earlier rounds; those in one list come after each other."""
        tasks = []
        for part in range(PARTS):
            streets = [street for street in range(len(self._hands)) if (part, street) in batches]
            tasks.append(
                [self._task(street, 0, len(self._hands[street].share), batches[part, street]) for street in streets]
            )
        return tasks

    def _task(self, street: int, first: int, stop: int, batches: Batches) -> _Task:
        room = room_for(self._hands[street].level.shape[1], len(self._hands))
        return _Task(street, first, stop, batches, room)


def _hands_on(cards: CardClasses, street: int) -> Hands:
    """The hands on the boards of a round, weakest first."""
    classes, shares = cards.classes[street], cards.board_shares[street]
    is_last = street == len(cards.boards) - 1
    strengths = cards.strengths if is_last else np.zeros(classes.shape, dtype=np.int64)
    taken = classes < 0
    order = np.lexsort((strengths, taken), axis=1)[:, : int((~taken[0]).sum())]
    sorted_strengths = np.take_along_axis(strengths, order, axis=1)
    level = np.zeros(order.shape, dtype=np.int32)
    np.cumsum(np.diff(sorted_strengths, axis=1) > 0, axis=1, out=level[:, 1:])
    return Hands(
        cards=cards.hands[order],
        level=level,
        classes=np.take_along_axis(classes, order, axis=1),
        share=shares / _pairs(cards, street),
    )


def _pairs(cards: CardClasses, street: int) -> int:
    """In how many ways the two players can hold hands on a board."""
    hole_cards = cards.hands.shape[1]
    left = int(np.bitwise_count(np.bitwise_or.reduce(cards.masks))) - cards.boards[street].shape[1]
    return comb(left, hole_cards) * comb(left - hole_cards, hole_cards)


def _known(game: AbstractGame, cards: CardClasses) -> Known:
    cells = game.cells
    sizes = [len(parents) for parents in cards.parents]
    return Known(
        base=np.column_stack([cells.starts[:-1], cells.base]),
        width=np.column_stack([np.zeros(len(cells.width), dtype=np.int64), cells.width]),
        parents=np.concatenate(cards.parents),
        parent_starts=np.cumsum([0, 0, *sizes[:-1]], dtype=np.int64),
    )
