"""Actions: fold, call (or check), and raise to a total of chips over the whole hand."""

from __future__ import annotations

from operator import index
from typing import NamedTuple

from railbird.games.state_array import CALL as _CALL
from railbird.games.state_array import FOLD as _FOLD
from railbird.games.state_array import RAISE as _RAISE

_tuple_new = tuple.__new__  # half the time of a named tuple's own constructor


class Action(NamedTuple):
    """A player's action. The total of a raise counts all chips that the player has put in over the hand."""

    kind: int
    total: int = 0

    @property
    def is_fold(self) -> bool:
        """Whether the action is a fold."""
        return self.kind == _FOLD

    @property
    def is_call(self) -> bool:
        """Whether the action is a call, or a check if there is nothing to call."""
        return self.kind == _CALL

    @property
    def is_raise(self) -> bool:
        """Whether the action is a bet or a raise."""
        return self.kind == _RAISE

    def __str__(self) -> str:
        if self.is_raise:
            return f"raise to {self.total}"
        return {_FOLD: "fold", _CALL: "call"}.get(self.kind, f"action {self.kind}")


FOLD = Action(_FOLD)
CALL = Action(_CALL)


def raise_to(total: int) -> Action:
    """A bet or raise to a total of chips over the whole hand."""
    return _tuple_new(Action, (_RAISE, index(total)))
