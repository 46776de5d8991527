"""Instant run-off: the other ranking of the ACPC (Annual Computer Poker Competition)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def instant_run_off(tables: Mapping[tuple[int, ...], Sequence[float]], players: int) -> list[int]:
    """The ranks of players, from 0 for the winner, by the competition's bankroll run-off.

    Counting only tables where everybody is still in, the player with the lowest total goes out, again and again; when
    too few are left for a table, the last totals decide. `tables` has the result of each player at each table.
    """
    left = set(range(players))
    ranks = [0] * players
    totals = _totals(tables, left)
    while len(left) > 1:
        if any(left.issuperset(table) for table in tables):
            totals = _totals(tables, left)
        # Among equals the later one goes first, so that the order of names decides, and not chance.
        loser = min(left, key=lambda player: (totals[player], -player))
        left.remove(loser)
        ranks[loser] = len(left)
    return ranks


def _totals(tables: Mapping[tuple[int, ...], Sequence[float]], left: set[int]) -> dict[int, float]:
    totals = dict.fromkeys(left, 0.0)
    for table, results in tables.items():
        if left.issuperset(table):
            for player, result in zip(table, results, strict=True):
                totals[player] += result
    return totals
