"""Actions in words: fold, check, call 100, bet 300, raise to 900."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.games import Action
    from railbird.games.public_state import PublicState


def action_kind(before: PublicState, action: Action) -> str:
    """What the acting player does: fold, check, call, bet or raise."""
    if action.is_fold:
        return "fold"
    if action.is_call:
        return "call" if before.to_call(before.acting) else "check"
    return "raise" if before.bet > before.spent(before.acting) or before.street == 0 else "bet"


def action_words(before: PublicState, action: Action) -> str:
    """The action with its chips: those that a call costs, or the total of a bet or raise on this street."""
    kind = action_kind(before, action)
    if kind == "call":
        return f"call {before.to_call(before.acting):,}"
    if not action.is_raise:
        return kind
    earlier = before.spent(before.acting) - before.spent_this_street(before.acting)
    return f"{kind}{' to' * (kind == 'raise')} {action.total - earlier:,}"
