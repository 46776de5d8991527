"""Incidents, which do not end a match: answers that are illegal, late or missing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from railbird.errors import RailbirdError

if TYPE_CHECKING:
    from collections.abc import Sequence

IncidentKind = Literal["illegal", "failed", "late"]
MOST_KEPT = 20
"""Incidents of one kind and seat that are kept with their messages; further ones are only counted."""


@dataclass(frozen=True)
class MatchIncident:
    """A failed answer."""

    seat: int
    hand: int
    kind: IncidentKind
    message: str


class Incidents:
    """The incidents of one match."""

    def __init__(self, *, first_hand: int = 0) -> None:
        """Incidents before the first hand are not counted, because they were counted when these hands were played."""
        self.first_hand = first_hand
        self.kept: list[MatchIncident] = []
        self.counts: Counter[tuple[int, IncidentKind]] = Counter()

    def add(
        self,
        seat: int,
        hand: int,
        *,
        kind: IncidentKind,
        message: str,
        cause: BaseException | None = None,  # noqa: ARG002
    ) -> None:
        """Count an incident, and keep its message if it is among the first of its kind."""
        if hand < self.first_hand:
            return
        self.counts[seat, kind] += 1
        if self.counts[seat, kind] <= MOST_KEPT:
            self.kept.append(MatchIncident(seat, hand, kind=kind, message=message))

    def restore(self, seat: int, hand: int | None, *, kind: IncidentKind, message: str, count: int) -> None:
        """Restore a stored incident, or a number of incidents without hands that were only counted."""
        self.counts[seat, kind] += count
        if hand is not None:
            self.kept.append(MatchIncident(seat, hand, kind=kind, message=message))


class FaultError(RailbirdError, RuntimeError):
    """The first incident of a strict run, which it ends; its cause is the exception of the bot, if there was one."""


class StrictIncidents(Incidents):
    """Incidents of a match that ends with the first of them."""

    def __init__(self, names: Sequence[str], *, first_hand: int = 0) -> None:
        """Names are those of the players, by seat."""
        super().__init__(first_hand=first_hand)
        self._names = names

    def add(
        self, seat: int, hand: int, *, kind: IncidentKind, message: str, cause: BaseException | None = None
    ) -> None:
        """Raise FaultError."""
        if hand >= self.first_hand:
            raise FaultError(f"{self._names[seat]}, hand {hand}: {kind}: {message}") from cause
