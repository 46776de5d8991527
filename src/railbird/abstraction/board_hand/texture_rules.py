"""The rules of board buckets times hand buckets: the bucket of every board, and the borders of the hand buckets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.board_hand import _kernels
from railbird.abstraction.board_hand.rounds import later_rounds
from railbird.abstraction.chunked_work import work_in_chunks
from railbird.abstraction.hand_values import hand_value, open_hand_values
from railbird.abstraction.street_classes.bucket_rules import EarlyClasses
from railbird.cards.isomorphism import FLOP, HAND, RIVER, TURN
from railbird.errors import TableError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.board_hand.rounds import Round
    from railbird.abstraction.card_abstraction import CardArrays
    from railbird.cards import Card
    from railbird.progress import Progress

HANDS_IN_CHUNK = 65_536


@dataclass(frozen=True)
class TextureRules:
    """Buckets of boards by canonical index, and by bucket the smallest value of each hand bucket but the first."""

    flop_boards: NDArray[np.uint16]
    turn_boards: NDArray[np.uint16]
    river_boards: NDArray[np.uint16]
    flop_borders: NDArray[np.uint32]
    turn_borders: NDArray[np.uint32]
    borders: NDArray[np.uint16]
    """On the river."""

    @property
    def hand_classes(self) -> NDArray[np.uint16]:
        """The 169 hands."""
        return np.arange(HAND.size, dtype=np.uint16)

    @property
    def board_buckets(self) -> NDArray[np.uint16]:
        """By `RIVER` index: the bucket of the board."""
        return self.river_boards

    def early_class(self, hand: tuple[Card, ...], board: tuple[Card, ...]) -> int:
        """The class of a hand on the flop or the turn, computed without tables."""
        on_flop = len(board) == 3
        bucket = int(self.flop_boards[FLOP.index(board)] if on_flop else self.turn_boards[TURN.index(board)])
        borders = (self.flop_borders if on_flop else self.turn_borders)[bucket]
        part = int(np.searchsorted(borders, hand_value(hand, board).squares, side="right"))
        return bucket * (len(borders) + 1) + part

    def early_classes(self, progress: Progress) -> EarlyClasses:
        """The classes of all hands on the flop and the turn."""
        flop, turn, _ = later_rounds(open_hand_values(progress))
        return EarlyClasses(
            flop=_classes(flop, self.flop_boards, self.flop_borders, progress),
            turn=_classes(turn, self.turn_boards, self.turn_borders, progress),
        )


def _classes(
    street: Round, board_buckets: NDArray[np.uint16], borders: NDArray[np.uint32], progress: Progress
) -> NDArray[np.uint16]:
    classes = np.empty(street.hands.size, dtype=np.uint16)
    tables = street.hand_tables, street.board_tables

    def work(start: int, stop: int) -> None:
        cards = np.empty(2 + street.boards.board_cards, dtype=np.uint8)
        _kernels.write_hand_classes(start, stop, street.values, board_buckets, borders, *tables, cards, classes)

    name = f"Buckets: hands on the {street.name}"
    work_in_chunks(work, street.hands.size, chunk=HANDS_IN_CHUNK, progress=progress, name=name)
    return classes


def texture_rules(arrays: CardArrays, boards: tuple[int, ...], hands: tuple[int, ...]) -> TextureRules:
    """The rules of these arrays; raise TableError if they are not those of the buckets."""
    expected = {
        "flop_boards": (np.dtype(np.uint16), (FLOP.size,)),
        "turn_boards": (np.dtype(np.uint16), (TURN.size,)),
        "river_boards": (np.dtype(np.uint16), (RIVER.size,)),
        "flop_borders": (np.dtype(np.uint32), (boards[0], hands[0] - 1)),
        "turn_borders": (np.dtype(np.uint32), (boards[1], hands[1] - 1)),
        "borders": (np.dtype(np.uint16), (boards[2], hands[2] - 1)),
    }
    if {name: (array.dtype, array.shape) for name, array in arrays.items()} != expected:
        raise TableError(f"the arrays are not those of {list(boards)} board buckets times {list(hands)} hand buckets")
    rules = TextureRules(**arrays)
    for buckets, count in zip((rules.flop_boards, rules.turn_boards, rules.river_boards), boards, strict=True):
        if buckets.max() >= count:
            raise TableError(f"a board is in bucket {buckets.max()}: there are {count}, counted from 0")
    return rules
