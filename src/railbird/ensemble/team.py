"""The core of a team: views and the members' answers go in, actions come out. It knows no bots and no connections."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from railbird.bots.legal import nearest_legal
from railbird.bots.opponents import opponents_in_hand
from railbird.ensemble.decider import TeamChoice, TeamSituation, checked_choice
from railbird.ensemble.played_hand import PlayedHand, TeamDecision, answer_kinds
from railbird.errors import BotError
from railbird.games.action import FOLD

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np

    from railbird.ensemble.decider import Decider
    from railbird.ensemble.initialiser import StreetInitialiser
    from railbird.ensemble.likeness import Likeness
    from railbird.ensemble.played_hand import ActionShares
    from railbird.ensemble.team_observer import TeamObserver
    from railbird.games import Action, Chips, View


class Team:
    """Decides for its members, which are known by name, and records what was played.

    Call `new_game` before a match, `decide` at every decision with the answers of all members, and `end_hand` after
    every hand.
    """

    def __init__(
        self,
        names: Sequence[str],
        decider: Decider,
        *,
        initialiser: StreetInitialiser | None = None,
        likeness: Likeness | None = None,
        observers: Iterable[TeamObserver] = (),
    ) -> None:
        check_names(names)
        decider.check_members(len(names))
        self.names = tuple(names)
        self._decider = decider
        self._initialiser = initialiser
        self._likeness = likeness
        self._observers = [*observers]
        self._hand = -1
        self._decisions: dict[int, TeamDecision] = {}
        """Decisions of the current hand, by the number of actions before them."""

    def observe(self, observer: TeamObserver) -> None:
        """Add an observer, which hears all later events."""
        self._observers.append(observer)

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods by which the decider imagines what the members would have earned."""
        return self._decider.methods

    @property
    def earnings(self) -> Mapping[str, Sequence[float | None]]:
        """What the members would have earned in the last hand, by method."""
        return self._decider.earnings

    def new_game(self, generator: np.random.Generator) -> None:
        """Forget everything: a match begins."""
        self._hand = -1
        self._decisions.clear()
        self._decider.new_game(self.names, generator)
        if self._initialiser is not None:
            self._initialiser.new_game(len(self.names))
        if self._likeness is not None:
            self._likeness.new_game(len(self.names))
        for observer in self._observers:
            observer.game_starts(self.names)

    def decide(
        self,
        view: View,
        answers: Sequence[Action | None],
        *,
        probabilities: Sequence[Mapping[Action, float] | None] = (),
    ) -> Action:
        """The action of the team in a view in which it is to act.

        Answers are in the order of the members; None leaves a member out of the decision. If nobody answers, the team
        checks or folds. Members may also give the probabilities of their actions.
        """
        started = perf_counter()
        if view.hand != self._hand:
            self._hand = view.hand
            self._decisions.clear()
        situation = self._situation(view, answers, probabilities)
        choice = self._choice(situation) if situation.candidates else TeamChoice(nearest_legal(FOLD, view), ())
        decision = _recorded(situation, choice)
        self._decisions[decision.place] = decision
        seconds = perf_counter() - started
        for observer in self._observers:
            observer.decided(view.hand, decision, seconds)
        return choice.action

    def decision_in(self, view: View) -> TeamDecision | None:
        """What the team has decided in a view of the current hand; None if it was not asked there."""
        return self._decisions.get(len(view.actions)) if view.hand == self._hand else None

    def end_hand(self, view: View, payoffs: Sequence[Chips]) -> PlayedHand:
        """Record a hand that is over; payoffs are by position."""
        decisions = self._decisions if view.hand == self._hand else {}
        position = view.position
        ante = view.game.antes_by_position[position]
        hand = PlayedHand(
            number=view.hand,
            position=position,
            game=view.game,
            decisions=tuple(_played(view, decisions)) if decisions else (),
            outcome=float(payoffs[position]),
            pot=view.pot,
            invested=view.spent(position) + ante,
            hole_cards=view.hole_cards,
            board=view.board,
        )
        self._decisions.clear()
        self._decider.finished(hand)
        for observer in self._observers:
            observer.hand_over(hand)
        return hand

    def resting(self, hand: int) -> frozenset[int]:
        """The members that need not be asked in a hand, because they play like another; their answers are None."""
        return frozenset() if self._likeness is None else self._likeness.resting(hand)

    def member_answered(self, view: View, member: int, seconds: float) -> None:
        """Report to the logs how long a member took."""
        for observer in self._observers:
            observer.member_answered(view.hand, view.street, self.names[member], seconds)

    def waited(self, hand: int, street: int, seconds: float) -> None:
        """Report to the logs how long the team has waited for the other players since its decision on this street."""
        for observer in self._observers:
            observer.waited(hand, street, seconds)

    def close(self) -> None:
        """Close the logs."""
        for observer in self._observers:
            observer.close()

    def _situation(
        self, view: View, answers: Sequence[Action | None], probabilities: Sequence[Mapping[Action, float] | None]
    ) -> TeamSituation:
        if len(answers) != len(self.names):
            raise BotError(f"{len(answers)} answers for {len(self.names)} members: give None for a member without one")
        legal = tuple([None if answer is None else nearest_legal(answer, view) for answer in answers])
        for member, answer in enumerate(legal):
            if answer is not None:
                self._decider.member_action(member, answer, view)
        shares = tuple([_shares(of_member, view) for of_member in probabilities]) or (None,) * len(legal)
        candidates = tuple([member for member, answer in enumerate(legal) if answer is not None])
        opponents = tuple([view.seat_of(position) for position in opponents_in_hand(view)])
        return TeamSituation(view, self.names, legal, shares, candidates, opponents, self._votes(legal))

    def _votes(self, answers: tuple[Action | None, ...]) -> tuple[float, ...]:
        if self._likeness is None:
            return tuple([0.0 if answer is None else 1.0 for answer in answers])
        kinds = answer_kinds(answers)
        self._likeness.add(kinds)
        return self._likeness.votes(kinds)

    def _choice(self, situation: TeamSituation) -> TeamChoice:
        if self._initialiser is not None:
            first = self._initialiser.choose(situation)
            if first is not None:
                return first
        return checked_choice(self._decider.choose(situation), situation, decider=self._decider)


