"""Orders of seats: in which orders the bots of a table play the same deals."""

from __future__ import annotations

from itertools import islice, permutations
from math import factorial
from typing import TYPE_CHECKING, Literal, TypeAlias

from railbird.errors import GameError
from railbird.rng import generator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeVar

    Player = TypeVar("Player", int, str)

SeatOrders: TypeAlias = Literal["default", "all", "rotations", "single"] | int
"""All orders, the rotations of the first order, the first order alone, or a number of orders drawn for each match.

A plan replaces the default by all orders for up to three players, and by rotations for more, whose orders are too many.
"""
_NAMES: dict[str, SeatOrders] = {"all": "all", "rotations": "rotations", "single": "single"}
_FEW_PLAYERS = 3
"""Number of players up to which all orders are played by default."""
_KEY = 2_000_000
"""Key of the seeds from which orders are drawn, which are independent of the cards."""


def parse_seat_orders(text: str) -> SeatOrders:
    """Read `all`, `rotations`, `single` or a number."""
    if text.isascii() and text.isdecimal():
        return int(text)
    if text not in _NAMES:
        raise GameError(f"orders of seats {text!r}: write all, rotations, single, or a number of orders to draw")
    return _NAMES[text]


def checked_seat_orders(orders: SeatOrders, players: int) -> SeatOrders:
    """The orders with the default replaced. Raise GameError if there are fewer than asked for."""
    if orders == "default":
        return "all" if players <= _FEW_PLAYERS else "rotations"
    most = factorial(players)
    if isinstance(orders, int) and not 1 <= orders <= most:
        raise GameError(f"{orders} orders of seats: {players} players have {most:,}, so draw 1 to {most:,}")
    return orders


def number_of_orders(orders: SeatOrders, players: int) -> int:
    """Number of orders in which a match is played."""
    if isinstance(orders, int):
        return orders
    return {"all": factorial(players), "rotations": players}.get(orders, 1)


def drawn_places(orders: SeatOrders, players: int, *, seed: int, match: int) -> list[tuple[int, ...]]:
    """The places at the table by seat, in each order of a match. Drawn orders depend on the seed and the match."""
    first = tuple(range(players))
    if orders == "all":
        return list(permutations(first))
    if orders == "rotations":
        return _rotations(first)
    if isinstance(orders, int):
        return list(islice(_drawn(players, seed=seed, match=match), orders))
    return [first]


def have_same_orders(orders: SeatOrders, first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether two tables, whose players are given in their first order, are played in the same orders of seats."""
    if orders == "all":
        return {*first} == {*second}
    if orders == "rotations":
        return tuple(first) in _rotations(tuple(second))
    return list(first) == list(second)


def _drawn(players: int, *, seed: int, match: int) -> Iterator[tuple[int, ...]]:
    """Yield different orders, each followed by its rotations.

    In the rotations of an order each player holds the cards of each position once, which cancels most of their luck.
    """
    draws = generator(seed, _KEY, match)
    drawn: set[tuple[int, ...]] = set()
    while len(drawn) < factorial(players - 1):
        # An order and its rotations are represented by the one in which the first player has the first seat.
        order = (0, *(draws.permutation(players - 1) + 1).tolist())
        if order not in drawn:
            drawn.add(order)
            rotations = _rotations(order)
            start = int(draws.integers(players))
            yield from rotations[start:] + rotations[:start]


def _rotations(order: tuple[Player, ...]) -> list[tuple[Player, ...]]:
    return [order[start:] + order[:start] for start in range(len(order))]
