"""Nodes of the betting of a game, as a tree that grows as it is played.

What follows from an action is the same for every deal, so it is worked out once: a node keeps those that came after
it, up to a number for each game. Limit games, and bots with few sizes of bets, then play at the speed of a look-up.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from railbird.compiled import EntryPoints
from railbird.errors import ActionError
from railbird.games import _kernels
from railbird.games.action import Action
from railbird.games.state_array import CALL, FOLD, SPENT, array_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railbird.games.definition import GameDefinition

MOST_KEPT = 32_768
"""So many nodes of a game are kept, in about 40 MB. Two-player limit has 16,584, three-player limit has more."""

_direct = EntryPoints(act=(_kernels.act, (array("q"), (0, 0))))
_tuple_new = tuple.__new__  # half the time of a named tuple's own constructor
_NOTHING: dict[Action, BettingNode] = {}
"""Shared by all nodes that nothing has followed yet."""


class LegalActions(NamedTuple):
    """What the acting player may do; a call is always legal."""

    fold: bool
    lowest_raise: int
    """The smallest total of a raise, 0 if the player may not raise."""
    highest_raise: int

    @property
    def can_raise(self) -> bool:
        """Whether a raise is legal."""
        return self.highest_raise > 0


_NOTHING_LEGAL = LegalActions(False, 0, 0)


class NodeTree:
    """What all nodes of a game have in common, in slots, which are found sooner than properties."""

    __slots__ = ("boards", "game", "kept", "players")

    def __init__(self, game: GameDefinition) -> None:
        self.game = game
        self.players = game.players
        self.boards = tuple(map(slice, game.board_sizes))
        """By round: the part of the board that is on the table."""
        self.kept = 0
        """How many nodes are kept."""


class BettingNode:
    """One node: whose turn it is, what is legal, all chips, and how it came about. It does not change."""

    __slots__ = ("acting", "action", "before", "legal", "next", "numbers", "outcome", "street", "tree")

    numbers: array[int]
    """The game and the chips, see `state_array`; not NumPy's, which are slower to copy, pass on and look into."""
    outcome: int
    street: int
    acting: int
    legal: LegalActions
    before: BettingNode | None
    action: Action | None
    """What led here from the node before."""
    next: dict[Action, BettingNode]
    """The nodes that are kept, by the action that leads to them."""
    tree: NodeTree
    """The same for all nodes of the game."""

    def after(self, action: Action) -> BettingNode:
        """The node after an action of the acting player; an ActionError if it is not legal."""
        kind, total = action
        # Later hands have in them what is kept here: a 300.0 would be found for a 300.
        if type(action) is not Action or type(kind) is not int or type(total) is not int:
            raise self._refusal(action)
        tree = self.tree
        numbers = self.numbers.__copy__()
        try:
            outcome, street, acting, legal = _direct.act(numbers, action)
        except OverflowError:
            outcome = -1
        if outcome < 0:
            raise self._refusal(action)
        # Not in a constructor, whose call would take a twentieth of the time of playing a hand.
        node = BettingNode()
        node.tree = tree
        node.numbers = numbers
        node.outcome = outcome
        node.street = street
        node.acting = acting
        node.legal = _tuple_new(LegalActions, legal) if acting >= 0 else _NOTHING_LEGAL
        node.before = self
        node.action = action
        node.next = _NOTHING
        if tree.kept < MOST_KEPT:
            self._keep(node, action)
        return node

    def _keep(self, node: BettingNode, action: Action) -> None:
        self.tree.kept += 1
        if self.next is _NOTHING:
            self.next = {}
        self.next[action] = node

    def play(self, actions: Iterable[Action]) -> BettingNode:
        """The node after several actions."""
        node = self
        for action in actions:
            node = node.next.get(action) or node.after(action)
        return node

    def line(self) -> Iterator[BettingNode]:
        """This node and all before it, backwards."""
        node: BettingNode | None = self
        while node is not None:
            yield node
            node = node.before

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        found = [node.action for node in self.line() if node.action is not None]
        return tuple(reversed(found))

    def spent(self) -> list[int]:
        """What each player has put in, by position, antes apart."""
        return self.numbers[SPENT : SPENT + self.tree.players].tolist()

    def _refusal(self, action: Action) -> ActionError:
        kind, total = action
        is_action = type(action) is Action and type(kind) is int and type(total) is int
        if not is_action or (total and kind in (FOLD, CALL)):
            return ActionError(f"{action!r} is no action in {self}: those are FOLD, CALL and raise_to(total)")
        return ActionError(f"{action} is not legal in {self}: {self._legal_text()}")

    def _legal_text(self) -> str:
        """The legal actions in words."""
        if self.acting < 0:
            return "the hand is over"
        can_fold, lowest, highest = self.legal
        possible = ["fold"] * can_fold + ["call"]
        if highest:
            possible.append(f"raise to {lowest}" if lowest == highest else f"raise to {lowest} to {highest}")
        return f"position {self.acting} may {', '.join(possible[:-1])}{' or ' * (len(possible) > 1)}{possible[-1]}"

    def __str__(self) -> str:
        chips = "|".join(map(str, self.spent()))
        acted = ", ".join(map(str, self.actions)) or "no action yet"
        return f"[street {self.street}, chips {chips}, {acted}]"


@lru_cache(maxsize=256)
def first_node(game: GameDefinition) -> BettingNode:
    """Where nobody has acted yet."""
    node = BettingNode()
    node.tree = NodeTree(game)
    numbers = array_of(game)
    node.outcome, node.street, node.acting, legal = _kernels.start(numbers)
    node.numbers = array("q", numbers.tobytes())
    node.legal = LegalActions(*legal)
    node.before = node.action = None
    node.next = _NOTHING
    return node
