"""The contract of a decider: at every decision of a team it chooses a member or an action (Thiel 2013, 3.3.3)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.bots.legal import SMALLEST_RAISE, nearest_legal
from railbird.ensemble.played_hand import NO_ANSWER
from railbird.errors import BotError
from railbird.games.action import CALL, FOLD, Action

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from railbird.ensemble.played_hand import ActionShares, PlayedHand
    from railbird.games import View

_ACTIONS = (FOLD, CALL, SMALLEST_RAISE)
"""An action of each kind; a raise is made legal."""


@dataclass(frozen=True, slots=True)
class TeamChoice:
    """A decider's choice: the action to play, the members whose answer it is, and what the choice was based on."""

    action: Action
    chosen: tuple[int, ...]
    ratings: tuple[float, ...] = ()
    """A rating for each member, for the logs."""
    values: tuple[tuple[float, ...], ...] = ()
    """The statistics of each member behind the ratings, for the logs."""


@dataclass(frozen=True, slots=True)
class TeamSituation:
    """What a decider knows when it chooses. Members are numbered from 0, in the order of their names."""

    view: View
    names: tuple[str, ...]
    answers: tuple[Action | None, ...]
    """What each member would play, made legal; None if it did not answer."""
    shares: tuple[ActionShares | None, ...]
    """The members' probabilities of folding, calling and raising; None if a member did not give them."""
    candidates: tuple[int, ...]
    """The members that answered, at least one."""
    opponents: tuple[int, ...]
    """Seats of the opponents who are still in the hand."""
    votes: tuple[float, ...]
    """What the vote of each member counts: 1, or less for members that play alike; 0 for those that did not answer."""

    def follow(
        self, member: int, *, ratings: tuple[float, ...] = (), values: tuple[tuple[float, ...], ...] = ()
    ) -> TeamChoice:
        """The choice to play the answer of one of the candidates."""
        action = self.answers[member] if member in self.candidates else None
        if action is None:
            answered = ", ".join(map(str, self.candidates))
            raise BotError(f"member {member} cannot be followed: the members that answered are {answered}")
        return TeamChoice(action, (member,), ratings, values)

    def play(
        self,
        kind: int,
        *,
        ratings: tuple[float, ...] = (),
        values: tuple[tuple[float, ...], ...] = (),
    ) -> TeamChoice:
        """The choice to fold, call or raise, whoever answered so: the action of the first of them."""
        if kind not in range(len(_ACTIONS)):
            raise BotError(f"situation.play({kind}): give the kind of an action, such as FOLD.kind, or 0, 1 or 2")
        voters = self.voters(kind)
        action = self.answers[voters[0]] if voters else None
        return TeamChoice(action or nearest_legal(_ACTIONS[kind], self.view), voters, ratings, values)

    def kind(self, member: int) -> int:
        """The kind of a member's answer: a fold, a call or a raise; `NO_ANSWER` if it did not answer."""
        answer = self.answers[member]
        return NO_ANSWER if answer is None else answer.kind

    def voters(self, kind: int) -> tuple[int, ...]:
        """The members whose answer is of a kind."""
        return tuple([member for member in self.candidates if self.kind(member) == kind])


class Decider(ABC):
    """Decides for a team. A subclass must implement `choose`; the other methods report events, and do nothing here.

    All random draws come from `generator`.
    """

    names: tuple[str, ...]
    """Names of the members."""
    generator: np.random.Generator
    methods: tuple[str, ...] = ()
    """The methods by which the decider imagines what the members would have earned."""
    earnings: Mapping[str, Sequence[float | None]] = {}
    """What the members would have earned in the last hand, by method."""

    def check_members(self, members: int) -> None:
        """Raise BotError if the decider cannot decide for this number of members."""

    def new_game(self, names: Sequence[str], generator: np.random.Generator) -> None:
        """A match begins: forget everything. A subclass that overrides it calls this method too."""
        self.names = tuple(names)
        self.generator = generator

    @abstractmethod
    def choose(self, situation: TeamSituation) -> TeamChoice:
        """Choose what the team plays, usually with `situation.follow(member)`."""

    def member_action(self, member: int, action: Action, view: View) -> None:
        """A member has answered; `choose` follows when all have."""

    def finished(self, hand: PlayedHand) -> None:
        """A hand is over, and its outcome is known."""


def checked_choice(choice: object, situation: TeamSituation, *, decider: Decider) -> TeamChoice:
    """What the method `choose` of a decider returned; raise BotError if the team cannot play it."""
    if not isinstance(choice, TeamChoice):
        raise _wrong_choice(decider, f"gave {choice!r}: return situation.follow(member) or situation.play(kind)")
    if not _is_legal(choice.action, situation):
        words = f"gave {choice.action!r}, which is not a legal action: use situation.follow(member)"
        raise _wrong_choice(decider, words)
    for member in choice.chosen:
        if member not in situation.candidates or situation.answers[member] is None:
            words = f"follows {choice.chosen!r}: the members that answered are {situation.candidates}"
            raise _wrong_choice(decider, words)
    members = len(situation.names)
    if not (len(choice.ratings) in (0, members) and len(choice.values) in (0, members)):
        words = f"gave {choice!r}: give a rating and values for each of the {members} members, or none"
        raise _wrong_choice(decider, words)
    return choice


def _is_legal(action: object, situation: TeamSituation) -> bool:
    if not isinstance(action, Action):
        return False
    return action in situation.answers or nearest_legal(action, situation.view) == action


def _wrong_choice(decider: Decider, words: str) -> BotError:
    return BotError(f"{type(decider).__name__}.choose {words}")
