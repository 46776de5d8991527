"""The seat of each position in a hand of a match: the only place that knows how positions rotate."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from railbird.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Sequence


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


def seats_of_hand(hand: int, players: int, seats: Sequence[int] | None = None) -> HandSeats:
    """The seats that are given by position, or else rotating ones; a GameError if no table has them."""
    if hand < 0:
        raise GameError(f"hand {hand}: hands count from 0")
    if seats is None:
        return rotating_seats(hand, players)
    if sorted(seats) != [*range(players)]:
        raise GameError(f"seats {[*seats]}: give each of the seats 0 to {players - 1} once, by position")
    return HandSeats(hand, tuple(seats))
