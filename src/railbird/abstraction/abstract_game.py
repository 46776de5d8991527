"""What a solver needs to know of a game: its tree, its cards by class, and the numbering of its cells."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction import _kernels
from railbird.abstraction.betting_tree import build_tree
from railbird.abstraction.card_classes import card_classes
from railbird.abstraction.information_set_layout import Cells, number_cells
from railbird.games import game_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from railbird.abstraction.betting_tree import BettingTree
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
    information_set_count: int
    """Of all players."""

    @property
    def players(self) -> int:
        """How many play."""
        return self.tree.players

    def probabilities(self, sums: NDArray[np.float64] | NDArray[np.float32]) -> NDArray[np.float64]:
        """A strategy from sums by cell: each cell's share of its information set, the same for all if none has any."""
        tree, cells = self.tree, self.cells
        shares = np.ones(cells.count)
        _kernels.normalise(
            tree.player, tree.street, tree.first_edge, tree.slot, cells.base, cells.width, cells.classes, sums, shares
        )
        return shares

    @cached_property
    def fingerprint(self) -> str:
        """What tells this game from others: the same for the same tree, payoffs and classes of cards."""
        digest = hashlib.sha256()
        for name, array in _arrays_of(self.tree, self.cells, self.cards):
            digest.update(f"{name} {array.dtype} {array.shape}".encode())
            digest.update(np.ascontiguousarray(array).data)
        return digest.hexdigest()[:16]


def _arrays_of(*parts: object) -> Iterator[tuple[str, NDArray[np.generic]]]:
    for part in parts:
        for name, value in vars(part).items() if part is not None else ():
            for array in value if isinstance(value, tuple) else (value,):
                if isinstance(array, np.ndarray):
                    yield name, array


@dataclass(frozen=True, kw_only=True)
class PokerGame(AbstractGame):
    """A game of poker: betting, and cards by class."""

    tree: BettingTree
    cards: CardClasses


def exact_game(game: GameDefinition | str, menu: BetMenu | None = None) -> PokerGame:
    """A game, or a built-in one by its name, whose cards are all told apart, but for suits that make no difference."""
    game = game_named(game) if isinstance(game, str) else game
    tree = build_tree(game, menu)
    cards = card_classes(game)
    return PokerGame(
        name=game.name or "game",
        tree=tree,
        cells=number_cells(tree.size.choices, cards.counts),
        cards=cards,
        first_player=game.first_players[0],
        information_set_count=int((tree.size.decisions.sum(axis=0) * cards.counts).sum()),
    )
