"""The rules of k-means buckets: the centres of the clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.clustering import nearest_centres
from railbird.abstraction.k_means.histograms import COLUMNS, flop_rows, row_of_hand, turn_rows
from railbird.abstraction.street_classes.bucket_rules import EarlyClasses
from railbird.cards.isomorphism import HAND, RIVER
from railbird.errors import TableError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.card_abstraction import CardArrays
    from railbird.cards import Card
    from railbird.progress import Progress


@dataclass(frozen=True)
class ClusterRules:
    """The centres of the clusters, as rows of `histograms`. A hand is in the nearest cluster, the first of equals."""

    hand_classes: NDArray[np.uint16]
    flop_centres: NDArray[np.uint16]
    turn_centres: NDArray[np.uint8]
    borders: NDArray[np.uint16]
    """One row: the smallest score on the river of each class but the first."""

    @property
    def board_buckets(self) -> NDArray[np.uint16]:
        """All boards are in the same bucket."""
        return np.zeros(RIVER.size, dtype=np.uint16)

    def early_class(self, hand: tuple[Card, ...], board: tuple[Card, ...]) -> int:
        """The nearest cluster, computed without tables."""
        centres = self.flop_centres if len(board) == 3 else self.turn_centres
        return int(np.abs(centres - row_of_hand(hand, board)).sum(axis=1).argmin())

    def early_classes(self, progress: Progress) -> EarlyClasses:
        """The nearest clusters of all hands on the flop and the turn."""
        on_turn = turn_rows(progress)
        on_flop = flop_rows(on_turn, progress)
        return EarlyClasses(
            flop=nearest_centres(on_flop, self.flop_centres, progress, "Clusters: hands on the flop"),
            turn=nearest_centres(on_turn, self.turn_centres, progress, "Clusters: hands on the turn"),
        )


def cluster_rules(arrays: CardArrays, buckets: tuple[int, ...]) -> ClusterRules:
    """The rules of these arrays; raise TableError if they are not those of the buckets."""
    expected = {
        "hand_classes": (np.dtype(np.uint16), (HAND.size,)),
        "flop_centres": (np.dtype(np.uint16), (buckets[1], COLUMNS)),
        "turn_centres": (np.dtype(np.uint8), (buckets[2], COLUMNS)),
        "borders": (np.dtype(np.uint16), (1, buckets[3] - 1)),
    }
    if {name: (array.dtype, array.shape) for name, array in arrays.items()} != expected:
        raise TableError(f"the arrays are not the centres of the k-means buckets {list(buckets)}")
    return ClusterRules(**arrays)
