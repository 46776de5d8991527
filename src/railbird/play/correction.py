"""The legal action that is played where a player's answer is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railbird.games.action import CALL, FOLD, Action, raise_to
from railbird.games.state_array import FOLD as FOLD_KIND
from railbird.games.state_array import RAISE as RAISE_KIND

if TYPE_CHECKING:
    from railbird.games import LegalActions


class Correction(NamedTuple):
    """An answer that was not legal, and the action that was played instead."""

    answer: Action
    action: Action
    warning: str
    """What was changed, without the seat and the hand."""


def corrected(answer: Action, legal: LegalActions, *, is_limit: bool) -> tuple[Action, str]:
    """The action that the reference dealer plays for an answer, and a warning if it is not what was asked for.

    A legal answer stands, whatever a player might have meant better: folding is not mended where it is free.
    """
    kind, total = answer
    if kind == FOLD_KIND:
        return (FOLD, "") if legal.fold else (CALL, "invalid action, changed to call")
    if kind != RAISE_KIND:
        return CALL, ""
    if not legal.can_raise:
        return CALL, "invalid action, changed to call"
    low, high = legal.lowest_raise, legal.highest_raise
    if is_limit:
        # The size of a limit raise is not the player's to choose.
        return raise_to(low), ""
    if total < low:
        return raise_to(low), f"raise of {total} increased to {low}"
    if total > high:
        return raise_to(high), f"raise of {total} decreased to {high}"
    return answer, ""
