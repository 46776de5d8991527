"""What became of the questions to a member, counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from railbird.games import Action

Outcome: TypeAlias = Literal["answered", "late", "wrong", "absent"]
"""A legal answer in time; none in time; an illegal action, or a line that is no answer; nobody to ask."""


class Reply(NamedTuple):
    """What became of one question."""

    outcome: Outcome
    action: Action | None = None
    """Of an answer."""
    seconds: float = 0.0
    """Until the answer came."""


@dataclass
class MemberCounts:
    """Counts over a match. Every decision of the team is a question to every member."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    restarted: int = 0
    chosen: int = 0
    """Decisions in which the team played the member's answer."""
    seconds: float = 0.0
    """Time of all answers in time."""

    @property
    def asked(self) -> int:
        """Decisions of the team."""
        return self.outcomes.total()

    @property
    def mean_seconds(self) -> float | None:
        """Mean time of an answer; None without answers."""
        answered = self.outcomes["answered"]
        return self.seconds / answered if answered else None

    def add(self, reply: Reply) -> None:
        """Count a question."""
        self.outcomes[reply.outcome] += 1
        self.seconds += reply.seconds
