"""Bots with names, and readers of their tables in TOML files: what installed packages register as entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_GROUP = "railbird.bots"
_TABLE_GROUP = "railbird.bot_tables"


def bot_names() -> list[str]:
    """Names of all registered bots, including those of other packages."""
    return sorted(named_bots())


@cache
def named_bots() -> dict[str, EntryPoint]:
    """Registered bots by name, cached because the lookup reads a file of every installed package."""
    return {entry.name: entry for entry in reversed(tuple(entry_points(group=_GROUP)))}


@cache
def table_readers() -> dict[str, EntryPoint]:
    """Functions that read the TOML tables of bots whose options are more than values and bots, by name of the bot."""
    return {entry.name: entry for entry in reversed(tuple(entry_points(group=_TABLE_GROUP)))}
