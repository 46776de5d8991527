"""A second bot is asked at every decision of the first without playing, to see where they differ.

Where both say how likely their actions are, their most probable ones are compared (Lilienthal 2019, 6.4), so that what
they draw makes no difference; elsewhere what they would play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.acpc.answers import corrected
from railbird.acpc.seats import BotSeat
from railbird.arena.incidents import Incidents
from railbird.arena.seats import ForgivingSeat
from railbird.bots import told
from railbird.errors import MatchError
from railbird.formats.betting import action_text
from railbird.games import CALL, Action

if TYPE_CHECKING:
    from railbird.acpc.hand import Hand
    from railbird.acpc.seats import Attention
    from railbird.arena.recorder import Recorder
    from railbird.arena.watchdog import Watchdog
    from railbird.bots import Bot
    from railbird.games import View

SAME, FAILED = "=", "?"


class ShadowedSeat:
    """The seat of a bot, with the one that another bot would have there. Each has its own time.

    What the other bot does wrong is no incident; neither is what goes wrong with probabilities, which nobody would have
    asked for without a shadow.
    """

    attention: Attention = "actions"
    shown_at = answered_at = 0.0

    def __init__(
        self, bot: Bot, number: int, *, incidents: Incidents, shadow: Bot, watchdog: Watchdog, recorder: Recorder
    ) -> None:
        self._bot, self._shadow = bot, shadow
        self._seat = ForgivingSeat(BotSeat(bot, number), number, incidents=incidents, watchdog=watchdog)
        self._aside = ForgivingSeat(BotSeat(shadow, number), number, incidents=Incidents(), watchdog=watchdog)
        """Where nobody counts what goes wrong."""
        self._recorder = recorder

    def show(self, hand: Hand, position: int) -> None:
        self._aside.show(hand, position)
        self._seat.show(hand, position)

    def follow(self, hand: Hand, position: int) -> None:
        self._aside.follow(hand, position)
        self._seat.follow(hand, position)

    def answer(self, hand: Hand, position: int) -> Action:
        played = self._seat.ask(hand, position)
        if played is None:
            return CALL
        self._recorder.shadow_answered(hand, position, token=self._token(hand, position, played=played))
        return played

    def _token(self, hand: Hand, position: int, *, played: Action) -> str:
        answered = self._aside.ask(hand, position)
        if answered is None:
            return FAILED
        mine, theirs = (self._most_probable(bot, hand, position=position) for bot in (self._bot, self._shadow))
        if mine is None or theirs is None:
            mine, theirs = _played(played, hand, position=position), _played(answered, hand, position=position)
        return SAME if mine == theirs else action_text(theirs, hand.game)

    def _most_probable(self, bot: Bot, hand: Hand, *, position: int) -> Action | None:
        def ask(hand: Hand, position: int) -> Action | None:
            found = most_probable(bot, hand.state.view(position))
            return None if found is None else _played(found, hand, position=position)

        return self._aside.guarded(ask, hand, position=position)


def most_probable(bot: Bot, view: View) -> Action | None:
    """The action that a bot says to be the likeliest, if it says so; of equal ones a fold before a call before a raise.

    A MatchError if the bot fails, or if what it says makes no sense.
    """
    try:
        probabilities = bot.probabilities(view)
        if not probabilities:
            return None
        return max(sorted(map(Action._make, probabilities)), key=lambda action: probabilities[action])
    except (Exception, SystemExit) as error:
        raise MatchError(f"the bot failed to say how likely its actions are: {told(error)}") from error


def _played(action: Action, hand: Hand, *, position: int) -> Action:
    """What becomes of an answer."""
    return corrected(action, hand.state.view(position).legal_actions(), is_limit=hand.game.is_limit)[0]
