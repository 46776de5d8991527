"""The origin and the exploitability of a strategy as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.strategy.strategy import Strategy


def strategy_as_json(strategy: Strategy) -> dict[str, object]:
    """The game, the solve, and the exploitability along the way; None for values that were not computed."""
    origin, definition = strategy.origin, strategy.definition
    last = origin.points[-1] if origin.points else None
    return {
        "game": definition.name,
        "algorithm": origin.algorithm,
        "options": dict(origin.options),
        "iterations": origin.iterations,
        "seconds": origin.seconds,
        "iterations_per_second": origin.iterations / origin.seconds if origin.seconds else None,
        "has_buckets": strategy.has_buckets,
        "exploitability": None if last is None else last.exploitability,
        "exploitability_mbb": exploitability_in_mbb(strategy),
        "gains": None if last is None else last.gains,
        "value": None if origin.values is None else origin.values[definition.first_players[0]],
        "values": origin.values,
        "points": [
            {"iteration": point.iteration, "seconds": point.seconds, "exploitability": point.exploitability}
            for point in origin.points
        ],
    }


def exploitability_in_mbb(strategy: Strategy) -> float | None:
    """Exploitability in mbb/hand; None for games other than hold'em, which have no comparable big blind."""
    definition, points = strategy.definition, strategy.origin.points
    if definition.hole_cards != 2 or not definition.big_blind or not points:
        return None
    return 1000 * points[-1].exploitability / definition.big_blind
