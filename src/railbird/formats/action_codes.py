"""Actions as numbers, as compiled code and columns have them: the kind, and the total above two bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.formats._kernels import TOTAL_SHIFT
from railbird.games.action import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["TOTAL_SHIFT", "decode_actions", "encode_actions"]

_KINDS = 1 << TOTAL_SHIFT
_LARGEST_TOTAL = 2**40
"""No stack has this many chips: what is larger only has to stay too large."""
_MOST_KNOWN = 65_536


def encode_actions(actions: Iterable[Action]) -> list[int]:
    """The numbers of actions. What is no action of a game becomes one that is never legal."""
    return [
        (kind if 0 <= kind < _KINDS else _KINDS - 1) | min(max(total, -1), _LARGEST_TOTAL) << TOTAL_SHIFT
        for kind, total in actions
    ]


def decode_actions(numbers: Iterable[int]) -> tuple[Action, ...]:
    """The actions that numbers stand for."""
    return tuple(map(_actions.__getitem__, numbers))


class _Actions(dict[int, Action]):
    """Every action once, by its number: logs repeat them by the million."""

    def __missing__(self, number: int) -> Action:
        if len(self) == _MOST_KNOWN:
            self.clear()
        action = self[number] = Action(number & _KINDS - 1, number >> TOTAL_SHIFT)
        return action


_actions = _Actions()
