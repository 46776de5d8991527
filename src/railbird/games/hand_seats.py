"""Who sits where in a hand of a match: the only place that knows how positions move from hand to hand."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class HandSeats(NamedTuple):
    """The number of a hand in its match, from 0, and the seat of each position."""

    hand: int
    seats: tuple[int, ...]


@lru_cache(maxsize=64)
def rotating_seats(hand: int, players: int) -> HandSeats:
    """The seats of a match in which the button moves on after each hand: seat s is at position (s - hand) mod n."""
    return HandSeats(hand, tuple([(position + hand) % players for position in range(players)]))


def fixed_seats(hand: int, players: int) -> HandSeats:
    """The seats of a match in which every seat keeps its position."""
    return HandSeats(hand, tuple(range(players)))
