"""How the players of many hands play, counted hand by hand in constant memory."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import numpy as np

from railbird.analysis import _kernels
from railbird.analysis.categories import bounds_of, unit_of
from railbird.analysis.curves import Curve
from railbird.analysis.layout import CLASS_SIZE, SIZE
from railbird.cards.hands import CLASS_COUNT, CLASS_OF_HAND
from railbird.compiled import EntryPoints
from railbird.games.definition import MOST_PLAYERS, SHARES, UNLIMITED
from railbird.games.moment import first_moment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.games import Chips, HandRecord

_CLASSES: list[int] = CLASS_OF_HAND.tolist()
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
        self.refused = 0
        """Hands that are not legal, not over, or win more chips than there are: they count for nothing."""
        self._squares: list[float] = []
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
        rows = [self._row_of.get(name, -1) for name in record.players]
        if -1 in rows:
            rows = [self._row(name) for name in record.players]
        beginning = first_moment(game).numbers
        counted = _direct.tally_hand(
            beginning.__copy__(),
            beginning.__copy__(),
            array("q", [number for action in record.actions for number in action]),
            array("q", rows),
            array("q", payoffs),
            array("q", [_class_of(hand) for hand in record.hole_cards] or [-1] * game.players),
            bounds_of(game),
            self._counts,
            self._by_class,
        )
        if not counted:
            self.refused += 1
            return
        self.games[game.name] = self.games.get(game.name, 0) + 1
        self.rounds = max(self.rounds, game.rounds)
        unit = SHARES * unit_of(game)
        for row, parts in zip(rows, payoffs, strict=True):
            blinds = parts / unit
            self.curves[row].add(blinds)
            self._squares[row] += blinds * blinds

    def counts(self, player: int) -> NDArray[np.int64]:
        """The counts of a player, see `layout`."""
        return np.asarray(self._counts[player])

    def by_class(self, player: int) -> NDArray[np.int64]:
        """The counts of a player by class of starting hands."""
        return np.asarray(self._by_class[player])

    def sum_of_squares(self, player: int) -> float:
        """Of the results of hands in big blinds, from which their deviation follows."""
        return self._squares[player]

    def _row(self, name: str) -> int:
        """The row of a player, who may be new."""
        if name not in self._row_of:
            self._row_of[name] = len(self.names)
            self.names.append(name)
            self.curves.append(Curve())
            self._squares.append(0.0)
            self._counts = np.concatenate([self._counts, np.zeros((1, SIZE), dtype=np.int64)])
            self._by_class = np.concatenate([self._by_class, np.zeros((1, CLASS_COUNT, CLASS_SIZE), dtype=np.int64)])
        return self._row_of[name]


def _parts(chips: Chips) -> int:
    return chips * SHARES if isinstance(chips, int) else round(chips * SHARES)


def _class_of(hand: tuple[Card, ...]) -> int:
    if len(hand) != 2:
        return -1
    low, high = hand if hand[0] < hand[1] else (hand[1], hand[0])
    return _CLASSES[high * (high - 1) // 2 + low]
