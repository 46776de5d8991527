"""Seats: where players sit, whether they are bots, programs, clients, people or teams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from railbird.bots import Follower, told
from railbird.errors import MatchError
from railbird.games.action import Action
from railbird.games.state_array import CALL, FOLD, RAISE

if TYPE_CHECKING:
    from railbird.bots import Bot
    from railbird.games import View

Attention: TypeAlias = Literal["nothing", "hands", "actions"]
"""What a player wants to be shown: nothing, the beginning and the end of hands, or every action too."""
_KINDS = (FOLD, CALL, RAISE)


class Seat(Protocol):
    """Where a player sits. A seat gets views only: they hold no card that its player may not see."""

    attention: Attention
    """A player who wants to be shown nothing is only asked."""

    def show(self, view: View) -> None:
        """Let the player know the present state of a hand."""

    def follow(self, view: View) -> None:
        """Let the player know a state of the past, when a match is taken up again."""

    def answer(self, view: View) -> Action | None:
        """Ask for an action, which need not be legal; None if there is no answer yet.

        A seat that is shown every action has been shown this view. Without an answer the match stands until its next
        step, which asks again.
        """


class BotSeat:
    """The seat of a bot in this process."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._follower = Follower(bot)
        self.attention: Attention = "hands"
        if self._follower.wants_steps:
            self.attention = "actions"
        elif self._follower.is_idle:
            self.attention = "nothing"

    def show(self, view: View) -> None:
        if self._follower.wants(view):
            try:
                self._follower.see(view)
            except (Exception, SystemExit) as error:
                raise _failure(error, view) from error

    def follow(self, view: View) -> None:
        self.show(view)

    def answer(self, view: View) -> Action:
        try:
            action = self._bot.act(view)
        except (Exception, SystemExit) as error:
            raise _failure(error, view) from error
        if not (isinstance(action, Action) and action.kind in _KINDS and hasattr(action.total, "__index__")):
            raise MatchError(f"seat {view.seat + 1}: the bot's answer {action!r} is no action")
        return action


def _failure(error: BaseException, view: View) -> MatchError:
    return MatchError(f"seat {view.seat + 1}: the bot failed in hand {view.hand}: {told(error)}")
