"""Instant run-off, the second ranking of the ACPC (Annual Computer Poker Competition) beside total bankroll."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def instant_run_off(tables: Mapping[tuple[int, ...], Sequence[float]], players: int) -> list[int]:
    """The ranks of the players, from 0 for the winner, by the ACPC's bankroll run-off.

    In each round, only tables of remaining players count, and the player with the lowest total is eliminated. When too
    few are left for a table, the last totals decide. `tables` has the result of each player at each table.
    """
    left = set(range(players))
    ranks = [0] * players
    totals = _totals(tables, left)
    while len(left) > 1:
        if any(left.issuperset(table) for table in tables):
            totals = _totals(tables, left)
        # Of equal totals the later player is eliminated first, so that ties do not depend on chance.
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
