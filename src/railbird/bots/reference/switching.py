"""A bot that plays as one bot for a number of hands, and then as another."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from railbird.bots.delegating import DelegatingBot
from railbird.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.bots.bot import Bot
    from railbird.games import Action, View

_RIGHT = "write them like bots=[call]+[raise],hands=1000"


class SwitchingBot(DelegatingBot):
    """Plays as each of several bots for a number of hands of the match, in order (fixed transition, Thiel 2013, 4.1.3).

    The last one, whose number of hands may be left out, goes on to the end of the match; with `repeat` the first one
    follows again instead. All of them hear all the time what happens, whoever plays. In a spec:
    `switching:bots=[call]+[random:fold=0],hands=1000+500,repeat=1`.
    """

    def __init__(self, *, bots: Bot | Sequence[Bot], hands: int | Sequence[int] = (), repeat: bool = False) -> None:
        self._bots = [*bots] if isinstance(bots, Sequence) else [bots]
        numbers = [*hands] if isinstance(hands, Sequence) else [hands]
        if repeat not in (0, 1):
            raise BotError(f"repeat={repeat}: give 1 to start again after the last bot, or 0 to stay with it")
        super().__init__(self._bots)
        _check_hands(numbers, bots=len(self._bots), repeat=bool(repeat))
        self._ends = [*accumulate(numbers)]
        self._repeat = bool(repeat)

    def act(self, view: View) -> Action:
        return self._bot_of_hand(view.hand).act(view)

    def probabilities(self, view: View) -> Mapping[Action, float] | None:
        return self._bot_of_hand(view.hand).probabilities(view)

    def _bot_of_hand(self, number: int) -> Bot:
        place = bisect_right(self._ends, number % self._ends[-1] if self._repeat else number)
        return self._bots[min(place, len(self._bots) - 1)]


def _check_hands(hands: Sequence[int], *, bots: int, repeat: bool) -> None:
    if not bots:
        raise BotError(f"no bots to switch between: {_RIGHT}")
    wanted = (bots,) if repeat else (bots - 1, bots)
    if len(hands) not in wanted:
        who = "with repeat every bot has" if repeat else "every bot but the last has"
        raise BotError(f"{len(hands)} numbers of hands for {bots} bots: {who} its own, {_RIGHT}")
    wrong = next((number for number in hands if not isinstance(number, int) or number < 1), None)
    if wrong is not None:
        raise BotError(f"hands={wrong}: a bot plays a whole number of hands, at least 1")
