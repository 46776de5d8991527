"""Formats the lines of a dealer's traffic record: what was sent to and received from each seat, with times."""

from __future__ import annotations


def format_sent(seat: int, line: str, *, at: float) -> str:
    """Format a line that was sent to a seat, with the line break."""
    return f"TO {seat + 1} at {at:.6f} {line}\r\n"


def format_received(seat: int, line: str, *, at: float) -> str:
    """Format a line that was received from a seat, with the line break."""
    return f"FROM {seat + 1} at {at:.6f} {line}\r\n"