def check_names(names: Sequence[str]) -> None:
    """Raise BotError if members have no names, the same name, or names that the logs cannot hold."""
    if not names:
        raise BotError("a team without members: give at least one")
    for place, name in enumerate(names):
        if not name or not name.isascii() or any(character in "|:/[]" or character.isspace() for character in name):
            raise BotError(f"the member's name {name!r}: write a name in ASCII without spaces and any of | : / [ ]")
        if name in names[:place]:
            raise BotError(f"two members are called {name!r}: give each its own name")


def _shares(probabilities: Mapping[Action, float] | None, view: View) -> ActionShares | None:
    """A member's probabilities of folding, calling and raising, each action made legal."""
    if not probabilities:
        return None
    shares = [0.0, 0.0, 0.0]
    for action, probability in probabilities.items():
        shares[nearest_legal(action, view).kind] += probability
    return shares[0], shares[1], shares[2]


def _recorded(situation: TeamSituation, choice: TeamChoice) -> TeamDecision:
    view = situation.view
    lowest = view.legal_actions().lowest_raise
    return TeamDecision(
        place=len(view.actions),
        street=view.street,
        answers=situation.answers,
        shares=situation.shares,
        action=choice.action,
        chosen=choice.chosen,
        ratings=choice.ratings,
        values=choice.values,
        invested=view.spent(view.position) + view.game.antes_by_position[view.position],
        bet=view.bet,
        raise_size=lowest - view.bet if lowest else 0,
        opponents=situation.opponents,
    )


def _played(view: View, decisions: Mapping[int, TeamDecision]) -> Iterable[TeamDecision]:
    """The decisions that were played, in order.

    A team that another bot consults may decide without playing, and another action may have been played than its own.
    """
    for place, played in enumerate(view.history):
        decision = decisions.get(place)
        if decision is None or played.position != view.position:
            continue
        if played.action == decision.action:
            yield decision
        else:
            kind = played.action.kind
            same = [
                member for member, answer in enumerate(decision.answers) if answer is not None and answer.kind == kind
            ]
            yield replace(decision, action=played.action, chosen=tuple(same))
