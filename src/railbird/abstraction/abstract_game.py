"""The games that solvers work on: a tree, a card abstraction, and the layout of information sets."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction import _kernels
from railbird.abstraction.betting_tree import build_tree
from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.deals import NoCards
from railbird.abstraction.information_set_layout import InformationSetLayout
from railbird.abstraction.menu import BetMenu
from railbird.abstraction.merged_tree import WHOLE_HAND, build_merged_tree, check_recall
from railbird.games import game_named

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.betting_tree import BettingTree
    from railbird.abstraction.card_abstraction import CardAbstraction, DealSource
    from railbird.abstraction.game_tree import GameTree
    from railbird.games import GameDefinition


@dataclass(frozen=True, kw_only=True)
class AbstractGame:
    """A game in the form that solvers work on."""

    name: str
    tree: GameTree
    layout: InformationSetLayout
    cards: CardAbstraction | None
    """None in games without cards."""
    first_player: int
    """The player whose value is the value of the game."""
    information_set_count: int
    """Number of information sets of all players."""

    @property
    def players(self) -> int:
        """Number of players."""
        return self.tree.players

    @property
    def has_perfect_recall(self) -> bool:
        """Whether players remember all that they have known."""
        return self.cards is None or self.cards.has_perfect_recall

    def deals(self) -> DealSource:
        """A source of random deals."""
        return NoCards() if self.cards is None else self.cards.deals()

    def probabilities(self, sums: NDArray[np.float64] | NDArray[np.float32]) -> NDArray[np.float64]:
        """Normalise sums by cell to a strategy: uniform in information sets whose sums are all 0."""
        probabilities = np.ones(self.layout.count)
        self._normalise(sums, probabilities)
        return probabilities

    def single_probabilities(self, sums: NDArray[np.float32]) -> NDArray[np.float32]:
        """The same in single precision, for games whose tables fill the memory."""
        probabilities = np.ones(self.layout.count, dtype=np.float32)
        self._normalise(sums, probabilities)
        return probabilities

    def _normalise(
        self,
        sums: NDArray[np.float64] | NDArray[np.float32],
        probabilities: NDArray[np.float64] | NDArray[np.float32],
    ) -> None:
        tree, layout = self.tree, self.layout
        _kernels.normalise(
            tree.player,
            tree.street,
            tree.first_edge,
            tree.slot,
            layout.base,
            layout.width,
            layout.classes,
            sums,
            probabilities,
        )

    @cached_property
    def fingerprint(self) -> str:
        """A hash that identifies the game: its tree, payoffs, layout and cards."""
        digest = hashlib.sha256(self._cards_text().encode())
        for part in (self.tree, self.layout):
            for name, array in vars(part).items():
                if isinstance(array, np.ndarray):
                    digest.update(f"{name} {array.dtype} {array.shape}".encode())
                    digest.update(np.ascontiguousarray(array).data)
        return digest.hexdigest()[:16]

    def _cards_text(self) -> str:
        """The rules and the card abstraction as text, for the fingerprint."""
        if self.cards is None:
            return ""
        rules = asdict(replace(self.cards.game, name=""))
        return json.dumps([rules, dict(self.cards.identity)], sort_keys=True)


@dataclass(frozen=True, kw_only=True)
class PokerGame(AbstractGame):
    """A poker game with a bet menu and a card abstraction."""

    tree: BettingTree
    cards: CardAbstraction
    menu: BetMenu
    recall: str = WHOLE_HAND
    """What players remember of the betting; see `merged_tree`."""

    @property
    def definition(self) -> GameDefinition:
        """The rules of the game."""
        return self.cards.game

    @property
    def has_perfect_recall(self) -> bool:
        return super().has_perfect_recall and self.recall == WHOLE_HAND


def abstract_game(cards: CardAbstraction, menu: BetMenu | None = None, *, recall: str = WHOLE_HAND) -> PokerGame:
    """The game of a card abstraction, with the raises of a bet menu; `recall` is what players remember of the betting.

    See `merged_tree` for what they can forget.
    """
    game, menu = cards.game, menu or BetMenu()
    check_recall(recall, game)
    tree = build_tree(game, menu) if recall == WHOLE_HAND else build_merged_tree(game)
    return PokerGame(
        name=game.name or "game",
        tree=tree,
        layout=InformationSetLayout.of(tree.size.choices, cards.counts),
        cards=cards,
        menu=menu,
        recall=recall,
        first_player=game.first_players[0],
        information_set_count=int((tree.size.decisions.sum(axis=0) * cards.counts).sum()),
    )


def exact_game(game: GameDefinition | str, menu: BetMenu | None = None) -> PokerGame:
    """A game, or a built-in game by name, with the lossless card abstraction."""
    return abstract_game(CardClasses(game_named(game) if isinstance(game, str) else game), menu)
