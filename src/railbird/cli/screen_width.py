"""How wide tables and lines may be."""

from __future__ import annotations

from contextvars import ContextVar
from shutil import get_terminal_size

ENDLESS = 10_000
"""A width that no line has."""
_NARROWEST = 40
_is_wide = ContextVar("is_wide", default=False)


def use_any_width(wide: bool) -> None:
    """Let tables and lines be as wide as they like, or else fit the screen."""
    _is_wide.set(wide)


def screen_width() -> int:
    """Characters in a line of the screen, or those that COLUMNS names; no limit in a file or a pipe."""
    if _is_wide.get():
        return ENDLESS
    return max(get_terminal_size((ENDLESS, 24)).columns, _NARROWEST)
