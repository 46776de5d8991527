"""Finds members that play alike, so that they count as one (Thiel 2013, 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.ensemble.played_hand import NO_ANSWER
from railbird.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Sequence

_KEPT = 0.997
"""How much a decision counts from one to the next: half after about 230 decisions."""
_FEWEST = 100.0
"""Decisions, by their weights, before two members may be found alike."""
_REST_CHECK = 10
"""Members that rest are asked in every tenth hand, to notice that they have come to play differently."""


class Likeness:
    """Counts how often members give the same answer. Two are alike if they do at a share `alike` of the decisions.

    The members of a group of alike members share one vote. With `rest`, only the first of them is asked at all, except
    in every tenth hand.
    """

    def __init__(self, alike: float, *, rest: bool = False) -> None:
        if not isinstance(alike, int | float) or not 0 < alike <= 1:
            raise BotError(f"alike={alike}: give a share of equal answers above 0 and up to 1, like 0.98")
        if rest not in (0, 1):
            raise BotError(f"rest={rest}: give 1 to let members rest that play like another, or 0 to ask them")
        self._alike = alike
        self._rest = bool(rest)

    def new_game(self, members: int) -> None:
        """Forget everything: a match begins with this number of members."""
        self._same = [[0.0] * members for _ in range(members)]
        self._asked = [[0.0] * members for _ in range(members)]
        self._groups: list[int] = [*range(members)]
        """By member, the first member of its group."""

    def add(self, kinds: Sequence[int]) -> None:
        """Count the answers at a decision."""
        for member, kind in enumerate(kinds):
            for other in range(member):
                if NO_ANSWER not in (kind, kinds[other]):
                    self._same[member][other] = _KEPT * self._same[member][other] + (kind == kinds[other])
                    self._asked[member][other] = _KEPT * self._asked[member][other] + 1
        self._regroup()

    def votes(self, kinds: Sequence[int]) -> tuple[float, ...]:
        """The share of a vote of each member that answered; alike members share one."""
        present = [self._groups[member] for member, kind in enumerate(kinds) if kind != NO_ANSWER]
        return tuple(
            0.0 if kind == NO_ANSWER else 1 / present.count(self._groups[member]) for member, kind in enumerate(kinds)
        )

    def resting(self, hand: int) -> frozenset[int]:
        """The members that need not be asked in a hand."""
        if not self._rest or hand % _REST_CHECK == 0:
            return frozenset()
        return frozenset(member for member, first in enumerate(self._groups) if first != member)

    def _regroup(self) -> None:
        for member, (same, asked) in enumerate(zip(self._same, self._asked, strict=True)):
            alike = [
                other
                for other in range(member)
                if asked[other] >= _FEWEST and same[other] >= self._alike * asked[other]
            ]
            self._groups[member] = self._groups[alike[0]] if alike else member
