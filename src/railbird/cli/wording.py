"""Words that several commands print."""

from __future__ import annotations


def number_of(count: int, thing: str) -> str:
    """A count with its noun: 1 hand, 2 hands."""
    return f"{count:,} {thing}{'s' * (count != 1)}"
