"""How opponents react to raises, as far as a bot has watched them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from railbird.errors import BotError

if TYPE_CHECKING:
    from railbird.games import Action, View


class Reactions:
    """Finds the seats of opponents who fold reliably: to each of the last so many raises that they faced.

    A player faces a raise who owes chips in a round in which somebody has raised; a blind is no raise. Whoever reacts
    in another way just once has to fold as often again. A bot passes on what it is told by the methods of these names.
    """

    def __init__(self, needed: int) -> None:
        if not isinstance(needed, int) or needed < 1:
            raise BotError(f"reactions={needed}: to be sure of an opponent takes a number of them, at least 1")
        self._needed = needed
        self.reset()

    def reset(self) -> None:
        """Forget everybody."""
        self.reliable_folders: dict[int, int] = {}
        """By seat: the number of the hand in which the opponent was found out."""
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
        """Whether the opponent who is in a position in this hand has been found out."""
        return view.seat_of(position) in self.reliable_folders
