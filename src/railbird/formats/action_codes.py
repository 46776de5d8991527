"""Actions as the integers that compiled code and columns use: the kind in the low two bits, the total above them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.formats._kernels import TOTAL_SHIFT
from railbird.games.action import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["TOTAL_SHIFT", "decode_actions", "encode_actions"]

_KINDS = 1 << TOTAL_SHIFT
_LARGEST_TOTAL = 2**40
"""More chips than any stack has. Larger totals are cut to it, and stay illegal."""
_CACHE_SIZE = 65_536


def encode_actions(actions: Iterable[Action]) -> list[int]:
    """Encode actions as integers. An invalid action becomes a code that is never legal."""
    return [
        (kind if 0 <= kind < _KINDS else _KINDS - 1) | min(max(total, -1), _LARGEST_TOTAL) << TOTAL_SHIFT
        for kind, total in actions
    ]


def decode_actions(numbers: Iterable[int]) -> tuple[Action, ...]:
    """Decode integers to the actions they stand for."""
    return tuple(map(_actions.__getitem__, numbers))


class _Actions(dict[int, Action]):
    """Cache of actions by their codes, because logs repeat the same actions by the million."""

    def __missing__(self, number: int) -> Action:
        if len(self) == _CACHE_SIZE:
            self.clear()
        action = self[number] = Action(number & _KINDS - 1, number >> TOTAL_SHIFT)
        return action


_actions = _Actions()
