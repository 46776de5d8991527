"""How the players of many hands play, counted hand by hand in constant memory."""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from railbird.analysis import _kernels
from railbird.analysis.categories import bounds_of
from railbird.analysis.counters import CLASS_SIZE, SIZE
from railbird.analysis.running_totals import Curve
from railbird.cards.hands import CLASS_COUNT, class_index
from railbird.compiled import EntryPoints
from railbird.games.betting_node import first_node
from railbird.games.definition import MOST_PLAYERS, SHARES, UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.games import Chips, HandRecord

_NO_COUNTS = np.zeros((0, SIZE), dtype=np.int64)
_NO_CLASSES = np.zeros((0, CLASS_COUNT, CLASS_SIZE), dtype=np.int64)
_MOST_PARTS = SHARES * UNLIMITED * MOST_PLAYERS
"""Of all chips at a table. What a file says to be won may be any number."""
_NUMBERS = array("q")
_direct = EntryPoints(
    tally_hand=(
        _kernels.tally_hand,
        (*[_NUMBERS] * 6, np.zeros(0, dtype=np.int64), _NO_COUNTS, _NO_CLASSES),
    )
)


class Tally:
    """Counts of all players of the hands that it is given, whoever plays in each of them."""

    def __init__(self) -> None:
        self.names: list[str] = []
        """The players, in the order in which they were met; rows of the counts."""
        self.curves: list[Curve] = []
        """By player: the running total in big blinds."""
        self.games: dict[str, int] = {}
        """How many hands there were of the games of each name. The games themselves can be as many as the hands."""
        self.rounds = 0
        """Of the game that has most."""
        self.is_holdem = True
        """Whether all games have starting hands of two cards or more, and so streets with names."""
        self.refused = 0
        """Hands that are not legal, not over, or win more chips than there are: they count for nothing."""
        self._row_of: dict[str, int] = {}
        self._counts = _NO_COUNTS
        self._by_class = _NO_CLASSES

    def add_all(self, records: Iterable[HandRecord]) -> None:
        """Count many hands."""
        for record in records:
            self.add(record)

    def add(self, record: HandRecord) -> None:
        """Count a hand."""
        game = record.game
        payoffs = [_parts(chips) for chips in record.payoffs]
        if max(payoffs) > _MOST_PARTS or min(payoffs) < -_MOST_PARTS:
            self.refused += 1
            return
        new: dict[str, int] = {}
        rows = [self._row_of.get(name, -1) for name in record.players]
        if -1 in rows:
            new = self._rows_of_new(record.players)
            rows = [self._row_of[name] if name in self._row_of else new[name] for name in record.players]
        beginning = first_node(game).numbers
        counted = _direct.tally_hand(
            beginning.__copy__(),
            beginning.__copy__(),
            array("q", list(chain.from_iterable(record.actions))),
            array("q", rows),
            array("q", payoffs),
            array("q", [class_of(hand) for hand in record.hole_cards] or [-1] * game.players),
            bounds_of(game),
            self._counts,
            self._by_class,
        )
        if not counted:
            self.refused += 1
            return
        if new:
            self._admit(new)
        self.games[game.name] = self.games.get(game.name, 0) + 1
        self.rounds = max(self.rounds, game.rounds)
        self.is_holdem = self.is_holdem and game.hole_cards > 1
        unit = SHARES * game.unit
        for row, parts in zip(rows, payoffs, strict=True):
            self.curves[row].add(parts / unit)

    def counts(self, player: int) -> NDArray[np.int64]:
        """The counts of a player, see `counters`."""
        return np.asarray(self._counts[player])

    def by_class(self, player: int) -> NDArray[np.int64]:
        """The counts of a player by class of starting hands."""
        return np.asarray(self._by_class[player])

    def _rows_of_new(self, players: Iterable[str]) -> dict[str, int]:
        """Rows for those who are not known yet. They are counted there, and admitted if their hand is accepted."""
        new: dict[str, int] = {}
        for name in players:
            if name not in self._row_of:
                new.setdefault(name, len(self.names) + len(new))
        while len(self._counts) < len(self.names) + len(new):
            # Twice as many at a time: thousands of players may come one by one.
            self._counts = _doubled(self._counts)
            self._by_class = _doubled(self._by_class)
        return new

    def _admit(self, new: dict[str, int]) -> None:
        self._row_of |= new
        self.names += new
        self.curves += [Curve() for _ in new]


def _doubled(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([rows, np.zeros((max(len(rows), 1), *rows.shape[1:]), dtype=np.int64)])


def _parts(chips: Chips) -> int:
    return chips * SHARES if isinstance(chips, int) else round(chips * SHARES)


@lru_cache(maxsize=4096)
def class_of(hand: tuple[Card, ...]) -> int:
    """The class of a starting hand, or -1 for what is none; there are 2,652 of two cards in either order."""
    return class_index(*hand) if len(hand) == 2 else -1
