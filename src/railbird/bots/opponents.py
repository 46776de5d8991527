"""The opponents who are still in a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.games import View


def opponents_in_hand(view: View) -> list[int]:
    """Positions of the opponents who have not folded."""
    return [position for position in view.in_hand if position != view.position]
