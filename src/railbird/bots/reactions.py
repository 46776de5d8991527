"""A record of how opponents react to raises."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from railbird.errors import BotError

if TYPE_CHECKING:
    from railbird.games import Action, View


class Reactions:
    """Finds reliable folders: the seats of opponents who folded to each of the last `needed` raises that they faced.

    A player faces a raise if there are chips to call in a round in which somebody has raised; a blind is not a raise.
    A single other reaction sets the count back to 0. A bot passes its own hooks on to the methods of the same names.
    """

    def __init__(self, needed: int) -> None:
        if not isinstance(needed, int) or needed < 1:
            raise BotError(f"reactions={needed}: give a whole number of folds, at least 1")
        self._needed = needed
        self.reset()

    def reset(self) -> None:
        """Forget all opponents."""
        self.reliable_folders: dict[int, int] = {}
        """Seats of reliable folders, each with the number of the hand that revealed it."""
        self._folds_in_a_row: Counter[int] = Counter()
        self._last: View | None = None

    def hand_starts(self, view: View) -> None:
        self._last = view

    def action_played(self, position: int, action: Action, view: View) -> None:
        before, self._last = self._last, view
        if before is None or position == view.position or not (before.raises and before.to_call(position)):
            return
        seat = view.seat_of(position)
        if action.is_fold:
            self._folds_in_a_row[seat] += 1
            if self._folds_in_a_row[seat] == self._needed:
                self.reliable_folders[seat] = view.hand
        else:
            self._folds_in_a_row[seat] = 0
            self.reliable_folders.pop(seat, None)

    def is_reliable_folder(self, position: int, view: View) -> bool:
        """Whether the opponent in this position is a reliable folder."""
        return view.seat_of(position) in self.reliable_folders
