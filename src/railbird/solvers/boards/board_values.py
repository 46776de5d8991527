"""Values of choices against the opponent's realization plan, in two-player games with many hands.

The values equal those from the list of all terminals (`solvers.exact.terminals`), but deals are not listed: each board
is swept with all hands at once. Cells of the round in which the hand ended belong to a single board, so threads divide
the boards. Cells of earlier rounds, where a player went all-in or folded without facing a bet, belong to many boards,
so there threads divide the terminals. Either way only one thread adds to a cell, always in the same order: the values
are bit-identical for any number of threads.
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
    """Batches of a player on a range of boards of a round."""

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
            raise SolverError(f"{game.name}: only card games for two players can be solved board by board")
        if cards.hands.shape[1] > MOST_HOLE_CARDS:
            raise SolverError(
                f"{game.name} has {cards.hands.shape[1]} hole cards: "
                f"only games with up to {MOST_HOLE_CARDS} can be solved board by board"
            )
        self._starts = game.layout.starts
        self._workers = workers
        self._hands = [_hands_on(cards, street) for street in range(len(cards.boards))]
        self._lookup = _class_lookup(game, cards)
        by_player = [batches_of(game.tree, last, player) for player in range(2)]
        self._late = [self._by_boards(batches) for batches in by_player]
        self._early = [self._by_terminals(batches) for batches in by_player]

    def write_values(self, player: int, *, realization_plan: NDArray[np.float64], values: NDArray[np.float64]) -> None:
        """Write, for each cell of a player, the value of the terminals right behind it against the opponent's plan."""
        values[self._starts[player] : self._starts[player + 1]] = 0.0
        add = partial(self._add, player=player, realization_plan=realization_plan, values=values)
        self._workers.run(partial(add, [task]) for task in self._late[player])
        self._workers.run(partial(add, tasks) for tasks in self._early[player])

    def _add(
        self, tasks: list[_Task], *, player: int, realization_plan: NDArray[np.float64], values: NDArray[np.float64]
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
                cuts = _cuts(self._hands[street].classes, self._workers.pieces)
                tasks += [self._task(street, late, first=first, stop=stop) for first, stop in pairwise(cuts)]
        return tasks

    def _by_terminals(self, batches: dict[tuple[int, int], TerminalBatches]) -> list[list[_Task]]:
        """Tasks for cells of earlier rounds; the tasks of one list run one after the other."""
        tasks = []
        for part in range(PARTS):
            streets = [street for street in range(len(self._hands)) if (part, street) in batches]
            tasks.append(
                [
                    self._task(street, batches[part, street], first=0, stop=len(self._hands[street].probability))
                    for street in streets
                ]
            )
        return tasks

    def _task(self, street: int, batches: TerminalBatches, *, first: int, stop: int) -> _Task:
        workspace = new_workspace(self._hands[street].level.shape[1], len(self._hands))
        return _Task(street, first, stop, batches, workspace)


def _cuts(classes: NDArray[np.int32], pieces: int) -> list[int]:
    """Where boards are divided into pieces that threads can work on at the same time.

    Threads must not add to the same cells. A class up to suits belongs to a single board, but buckets come up on many:
    then the boards stay together.
    """
    boards = len(classes)
    cuts: list[int] = np.linspace(0, boards, min(pieces, boards) + 1).astype(int).tolist()
    by_piece = [np.unique(classes[first:stop]) for first, stop in pairwise(cuts)]
    is_shared = len(np.unique(np.concatenate(by_piece))) < sum(map(len, by_piece))
    return [0, boards] if is_shared else cuts


def _hands_on(cards: CardEnumeration, street: int) -> BoardHands:
    """The hands on the boards of a round, weakest first."""
    order, level = cards.hands_by_strength(street)
    return BoardHands(
        cards=cards.hands[order],
        level=level,
        classes=np.take_along_axis(cards.classes[street], order, axis=1),
        probability=cards.board_probabilities[street] / _pairs(cards, street),
    )


def _pairs(cards: CardEnumeration, street: int) -> int:
    """Number of pairs of hands that two players can hold on a board."""
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
