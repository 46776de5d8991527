"""What a solver needs to know of a game: its tree, its cards by class, and the numbering of its cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction import _kernels
from railbird.abstraction.betting_tree import build_tree
from railbird.abstraction.card_classes import card_classes
from railbird.abstraction.cells import Cells, number_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.card_classes import CardClasses
    from railbird.abstraction.game_tree import GameTree
    from railbird.abstraction.menu import BetMenu
    from railbird.games import GameDefinition


@dataclass(frozen=True, kw_only=True)
class AbstractGame:
    """A game that solvers work on."""

    name: str
    tree: GameTree
    cells: Cells
    cards: CardClasses | None
    """None in games without cards."""
    first_player: int
    """Whose value is the value of the game."""
    big_blind: int = 0
    """0 in games without blinds."""
    decisions: int
    """Information sets of all players."""

    @property
    def players(self) -> int:
        """How many play."""
        return self.tree.players

    def probabilities(self, sums: NDArray[np.floating]) -> NDArray[np.float64]:
        """A strategy from sums by cell: each cell's share of its information set, the same for all if none has any."""
        tree, cells = self.tree, self.cells
        shares = np.ones(cells.count)
        _kernels.normalise(
            tree.player, tree.street, tree.first_edge, tree.slot, cells.base, cells.width, cells.classes, sums, shares
        )
        return shares


def exact_game(game: GameDefinition, menu: BetMenu | None = None) -> AbstractGame:
    """A game whose cards are all told apart, but for their suits where these make no difference."""
    tree = build_tree(game, menu)
    cards = card_classes(game)
    decisions = int((tree.size.decisions.sum(axis=0) * cards.counts).sum())
    return AbstractGame(
        name=game.name or "game",
        tree=tree,
        cells=number_cells(tree.size.choices, cards.counts),
        cards=cards,
        first_player=game.first_players[0],
        big_blind=game.big_blind,
        decisions=decisions,
    )
