"""Brings a bot to the decisions of a stored hand, so that it can be asked again: what would it do, and why?

The bot hears the match through the hooks of its contract, as it did when it played. A bot that may remember earlier
hands is told all of them first; one that learns while it is asked is asked again at every decision of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeAlias

from railbird.bots.follower import checked_probabilities
from railbird.errors import BotError
from railbird.play import BotSeat
from railbird.play.correction import corrected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from railbird.bots import Bot
    from railbird.games import Action, HandRecord, View

Memory: TypeAlias = Literal["none", "rebuilt", "missing"]
"""Whether the bot remembers nothing of earlier hands, was told them all, or lacks them."""
LONGEST_RETELLING = 8.0
"""Seconds for telling a bot the earlier hands of its match, if somebody waits for the answer."""
_MATCH_HOOKS = frozenset({"match_starts", "reset"})


@dataclass(frozen=True)
class ReplayedDecision:
    """A bot at a decision of a stored match."""

    bot: Bot
    view: View
    step: int
    """Number of actions before the decision."""
    played: Action
    """What was played in the match."""
    memory: Memory
    retold: int
    """Number of earlier hands that the bot was told."""
    differing: int
    """At how many earlier decisions a bot that was asked again did not answer as was played."""

    def probabilities(self, *, name: str) -> dict[Action, float] | None:
        """The probabilities of the bot's actions; None if it does not say them.

        Raise BotError, in which the bot is called `name`, if it fails.
        """
        return checked_probabilities(self.bot.probabilities, self.view, name=name)


def replay_decision(
    build: Callable[[], Bot],
    earlier: Sequence[HandRecord] | None,
    record: HandRecord,
    step: int,
    *,
    asks: bool,
    seconds: float = LONGEST_RETELLING,
) -> ReplayedDecision:
    """Bring a bot to the decision after `step` actions of a hand, and if it learns while it is asked, ask it there."""
    position = _position_at(record, step)
    decisions = replay_decisions(build, earlier, record, position, asks=asks, seconds=seconds)
    decision = next(decision for decision in decisions if decision.step == step)
    if decision.bot.remembers_answers:
        decision.bot.act(decision.view)
    return decision


def replay_decisions(
    build: Callable[[], Bot],
    earlier: Sequence[HandRecord] | None,
    record: HandRecord,
    position: int,
    *,
    asks: bool,
    seconds: float = LONGEST_RETELLING,
) -> Iterator[ReplayedDecision]:
    """Bring a bot to each decision of a position in a hand, one after the other.

    `earlier` are the hands of the match before it, None if they are not known. With `asks`, the bot is asked again at
    its own decisions. If telling the earlier hands takes longer than `seconds`, a new bot is told only this hand, and
    its memory is missing.
    """
    if len(record.hole_cards[position]) != record.game.hole_cards:
        raise BotError(
            f"the cards of {record.players[position]} in hand {record.number} are not known, so no bot can be asked "
            "about them"
        )
    seat = record.start().seat_of(position)
    retelling = _Retelling(build(), seat, asks=asks)
    memory: Memory = "none"
    if retelling.needs_history:
        is_told = earlier is not None and retelling.tell(earlier, until=perf_counter() + seconds)
        memory = "rebuilt" if is_told else "missing"
        if not is_told:
            retelling = _Retelling(build(), seat, asks=asks)
    retold = len(earlier) if earlier is not None and memory == "rebuilt" else 0
    for step, view in retelling.decisions(record):
        yield ReplayedDecision(
            retelling.bot, view, step, record.actions[step], memory, retold, differing=retelling.differing
        )


class _Retelling:
    """A bot that hears a stored match in its seat."""

    def __init__(self, bot: Bot, seat: int, *, asks: bool) -> None:
        self.bot = bot
        self.differing = 0
        self._seat = BotSeat(bot)
        self._number = seat
        self._asks = asks

    @property
    def needs_history(self) -> bool:
        """Whether earlier hands may change what the bot plays."""
        return not self.bot.memoryless and (self._asks or not self.bot.listens_to <= _MATCH_HOOKS)

    def tell(self, records: Iterable[HandRecord], *, until: float) -> bool:
        """Tell whole hands; return False if the time is over before the last."""
        for record in records:
            if perf_counter() > until:
                return False
            for _ in self.decisions(record):
                pass
        return True

    def decisions(self, record: HandRecord) -> Iterator[tuple[int, View]]:
        """Tell a hand, and stop at each decision of the bot's own: the number of actions before, and what it sees."""
        position = next(place for place in range(record.game.players) if record.start().seat_of(place) == self._number)
        for step, state in enumerate(record.states()):
            view = state.view(position)
            if self._seat.attention != "nothing":
                self._seat.show(view)
            if state.acting == position and step < len(record.actions):
                yield step, view
                if self._asks:
                    answer, _ = corrected(self._seat.answer(view), view.legal_actions(), is_limit=record.game.is_limit)
                    self.differing += answer != record.actions[step]


def _position_at(record: HandRecord, step: int) -> int:
    """Who acts after `step` actions. Raise BotError if nobody does."""
    if not 0 <= step < len(record.actions):
        raise BotError(
            f"hand {record.number} has {len(record.actions)} decisions: give a step from 0 to {len(record.actions) - 1}"
        )
    return next(islice(record.states(), step, None)).acting
