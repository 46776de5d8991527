"""Games for the tests of solvers with joint tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction import CardClasses, abstract_game, exact_game
from railbird.abstraction.joint import JointTables, tables_of_enumeration
from solvers.boards.board_games import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.abstraction import CardIdentity, DealSource, PokerGame
    from railbird.abstraction.card_enumeration import CardEnumeration
    from railbird.cards import Card
    from railbird.games import GameDefinition
    from railbird.progress import Progress

SMALL = {
    name: GAMES[name] for name in ("kuhn", "leduc", "flushes", "two hole cards", "all-in early", "all-in by a blind")
}


@dataclass(frozen=True)
class TabledCards:
    """A card abstraction of which only the joint tables are known."""

    game: GameDefinition
    tables: JointTables
    has_perfect_recall: bool = True
    enumeration: CardEnumeration | None = None

    @property
    def identity(self) -> CardIdentity:
        return {"kind": "tabled"}

    @property
    def counts(self) -> tuple[int, ...]:
        return self.tables.counts

    def joint_tables(self, progress: Progress | None = None) -> JointTables:  # noqa: ARG002
        return self.tables

    def class_of(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:
        raise NotImplementedError

    def deals(self) -> DealSource:
        raise NotImplementedError


def tabled(game: PokerGame) -> PokerGame:
    """The same game with nothing but the joint tables of its cards."""
    tables = tables_of_enumeration(game.cards.enumeration)
    return replace(game, cards=TabledCards(game.definition, tables))


def shaken(name: str, seed: int = 1) -> PokerGame:
    """A small game with other stakes at each end of the betting, so that no two choices are equally good."""
    game = exact_game(SMALL[name])
    tree, rng = game.tree, np.random.default_rng(seed)
    payoffs, is_fold = tree.payoffs[tree.terminal_row], tree.is_fold[tree.terminal_row]
    payoffs = payoffs * (1 + 0.1 * rng.random((len(payoffs), 1, 1)))
    own_rows = replace(tree, terminal_row=np.arange(len(payoffs), dtype=np.int32), payoffs=payoffs, is_fold=is_fold)
    return replace(game, tree=own_rows)


def random_strategy(game: PokerGame, seed: int) -> NDArray[np.float64]:
    """Random probabilities by cell, some of them 0."""
    rng = np.random.default_rng(seed)
    weights = rng.random(game.layout.count) * (rng.random(game.layout.count) > 0.3)
    return game.probabilities(weights)


def chain_tables(counts: Sequence[int], seed: int) -> JointTables:
    """Random tables of two independent Markov chains."""
    rng = np.random.default_rng(seed)
    first = rng.dirichlet(np.ones(counts[0]))
    chances, transitions = [first], []
    for earlier, later in pairwise(counts):
        forward = rng.dirichlet(np.ones(later), size=earlier)
        both = chances[-1][:, None] * forward
        chances.append(both.sum(axis=0))
        transitions.append((both / chances[-1]).T)
    better = rng.uniform(-1, 1, size=(counts[-1], counts[-1]))
    joint = np.outer(chances[-1], chances[-1])
    return JointTables.from_last_round(transitions, probabilities=joint, margins=joint * (better - better.T) / 2)


def chain_game(definition: GameDefinition, counts: Sequence[int], *, seed: int) -> PokerGame:
    """A game whose cards are two independent Markov chains of classes."""
    cards = TabledCards(definition, chain_tables(counts, seed), has_perfect_recall=False)
    return abstract_game(cards)


def lossless(name: str) -> PokerGame:
    return abstract_game(CardClasses(SMALL[name]))
