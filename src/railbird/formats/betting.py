"""The letters f, c and r: an action as text and back, and betting strings such as `cr/cc/r300f`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.compiled import EntryPoints
from railbird.formats.action_codes import encode_actions
from railbird.formats.columns._kernels import LONGEST_NUMBER, write_betting
from railbird.games.action import CALL, FOLD, raise_to
from railbird.games.deal import Deal
from railbird.games.state import State
from railbird.games.state_array import FOLD as FOLD_KIND
from railbird.games.state_array import RAISE as RAISE_KIND
from railbird.games.state_array import array_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from railbird.games.action import Action
    from railbird.games.definition import GameDefinition

_ACTION = re.compile(r"[fc]|r(-?\d{1,18})?", re.ASCII)
_NO_CARDS = Deal((), ())
_NUMBERS = np.empty(0, dtype=np.int64)
_direct = EntryPoints(write_betting=(write_betting, (_NUMBERS, _NUMBERS, False, np.empty(0, dtype=np.uint8))))


def format_betting(game: GameDefinition, actions: Iterable[Action], *, call_totals: bool = False) -> str:
    """The betting string of actions from the start of a hand: one / for each round that was entered.

    With `call_totals` the blinds come first, the smaller before the greater, and calls carry totals.
    """
    played = tuple(actions)
    text = np.empty((len(played) + game.players + 1) * (LONGEST_NUMBER + 1) + game.rounds, dtype=np.uint8)
    numbers = np.array(encode_actions(played), dtype=np.int64)
    size = _direct.write_betting(_workspace(game), numbers, call_totals, text)
    if size < 0:
        State.start_unchecked(game, _NO_CARDS).play(played)  # which says what is wrong
    return text[:size].tobytes().decode()


@lru_cache(maxsize=256)
def _workspace(game: GameDefinition) -> NDArray[np.int64]:
    """An array in which hands of the game are played, each from its start."""
    return array_of(game)


def action_text(action: Action, game: GameDefinition) -> str:
    """`f`, `c`, `r`, or `r300` in no-limit games."""
    kind, total = action
    if kind == RAISE_KIND:
        return "r" if game.is_limit else f"r{total}"
    return "f" if kind == FOLD_KIND else "c"


def read_action(text: str, game: GameDefinition) -> Action | None:
    """The action that a text names, which need not be legal; None if it names none.

    A raise of a limit game has the total 0 here: the rules say its size.
    """
    match = _ACTION.fullmatch(text)
    if match is None:
        return None
    if text == "f":
        return FOLD
    if text == "c":
        return CALL
    total = match.group(1)
    if game.is_limit:
        return raise_to(0) if total is None else None
    return None if total is None else raise_to(int(total))
