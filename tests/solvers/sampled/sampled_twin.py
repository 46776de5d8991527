"""What sampled walks learn on average, plainly: every deal, every choice, weighed by how likely it is."""

from __future__ import annotations

from collections import defaultdict
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from railbird.abstraction.joint_deals import joint_deals
from railbird.solvers.enumerations import enumeration_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.abstraction.game_tree import GameTree


class Expected:
    """By cell, for one walk of its player in which everybody follows a strategy."""

    def __init__(
        self, game: AbstractGame, strategy: NDArray[np.float64], deals: Iterable[PlainDeal] | None = None
    ) -> None:
        self.game = game
        self.strategy = strategy
        self.regrets: dict[int, float] = defaultdict(float)
        self.average: dict[int, float] = defaultdict(float)
        """If a walk comes to all the others' choices, or if there is one other who follows all its choices."""
        self.average_against_alike: dict[int, float] = defaultdict(float)
        """If the others choose everything alike."""
        for deal in all_deals(game) if deals is None else deals:
            self.lines = [lines_of(game, player, classes) for player, classes in enumerate(deal.classes)]
            self.order = deal.order
            self._walk(0, deal.probability, (1.0,) * game.players, (1.0,) * game.players)

    def _walk(self, node: int, chance: float, reach: tuple[float, ...], alike: tuple[float, ...]) -> list[float]:
        """The values of a node or an end, by player."""
        tree = self.game.tree
        if node < 0:
            return tree.payoffs[tree.terminal_row[-1 - node], self.order].tolist()
        edges = range(int(tree.first_edge[node]), int(tree.first_edge[node + 1]))
        acting = int(tree.player[node])
        if acting < 0:
            below = [
                self._walk(int(tree.child[edge]), chance * float(tree.chance[edge]), reach, alike) for edge in edges
            ]
            shares = [float(tree.chance[edge]) for edge in edges]
            return [sum(map(prod, zip(shares, values, strict=True))) for values in zip(*below, strict=True)]
        first = self.lines[acting][tree.street[node]] + int(tree.slot[node])
        shares = [float(self.strategy[first + choice]) for choice in range(len(edges))]
        below = [
            self._walk(
                int(tree.child[edge]), chance, _times(reach, acting, share), _times(alike, acting, 1 / len(edges))
            )
            for edge, share in zip(edges, shares, strict=True)
        ]
        result = [sum(map(prod, zip(shares, values, strict=True))) for values in zip(*below, strict=True)]
        for cell, share, values in zip(range(first, first + len(edges)), shares, below, strict=True):
            self.regrets[cell] += chance * prod(_times(reach, acting, 0, add=1)) * (values[acting] - result[acting])
            self.average[cell] += chance * reach[acting] * share
            self.average_against_alike[cell] += chance * prod(_times(alike, acting, 0, add=1)) * reach[acting] * share
        return result


class PlainDeal(NamedTuple):
    """What the players know of a deal, and who wins."""

    classes: Sequence[Sequence[int]]
    """By player and round."""
    order: int
    probability: float


def all_deals(game: AbstractGame) -> Iterator[PlainDeal]:
    """The deals of a game; a single deal without cards."""
    cards = enumeration_of(game)
    deals = joint_deals(cards, game.players)
    rounds = range(len(game.layout.classes))
    for last, order, share in zip(deals.classes.tolist(), deals.order.tolist(), deals.probability, strict=True):
        classes = [
            [
                number if cards is None else int(cards.ancestors(street=rounds[-1], earlier=now)[number])
                for now in rounds
            ]
            for number in last
        ]
        yield PlainDeal(classes, order, float(share))


def lines_of(game: AbstractGame, player: int, classes: Sequence[int]) -> list[int]:
    """By round: where the cells of a player's class begin."""
    return [
        game.layout.first_cell(player=player, street=street, card_class=number, slot=0)
        for street, number in enumerate(classes)
    ]


def _times(numbers: tuple[float, ...], place: int, factor: float, *, add: float = 0) -> tuple[float, ...]:
    """The same, but for one number."""
    return tuple(number * factor + add if i == place else number for i, number in enumerate(numbers))


def visited_most(game: AbstractGame, traverser: int, node: int = 0) -> int:
    """The largest number of a player's decisions and of ends that a walk meets behind a node."""
    tree = game.tree
    if node < 0:
        return 1
    below = [
        visited_most(game, traverser, int(tree.child[edge]))
        for edge in range(int(tree.first_edge[node]), int(tree.first_edge[node + 1]))
    ]
    return 1 + sum(below) if tree.player[node] == traverser else max(below)


def behind(tree: GameTree, node: int) -> set[int]:
    """All nodes that choices lead to from a node, with itself."""
    below = [int(tree.child[edge]) for edge in range(int(tree.first_edge[node]), int(tree.first_edge[node + 1]))]
    return {node}.union(*(behind(tree, child) for child in below if child >= 0))


def next_not_behind(tree: GameTree, node: int) -> int:
    """The first of the later nodes, or their number, that does not lie behind a node."""
    return min(set(range(node, len(tree.player) + 1)) - behind(tree, node))
