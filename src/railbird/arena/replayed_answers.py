"""Asks the bots of a run again about a stored hand: with which probabilities would they act?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from railbird.bots import describe_error, parse_spec
from railbird.bots.follower import Consultation
from railbird.bots.spec_tree import names_code, read_spec
from railbird.errors import BotError, RailbirdError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.arena.plan import Entrant
    from railbird.games import Action, HandRecord

_AT_ONCE = 16
"""Number of bots that are kept for further questions."""


@dataclass(frozen=True)
class BotAnswers:
    """What a bot says about its decisions in a hand."""

    name: str
    spec: str
    probabilities: Mapping[int, Mapping[Action, float]]
    """The probabilities of its actions, by the number of actions before the decision."""
    why_not: str = ""
    """Why there are no probabilities."""
    retold: int = 0
    """Number of earlier hands that the bot was told first."""


def answers_of(
    entrants: Sequence[Entrant],
    record: HandRecord,
    *,
    earlier: Mapping[str, Sequence[HandRecord]] | None = None,
    everyone: bool = False,
    may_load_files: bool = False,
) -> list[BotAnswers]:
    """Ask the bots of a hand about their decisions in it.

    They are asked as in the first hand of a match, or after they were told the `earlier` hands of the match, by name.
    With `everyone`, all bots of the run are asked about all decisions: what would they have done there? Bots from
    Python files are asked only if files may be loaded, programs never.
    """
    if everyone:
        every = range(record.game.players)
        return [_answers(entrant, record, every, may_load_files=may_load_files) for entrant in entrants]
    by_name, told = {entrant.name: entrant for entrant in entrants}, earlier or {}
    return [
        _answers(by_name[name], record, [position], earlier=told.get(name, ()), may_load_files=may_load_files)
        for position, name in enumerate(record.players)
        if name in by_name
    ]


def _answers(
    entrant: Entrant,
    record: HandRecord,
    positions: Sequence[int],
    *,
    earlier: Sequence[HandRecord] = (),
    may_load_files: bool,
) -> BotAnswers:
    name, spec = entrant.name, entrant.spec
    if not any(state.acting in positions for state in record.states()):
        return BotAnswers(name, spec, {}, f"{name} had no decision in this hand")
    try:
        if not may_load_files and names_code(read_spec(spec)):
            raise BotError(f"{name} is made of a file that runs: the server may not load it")
        player = _player(spec)
        told = () if player.learns_when_asked else earlier
        with player.lock:
            found = [player.probabilities(record, position, name=name, earlier=told) for position in positions]
    except RailbirdError as error:
        return BotAnswers(name, spec, {}, str(error))
    probabilities = {step: shares for of_position in found for step, shares in of_position.items()}
    why_not = "" if probabilities else f"{name} does not say its probabilities"
    return BotAnswers(name, spec, dict(sorted(probabilities.items())), why_not, retold=len(told))


class _Player:
    """A bot that is kept for questions about many hands."""

    def __init__(self, spec: str) -> None:
        bot = parse_spec(spec).build(seed=0)
        self.lock = Lock()
        self.learns_when_asked = bot.remembers_answers
        """Whether telling it earlier hands is not enough, because it was asked in them."""
        self._consultation = Consultation(bot)

    def probabilities(
        self, record: HandRecord, position: int, *, name: str, earlier: Sequence[HandRecord]
    ) -> dict[int, dict[Action, float]]:
        """The probabilities at each decision of a position, after the earlier hands of a match."""
        self._consultation.new_match()
        self._tell(earlier, name)
        found = {}
        for number, state in enumerate(record.states()):
            if state.acting == position:
                answer = self._consultation.checked_probabilities(state.view(position), name=name)
                if answer is not None:
                    found[number] = answer
        return found

    def _tell(self, hands: Sequence[HandRecord], name: str) -> None:
        if self._consultation.is_idle:
            return
        for hand in hands:
            try:
                self._consultation.see(hand.final_state().view(hand.players.index(name)))
            except Exception as error:  # a bot may raise anything
                raise BotError(f"{name} fails when it is told hand {hand.number}: {describe_error(error)}") from error


@lru_cache(maxsize=_AT_ONCE)
def _player(spec: str) -> _Player:
    return _Player(spec)
