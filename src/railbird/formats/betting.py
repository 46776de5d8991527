"""The letters f, c and r: an action as text and back, and betting strings such as `cr/cc/r300f`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from railbird.games.action import CALL, FOLD, raise_to
from railbird.games.betting_node import first_node
from railbird.games.state_array import FOLD as FOLD_KIND
from railbird.games.state_array import RAISE as RAISE_KIND

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railbird.games.action import Action
    from railbird.games.definition import GameDefinition

_ACTION = re.compile(r"[fc]|r(-?\d{1,18})?", re.ASCII)


def format_betting(game: GameDefinition, actions: Iterable[Action], *, call_totals: bool = False) -> str:
    """The betting string of actions from the start of a hand: one / for each round that was entered.

    With `call_totals` the blinds come first, the smaller before the greater, and calls carry totals.
    """
    letters = [f"b{blind}" for blind in sorted(game.blinds) if blind] if call_totals else []
    street = 0
    for node in reversed([*first_node(game).play(actions).line()]):
        action, before = node.action, node.before
        if action is not None and before is not None:
            letters.append(action_text(action, game))
            if call_totals and action.is_call:
                letters.append(str(node.spent()[before.acting]))
        # Blinds that put all players all-in end the hand on the last street.
        if node.street > street:
            letters.append("/" * (node.street - street))
            street = node.street
    return "".join(letters)


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
