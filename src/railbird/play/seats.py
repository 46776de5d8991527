"""The contract of a seat, which may hold a bot, a program, a client, a person or a team, and the seat of a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from railbird.bots import Follower, describe_error
from railbird.errors import MatchError
from railbird.games.action import Action
from railbird.games.state_array import CALL, FOLD, RAISE

if TYPE_CHECKING:
    from railbird.bots import Bot
    from railbird.games import View

Attention: TypeAlias = Literal["nothing", "hands", "actions"]
"""What a player is shown: nothing, the start and end of each hand, or every action too."""
_KINDS = (FOLD, CALL, RAISE)


class Seat(Protocol):
    """A player's seat. It gets only views, which hold no card that is hidden from the player.

    A class that inherits from it is shown every action by default.
    """

    attention: Attention = "actions"
    """What to show; a player with the attention "nothing" is only asked for actions."""

    def show(self, view: View) -> None:
        """Show the player the current state of a hand."""

    def follow(self, view: View) -> None:
        """Show the player a past state while a match is being resumed; by default like a current one."""
        self.show(view)

    def answer(self, view: View) -> Action | None:
        """Ask for an action, which need not be legal; None if there is no answer yet.

        A seat with the attention "actions" has already been shown this view. Without an answer the match waits until
        its next step, which asks again.
        """


class BotSeat(Seat):
    """The seat of a bot in this process."""

    def __init__(self, bot: Bot, *, seed: int = 0) -> None:
        """The seed is that of the bot in this match, if the bot was not built with it."""
        self._bot = bot
        self._follower = Follower(bot, seed=seed)
        self.attention = "hands"
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

    def answer(self, view: View) -> Action:
        try:
            action = self._bot.act(view)
        except (Exception, SystemExit) as error:
            raise _failure(error, view) from error
        if not (isinstance(action, Action) and action.kind in _KINDS and hasattr(action.total, "__index__")):
            raise MatchError(f"seat {view.seat + 1}: the bot's answer {action!r} is not an action")
        return action


def _failure(error: BaseException, view: View) -> MatchError:
    return MatchError(f"seat {view.seat + 1}: the bot failed in hand {view.hand}: {describe_error(error)}")
