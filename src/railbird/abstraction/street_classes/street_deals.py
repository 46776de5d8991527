"""Random deals of hold'em with the classes of the current round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.holdem_deals import deal_indices
from railbird.abstraction.street_classes import _kernels
from railbird.abstraction.street_classes.class_tables import ClassTables
from railbird.abstraction.street_classes.river_borders import classes_by_score
from railbird.cards.hands import HAND_CARDS
from railbird.cards.isomorphism import HAND, index_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.hand_values import HandValues
    from railbird.abstraction.street_classes.bucket_rules import BucketRules, EarlyClasses


class StreetDeals:
    """Random deals, whose classes are looked up in constant time."""

    def __init__(self, rules: BucketRules, classes: EarlyClasses, values: HandValues) -> None:
        self._tables = ClassTables(
            hand_classes=np.ascontiguousarray(rules.hand_classes[HAND.indices(HAND_CARDS)]),
            flop_classes=classes.flop,
            turn_classes=classes.turn,
            river_scores=values.river_scores,
            river_boards=np.array(rules.board_buckets),
            river_classes=classes_by_score(rules.borders),
            boards=index_tables(0, 5),
        )
        self._indices = deal_indices()

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        _kernels.deal_street_classes(self._tables, self._indices, state, classes, order)
