"""Reads the hero's decisions from the hands of a match, and keeps the history of its players."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.formats.columns import HIDDEN
from railbird.games.betting_node import first_node
from railbird.games.definition import MOST_ROUNDS
from railbird.imitation.attributes.action_sequences import trees_of
from railbird.imitation.decisions import _kernels
from railbird.imitation.decisions._kernels import COUNTERS, DecisionArrays
from railbird.imitation.decisions.decision_columns import STREETS, Decisions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.formats.columns import HandColumns
    from railbird.games import GameDefinition


@dataclass
class SkippedHands:
    """Hands that gave no decisions, by reason."""

    absent: int = 0
    """The hero is not in the hand."""
    twice: int = 0
    """Two players have the hero's name."""
    refused: int = 0
    """The betting is not legal, or breaks off."""
    hidden: int = 0
    """Cards that the hero saw are not in the log."""
    other_game: int = 0
    """The hand is of another game than those before."""


class DecisionReader:
    """Reads the hands of one match in order."""

    def __init__(self, hero: str) -> None:
        self.hero = hero
        self.hands = 0
        """Hands that gave decisions."""
        self.skipped = SkippedHands()
        self._rows: dict[tuple[str, int], int] = {}
        """The row of a player in the history; players who share a name are numbered clockwise from the hero."""
        self._history = np.zeros((1, COUNTERS), dtype=np.int64)

    def read(self, columns: HandColumns) -> list[Decisions]:
        """The decisions of these hands by street. The hands are added to the history of their players."""
        heroes = self._hero_positions(columns)
        rows = self._player_rows(columns, heroes)
        outcomes = np.empty(len(columns), dtype=np.int64)
        arrays, fractions = _walk(columns, heroes, rows, self._history, outcomes)
        self.skipped.refused += int((outcomes == _kernels.REFUSED).sum())
        self.hands += int((outcomes == _kernels.USED).sum())
        arrays = self._with_known_boards(arrays, columns)
        return [
            Decisions(street, _rows_of(arrays, np.flatnonzero(arrays.streets == street)), columns, fractions)
            for street in range(columns.game.rounds)
        ]

    def pending(self, columns: HandColumns) -> Decisions:
        """The decision that the hero is about to make, in a single hand that is not over."""
        heroes = self._hero_positions(columns)
        rows = self._player_rows(columns, heroes)
        outcomes = np.empty(1, dtype=np.int64)
        arrays, fractions = _walk(columns, heroes, rows, self._history, outcomes, is_pending=True)
        return Decisions(int(arrays.streets[0]), arrays, columns, fractions)

    def _hero_positions(self, columns: HandColumns) -> NDArray[np.int64]:
        """The hero's position in each hand, -1 where it is unclear or its cards are unknown."""
        is_hero = np.array([name == self.hero for name in columns.names], dtype=np.bool_)[columns.players]
        seats = is_hero.sum(axis=1)
        heroes = np.where(seats == 1, is_hero.argmax(axis=1), -1)
        cards = columns.hole_cards[np.arange(len(columns)), heroes]
        is_hidden = (heroes >= 0) & (cards == HIDDEN).any(axis=1)
        self.skipped.absent += int((seats == 0).sum())
        self.skipped.twice += int((seats > 1).sum())
        self.skipped.hidden += int(is_hidden.sum())
        return np.where(is_hidden, -1, heroes)

    def _player_rows(self, columns: HandColumns, heroes: NDArray[np.int64]) -> NDArray[np.int64]:
        """The row of each player in the history, by hand and position."""
        by_name = np.array([self._row_of(name, 0) for name in columns.names], dtype=np.int64)
        rows = by_name[columns.players]
        ordered = np.sort(rows, axis=1)
        for hand in np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1)).tolist():
            seen: Counter[str] = Counter()
            for step in range(columns.game.players):
                position = (max(int(heroes[hand]), 0) + step) % columns.game.players
                name = columns.names[columns.players[hand, position]]
                rows[hand, position] = self._row_of(name, seen[name])
                seen[name] += 1
        return rows

    def _row_of(self, name: str, number: int) -> int:
        row = self._rows.setdefault((name, number), len(self._rows))
        if row == len(self._history):
            self._history = np.concatenate([self._history, np.zeros_like(self._history)])
        return row

    def _with_known_boards(self, arrays: DecisionArrays, columns: HandColumns) -> DecisionArrays:
        """The decisions, without those for which the log lacks cards of the board."""
        dealt = (columns.board != HIDDEN).sum(axis=1)[arrays.hands]
        is_known = dealt >= np.array(columns.game.board_sizes)[arrays.streets]
        if is_known.all():
            return arrays
        self.skipped.hidden += len(np.unique(arrays.hands[~is_known]))
        return _rows_of(arrays, np.flatnonzero(is_known))


def _walk(
    columns: HandColumns,
    heroes: NDArray[np.int64],
    rows: NDArray[np.int64],
    history: NDArray[np.int64],
    outcomes: NDArray[np.int64],
    *,
    is_pending: bool = False,
) -> tuple[DecisionArrays, NDArray[np.float64]]:
    """Run the kernel: the rows of all decisions, and the sizes of raises."""
    game = columns.game
    fractions = np.empty(len(columns.actions))
    space = _space(1 if is_pending else len(columns.actions), game)
    trees, starts = trees_of(game)
    count = _kernels.write_decisions(
        np.array(first_node(game).numbers),
        columns.arrays._replace(payoffs=columns.shares),
        heroes,
        rows,
        trees,
        starts,
        is_pending,
        history,
        outcomes,
        fractions,
        space,
    )
    return _rows_of(space, slice(count)), fractions


def _rows_of(arrays: DecisionArrays, rows: NDArray[np.int64] | slice) -> DecisionArrays:
    return DecisionArrays(*[array[rows] for array in arrays])  # type: ignore[arg-type]


def _space(size: int, game: GameDefinition) -> DecisionArrays:
    """Arrays with room for `size` decisions."""
    players, streets = game.players, len(STREETS)
    shapes: dict[str, tuple[int, ...]] = {
        "folded": (players,),
        "shown": (players,),
        "invested": (players,),
        "raises": (players, streets),
        "calls": (players, streets),
        "sequences": (MOST_ROUNDS + 1,),
        "street_starts": (streets,),
        "reactions": (streets,),
        "all_reactions": (streets,),
        "history": (players, COUNTERS),
    }
    types = {"folded": np.bool_, "shown": np.bool_, "last_fractions": np.float64}
    return DecisionArrays(
        *(np.empty((size, *shapes.get(name, ())), dtype=types.get(name, np.int64)) for name in DecisionArrays._fields)
    )
