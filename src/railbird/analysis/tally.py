"""How the players of many hands play, counted batch by batch in constant memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.analysis import _kernels
from railbird.analysis.categories import bounds_of
from railbird.analysis.counters import CLASS_SIZE, SIZE
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
_NO_CLASSES = np.zeros((0, CLASS_COUNT, CLASS_SIZE), dtype=np.int64)
_MOST_PARTS = SHARES * UNLIMITED * MOST_PLAYERS
"""Of all chips at a table. What a file says to be won may be any number."""


class Tally:
    """Counts of all players of the hands that it is given, whoever plays in each of them."""

    def __init__(self) -> None:
        self.names: list[str] = []
        """The players, in the order in which they were met; rows of the counts."""
        self.curves: list[Curve] = []
        """By player: the running total in big blinds."""
        self.games: dict[str, int] = {}
        """Hands by the name of their game. The games themselves can be as many as the hands."""
        self.rounds = 0
        """Of the game that has most."""
        self.is_holdem = True
        """Whether all games have starting hands of two cards or more, and so streets with names."""
        self.refused = 0
        """Hands that are not legal, not over, or win more chips than there are: they count for nothing."""
        self._row_of: dict[str, int] = {}
        self._counts = _NO_COUNTS
        self._by_class = _NO_CLASSES

    def add_records(self, records: Iterable[HandRecord]) -> None:
        """Count hands that are records."""
        for columns in HandColumns.of_records(records):
            self.add(columns)

    def add(self, columns: HandColumns) -> None:
        """Count hands that are columns."""
        row_of = np.array([self._row_of.get(name, -1) for name in columns.names], dtype=np.int64)
        self._make_room(len(self.names) + int((row_of < 0).sum()))
        is_counted = np.empty(len(columns), dtype=np.bool_)
        shares = columns.shares
        rows = _kernels.tally_hands(
            np.array(first_node(columns.game).numbers),
            columns.arrays._replace(payoffs=shares),
            _classes_of(columns.hole_cards),
            _MOST_PARTS,
            bounds_of(columns.game),
            row_of,
            len(self.names),
            self._counts,
            self._by_class,
            is_counted,
        )
        self._admit(columns.names, row_of, rows)
        self.refused += len(columns) - int(is_counted.sum())
        self._add_results(columns.game, row_of[columns.players[is_counted]], shares[is_counted])

    def counts(self, player: int) -> NDArray[np.int64]:
        """The counts of a player, see `counters`."""
        return np.asarray(self._counts[player])

    def by_class(self, player: int) -> NDArray[np.int64]:
        """The counts of a player by class of starting hands."""
        return np.asarray(self._by_class[player])

    def _make_room(self, players: int) -> None:
        while len(self._counts) < players:
            # Twice as many at a time: thousands of players may come one by one.
            self._counts = _doubled(self._counts)
            self._by_class = _doubled(self._by_class)

    def _admit(self, names: Sequence[str], row_of: NDArray[np.int64], rows: int) -> None:
        """Take up the players whom the kernel has given new rows."""
        known = len(self.names)
        new = {row: name for name, row in zip(names, row_of.tolist(), strict=True) if row >= known}
        for row in range(known, rows):
            self.names.append(new[row])
            self.curves.append(Curve())
            self._row_of[new[row]] = row

    def _add_results(self, game: GameDefinition, rows: NDArray[np.int64], shares: NDArray[np.int64]) -> None:
        """Go on with the curves, and with what is known of games."""
        if not len(rows):
            return
        self.games[game.name] = self.games.get(game.name, 0) + len(rows)
        self.rounds = max(self.rounds, game.rounds)
        self.is_holdem = self.is_holdem and game.hole_cards > 1
        players, amounts = rows.ravel(), (shares / (SHARES * game.unit)).ravel()
        order = np.argsort(players, kind="stable")  # the hands of a player stay in their order
        players, amounts = players[order], amounts[order]
        starts = np.flatnonzero(np.diff(players, prepend=-1))
        for row, of_player in zip(players[starts].tolist(), np.split(amounts, starts[1:]), strict=True):
            self.curves[row].add(of_player)


def _doubled(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([rows, np.zeros((max(len(rows), 1), *rows.shape[1:]), dtype=np.int64)])


def _classes_of(hole_cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """By hand and position: the class of a starting hand, or -1 for what is none."""
    hands, players, size = hole_cards.shape
    classes = np.full((hands, players), -1, dtype=np.int64)
    if size == 2:
        is_known = (hole_cards != HIDDEN).all(axis=2)
        classes[is_known] = CLASS_OF_HAND[hand_numbers(hole_cards[is_known])]
    return classes
