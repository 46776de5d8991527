"""Brings a bot to a decision of a stored match, so that it can be asked again: why did it play so?

The bot hears the match through the hooks of its contract, as it did when it played. A bot that may remember earlier
hands is told all of them first; one that learns while it is asked is asked again at every decision of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeAlias

from railbird.errors import BotError
from railbird.play import BotSeat
from railbird.play.correction import corrected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from railbird.bots import Bot
    from railbird.games import Action, HandRecord, View

Memory: TypeAlias = Literal["none", "rebuilt", "missing"]
"""Whether the bot remembers nothing of earlier hands, was told them all, or lacks them."""
_MATCH_HOOKS = frozenset({"match_starts", "reset"})


@dataclass(frozen=True)
class ReplayedDecision:
    """A bot at a decision of a stored match."""

    bot: Bot
    view: View
    played: Action
    """What was played in the match."""
    memory: Memory
    retold: int
    """Number of earlier hands that the bot was told."""
    differing: int
    """At how many earlier decisions a bot that was asked again did not answer as was played."""


def replay_decision(
    build: Callable[[], Bot],
    earlier: Sequence[HandRecord] | None,
    record: HandRecord,
    step: int,
    *,
    asks: bool,
    seconds: float,
) -> ReplayedDecision:
    """Bring a bot to the decision after `step` actions of a hand.

    `earlier` are the hands of the match before it, None if they are not known. With `asks`, the bot is asked again at
    its own decisions. If telling the earlier hands takes longer than `seconds`, a new bot is told only this hand, and
    its memory is missing.
    """
    view = _view_at(record, step)
    retelling = _Retelling(build(), view.seat, asks=asks)
    needs = retelling.needs_history
    memory: Memory = "none"
    if needs:
        is_told = earlier is not None and retelling.tell(earlier, until=perf_counter() + seconds)
        memory = "rebuilt" if is_told else "missing"
        if not is_told:
            retelling = _Retelling(build(), view.seat, asks=asks)
    retelling.tell_hand(record, actions=step)
    if retelling.bot.remembers_answers:
        retelling.bot.act(view)
    retold = len(earlier) if earlier is not None and memory == "rebuilt" else 0
    return ReplayedDecision(retelling.bot, view, record.actions[step], memory, retold, retelling.differing)


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
            self.tell_hand(record, actions=len(record.actions))
        return True

    def tell_hand(self, record: HandRecord, *, actions: int) -> None:
        """Tell a hand up to the state after this number of actions."""
        for number, state in enumerate(islice(record.states(), actions + 1)):
            position = next(place for place in range(record.game.players) if state.seat_of(place) == self._number)
            view = state.view(position)
            if self._seat.attention != "nothing":
                self._seat.show(view)
            if self._asks and state.acting == position and number < actions:
                answer, _ = corrected(self._seat.answer(view), view.legal_actions(), is_limit=record.game.is_limit)
                self.differing += answer != record.actions[number]


def _view_at(record: HandRecord, step: int) -> View:
    """What the player who acts after `step` actions sees. Raise BotError if there is no such decision."""
    if not 0 <= step < len(record.actions):
        raise BotError(
            f"hand {record.number} has {len(record.actions)} decisions: give a step from 0 to {len(record.actions) - 1}"
        )
    state = next(islice(record.states(), step, None))
    view = state.view(state.acting)
    if len(view.hole_cards) != record.game.hole_cards:
        player = record.players[state.acting]
        raise BotError(
            f"the cards of {player} in hand {record.number} are not known, so no bot can be asked about them"
        )
    return view
