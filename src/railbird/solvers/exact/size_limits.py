"""Size limits of exact solvers, checked from counts before anything is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.abstraction.card_counts import deal_count
from railbird.errors import SolverError
from railbird.solvers.boards.board_values import MOST_HOLE_CARDS

if TYPE_CHECKING:
    from railbird.games import GameDefinition

MOST_ENTRIES = 6_000_000
"""Maximum length of the list of all terminals with all deals."""
MOST_CELLS = 2**31 - 1


def can_be_listed(definition: GameDefinition, terminals: int, *, deals: int | None = None) -> bool:
    """Whether the list of all terminals with all deals is short enough; by default, deals are counted up to suits."""
    return definition.players * terminals * (deal_count(definition) if deals is None else deals) <= MOST_ENTRIES


def check_possible(definition: GameDefinition, *, terminals: int, cells: int, deals: int | None = None) -> None:
    """Raise SolverError if a game can be neither listed nor solved board by board."""
    name = definition.name or "the game"
    if cells > MOST_CELLS:
        raise SolverError(
            f"{name} has {cells:,} choices in all information sets: exact solvers take up to {MOST_CELLS:,}"
        )
    if can_be_listed(definition, terminals, deals=deals):
        return
    deals = deal_count(definition) if deals is None else deals
    too_many = (
        f"{name} has {terminals:,} terminals and up to {deals:,} deals, too many for exact solvers "
        f"with {definition.players} players and {definition.hole_cards} hole cards each"
    )
    if definition.players != 2 or definition.hole_cards > MOST_HOLE_CARDS:
        raise SolverError(too_many)
