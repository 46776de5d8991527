"""Tells a bot what happens in a match, from the views that its seat gets one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.bot import Bot

if TYPE_CHECKING:
    from railbird.games import View
    from railbird.games.public_state import PublicState

_STEPS = ("street_starts", "action_played")
_ENDS = ("hand_ends", "hands_played")
_HOOKS = ("match_starts", "hand_starts", "reset", *_ENDS, *_STEPS)


class Follower:
    """Follows the match of one bot. Views may be left out; what happened between two of them is told in order."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        listens_to = {name for name in _HOOKS if getattr(type(bot), name) is not getattr(Bot, name)}
        self.is_idle = not listens_to
        """Whether the bot listens to nothing, so that nothing needs to be told."""
        self.wants_steps = not listens_to.isdisjoint(_STEPS)
        """Whether it listens to what happens within a hand."""
        self._wants_ends = not listens_to.isdisjoint(_ENDS)
        self._wants_hands = self._wants_ends or self.wants_steps or "hand_starts" in listens_to
        self._hand = -1
        self._hands = 0
        self._last: View | None = None
        self._is_over = False

    def wants(self, state: PublicState) -> bool:
        """Whether the bot has to hear of this state of the match that it plays."""
        if self.wants_steps:
            return True
        if state.hand != self._hand:
            is_new_match = self._hand < 0 or state.hand < self._hand
            return self._wants_hands or (is_new_match and not self.is_idle)
        return self._is_over or (state.is_over and not self.is_idle)

    def see(self, view: View) -> None:
        """Tell the bot what is new in this view of a hand."""
        last = self._last
        if last is None or view.hand != self._hand or not _goes_on(last, view):
            self._start_hand(view)
        if self.wants_steps:
            self._tell_actions(view)
        if self._wants_ends and view.is_over and not self._is_over:
            self._end_hand(view)
        self._last = view
        self._is_over = view.is_over

    def _start_hand(self, view: View) -> None:
        is_new_match = self._hand < 0 or view.hand <= self._hand
        if is_new_match:
            if self._hand >= 0:
                self.bot.reset()
            self._hands = 0
            self.bot.match_starts(view.game, view.seat)
        self._hand = view.hand
        self._last = first = view.at_start()
        self._is_over = False
        self.bot.hand_starts(first)

    def _tell_actions(self, view: View) -> None:
        last = self._last
        if last is None or view.last_action is None:
            return
        for before, after in view.steps_since(last):
            self._last = after  # a bot that fails at this step does not hear of it, or of those before, again
            action = after.last_action
            if action is not None:
                self.bot.action_played(before.acting, action, after)
            if after.street > before.street and not after.is_over:
                self.bot.street_starts(after)

    def _end_hand(self, view: View) -> None:
        self._hands += 1
        self.bot.hand_ends(view, view.payoffs())
        if self.bot.every and self._hands % self.bot.every == 0:
            self.bot.hands_played(self._hands)


def _goes_on(last: View, view: View) -> bool:
    """Whether a view can come after another of the same hand: no other cards, and no fewer actions."""
    return last.hole_cards == view.hole_cards and last.position == view.position and view.comes_after(last)
