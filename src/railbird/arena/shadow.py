"""Shadows: a second bot is asked at every decision of a bot, without playing, to see where the two differ.

If both bots give the probabilities of their actions, their most probable actions are compared (Lilienthal 2019, 6.4),
so that random draws make no difference. Otherwise the actions that they would play are compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena.forgiving_seat import ForgivingSeat
from railbird.arena.incidents import Incidents
from railbird.bots import describe_error
from railbird.errors import MatchError
from railbird.formats.betting import action_text
from railbird.games import CALL, Action
from railbird.play import BotSeat, corrected

if TYPE_CHECKING:
    from railbird.arena.recorder import Recorder
    from railbird.bots import Bot
    from railbird.bots.watchdog import Watchdog
    from railbird.games import View
    from railbird.play import Attention

SAME, FAILED = "=", "?"


class ShadowedSeat:
    """The seat of a bot and its shadow. Each has its own time.

    Failures of the shadow are not incidents; nor are failures of the bot to give probabilities, which only a shadow
    asks for.
    """

    attention: Attention = "actions"

    def __init__(self, bot: Bot, *, incidents: Incidents, shadow: Bot, watchdog: Watchdog, recorder: Recorder) -> None:
        self._bot, self._shadow = bot, shadow
        self._seat = ForgivingSeat(BotSeat(bot), incidents=incidents, watchdog=watchdog)
        self._aside = ForgivingSeat(BotSeat(shadow), incidents=Incidents(), watchdog=watchdog)
        """The seat of the shadow, whose incidents are not used."""
        self._recorder = recorder

    def show(self, view: View) -> None:
        self._aside.show(view)
        self._seat.show(view)

    def follow(self, view: View) -> None:
        self._aside.follow(view)
        self._seat.follow(view)

    def answer(self, view: View) -> Action:
        answer = self._seat.ask(view)
        if answer is None:
            return CALL
        self._recorder.shadow_answered(view, token=self._token(view, answer))
        return answer

    def _token(self, view: View, answer: Action) -> str:
        shadow_answer = self._aside.ask(view)
        if shadow_answer is None:
            return FAILED
        mine, theirs = (self._most_probable(bot, view) for bot in (self._bot, self._shadow))
        if mine is None or theirs is None:
            mine, theirs = _played(answer, view), _played(shadow_answer, view)
        return SAME if mine == theirs else action_text(theirs, view.game)

    def _most_probable(self, bot: Bot, view: View) -> Action | None:
        def ask(view: View) -> Action | None:
            action = most_probable(bot, view)
            return None if action is None else _played(action, view)

        return self._aside.guarded(ask, view)


def most_probable(bot: Bot, view: View) -> Action | None:
    """The most probable action of a bot; None if it gives no probabilities.

    Of equally probable actions, a fold comes before a call, and a call before a raise. Raise MatchError if the bot
    fails or its probabilities are invalid.
    """
    try:
        probabilities = bot.probabilities(view)
        if not probabilities:
            return None
        return max(sorted(map(Action._make, probabilities)), key=lambda action: probabilities[action])
    except (Exception, SystemExit) as error:
        raise MatchError(f"the bot failed to give the probabilities of its actions: {describe_error(error)}") from error


def _played(answer: Action, view: View) -> Action:
    """The action that is played for an answer, which need not be legal."""
    return corrected(answer, view.legal_actions(), is_limit=view.game.is_limit)[0]
