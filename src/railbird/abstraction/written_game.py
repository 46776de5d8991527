"""Games written by hand as nested decision nodes, chance nodes and payoffs, for teaching and tests.

matching = DecisionNode(0, "first", {
    "heads": DecisionNode(1, "second", {"heads": (1, -1), "tails": (-1, 1)}),
    "tails": DecisionNode(1, "second", {"heads": (-1, 1), "tails": (1, -1)}),
})
game = written_game("matching pennies", matching)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isclose, isfinite
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from railbird.abstraction.abstract_game import AbstractGame
from railbird.abstraction.game_tree import CHANCE, GameTree
from railbird.abstraction.information_set_layout import InformationSetLayout
from railbird.errors import GameError

if TYPE_CHECKING:
    from numpy.typing import NDArray

Payoffs: TypeAlias = Sequence[float]
Node: TypeAlias = "DecisionNode | ChanceNode | Payoffs"
_MOST_CHOICES, _MOST_PLAYERS = 2**15 - 1, 2**7
_Way: TypeAlias = tuple[tuple[str, str], ...]
"""A player's sequence: its own information sets and choices, in order."""
_Ways: TypeAlias = Mapping[int, _Way]
"""Sequence of each player."""


@dataclass(frozen=True)
class DecisionNode:
    """A decision; the player cannot distinguish decisions of the same information set."""

    player: int
    information_set: str
    choices: Mapping[str, Node]


@dataclass(frozen=True)
class ChanceNode:
    """A chance node: its outcomes, each with its probability and the node that follows."""

    outcomes: Mapping[str, tuple[float, Node]]


@dataclass(frozen=True, kw_only=True)
class WrittenGame(AbstractGame):
    """A game written by hand, with the author's names of its information sets and choices."""

    information_sets: Mapping[str, tuple[int, tuple[str, ...]]]
    """First cell and choices of each information set, by its name."""

    def by_name(self, strategy: NDArray[np.float64]) -> dict[str, dict[str, float]]:
        """The probability of every choice in every information set, from a strategy by cell."""
        return {
            label: dict(zip(choices, strategy[first : first + len(choices)].tolist(), strict=True))
            for label, (first, choices) in self.information_sets.items()
        }


def written_game(name: str, root: Node) -> WrittenGame:
    """Compile a game. A GameError names the first invalid node, or the first without perfect recall."""
    draft = _Draft()
    try:
        draft.add(root, (), {})
    except RecursionError:
        raise GameError(f"{name}: the tree is too deep, its longest line of play has several hundred nodes") from None
    players = draft.players()
    slots = draft.slots(players)
    tree = draft.tree(slots, players)
    widths = [
        sum(len(known.choices) for known in draft.sets.values() if known.player == player) for player in range(players)
    ]
    layout = InformationSetLayout.of(np.array(widths, dtype=np.int64)[:, None], [1])
    return WrittenGame(
        name=name,
        tree=tree,
        layout=layout,
        cards=None,
        first_player=next((int(player) for player in tree.player if player != CHANCE), 0),
        information_set_count=len(draft.sets),
        information_sets={
            label: (int(layout.base[known.player, 0]) + slots[label], known.choices)
            for label, known in draft.sets.items()
        },
    )


@dataclass(frozen=True)
class _InformationSet:
    player: int
    choices: tuple[str, ...]
    way: _Way
    """The player's sequence that leads to the set."""
    place: str
    """Path of the first node of the set."""


