"""Strategies for programs: where they come from, and how good they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.strategy.strategy import Strategy


def strategy_as_json(strategy: Strategy) -> dict[str, object]:
    """The game, the solve, and exploitability along the way; None for what was not evaluated."""
    origin, definition = strategy.origin, strategy.definition
    last = origin.points[-1] if origin.points else None
    return {
        "game": definition.name,
        "algorithm": origin.algorithm,
        "options": dict(origin.options),
        "iterations": origin.iterations,
        "seconds": origin.seconds,
        "iterations_per_second": origin.iterations / origin.seconds if origin.seconds else None,
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
    """In thousandths of a big blind a hand, for hold'em alone: other games have no big blind to speak of."""
    definition, points = strategy.definition, strategy.origin.points
    if definition.hole_cards != 2 or not definition.big_blind or not points:
        return None
    return 1000 * points[-1].exploitability / definition.big_blind
