"""The canonical indices of the hands of a deal."""

from typing import NamedTuple

from railbird.cards.isomorphism import index_tables
from railbird.cards.isomorphism.index_tables import IndexTables


class DealIndices(NamedTuple):
    """The tables of the canonical indices of hands with a board."""

    flop: IndexTables
    turn: IndexTables
    river: IndexTables


def deal_indices() -> DealIndices:
    """The tables of hold'em."""
    return DealIndices(index_tables(2, 3), index_tables(2, 4), index_tables(2, 5))