@dataclass
class _Draft:
    """The lists that become the arrays of a tree."""

    sets: dict[str, _InformationSet] = field(default_factory=dict)
    nodes: list[tuple[int, str]] = field(default_factory=list)
    """By node: the player, and the information set."""
    edges: list[list[int]] = field(default_factory=list)
    """By node: the children of its choices."""
    chances: list[list[float]] = field(default_factory=list)
    terminals: list[tuple[float, ...]] = field(default_factory=list)

    def add(self, node: Node, path: tuple[str, ...], ways: _Ways) -> int:
        """Add a node and its subtree; return its number, or -1 - terminal."""
        if isinstance(node, DecisionNode):
            return self._add_decision(node, path, ways)
        if isinstance(node, ChanceNode):
            return self._add_chance(node, path, ways)
        if isinstance(node, str | bytes):
            raise _no_node(node, path)
        return self._add_terminal(node, path)

    def _add_decision(self, node: DecisionNode, path: tuple[str, ...], ways: _Ways) -> int:
        place, choices, way = _place(path), tuple(node.choices), ways.get(node.player, ())
        if not isinstance(node.choices, Mapping):
            raise GameError(f"{place}: the choices of a decision are a mapping from their names to nodes")
        if not choices:
            raise GameError(f"{place}: a decision without choices")
        if len(choices) > _MOST_CHOICES:
            raise GameError(f"{place}: a decision with {len(choices):,} choices: there are at most {_MOST_CHOICES:,}")
        if type(node.player) is not int or not 0 <= node.player < _MOST_PLAYERS:
            raise GameError(f"{place}: player {node.player!r} decides, but players are 0 to {_MOST_PLAYERS - 1}")
        known = self.sets.setdefault(node.information_set, _InformationSet(node.player, choices, way, place))
        if known.player != node.player:
            raise GameError(
                f"{place}: information set {node.information_set!r} is player {node.player}'s here, "
                f"but player {known.player}'s at {known.place}"
            )
        if known.choices != choices:
            raise GameError(
                f"{place}: information set {node.information_set!r} has the choices {_listed(choices)} here, "
                f"but {_listed(known.choices)} at {known.place}"
            )
        if known.way != way:
            raise GameError(
                f"{place}: player {node.player} reaches information set {node.information_set!r} by different choices "
                f"of its own than at {known.place}: games need perfect recall"
            )
        number = self._open(node.player, node.information_set)
        for choice, below in node.choices.items():
            further = {**ways, node.player: (*way, (node.information_set, choice))}
            self.edges[number].append(self.add(below, (*path, choice), further))
        return number

    def _add_chance(self, node: ChanceNode, path: tuple[str, ...], ways: _Ways) -> int:
        place = _place(path)
        try:
            probabilities = [float(probability) for probability, _ in node.outcomes.values()]
        except (TypeError, ValueError, AttributeError):
            raise GameError(
                f"{place}: the outcomes of a chance node are a mapping from names to a probability and a node"
            ) from None
        if not probabilities or min(probabilities) < 0 or not isclose(sum(probabilities), 1, abs_tol=1e-9):
            raise GameError(
                f"{place}: the probabilities of a chance node are {probabilities}: "
                "none may be below 0, and they must add up to 1"
            )
        number = self._open(CHANCE, "")
        for outcome, (probability, below) in node.outcomes.items():
            self.edges[number].append(self.add(below, (*path, outcome), ways))
            self.chances[number].append(probability / sum(probabilities))
        return number

    def _add_terminal(self, payoffs: Payoffs, path: tuple[str, ...]) -> int:
        place = _place(path)
        try:
            values = tuple(float(value) for value in payoffs)
        except (TypeError, ValueError):
            raise _no_node(payoffs, path) from None
        if not values or not all(map(isfinite, values)):
            raise GameError(f"{place}: payoffs {values}: give a finite number for each player")
        if self.terminals and len(self.terminals[0]) != len(values):
            raise GameError(f"{place}: {len(values)} payoffs, but {len(self.terminals[0])} elsewhere")
        self.terminals.append(values)
        return -len(self.terminals)

    def _open(self, player: int, information_set: str) -> int:
        self.nodes.append((player, information_set))
        self.edges.append([])
        self.chances.append([])
        return len(self.nodes) - 1

    def players(self) -> int:
        """Number of players, from the payoffs."""
        if not self.sets:
            raise GameError("this game has no decisions")
        players = len(self.terminals[0])
        for label, known in self.sets.items():
            if known.player >= players:
                raise GameError(
                    f"{known.place}: player {known.player} decides in {label!r}, but payoffs are for {players} players"
                )
        return players

    def slots(self, players: int) -> dict[str, int]:
        """Slot of each information set: the place of its first choice among its player's choices."""
        used, slots = [0] * players, {}
        for label, known in self.sets.items():
            slots[label] = used[known.player]
            used[known.player] += len(known.choices)
        return slots

    def tree(self, slots: Mapping[str, int], players: int) -> GameTree:
        """The compiled tree."""
        has_chance = any(self.chances)
        # Decision nodes have no probabilities; zeros fill their places.
        chances = [
            probability
            for probabilities, edges in zip(self.chances, self.edges, strict=True)
            for probability in (probabilities or [0.0] * len(edges))
        ]
        return GameTree(
            player=np.array([player for player, _ in self.nodes], dtype=np.int8),
            street=np.zeros(len(self.nodes), dtype=np.int8),
            first_edge=np.concatenate([[0], np.cumsum([len(edges) for edges in self.edges])]).astype(np.int64),
            slot=np.array([slots.get(label, 0) for _, label in self.nodes], dtype=np.int32),
            child=np.array([below for edges in self.edges for below in edges], dtype=np.int32),
            chance=np.array(chances if has_chance else [], dtype=np.float64),
            terminal_row=np.arange(len(self.terminals), dtype=np.int32),
            payoffs=np.array(self.terminals).reshape(-1, 1, players),
        )


def _no_node(given: object, path: tuple[str, ...]) -> GameError:
    return GameError(f"{_place(path)}: {given!r} is not a node: give a DecisionNode, a ChanceNode or payoffs by player")


def _listed(choices: tuple[str, ...]) -> str:
    return ", ".join(map(str, choices))


def _place(path: tuple[str, ...]) -> str:
    return " > ".join(map(str, path)) or "the root"
