"""Calls the hooks of a bot, from the sequence of views that its seat is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from railbird.bots.failures import describe_error
from railbird.errors import BotError, RailbirdError
from railbird.games.action import Action
from railbird.rng import generator

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.bots.bot import Bot
    from railbird.games import GameDefinition, View
    from railbird.games.public_state import PublicState

_STEPS = ("street_starts", "action_played")
_ENDS = ("hand_ends", "hands_played")
_GENERATOR = 7_829_367
"""Stream key of bots' generators, which makes them independent of other streams with the same seed."""
_TOLERANCE = 1e-4
"""How far the probabilities of a bot may be from summing to 1."""


class Follower:
    """Follows a match for one bot. Views may be skipped; all events between two views are reported in order.

    At the start of every match the bot gets its own generator, which depends on the `seed` of the match and on the
    bot's `generator_seed` if it has one.
    """

    def __init__(self, bot: Bot, *, seed: int = 0) -> None:
        self.bot = bot
        self._seed = seed
        listens_to = bot.listens_to
        self.is_idle = not listens_to
        """Whether the bot listens to no hook, so that it need not be shown any view."""
        self.wants_steps = not listens_to.isdisjoint(_STEPS)
        """Whether the bot listens to events within a hand."""
        self._wants_ends = not listens_to.isdisjoint(_ENDS)
        self._wants_hands = self._wants_ends or self.wants_steps or "hand_starts" in listens_to
        self._hand = -1
        self._hands = 0
        self._last: View | None = None
        self._is_over = False
        # An idle bot, which is never shown a view, may draw random numbers too.
        self._give_generator()

    def wants(self, state: PublicState) -> bool:
        """Whether the bot must be shown this state of its match."""
        if self.wants_steps:
            return True
        if state.hand != self._hand:
            return self._wants_hands or self._hand < 0 or state.hand < self._hand
        return self._is_over or state.is_over

    def see(self, view: View) -> None:
        """Report to the bot every event since the last view."""
        last = self._last
        if last is None or view.hand != self._hand or not _continues(last, view):
            self._start_hand(view)
        if self.wants_steps:
            self._report_actions(view)
        if self._wants_ends and view.is_over and not self._is_over:
            self._end_hand(view)
        self._last = view
        self._is_over = view.is_over

    def _start_hand(self, view: View) -> None:
        if self._hand < 0 or self._is_new_match(view):
            if self._hand >= 0:
                self.bot.reset()
                self._give_generator()
            self._hands = 0
            self.bot.match_starts(view.game, view.seat)
        self._hand = view.hand
        self._last = first = view.at_start()
        self._is_over = False
        self.bot.hand_starts(first)

    def _is_new_match(self, view: View) -> bool:
        """Whether a view that does not continue the last one belongs to a new match: hand numbers only increase."""
        return view.hand <= self._hand

    def _give_generator(self) -> None:
        own = self.bot.generator_seed
        key = (self._seed, _GENERATOR) if own is None else (own, _GENERATOR, self._seed)
        self.bot.use_generator(generator(*key))

    def _report_actions(self, view: View) -> None:
        last = self._last
        if last is None or view.last_action is None:
            return
        for before, after in view.steps_since(last):
            self._last = after  # if the bot raises here, no event is reported twice
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


class Consultation(Follower):
    """Consults a bot about rewritten hands, possibly in a different game from the one at the table.

    If a view does not continue the last view of its hand, because the history was rewritten, the bot hears the hand
    again from its start; for the bot it is still the same match, and it keeps its memory.
    """

    def consult(self, view: View) -> Action:
        """The bot's action in a view in which it is to act."""
        self._show(view)
        return self.bot.act(view)

    def probabilities(self, view: View) -> Mapping[Action, float] | None:
        """The bot's action probabilities in such a view, or None if it does not provide them."""
        self._show(view)
        return self.bot.probabilities(view)

    def checked_probabilities(self, view: View, *, name: str) -> dict[Action, float] | None:
        """The bot's action probabilities in such a view, or None if it does not provide them.

        Raise BotError, in which the bot is called `name`, if it fails or if they are no probabilities of actions.
        """
        return checked_probabilities(self.probabilities, view, name=name)

    def start_match(self, game: GameDefinition, seat: int) -> None:
        """Report the start of a match before its first view, so that a bot can refuse the game."""
        self.bot.match_starts(game, seat)
        self._hand = 0

    def new_match(self) -> None:
        """Start a new match with the next view, or with `start_match`."""
        self.bot.reset()
        self._give_generator()
        self._hand = -1
        self._last = None

    def _show(self, view: View) -> None:
        if view.acting != view.position:
            whose = f"position {view.acting} is to act" if view.acting >= 0 else "the hand is over"
            raise BotError(f"position {view.position} cannot be consulted in {view!r}: {whose}")
        if not self.is_idle:
            self.see(view)

    def _is_new_match(self, view: View) -> bool:  # noqa: ARG002
        return False


def checked_probabilities(
    ask: Callable[[View], Mapping[Action, float] | None], view: View, *, name: str
) -> dict[Action, float] | None:
    """What `ask`, such as the method `probabilities` of a bot, says in a view; None if the bot does not say it.

    Raise BotError, in which the bot is called `name`, if it fails or if they are no probabilities of actions.
    """
    try:
        answers = ask(view)
    except RailbirdError as error:
        raise BotError(f"{name} fails in {view!r}: {error}") from error
    except Exception as error:  # a bot may raise anything
        raise BotError(f"{name} fails in {view!r}: {describe_error(error)}") from error
    return None if answers is None else _checked(answers, view, name=name)


def _continues(last: View, view: View) -> bool:
    """Whether a view can follow `last` in the same hand: the same cards and position, and no fewer actions."""
    return last.hole_cards == view.hole_cards and last.position == view.position and view.comes_after(last)


def _checked(answers: object, view: View, *, name: str) -> dict[Action, float]:
    """What a bot's method `probabilities` returned, as a dictionary."""
    try:
        if not isinstance(answers, Mapping) or not all(isinstance(action, Action) for action in answers):
            raise TypeError
        shares = {action: float(share) for action, share in answers.items()}
    except (TypeError, ValueError):
        raise BotError(
            f"{name}: its method probabilities(view) returns {answers!r} in {view!r}: it must return a dictionary of "
            "actions with their probabilities"
        ) from None
    if min(shares.values(), default=0) < 0 or not abs(sum(shares.values()) - 1) <= _TOLERANCE:
        listed = ", ".join(f"{action}: {share:.4g}" for action, share in shares.items())
        raise BotError(f"{name}: its probabilities in {view!r} are {listed}: they are below 0 or do not sum to 1")
    return shares
