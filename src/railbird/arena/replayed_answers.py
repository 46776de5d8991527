"""Asks the bots of a run again about a stored hand: with which probabilities would they act?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.arena.plan import is_asked_again
from railbird.arena.replayed_bots import Permission, bot_of_run, earlier_hands, entrant_of_run
from railbird.arena.replayed_decision import LONGEST_RETELLING, replay_decisions
from railbird.errors import RailbirdError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from railbird.arena.replayed_decision import Memory
    from railbird.arena.stored_hands import RunHands
    from railbird.bots import Bot
    from railbird.games import Action, HandRecord


@dataclass(frozen=True)
class BotAnswers:
    """What a bot says about its decisions in a hand."""

    name: str
    spec: str
    probabilities: Mapping[int, Mapping[Action, float]]
    """The probabilities of its actions, by the number of actions before the decision."""
    why_not: str = ""
    """Why there are no probabilities."""
    memory: Memory = "none"
    """Whether it was told the earlier hands of its match, if it remembers any."""
    retold: int = 0
    """Number of earlier hands that it was told."""


def answers_of_players(
    run: RunHands, place: int, permission: Permission, *, seconds: float = LONGEST_RETELLING
) -> list[BotAnswers]:
    """Ask each player of a hand about its own decisions, after the earlier hands of the match if it remembers them.

    Bots that are made of Python files are asked only if code may be loaded, programs never. Telling a bot the earlier
    hands takes at most `seconds`; if that is not enough, it is asked as in the first hand of a match.
    """
    (record,) = run.records([place])
    earlier = earlier_hands(run, place, record)
    specs = {entrant.name: entrant.spec for entrant in run.folder.plan.entrants}
    answers = []
    for position, name in enumerate(record.players):
        try:
            spec, build = bot_of_run(run, place, name, permission)
        except RailbirdError as error:
            answers.append(BotAnswers(name, specs[name], {}, str(error)))
            continue
        asked = _Question(name, spec, build, earlier, seconds)
        answers.append(asked.answers(record, [position]))
    return answers


def answers_of_everyone(run: RunHands, place: int, permission: Permission) -> list[BotAnswers]:
    """Ask all bots of the run about all decisions of a hand, as in the first hand of a match."""
    (record,) = run.records([place])
    answers = []
    for entrant in run.folder.plan.entrants:
        try:
            spec, build = entrant_of_run(run, entrant, permission)
        except RailbirdError as error:
            answers.append(BotAnswers(entrant.name, entrant.spec, {}, str(error)))
            continue
        asked = _Question(entrant.name, spec, build, (), LONGEST_RETELLING)
        answers.append(asked.answers(record, range(record.game.players)))
    return answers


@dataclass(frozen=True)
class _Question:
    """A bot that is asked, and what it is told before."""

    name: str
    spec: str
    build: Callable[[], Bot]
    earlier: Sequence[HandRecord] | None
    seconds: float

    def answers(self, record: HandRecord, positions: Sequence[int]) -> BotAnswers:
        """What the bot says at the decisions of these positions."""
        if not any(state.acting in positions for state in record.states()):
            return BotAnswers(self.name, self.spec, {}, f"{self.name} had no decision in this hand")
        said: dict[int, Mapping[Action, float]] = {}
        memory: Memory = "none"
        retold = 0
        try:
            for position in positions:
                for decision in replay_decisions(
                    self.build, self.earlier, record, position, asks=is_asked_again(self.spec), seconds=self.seconds
                ):
                    memory, retold = decision.memory, decision.retold
                    shares = decision.probabilities(name=self.name)
                    if shares is not None:
                        said[decision.step] = shares
        except RailbirdError as error:
            return BotAnswers(self.name, self.spec, {}, str(error))
        why_not = "" if said else f"{self.name} does not say its probabilities"
        return BotAnswers(self.name, self.spec, dict(sorted(said.items())), why_not, memory, retold)
