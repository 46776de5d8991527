"""The betting of a limit game in which players forget: situations that are the same to all of them are one node.

With the recall `round`, players remember the betting of the current round, and of the earlier rounds what matters most:
who is left, who raised last in the round before, and the size of the pot as far as it has doubled. The nodes have the
same futures and payoffs as those of the whole tree, so nothing but memory is lost. Three-player limit hold'em has
9,711,806 decisions, but only 24,455 nodes, which players tell apart as 6,312 decisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.abstraction import _kernels
from railbird.abstraction.betting_tree import BettingTree, TreeSize, check_players
from railbird.errors import GameError
from railbird.games.action import CALL, FOLD, raise_to
from railbird.games.betting_node import unshared_root
from railbird.games.state_array import FOLDED, ROUND, SHOWDOWN, array_of

if TYPE_CHECKING:
    from railbird.games import Action, GameDefinition
    from railbird.games.betting_node import BettingNode

WHOLE_HAND = "hand"
"""Players remember all betting of the hand."""
THIS_ROUND = "round"
"""Players remember the betting of the current round, and little of the rounds before."""
RECALLS = (WHOLE_HAND, THIS_ROUND)
_NOBODY = -1


def check_recall(recall: str, game: GameDefinition) -> None:
    """Raise GameError if there is no such recall of the betting, or not for this game."""
    if recall not in RECALLS:
        raise GameError(f"recall {recall!r}: players remember the betting of the {WHOLE_HAND} or of the {THIS_ROUND}")
    if recall != WHOLE_HAND and not game.is_limit:
        raise GameError(f"recall {recall!r}: {game.name or 'the game'} is a no-limit game; only limit games have it")


class _Memory(NamedTuple):
    """What all players remember of the betting."""

    betting: tuple[int, ...]
    """The kinds of the actions of this round."""
    folded: int
    """Who had folded when the round began, a bit for each position."""
    doublings: int
    """The size of the pot when the round began."""
    raiser: int
    """Who raised last in the round before."""
    raiser_now: int
    """Who raised last in this round; the betting of the round determines it."""


class _Situation(NamedTuple):
    """What distinguishes nodes: the public state with all chips, and what players remember."""

    state: bytes
    memory: _Memory


class _Decision(NamedTuple):
    """A node, and where its choices lead."""

    node: BettingNode
    memory: _Memory
    choices: tuple[Action, ...]
    below: tuple[_Situation | BettingNode, ...]
    """By choice: the next situation, or the node at which the hand is over."""


@dataclass(frozen=True)
class MergedTree(BettingTree):
    """Nodes that several histories lead to: nodes come after those that lead to them, but not in depth-first order.

    The size counts what players tell apart. Nodes that differ only in chips that they do not remember share a slot.
    """

    def actions_to(self, decision: int) -> tuple[Action, ...]:
        """The actions of one of the histories that lead to a decision."""
        leaving, actions = self.edge_nodes, []
        while decision:
            edge = int(np.flatnonzero(self.child == decision)[0])
            before = int(leaving[edge])
            actions.append(self.actions(before)[edge - int(self.first_edge[before])])
            decision = before
        return tuple(actions[::-1])

    def unfolded_size(self) -> TreeSize:
        """The size of the whole tree, in which every history is a node of its own."""
        histories = np.zeros(len(self.player), dtype=np.int64)
        histories[0] = 1
        for node, first in enumerate(self.first_edge[:-1].tolist()):
            for child in self.child[first : self.first_edge[node + 1]].tolist():
                if child >= 0:
                    histories[child] += histories[node]
        decisions, choices = np.zeros((2, *self.size.decisions.shape), dtype=np.int64)
        np.add.at(decisions, (self.player, self.street), histories)
        np.add.at(choices, (self.player, self.street), histories * np.diff(self.first_edge))
        ends = self.child < 0
        is_fold = self.is_fold[self.terminal_row[-1 - self.child[ends]]]
        endings = histories[self.edge_nodes[ends]]
        return TreeSize(decisions, choices, folds=int(endings[is_fold].sum()), showdowns=int(endings[~is_fold].sum()))


@lru_cache(maxsize=4)
def build_merged_tree(game: GameDefinition) -> MergedTree:
    """The betting of a limit game for two or three players who remember the betting of the current round."""
    check_players(game)
    check_recall(THIS_ROUND, game)
    decisions = _decisions(game)
    if not decisions:
        raise GameError(f"{game.name or 'the game'} has no decisions")
    numbers = {situation: number for number, situation in enumerate(decisions)}
    slots: dict[tuple[int, int, _Memory, tuple[int, ...]], int] = {}
    counts, widths = np.zeros((2, game.players, game.rounds), dtype=np.int64)
    rows: dict[tuple[int, ...], int] = {}
    columns = _Columns([], [], [0], [], [], [], [], [], [])
    for decision in decisions.values():
        place = decision.node.acting, decision.node.street
        # Players with few chips left may have fewer choices than the others with the same memory.
        key = (*place, decision.memory, tuple(action.kind for action in decision.choices))
        if key not in slots:
            slots[key] = int(widths[place])
            counts[place] += 1
            widths[place] += len(decision.choices)
        columns.player.append(place[0])
        columns.street.append(place[1])
        columns.slot.append(slots[key])
        columns.first_edge.append(columns.first_edge[-1] + len(decision.choices))
        for action, below in zip(decision.choices, decision.below, strict=True):
            columns.kind.append(action.kind)
            columns.total.append(action.total)
            columns.child.append(numbers[below] if isinstance(below, _Situation) else -1 - len(columns.terminal_row))
            if not isinstance(below, _Situation):
                row = (below.numbers[FOLDED], *below.spent())
                columns.terminal_street.append(below.street)
                columns.terminal_row.append(rows.setdefault(row, len(rows)))
    return _merged_tree(game, columns, TreeSize(counts, widths, *_endings(decisions)), rows=np.array([*rows]))


class _Columns(NamedTuple):
    """The arrays of a `BettingTree` while they are written."""

    player: list[int]
    street: list[int]
    first_edge: list[int]
    slot: list[int]
    child: list[int]
    kind: list[int]
    total: list[int]
    terminal_street: list[int]
    terminal_row: list[int]


def _merged_tree(game: GameDefinition, columns: _Columns, size: TreeSize, *, rows: np.ndarray) -> MergedTree:
    payoffs = np.zeros((len(rows), 3 ** (game.players * (game.players - 1) // 2), game.players))
    _kernels.write_row_payoffs(array_of(game), rows, payoffs)
    return MergedTree(
        size=size,
        player=np.array(columns.player, dtype=np.int8),
        street=np.array(columns.street, dtype=np.int8),
        first_edge=np.array(columns.first_edge, dtype=np.int64),
        slot=np.array(columns.slot, dtype=np.int32),
        child=np.array(columns.child, dtype=np.int32),
        kind=np.array(columns.kind, dtype=np.int8),
        total=np.array(columns.total, dtype=np.int32),
        terminal_street=np.array(columns.terminal_street, dtype=np.int8),
        terminal_row=np.array(columns.terminal_row, dtype=np.int32),
        payoffs=payoffs,
        is_fold=np.bitwise_count(rows[:, 0]) == game.players - 1,
        chance=np.empty(0),
    )


def _decisions(game: GameDefinition) -> dict[_Situation, _Decision]:
    """All situations in which a player decides, in the order of play."""
    root = unshared_root(game)
    first = _Memory((), root.numbers[FOLDED], _doublings(root), _NOBODY, _NOBODY)
    found: dict[_Situation, _Decision] = {}
    waiting = [(root, first)] if root.acting >= 0 else []
    while waiting:
        node, memory = waiting.pop()
        situation = _situation(node, memory)
        if situation in found:
            continue
        choices = _choices(node)
        below: list[_Situation | BettingNode] = []
        for action in choices:
            after = node.after(action)
            if after.acting >= 0:
                remembered = _after(memory, node, action, after)
                waiting.append((after, remembered))
                below.append(_situation(after, remembered))
            else:
                below.append(after)
        found[situation] = _Decision(node, memory, choices, tuple(below))
    return dict(sorted(found.items(), key=lambda item: (item[1].node.street, len(item[1].memory.betting))))


def _situation(node: BettingNode, memory: _Memory) -> _Situation:
    return _Situation(node.numbers[ROUND:].tobytes(), memory)


def _choices(node: BettingNode) -> tuple[Action, ...]:
    """The legal actions: fold, call, and the raise of a limit game."""
    raises = [raise_to(node.legal.lowest_raise)] if node.legal.can_raise else []
    return (*([FOLD] if node.legal.fold else []), CALL, *raises)


def _after(memory: _Memory, node: BettingNode, action: Action, after: BettingNode) -> _Memory:
    """What players remember after an action."""
    raiser = node.acting if action.is_raise else memory.raiser_now
    if after.street == node.street:
        return memory._replace(betting=(*memory.betting, action.kind), raiser_now=raiser)
    return _Memory((), after.numbers[FOLDED], _doublings(after), raiser, _NOBODY)


def _doublings(node: BettingNode) -> int:
    """How often the pot has doubled since it was one big blind."""
    game = node.tree.game
    return ((sum(node.spent()) + sum(game.antes)) // game.unit).bit_length()


def _endings(decisions: dict[_Situation, _Decision]) -> tuple[int, int]:
    """The number of folds and of showdowns that end the betting."""
    ends = [below for decision in decisions.values() for below in decision.below if not isinstance(below, _Situation)]
    showdowns = sum(node.outcome == SHOWDOWN for node in ends)
    return len(ends) - showdowns, showdowns
