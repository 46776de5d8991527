"""A bot that plays as one bot for a number of hands, and then as another."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from railbird.bots.bot import Bot
from railbird.bots.registry import make_bot
from railbird.errors import BotError
from railbird.rng import derived_seed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.games import Action, Chips, GameDefinition, View

_PART = re.compile(r"(?P<bot>[^*]+)(\*(?P<hands>\d{1,18}))?")
_RIGHT = "a plan is like call*1000+raise, options are like random:fold=0;raise=2*1000+call"


class SwitchingBot(Bot):
    """Plays as each bot of a plan for so many hands of the match, in order (fixed transition, Thiel 2013, 4.1.3).

    The last one, whose number of hands may be left out, goes on to the end of the match; with `repeat` the plan starts
    again instead. All of them hear all the time what happens, whoever plays. In a spec the plan is a text such as
    `switching:plan=call*1000+raise*1000,repeat=1`, with `;` instead of `,` between the options of a bot.
    """

    def __init__(
        self, *, plan: str | Sequence[tuple[Bot, int | None]] = "", repeat: bool = False, seed: int = 0
    ) -> None:
        # In a spec, what looks like a number is one.
        is_text = isinstance(plan, str | int | float)
        parts = _read_plan(str(plan), seed) if is_text else [*plan]
        if repeat not in (0, 1):
            raise BotError(f"repeat={repeat}: 1 to start again after the last bot, 0 to stay with it")
        _check_hands(parts, repeat=bool(repeat))
        self._bots = [bot for bot, _ in parts]
        self._hearing = [*dict.fromkeys(self._bots)]  # once, even if it plays at several times
        self._ends = [*accumulate(hands or 0 for _, hands in parts)]
        self._repeat = bool(repeat)
        self._playing = self._bots[0]
        self._hands = 0

    def act(self, view: View) -> Action:
        return self._playing.act(view)

    def probabilities(self, view: View) -> Mapping[Action, float] | None:
        return self._playing.probabilities(view)

    def reset(self) -> None:
        self._hands = 0
        for bot in self._hearing:
            bot.reset()

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        self._hands = 0
        for bot in self._hearing:
            bot.match_starts(game, seat)

    def hand_starts(self, view: View) -> None:
        self._playing = self._bot_of_hand(view.hand)
        for bot in self._hearing:
            bot.hand_starts(view)

    def street_starts(self, view: View) -> None:
        for bot in self._hearing:
            bot.street_starts(view)

    def action_played(self, position: int, action: Action, view: View) -> None:
        for bot in self._hearing:
            bot.action_played(position, action, view)

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        self._hands += 1
        for bot in self._hearing:
            bot.hand_ends(view, payoffs)
            # They want to hear this at times of their own.
            if bot.every and self._hands % bot.every == 0:
                bot.hands_played(self._hands)

    def _bot_of_hand(self, number: int) -> Bot:
        ends = self._ends
        place = bisect_right(ends, number % ends[-1] if self._repeat else number)
        return self._bots[min(place, len(ends) - 1)]


def _read_plan(text: str, seed: int) -> list[tuple[Bot, int | None]]:
    """The bots of a text, each with a seed of its own."""
    parts: list[tuple[Bot, int | None]] = []
    for place, part in enumerate(text.split("+")):
        match = _PART.fullmatch(part)
        if match is None:
            raise BotError(f"plan {text!r}: {part!r} is no bot with its number of hands: {_RIGHT}")
        bot = make_bot(match["bot"].replace(";", ","), seed=derived_seed(seed, place))
        parts.append((bot, None if match["hands"] is None else int(match["hands"])))
    return parts


def _check_hands(parts: Sequence[tuple[Bot, int | None]], *, repeat: bool) -> None:
    if not parts:
        raise BotError(f"a plan without bots: {_RIGHT}")
    for place, (bot, hands) in enumerate(parts, start=1):
        if not isinstance(bot, Bot):
            raise BotError(f"a plan with {bot!r}, which is no bot: give pairs of a bot and its number of hands")
        if hands is None and (repeat or place < len(parts)):
            who = "with repeat every bot has" if repeat else "every bot but the last has"
            raise BotError(f"a plan without hands for bot {place}: {who} a number of hands, like call*1000")
        if hands is not None and hands < 1:
            raise BotError(f"a plan with {hands} hands for bot {place}: a bot plays at least 1")
