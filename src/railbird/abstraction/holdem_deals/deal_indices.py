"""The canonical indices that a deal is looked up by."""

from typing import NamedTuple

from railbird.cards.isomorphism.index_tables import IndexTables, index_tables


class DealIndices(NamedTuple):
    """The tables of the canonical indices of hands with a board."""

    flop: IndexTables
    turn: IndexTables
    river: IndexTables


def deal_indices() -> DealIndices:
    """The tables, which are built once."""
    return DealIndices(index_tables(2, 3), index_tables(2, 4), index_tables(2, 5))
