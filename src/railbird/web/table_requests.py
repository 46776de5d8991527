"""Messages of browsers at a table: text to requests and actions, checked before the table sees them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from railbird.errors import ActionError, FormatError
from railbird.games import CALL, FOLD, raise_to
from railbird.web.hand_message import chips_of_earlier_streets

if TYPE_CHECKING:
    from railbird.games import Action, View


def read_request(text: str) -> dict[str, object]:
    """Read a message; raise FormatError if it is not an object that says what to do."""
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        raise FormatError("the message is not JSON") from None
    if not isinstance(request, dict) or not isinstance(request.get("do"), str):
        raise FormatError('the message does not say what to do, like {"do": "deal"}')
    return request


def read_action(request: dict[str, object], view: View) -> Action:
    """The action that a player has chosen; raise ActionError if it is not legal."""
    legal, wanted = view.legal_actions(), request.get("action")
    if wanted == "fold":
        if not legal.fold:
            raise ActionError("there is nothing to fold to: check instead")
        return FOLD
    if wanted == "call":
        return CALL
    if wanted != "raise":
        raise FormatError("an action is fold, call or raise")
    return _read_raise(request.get("to"), view)


def _read_raise(size: object, view: View) -> Action:
    """A raise to a size on this street, as players name it."""
    legal, before = view.legal_actions(), chips_of_earlier_streets(view)
    low, high = legal.lowest_raise, legal.highest_raise
    if not legal.can_raise:
        raise ActionError("no raise is legal now: call or fold")
    if view.game.is_limit:
        return raise_to(low)
    if isinstance(size, bool) or not isinstance(size, int) or not low <= size + before <= high:
        raise ActionError(f"a raise to {str(size)[:20]}: give {low - before:,} to {high - before:,}")
    return raise_to(size + before)
