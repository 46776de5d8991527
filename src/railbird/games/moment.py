"""Moments of the betting of a game, as a tree that grows as it is played.

What follows from an action is the same for every deal, so it is worked out once: a moment keeps those that came after
it, up to a number for each game. Limit games, and bots with few sizes of bets, then play at the speed of a look-up.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.compiled import EntryPoints
from railbird.errors import ActionError
from railbird.games import _kernels
from railbird.games.action import Action
from railbird.games.layout import CALL, FOLD, SIZE, SPENT, array_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from railbird.games.definition import GameDefinition

MOST_KEPT = 32_768
"""So many moments of a game are kept, in about 35 MB. Two-player limit has 16,584, three-player limit has more."""

_direct = EntryPoints(act=(_kernels.act, (np.empty(SIZE, dtype=np.int64), 0, 0)))
# Without a call of the constructor, which would take a fifth of the time of playing a hand.
_new = object.__new__
_tuple_new = tuple.__new__
_NOTHING: dict[Action, Moment] = {}
"""Shared by all moments that nothing has followed yet."""


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


class Tree:
    """How many moments of a game are kept."""

    __slots__ = ("kept",)

    def __init__(self) -> None:
        self.kept = 0


class Moment:
    """One moment: whose turn it is, what is legal, all chips, and how it came about. It does not change."""

    __slots__ = ("acting", "action", "array", "before", "game", "legal", "next", "outcome", "street", "tree")

    game: GameDefinition
    array: NDArray[np.int64]
    outcome: int
    street: int
    acting: int
    legal: LegalActions
    before: Moment | None
    action: Action | None
    """What led here from the moment before."""
    next: dict[Action, Moment]
    """The moments that are kept, by the action that leads to them."""
    tree: Tree
    """The same for all moments of the game."""

    def after(self, action: Action) -> Moment:
        """The moment after an action of the acting player; an ActionError if it is not legal."""
        kind, total = action
        # Later hands have in them what is kept here: a 300.0 would be found for a 300.
        if type(action) is not Action or type(total) is not int:
            raise self._refusal(action)
        array = self.array.copy()
        try:
            outcome, street, acting, legal = _direct.act(array, kind, total)
        except OverflowError:
            outcome = -1
        if outcome < 0:
            raise self._refusal(action)
        moment = _new(Moment)
        moment.game = self.game
        moment.array = array
        moment.outcome = outcome
        moment.street = street
        moment.acting = acting
        moment.legal = _tuple_new(LegalActions, legal)
        moment.before = self
        moment.action = action
        moment.next = _NOTHING
        moment.tree = self.tree
        if self.tree.kept < MOST_KEPT:
            self._keep(moment, action)
        return moment

    def _keep(self, moment: Moment, action: Action) -> None:
        self.tree.kept += 1
        if self.next is _NOTHING:
            self.next = {}
        self.next[action] = moment

    def play(self, actions: Iterable[Action]) -> Moment:
        """The moment after several actions."""
        moment = self
        for action in actions:
            moment = moment.next.get(action) or moment.after(action)
        return moment

    def line(self) -> Iterator[Moment]:
        """This moment and all before it, backwards."""
        moment: Moment | None = self
        while moment is not None:
            yield moment
            moment = moment.before

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        found = [moment.action for moment in self.line() if moment.action is not None]
        return tuple(reversed(found))

    def spent(self) -> list[int]:
        """What each player has put in, by position, antes apart."""
        chips: list[int] = self.array[SPENT : SPENT + self.game.players].tolist()
        return chips

    def _refusal(self, action: Action) -> ActionError:
        kind, total = action
        if type(action) is not Action or type(total) is not int or (total and kind in (FOLD, CALL)):
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
def first_moment(game: GameDefinition) -> Moment:
    """Where nobody has acted yet."""
    moment = Moment()
    moment.game = game
    moment.array = array_of(game)
    moment.outcome, moment.street, moment.acting, legal = _kernels.start(moment.array)
    moment.legal = LegalActions(*legal)
    moment.before = moment.action = None
    moment.next = _NOTHING
    moment.tree = Tree()
    return moment
