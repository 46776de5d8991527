"""Lines of the record of a dealer's traffic: what was sent to each seat and received from it, with times."""

from __future__ import annotations


def format_sent(seat: int, line: str, *, at: float) -> str:
    """A line that was sent to a seat, with its end."""
    return f"TO {seat + 1} at {at:.6f} {line}\r\n"


def format_received(seat: int, line: str, *, at: float) -> str:
    """A line that was received from a seat, with its end."""
    return f"FROM {seat + 1} at {at:.6f} {line}\r\n"
