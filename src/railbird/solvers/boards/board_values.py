"""Values of choices against the opponent's realization plan, in games of two players with many hands.

The values are those of the list of all terminals (`solvers.exact.terminals`), but no deal is listed: each board is
swept with all hands at once. Cells of the round in which a hand ended belong to one board, so boards are shared among
threads; cells of earlier rounds, where players were all-in or folded without need, belong to many boards, so there the
terminals are shared. Either way only one thread adds to a cell, in one order: the number of threads changes no bit of
the values.
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
from railbird.solvers.boards.board_arrays import BoardHands, ClassLookup, new_workspace
from railbird.solvers.enumerations import enumeration_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.abstraction.card_enumeration import CardEnumeration
    from railbird.solvers.boards.board_arrays import BoardWorkspace, TerminalBatches
    from railbird.solvers.exact.information_sets import LastEdges
    from railbird.solvers.workers import Workers

MOST_HOLE_CARDS = 2


class _Task(NamedTuple):
    """Some batches of a player on some boards of a round."""

    street: int
    first: int
    stop: int
    batches: TerminalBatches
    workspace: BoardWorkspace


class Boards:
    """All boards of a game."""

    def __init__(self, game: AbstractGame, last: LastEdges, workers: Workers) -> None:
        cards = enumeration_of(game)
        if cards is None or not isinstance(game.tree, BettingTree) or game.players != 2:
            raise SolverError(f"{game.name}: board by board, only games of cards for two players can be solved")
        if cards.hands.shape[1] > MOST_HOLE_CARDS:
            raise SolverError(
                f"{game.name} has {cards.hands.shape[1]} hole cards: "
                f"board by board, only games with up to {MOST_HOLE_CARDS} can be solved"
            )
        self._starts = game.layout.starts
        self._workers = workers
        self._hands = [_hands_on(cards, street) for street in range(len(cards.boards))]
        self._lookup = _class_lookup(game, cards)
        by_player = [batches_of(game.tree, last, player) for player in range(2)]
        self._late = [self._by_boards(batches) for batches in by_player]
        self._early = [self._by_terminals(batches) for batches in by_player]

    def write_values(self, player: int, *, realization_plan: NDArray[np.float64], values: NDArray[np.float64]) -> None:
        """By cell of a player: the value of the terminals right behind it, against the opponent's realization plan."""
        values[self._starts[player] : self._starts[player + 1]] = 0.0
        add = partial(self._add, player, realization_plan, values)
        self._workers.run(partial(add, [task]) for task in self._late[player])
        self._workers.run(partial(add, tasks) for tasks in self._early[player])

    def _add(
        self, player: int, realization_plan: NDArray[np.float64], values: NDArray[np.float64], tasks: list[_Task]
    ) -> None:
        for street, first, stop, batches, workspace in tasks:
            hands = self._hands[street]
            _kernels.add_values(
                player, street, first, stop, hands, self._lookup, batches, realization_plan, values, workspace
            )

    def _by_boards(self, batches: dict[tuple[int, int], TerminalBatches]) -> list[_Task]:
        """Tasks for cells of the round in which the hand ends."""
        tasks = []
        for street in range(len(self._hands)):
            late = batches.get((LATE, street))
            if late is not None:
                boards = len(self._hands[street].probability)
                cuts = np.linspace(0, boards, min(self._workers.pieces, boards) + 1).astype(int).tolist()
                tasks += [self._task(street, first, stop, late) for first, stop in pairwise(cuts)]
        return tasks

    def _by_terminals(self, batches: dict[tuple[int, int], TerminalBatches]) -> list[list[_Task]]:
        """Tasks for cells of earlier rounds; the tasks of one list run one after the other."""
        tasks = []
        for part in range(PARTS):
            streets = [street for street in range(len(self._hands)) if (part, street) in batches]
            tasks.append(
                [
                    self._task(street, 0, len(self._hands[street].probability), batches[part, street])
                    for street in streets
                ]
            )
        return tasks

    def _task(self, street: int, first: int, stop: int, batches: TerminalBatches) -> _Task:
        workspace = new_workspace(self._hands[street].level.shape[1], len(self._hands))
        return _Task(street, first, stop, batches, workspace)


def _hands_on(cards: CardEnumeration, street: int) -> BoardHands:
    """The hands on the boards of a round, weakest first."""
    classes, probabilities = cards.classes[street], cards.board_probabilities[street]
    is_last = street == len(cards.boards) - 1
    strengths = cards.strengths if is_last else np.zeros(classes.shape, dtype=np.int64)
    taken = classes < 0
    order = np.lexsort((strengths, taken), axis=1)[:, : int((~taken[0]).sum())]
    sorted_strengths = np.take_along_axis(strengths, order, axis=1)
    level = np.zeros(order.shape, dtype=np.int32)
    np.cumsum(np.diff(sorted_strengths, axis=1) > 0, axis=1, out=level[:, 1:])
    return BoardHands(
        cards=cards.hands[order],
        level=level,
        classes=np.take_along_axis(classes, order, axis=1),
        probability=probabilities / _pairs(cards, street),
    )


def _pairs(cards: CardEnumeration, street: int) -> int:
    """Number of ways in which two players can hold hands on a board."""
    hole_cards = cards.hands.shape[1]
    left = int(np.bitwise_count(np.bitwise_or.reduce(cards.masks))) - cards.boards[street].shape[1]
    return comb(left, hole_cards) * comb(left - hole_cards, hole_cards)


def _class_lookup(game: AbstractGame, cards: CardEnumeration) -> ClassLookup:
    layout = game.layout
    sizes = [len(parents) for parents in cards.parents]
    return ClassLookup(
        base=np.column_stack([layout.starts[:-1], layout.base]),
        width=np.column_stack([np.zeros(len(layout.width), dtype=np.int64), layout.width]),
        parents=np.concatenate(cards.parents),
        parent_starts=np.cumsum([0, 0, *sizes[:-1]], dtype=np.int64),
    )
