"""Cells of tables as people read them."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.analysis.tables import Cell

NOTHING = "-"
_SHARES = {"all-in won", "fold", "call", "raise", "share", "VPIP", "PFR", "3-bet", "WTSD", "W$SD"}


def cell_text(cell: Cell, heading: str) -> str:
    """Shares in percent, thousands apart."""
    if cell is None or (isinstance(cell, float) and not isfinite(cell)):
        return NOTHING
    if isinstance(cell, str):
        return cell
    if heading in _SHARES:
        return f"{100 * cell:.1f} %"
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell:,.2f}" if heading == "AF" else f"{cell:,.1f}"
