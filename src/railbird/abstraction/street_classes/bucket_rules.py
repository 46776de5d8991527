"""The contract between `StreetBuckets` and the kinds of buckets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.progress import Progress


@dataclass(frozen=True)
class EarlyClasses:
    """The classes of all hands on the flop and the turn."""

    flop: NDArray[np.uint16]
    """By `HAND_FLOP` index."""
    turn: NDArray[np.uint16]
    """By `HAND_TURN` index."""


class BucketRules(Protocol):
    """The small arrays of a card abstraction, from which the class of every hand follows.

    An implementation is a frozen dataclass whose fields are the arrays.
    """

    @property
    def hand_classes(self) -> NDArray[np.uint16]:
        """By `HAND` index: the class before the flop."""

    @property
    def board_buckets(self) -> NDArray[np.uint16]:
        """By `RIVER` index: the bucket of the board."""

    @property
    def borders(self) -> NDArray[np.uint16]:
        """By bucket of a river board: the smallest score of each class but the first."""

    def early_class(self, hand: tuple[Card, ...], board: tuple[Card, ...]) -> int:
        """The class of a hand on a flop or turn board, computed without tables."""

    def early_classes(self, progress: Progress) -> EarlyClasses:
        """The classes of all hands on the flop and the turn."""
