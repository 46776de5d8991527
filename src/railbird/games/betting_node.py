"""Nodes of the betting tree of a game, which grows as hands are played.

The node after an action is the same for every deal, so it is computed once: a node keeps its children, up to a
maximum number of nodes per game. Limit games, and bots with few bet sizes, then play at the speed of a look-up.
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
"""The number of nodes kept per game, about 40 MB. Two-player limit has 16,584 nodes, three-player limit more."""

_direct = EntryPoints(act=(_kernels.act, (array("q"), (0, 0))))
_tuple_new = tuple.__new__  # half the time of a named tuple's own constructor
_NO_CHILDREN: dict[Action, BettingNode] = {}
"""The children of all nodes that have none yet."""


class LegalActions(NamedTuple):
    """The legal actions of the acting player; a call is always legal."""

    fold: bool
    lowest_raise: int
    """The smallest legal total of a raise; 0 if the player may not raise."""
    highest_raise: int

    @property
    def can_raise(self) -> bool:
        """Whether a raise is legal."""
        return self.highest_raise > 0


_NO_LEGAL_ACTIONS = LegalActions(False, 0, 0)


class NodeTree:
    """The data that all nodes of a game share, in slots, which are faster than properties."""

    __slots__ = ("boards", "game", "kept", "players")

    def __init__(self, game: GameDefinition, *, keeps_nodes: bool = True) -> None:
        self.game = game
        self.players = game.players
        self.boards = tuple(map(slice, game.board_sizes))
        """The slice of the board that is visible in each round."""
        self.kept = 0 if keeps_nodes else MOST_KEPT
        """The number of nodes kept so far; no more are kept from `MOST_KEPT` on."""


class BettingNode:
    """An immutable node: the acting position, the legal actions, the chips, and the action that led to it."""

    __slots__ = (
        "acting",
        "action",
        "before",
        "called",
        "legal",
        "next",
        "numbers",
        "outcome",
        "street",
        "tree",
        "visible_board",
    )

    numbers: array[int]
    """The state array (see `state_array`); not a NumPy array, which is slower to copy, pass and index."""
    outcome: int
    street: int
    acting: int
    legal: LegalActions
    before: BettingNode | None
    action: Action | None
    """The action that led here from the node before."""
    next: dict[Action, BettingNode]
    """The children that are kept, by action."""
    called: BettingNode | None
    """The child after a call, if it is kept: the most frequent action, found without a hash."""
    tree: NodeTree
    """The same for all nodes of the game."""
    visible_board: slice
    """The part of the board that is visible."""

    def after(self, action: Action) -> BettingNode:
        """The node after an action of the acting player; raise ActionError if it is illegal."""
        kind, total = action
        # Children are shared by later hands, and a raise to 300.0 would hash like one to 300: accept integers only.
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
        # A constructor call would take a twentieth of the time of playing a hand.
        node = BettingNode()
        node.tree = tree
        node.numbers = numbers
        node.outcome = outcome
        node.street = street
        node.visible_board = tree.boards[street]
        node.acting = acting
        node.legal = _tuple_new(LegalActions, legal) if acting >= 0 else _NO_LEGAL_ACTIONS
        node.before = self
        node.action = action
        node.next = _NO_CHILDREN
        node.called = None
        if tree.kept < MOST_KEPT:
            self._keep(node, action)
        return node

    def _keep(self, node: BettingNode, action: Action) -> None:
        self.tree.kept += 1
        if self.next is _NO_CHILDREN:
            self.next = {}
        self.next[action] = node
        if action.kind == CALL:
            self.called = node

    def play(self, actions: Iterable[Action]) -> BettingNode:
        """The node after several actions."""
        node = self
        for action in actions:
            node = node.next.get(action) or node.after(action)
        return node

    def line(self) -> Iterator[BettingNode]:
        """This node and its ancestors, up to the root."""
        node: BettingNode | None = self
        while node is not None:
            yield node
            node = node.before

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        latest_first: list[Action] = []
        node = self
        while node.before is not None:
            latest_first.append(node.action)  # type: ignore[arg-type]  # only the root has none
            node = node.before
        return tuple(latest_first[::-1])

    def spent(self) -> list[int]:
        """The chips that each position has put in, without antes."""
        return self.numbers[SPENT : SPENT + self.tree.players].tolist()

    def _refusal(self, action: Action) -> ActionError:
        kind, total = action
        is_action = type(action) is Action and type(kind) is int and type(total) is int
        if not is_action or (total and kind in (FOLD, CALL)):
            return ActionError(f"{action!r} is not an action in {self}: actions are FOLD, CALL and raise_to(total)")
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
    """The root of a game's betting tree, where nobody has acted yet."""
    return _root(NodeTree(game))


def unshared_root(game: GameDefinition) -> BettingNode:
    """A root whose nodes keep no children, for those who walk the tree once and keep what they need."""
    return _root(NodeTree(game, keeps_nodes=False))


def _root(tree: NodeTree) -> BettingNode:
    node = BettingNode()
    node.tree = tree
    numbers = array_of(tree.game)
    node.outcome, node.street, node.acting, legal = _kernels.start(numbers)
    node.visible_board = tree.boards[node.street]
    node.numbers = array("q", numbers.tobytes())
    node.legal = LegalActions(*legal)
    node.before = node.action = node.called = None
    node.next = _NO_CHILDREN
    return node
