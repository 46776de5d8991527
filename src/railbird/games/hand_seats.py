"""The seat of each position in a hand of a match: the only place that knows how positions rotate."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class HandSeats(NamedTuple):
    """The number of a hand in its match, counted from 0, and the seat of each position."""

    hand: int
    seats: tuple[int, ...]


@lru_cache(maxsize=64)
def rotating_seats(hand: int, players: int) -> HandSeats:
    """The seats when the button moves after each hand: seat s is at position (s - hand) mod n."""
    return HandSeats(hand, tuple([(position + hand) % players for position in range(players)]))


def fixed_seats(hand: int, players: int) -> HandSeats:
    """The seats when every seat keeps its position."""
    return HandSeats(hand, tuple(range(players)))
