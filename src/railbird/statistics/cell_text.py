"""Cells of tables as people read them, and as JSON has them."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, TypeAlias

from railbird.statistics.table import Rate

if TYPE_CHECKING:
    from railbird.statistics.table import Cell

CellAsJson: TypeAlias = "str | float | dict[str, float | None] | None"
NOTHING = "-"
_SHARES = {"all-in won", "fold", "call", "raise", "share", "VPIP", "PFR", "3-bet", "WTSD", "W$SD"}


def cell_text(cell: Cell, heading: str) -> str:
    """Shares in percent, thousands apart."""
    if isinstance(cell, Rate):
        return rate_text(cell, digits=0 if heading == "mbb/hand" else 1)
    if isinstance(cell, str):
        return cell
    if cell is None or not isfinite(cell):
        return NOTHING
    if heading in _SHARES:
        return f"{100 * cell:.1f} %"
    if heading == "chips":
        return f"{cell:+,.1f}".removesuffix(".0")
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell:,.2f}" if heading == "AF" else f"{cell:,.1f}"


def rate_text(rate: Rate, *, digits: int = 1) -> str:
    """With half of its interval, if that is known."""
    text = f"{rate.mean:+,.{digits}f}"
    return f"{text} ± {rate.margin:,.{digits}f}" if isfinite(rate.margin) else text


def number_of(count: int, thing: str) -> str:
    """So many things: 1 hand, 2 hands."""
    return f"{count:,} {thing}{'s' * (count != 1)}"


def cell_as_json(cell: Cell) -> CellAsJson:
    """JSON knows no infinity."""
    if isinstance(cell, Rate):
        return {"mean": finite(cell.mean), "margin": finite(cell.margin)}
    return finite(cell) if isinstance(cell, float) else cell


def finite(value: float) -> float | None:
    """None for what is infinite, or no number."""
    return value if isfinite(value) else None
