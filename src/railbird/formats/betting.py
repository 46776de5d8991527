"""The competition's betting strings, such as `cr/cc/r300f`: to actions and back."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import FormatError
from railbird.formats import _kernels
from railbird.games.action import Action
from railbird.games.deal import Deal
from railbird.games.definition import MOST_ACTIONS_IN_ROUND, MOST_ROUNDS
from railbird.games.layout import OUTCOME, PLAYING, ROUND, array_of
from railbird.games.state import State

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.cards import Card
    from railbird.games.definition import GameDefinition

_NO_CARDS = Deal((), ())
_MOST_ACTIONS = (MOST_ACTIONS_IN_ROUND + 16) * MOST_ROUNDS
_REASONS = {
    _kernels.ILLEGAL: "the action is not legal here",
    _kernels.UNKNOWN_LETTER: "an action is f, c or r",
    _kernels.WRONG_SLASH: "a / stands where a round ends, and nowhere else",
    _kernels.MISSING_SIZE: "a no-limit raise needs its total, like r300",
    _kernels.WRONG_TOTAL: "the call goes to another total",
    _kernels.UNWANTED_NUMBER: "a number follows an action that has none",
    _kernels.WRONG_BLIND: "the blinds stand first, b1b2",
    _kernels.TOO_LONG: f"more than {_MOST_ACTIONS} actions",
}


class BettingReader:
    """Reads the betting strings of one game. The last hand's final state stays in `array` until the next."""

    def __init__(self, game: GameDefinition, *, call_totals: bool = False) -> None:
        self.game = game
        self.array = array_of(game)
        self._call_totals = call_totals
        self._board_sizes = game.board_sizes
        self._kinds = np.empty(_MOST_ACTIONS, dtype=np.int64)
        self._totals = np.empty(_MOST_ACTIONS, dtype=np.int64)

    def read(self, text: str) -> tuple[Action, ...]:
        """The actions of a betting string; a FormatError names the place that is wrong."""
        letters = np.frombuffer(text.encode(), dtype=np.uint8)
        count, wrong, place = _kernels.read_betting(self.array, letters, self._call_totals, self._kinds, self._totals)
        if wrong:
            raise FormatError(
                f"betting {text!r} at character {place + 1} ({text[place : place + 8]!r}): {_REASONS[wrong]}"
            )
        kinds, totals = self._kinds[:count].tolist(), self._totals[:count].tolist()
        return tuple([_action(kind, total) for kind, total in zip(kinds, totals, strict=True)])

    def read_to_the_end(self, text: str) -> tuple[Action, ...]:
        """The same for a hand that must be over."""
        actions = self.read(text)
        if self.array.item(OUTCOME) == PLAYING:
            raise FormatError(f"betting {text!r} stops before the hand is over")
        return actions

    def check_board(self, board: Sequence[Card], text: str) -> None:
        """Refuse a board that does not go with the street to which the last betting that was read led."""
        street = self.array.item(ROUND)
        if len(board) != self._board_sizes[street]:
            raise FormatError(
                f"cards {text!r}: {len(board)} board cards, but the betting ends on street {street}, "
                f"with {self._board_sizes[street]}"
            )


@lru_cache(maxsize=65_536)
def _action(kind: int, total: int) -> Action:
    """Every action of a kind and total once: logs repeat them by the million."""
    return Action(kind, total)


def format_betting(game: GameDefinition, actions: Iterable[Action], *, call_totals: bool = False) -> str:
    """The betting string of actions from the start of a hand: one / for each round that was entered.

    With `call_totals` the blinds come first, the smaller before the greater, and calls carry totals.
    """
    state = State.start_unchecked(game, _NO_CARDS)
    letters = [f"b{blind}" for blind in sorted(game.blinds) if blind] if call_totals else []
    for action in actions:
        street, position = state.street, state.acting
        state = state.apply(action)
        letters.append(_letter(action, game))
        if call_totals and action.is_call:
            letters.append(str(state.spent(position)))
        letters.append("/" * (state.street - street))
    return "".join(letters)


def _letter(action: Action, game: GameDefinition) -> str:
    if action.is_raise:
        return "r" if game.is_limit else f"r{action.total}"
    return "f" if action.is_fold else "c"
