"""Replaces an intended action by the nearest legal one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.games.action import CALL, FOLD, raise_to
from railbird.games.definition import UNLIMITED

if TYPE_CHECKING:
    from railbird.games import Action, View

SMALLEST_RAISE = raise_to(0)
"""A total below every legal one, so that the nearest legal total is the smallest."""
LARGEST_RAISE = raise_to(UNLIMITED)


def nearest_legal(action: Action, view: View) -> Action:
    """The action itself, a raise to the nearest legal total, or a call; a check instead of a fold if that is free."""
    if action.is_fold:
        return FOLD if view.to_call(view.position) else CALL
    legal = view.legal_actions()
    if action.is_raise and legal.can_raise:
        return raise_to(min(max(action.total, legal.lowest_raise), legal.highest_raise))
    return CALL
