"""Phrases that several commands print."""

from __future__ import annotations


def number_of(count: int, noun: str) -> str:
    """Format a count with its noun: 1 hand, 2 hands."""
    return f"{count:,} {noun}{'s' * (count != 1)}"
