"""Records of a team's play: its decisions with the answers of all members, and the hands that it played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.cards import Card
    from railbird.games import Action, GameDefinition

ActionShares: TypeAlias = tuple[float, float, float]
"""The probabilities with which a member folds, calls and raises."""

NO_ANSWER = -1
"""Stands for the kind of an answer that is missing."""


@dataclass(frozen=True, slots=True)
class TeamDecision:
    """A decision of a team. Tuples are in the order of the members."""

    place: int
    """Number of actions played in the hand before the decision."""
    street: int
    answers: tuple[Action | None, ...]
    """What the members would have played, made legal; None if a member did not answer."""
    shares: tuple[ActionShares | None, ...]
    """The members' probabilities of folding, calling and raising; None if a member did not give them."""
    action: Action
    """The action that was played."""
    chosen: tuple[int, ...]
    """The members whose answer was followed: one, or all who voted for the action; none if nobody chose it."""
    ratings: tuple[float, ...]
    """What the choice was based on; empty if the decider has no ratings."""
    values: tuple[tuple[float, ...], ...]
    """The statistics of each member behind the ratings; empty if there are none."""
    invested: int
    """Chips that the team had put in before the decision, including its ante."""
    bet: int
    """The largest total that a player had put in before the decision."""
    raise_size: int
    """Chips that the smallest raise adds to that; 0 if raising was not legal."""
    opponents: tuple[int, ...]
    """Seats of the opponents who were still in the hand."""
    kinds: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The kind of each member's answer; `NO_ANSWER` if there is none."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "kinds", answer_kinds(self.answers))


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that a team has played. Its decisions are those that were really played, in order."""

    number: int
    position: int
    game: GameDefinition
    decisions: tuple[TeamDecision, ...]
    outcome: float
    """Chips that the team won or lost."""
    pot: int
    """All chips in the pot at the end."""
    invested: int
    """Chips that the team put in, including its ante."""
    hole_cards: tuple[Card, ...]
    board: tuple[Card, ...]


def decision_as_json(decision: TeamDecision, names: Sequence[str]) -> dict[str, object]:
    """A decision for programs: the action, and for each member its answer, its rating and whether it was followed."""
    return {
        "action": str(decision.action),
        "members": [
            {
                "name": name,
                "answer": None if decision.answers[member] is None else str(decision.answers[member]),
                "shares": decision.shares[member],
                "rating": decision.ratings[member] if decision.ratings else None,
                "values": decision.values[member] if decision.values else (),
                "is_chosen": member in decision.chosen,
            }
            for member, name in enumerate(names)
        ],
    }


def answer_kinds(answers: Iterable[Action | None]) -> tuple[int, ...]:
    """The kinds of answers; `NO_ANSWER` for one that is missing."""
    return tuple([NO_ANSWER if answer is None else answer.kind for answer in answers])
