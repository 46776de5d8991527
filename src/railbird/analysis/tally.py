"""Counts how players play, batch by batch and in constant memory."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from railbird.analysis import _kernels
from railbird.analysis.categories import bounds_of
from railbird.analysis.class_counts import ClassCounts
from railbird.analysis.counters import HANDS, SIZE
from railbird.analysis.running_totals import Curve
from railbird.cards.hands import CLASS_COUNT, CLASS_OF_HAND, hand_numbers
from railbird.formats.columns import HIDDEN, HandColumns
from railbird.games.betting_node import first_node
from railbird.games.definition import MOST_PLAYERS, SHARES, UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from railbird.games import GameDefinition, HandRecord

_NO_COUNTS = np.zeros((0, SIZE), dtype=np.int64)
_MOST_PARTS = SHARES * UNLIMITED * MOST_PLAYERS
"""Parts of a chip in the largest stacks of a whole table. A payoff in a file may be larger."""


class Tally:
    """Counts for all players of the hands added to it. The players may change from hand to hand."""

    def __init__(self) -> None:
        self.names: list[str] = []
        """The players in order of first appearance, which are the rows of the counts."""
        self.curves: list[Curve] = []
        """The running total of each player in big blinds."""
        self.games: dict[str, int] = {}
        """Number of hands by name of the game. There may be as many different games as hands."""
        self.rounds = 0
        """The most betting rounds of any game."""
        self.is_holdem = True
        """Whether all games have at least two hole cards, and so named streets."""
        self.refused = 0
        """Number of hands that are not counted: not legal, not over, or with wins of more chips than there are."""
        self._row_of: dict[str, int] = {}
        self._counts = _NO_COUNTS
        self._by_class = ClassCounts()

    def add_records(self, records: Iterable[HandRecord]) -> None:
        """Count hands given as records."""
        for columns in HandColumns.of_records(records):
            self.add(columns)

    def add(self, columns: HandColumns) -> None:
        """Count hands given in columns."""
        row_of = np.array([self._row_of.get(name, -1) for name in columns.names], dtype=np.int64)
        players = len(self.names) + int((row_of < 0).sum())
        self._grow(players)
        classes = classes_of(columns.hole_cards)
        self._by_class.reserve(min(int((classes >= 0).sum()), players * CLASS_COUNT - self._by_class.used))
        is_counted = np.empty(len(columns), dtype=np.bool_)
        shares = columns.shares
        rows, self._by_class.used = _kernels.tally_hands(
            np.array(first_node(columns.game).numbers),
            columns.arrays._replace(payoffs=shares),
            classes,
            _MOST_PARTS,
            bounds_of(columns.game),
            row_of,
            len(self.names),
            self._counts,
            self._by_class.table,
            self._by_class.used,
            is_counted,
        )
        self._admit(columns.names, row_of, rows)
        self.refused += len(columns) - int(is_counted.sum())
        self._add_results(columns.game, row_of[columns.players[is_counted]], shares[is_counted])

    def counts(self, player: int) -> NDArray[np.int64]:
        """The counts of a player, in the layout of `counters`."""
        return np.asarray(self._counts[player])

    def by_class(self, player: int) -> NDArray[np.int64]:
        """The counts of a player by class of starting hands."""
        return self._by_class.of(player)

    def held_classes(self, player: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The classes of starting hands that a player has held, ascending, and the counts of each."""
        return self._by_class.held(player)

    def row(self, name: str) -> int:
        """The row of a player."""
        return self._row_of[name]

    def totals(self) -> NDArray[np.int64]:
        """The counts of all players together."""
        return np.asarray(self._counts[: len(self.names)].sum(axis=0))

    def most_active(self, players: int) -> list[str]:
        """The players with the most hands, as many as requested, from the most to the fewest."""
        hands = self._counts[: len(self.names), HANDS]
        return [self.names[row] for row in np.argsort(-hands, kind="stable")[:players].tolist()]

    def _grow(self, players: int) -> None:
        while len(self._counts) < players:
            # Doubling keeps the cost linear when thousands of players appear one by one.
            self._counts = _doubled(self._counts)

    def _admit(self, names: Sequence[str], row_of: NDArray[np.int64], rows: int) -> None:
        """Add the players to whom the kernel has assigned new rows."""
        first_new = len(self.names)
        new = {row: name for name, row in zip(names, row_of.tolist(), strict=True) if row >= first_new}
        for row in range(first_new, rows):
            self.names.append(new[row])
            self.curves.append(Curve())
            self._row_of[new[row]] = row

    def _add_results(self, game: GameDefinition, rows: NDArray[np.int64], shares: NDArray[np.int64]) -> None:
        """Update the curves of the players and the counts of games."""
        if not len(rows):
            return
        name = f"{game.name} in hundredths".lstrip() if game.chips_per_unit > 1 else game.name
        self.games[name] = self.games.get(name, 0) + len(rows)
        self.rounds = max(self.rounds, game.rounds)
        self.is_holdem = self.is_holdem and game.hole_cards > 1
        players, amounts = rows.ravel(), (shares / (SHARES * game.unit)).ravel()
        order = np.argsort(players, kind="stable")  # the hands of a player stay in their order
        players, amounts = players[order], amounts[order]
        starts = np.flatnonzero(np.diff(players, prepend=-1)).tolist()
        for start, end in pairwise([*starts, len(players)]):
            self.curves[players.item(start)].add(amounts[start:end])


def _doubled(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([rows, np.zeros((max(len(rows), 1), *rows.shape[1:]), dtype=np.int64)])


def classes_of(hole_cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The class of the starting hand by hand and position; -1 where cards are unknown or are not two."""
    hands, players, size = hole_cards.shape
    classes = np.full((hands, players), -1, dtype=np.int64)
    if size == 2:
        is_known = (hole_cards != HIDDEN).all(axis=2)
        classes[is_known] = CLASS_OF_HAND[hand_numbers(hole_cards[is_known])]
    return classes
