"""Retells the stored hands of a match to its bots, so that the match goes on as if it had never ended.

Railbird's own bots learn from the hands that they are shown, and draw their actions from the seed and the place in the
match. A user's own bots may also draw or remember while they are asked, so they are asked again at every decision; they
must answer as they did.
"""

from __future__ import annotations

import io
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from railbird.errors import MatchError
from railbird.games import Action
from railbird.play.correction import corrected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.arena.incidents import Incidents
    from railbird.games import View
    from railbird.play import Seat


@dataclass(frozen=True)
class StoredPart:
    """The first hands of a match and their incidents, as the contents of Parquet files."""

    hands: bytes
    incidents: bytes
    """Empty if there were no incidents."""

    def hand_table(self) -> pl.DataFrame:
        """The hands as a table."""
        return pl.read_parquet(io.BytesIO(self.hands))

    def actions(self) -> deque[Action]:
        """All actions of all hands, in order."""
        kinds, totals = (self.hand_table()[name].explode().drop_nulls().to_list() for name in ("kinds", "totals"))
        return deque(map(Action, kinds, totals))

    def restore_incidents(self, incidents: Incidents, names: Sequence[str]) -> None:
        """Restore the incidents of the stored hands; the names of the players are by seat."""
        if not self.incidents:
            return
        for row in pl.read_parquet(io.BytesIO(self.incidents)).iter_rows(named=True):
            incidents.restore(
                names.index(row["player"]), row["hand"], kind=row["kind"], message=row["message"], count=row["count"]
            )


class RetoldSeat:
    """Wraps a seat. It plays the stored actions as long as there are any, then the answers of the player."""

    def __init__(self, seat: Seat, *, actions: deque[Action], name: str, is_asked: bool) -> None:
        """`actions` are those of all seats of the match, which share them."""
        self.attention = seat.attention
        self._seat = seat
        self._actions = actions
        self._name = name
        self._is_asked = is_asked

    def show(self, view: View) -> None:
        self._seat.show(view)

    def follow(self, view: View) -> None:
        self._seat.follow(view)

    def answer(self, view: View) -> Action | None:
        if not self._actions:
            return self._seat.answer(view)
        stored = self._actions.popleft()
        if self._is_asked:
            self._check(self._seat.answer(view), stored, view=view)
        return stored

    def _check(self, answer: Action | None, stored: Action, *, view: View) -> None:
        given = answer and corrected(answer, view.legal_actions(), is_limit=view.game.is_limit)[0]
        if given != stored:
            raise MatchError(
                f"{self._name} cannot be extended: asked again in hand {view.hand}, it does not answer as it did; "
                "extend the run by --matches, or start a new one"
            )
