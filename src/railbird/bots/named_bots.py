"""The bots that are known by name: those that packages announce by entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_GROUP = "railbird.bots"


def bot_names() -> list[str]:
    """The bots that are known by name, those of other packages too."""
    return sorted(named_bots())


@cache
def named_bots() -> dict[str, EntryPoint]:
    """Looked up once a process: it means reading a file of every installed package."""
    return {entry.name: entry for entry in reversed(tuple(entry_points(group=_GROUP)))}
