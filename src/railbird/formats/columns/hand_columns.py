"""Columns of many hands of one game, and the conversion from and to hand records."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import FormatError
from railbird.formats.action_codes import decode_actions, encode_actions
from railbird.formats.columns._kernels import HIDDEN, HandArrays
from railbird.games.definition import SHARES
from railbird.games.hand_record import HandRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.games.definition import GameDefinition
    from railbird.games.payoffs import Chips

BATCH = 8192
"""The most hands in a batch of columns."""
_LARGEST_NUMBER = 2**62


@dataclass(frozen=True, eq=False)
class HandColumns:
    """Hands of one game. Arrays are indexed by hand; players, hole cards and payoffs by hand and position."""

    game: GameDefinition
    names: Sequence[str]
    numbers: NDArray[np.int64]
    players: NDArray[np.int32]
    """Indices into `names`."""
    hole_cards: NDArray[np.uint8]
    """Cards along the third dimension; 255 for the cards of unknown hands."""
    board: NDArray[np.uint8]
    """As many cards as the game deals; 255 for cards that were not dealt."""
    actions: NDArray[np.int64]
    """The actions of all hands in order: the kind in the low two bits, the total above them."""
    offsets: NDArray[np.int64]
    """The actions of hand h are those from offset h up to offset h + 1."""
    payoffs: NDArray[np.int64]
    """Payoffs in parts of a chip."""
    parts: int = SHARES
    """Number of parts in a chip."""
    lines: NDArray[np.int64] | None = None
    """Line numbers of the hands in the file that they were read from."""
    rakes: NDArray[np.int64] | None = None
    """The rake of each hand in parts of a chip; None if no rake was taken."""
    verdicts: NDArray[np.int64] | None = None
    """The verdicts on the payoffs (see `payoff_checks`), if the reader of the hands has judged them."""

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def shares(self) -> NDArray[np.int64]:
        """The payoffs in 2520ths of a chip, which any number of winners can share exactly; rounded if necessary."""
        if self.parts == SHARES:
            return self.payoffs
        whole, rest = np.divmod(self.payoffs, self.parts)
        shares, more = np.divmod(rest * SHARES, self.parts)
        shares += (2 * more > self.parts) | ((2 * more == self.parts) & (shares % 2 == 1))
        return np.asarray(whole * SHARES + shares)

    @property
    def arrays(self) -> HandArrays:
        """All arrays, in the form that compiled code takes."""
        lines = np.zeros_like(self.numbers) if self.lines is None else self.lines
        return HandArrays(
            self.numbers, lines, self.players, self.hole_cards, self.board, self.payoffs, self.offsets, self.actions
        )

    def record(self, hand: int) -> HandRecord:
        """The record of the hand with this index; a negative index counts from the end."""
        place = range(len(self))[hand]
        return next(iter(self[place : place + 1]))

    def __getitem__(self, hands: slice) -> HandColumns:
        """A slice of consecutive hands."""
        start, end, step = hands.indices(len(self))
        if step != 1:
            raise FormatError(f"hands in steps of {step}: a slice must contain consecutive hands")
        end = max(start, end)
        return HandColumns(
            self.game,
            self.names,
            self.numbers[start:end],
            self.players[start:end],
            self.hole_cards[start:end],
            self.board[start:end],
            actions=self.actions[self.offsets[start] : self.offsets[end]],
            offsets=self.offsets[start : end + 1] - self.offsets[start],
            payoffs=self.payoffs[start:end],
            parts=self.parts,
            lines=None if self.lines is None else self.lines[start:end],
            rakes=None if self.rakes is None else self.rakes[start:end],
            verdicts=None if self.verdicts is None else self.verdicts[start:end],
        )

    def where(self, is_kept: NDArray[np.bool_]) -> HandColumns:
        """The hands for which `is_kept` is true."""
        lengths = np.diff(self.offsets)
        return HandColumns(
            self.game,
            self.names,
            self.numbers[is_kept],
            self.players[is_kept],
            self.hole_cards[is_kept],
            self.board[is_kept],
            actions=self.actions[np.repeat(is_kept, lengths)],
            offsets=np.concatenate([[0], np.cumsum(lengths[is_kept])]),
            payoffs=self.payoffs[is_kept],
            parts=self.parts,
            lines=None if self.lines is None else self.lines[is_kept],
            rakes=None if self.rakes is None else self.rakes[is_kept],
            verdicts=None if self.verdicts is None else self.verdicts[is_kept],
        )

    def __iter__(self) -> Iterator[HandRecord]:
        """Iterate over the records of all hands."""
        actions = decode_actions(self.actions.tolist())
        boards = self._boards()
        hands = self._hands()
        lines = [0] * len(self) if self.lines is None else self.lines.tolist()
        for place, (start, end) in enumerate(pairwise(self.offsets.tolist())):
            yield HandRecord(
                self.game,
                self.numbers.item(place),
                tuple([self.names[row] for row in self.players[place].tolist()]),
                hands[place],
                boards[place],
                actions[start:end],
                self._chips(place),
                lines[place],
                0 if self.rakes is None else self._amount(self.rakes.item(place)),
            )

    def _hands(self) -> list[tuple[tuple[Card, ...], ...]]:
        rows = self.hole_cards.tolist()
        if not (self.hole_cards == HIDDEN).any():
            return [tuple(map(tuple, row)) for row in rows]
        return [tuple([() if HIDDEN in hand else tuple(hand) for hand in row]) for row in rows]

    def _boards(self) -> list[tuple[Card, ...]]:
        dealt = (self.board != HIDDEN).sum(axis=1).tolist()
        return [tuple(row[:count]) for row, count in zip(self.board.tolist(), dealt, strict=True)]

    def _chips(self, place: int) -> tuple[Chips, ...]:
        parts = self.parts
        values = self.payoffs[place].tolist()
        if any(map(parts.__rmod__, values)):
            return tuple(map(self._amount, values))
        return tuple([value // parts for value in values])

    def _amount(self, value: int) -> Chips:
        return Fraction(value, self.parts) if value % self.parts else value // self.parts

    @classmethod
    def of_records(cls, records: Iterable[HandRecord]) -> Iterator[HandColumns]:
        """Yield columns of records, in batches of one game each. Payoffs are rounded to 2520ths of a chip."""
        batch: list[HandRecord] = []
        for record in records:
            if batch and (record.game != batch[0].game or len(batch) == BATCH):
                yield cls._of_batch(batch)
                batch = []
            batch.append(record)
        if batch:
            yield cls._of_batch(batch)

    @classmethod
    def _of_batch(cls, records: Sequence[HandRecord]) -> HandColumns:
        game = records[0].game
        names: dict[str, int] = {}
        players = [[names.setdefault(name, len(names)) for name in record.players] for record in records]
        actions = [encode_actions(record.actions) for record in records]
        boards = [_padded(record.board, sum(game.board_cards)) for record in records]
        return cls(
            game,
            list(names),
            np.array([_clamped(record.number, _LARGEST_NUMBER) for record in records], dtype=np.int64),
            np.array(players, dtype=np.int32),
            np.array([_hole_cards(record) for record in records], dtype=np.uint8).reshape(
                len(records), game.players, game.hole_cards
            ),
            np.array(boards, dtype=np.uint8).reshape(len(records), -1),
            actions=np.array(list(chain.from_iterable(actions)), dtype=np.int64),
            offsets=np.cumsum([0, *map(len, actions)], dtype=np.int64),
            payoffs=np.array([[_shares(chips) for chips in record.payoffs] for record in records], dtype=np.int64),
            lines=np.array([record.line for record in records], dtype=np.int64),
            rakes=np.array([_shares(record.rake) for record in records], dtype=np.int64)
            if any(record.rake for record in records)
            else None,
        )


def _hole_cards(record: HandRecord) -> list[list[int]]:
    hands = record.hole_cards or ((),) * record.game.players
    return [_padded(hand, record.game.hole_cards) for hand in hands]


def _padded(cards: Sequence[Card], size: int) -> list[int]:
    return [*cards, *[HIDDEN] * (size - len(cards))]


def _shares(chips: Chips) -> int:
    """Convert chips to 2520ths, clamped to what fits: a payoff in a file may be any number."""
    return _clamped(chips * SHARES if isinstance(chips, int) else round(chips * SHARES), _LARGEST_NUMBER)


def _clamped(number: int, most: int) -> int:
    return min(max(number, -most), most)
