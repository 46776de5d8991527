"""Random deals and boards of hold'em with the classes of the current round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.holdem_deals.deal_indices import deal_indices
from railbird.abstraction.street_classes import _kernels
from railbird.abstraction.street_classes.class_tables import ClassTables
from railbird.abstraction.street_classes.river_borders import classes_by_score
from railbird.cards.hands import HAND_CARDS
from railbird.cards.isomorphism import HAND, index_tables
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.river._kernels import HANDS_ON_BOARD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.board_draws import BoardBatch
    from railbird.abstraction.hand_values import HandValues
    from railbird.abstraction.street_classes.bucket_rules import BucketRules, EarlyClasses


class StreetDeals:
    """Random deals, whose classes are looked up in constant time."""

    def __init__(self, tables: ClassTables) -> None:
        self._tables, self._indices = tables, deal_indices()

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        _kernels.deal_street_classes(self._tables, self._indices, state, classes, order)


class StreetBoards:
    """Random boards, with the classes of all hands on them."""

    hands = HANDS_ON_BOARD
    """Number of hands on a board of the last round."""

    def __init__(self, tables: ClassTables) -> None:
        self._tables, self._indices = tables, deal_indices()

    def draw(self, state: NDArray[np.uint64], boards: BoardBatch) -> None:
        """Fill a batch with boards of the last round."""
        _kernels.draw_boards(
            self._tables, self._indices, strength_tables(7), state, boards.cards, boards.classes, boards.level
        )


def class_tables(rules: BucketRules, classes: EarlyClasses, values: HandValues) -> ClassTables:
    """The tables of buckets with these rules."""
    return ClassTables(
        hand_classes=np.ascontiguousarray(rules.hand_classes[HAND.indices(HAND_CARDS)]),
        flop_classes=classes.flop,
        turn_classes=classes.turn,
        river_scores=values.river_scores,
        river_boards=np.array(rules.board_buckets),
        river_classes=classes_by_score(rules.borders),
        boards=index_tables(0, 5),
    )
