"""What goes wrong in a match that goes on: answers that are not legal, late, or none at all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

IncidentKind = Literal["illegal", "failed", "late"]
MOST_TOLD = 20
"""Incidents of one kind and seat that are kept with their message; the others are only counted."""


@dataclass(frozen=True)
class Incident:
    """One of them."""

    seat: int
    hand: int
    kind: IncidentKind
    message: str


class Incidents:
    """Those of one match."""

    def __init__(self) -> None:
        self.told: list[Incident] = []
        self.counts: Counter[tuple[int, IncidentKind]] = Counter()

    def add(self, seat: int, hand: int, *, kind: IncidentKind, message: str) -> None:
        """Count one, and keep the first of them."""
        self.counts[seat, kind] += 1
        if self.counts[seat, kind] <= MOST_TOLD:
            self.told.append(Incident(seat, hand, kind=kind, message=message))
