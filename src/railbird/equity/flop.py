"""Equity on the flop: looked up if the tables have been built, computed otherwise, with identical results."""

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.isomorphism import HAND_FLOP
from railbird.equity.exact import count_against_random, equities_against_random
from railbird.equity.flop_tables import FlopTables, load_flop_tables
from railbird.errors import TableError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.cards import Cards

_log = logging.getLogger(__name__)


def flop_equity(hand: Cards, flop: Cards, *, opponents: int) -> float:
    """Equity of a hand against one or two random opponents."""
    tables = stored_flop_tables()
    if tables is not None:
        return tables.equity(hand, flop, opponents=opponents)
    return count_against_random(hand, flop, opponents=opponents).equity


def equities_on_flop(hand: Cards, flop: Cards) -> tuple[float, float]:
    """Equities of a hand against one and against two random opponents."""
    tables = stored_flop_tables()
    if tables is not None:
        return tables.equity(hand, flop, opponents=1), tables.equity(hand, flop, opponents=2)
    return equities_against_random(hand, flop)


def flop_equities(deals: NDArray[np.uint8], *, opponents: int) -> NDArray[np.float64]:
    """Equities of many deals, rows of two hole cards and three flop cards."""
    tables = stored_flop_tables()
    if tables is not None:
        return tables.equities(deals, opponents=opponents)
    rows = HAND_FLOP.checked_deals(deals).tolist()
    return np.array([count_against_random(row[:2], row[2:], opponents=opponents).equity for row in rows])


@cache
def stored_flop_tables() -> FlopTables | None:
    """The tables, read once per process; None if they are missing, or damaged, which is logged."""
    try:
        return load_flop_tables()
    except TableError as error:
        _log.warning("%s; computing instead. `railbird tables build` builds it again", error)
        return None
