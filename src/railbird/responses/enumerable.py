"""The check that best responses to a strategy can be computed over all deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import SolverError
from railbird.memory import available_memory, bytes_text
from railbird.solvers.sizes import solve_size
from railbird.strategy import with_real_cards

if TYPE_CHECKING:
    from railbird.strategy import Strategy


def with_enumerable_cards(strategy: Strategy) -> Strategy:
    """The strategy with real cards, for exact best responses; raise SolverError if the game is too large for them."""
    size = solve_size(strategy.definition, strategy.menu, algorithm="cfr")
    if not size.fits(available_memory()):
        reason = size.obstacle or f"it takes {bytes_text(size.bytes)}"
        raise SolverError(
            f"best responses are computed over all deals, and {strategy.definition.name or 'the game'} is too large "
            f"for that: {reason}"
        )
    return with_real_cards(strategy)
