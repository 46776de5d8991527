"""What a player sends back: the state that it was sent, a colon, and an action; and what becomes of a bad one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.formats.betting import action_text
from railbird.games.action import CALL, FOLD, Action, raise_to
from railbird.games.state_array import FOLD as FOLD_KIND
from railbird.games.state_array import RAISE as RAISE_KIND

if TYPE_CHECKING:
    from railbird.games import GameDefinition, LegalActions

_STATE = re.compile(r"MATCHSTATE:(\d+):(\d+):([^:]*):([^:]*)", re.ASCII)
_SAME_LETTERS = str.maketrans("kb", "cr", "/")


@dataclass(frozen=True)
class Answer:
    """The action that a line asks for, if it is an answer to what was asked, and what is to be said about it."""

    action: Action | None
    warning: str = ""


def read_answer(line: str, asked: str, game: GameDefinition) -> Answer:
    """Read the answer to the state that was sent. An action that cannot be read is a call."""
    if line.startswith(asked) and line[len(asked) : len(asked) + 1] == ":":
        text = line[len(asked) + 1 :]
    else:
        found = _STATE.match(line)
        if found is None:
            return Answer(None, "bad state format in response")
        if _essence(line) != _essence(asked):
            return Answer(None, "ignoring un-requested response")
        text = line[found.end() + 1 :] if line[found.end() :].startswith(":") else ""
    action = _read_action(text, game)
    if action is None:
        return Answer(CALL, "bad action format in response, changed to call")
    return Answer(action)


def _essence(line: str) -> tuple[object, ...] | None:
    """What of a state has to be the same in an answer: position, hand, actions, own cards and board."""
    found = _STATE.match(line)
    if found is None:
        return None
    position, hand, betting, cards = found.groups()
    held, *board = cards.split("/")
    hands = held.split("|")
    if int(position) >= len(hands):
        return None
    own = hands[int(position)]
    return int(position), int(hand), betting.lower().translate(_SAME_LETTERS), own, "".join(board)


def _read_action(text: str, game: GameDefinition) -> Action | None:
    """Letters in either case, and k for a check, b for a bet; what follows is ignored."""
    letter = text[:1].lower()
    if letter == "f":
        return FOLD
    if letter in ("c", "k"):
        return CALL
    if letter in ("r", "b"):
        if game.is_limit:
            return raise_to(0)
        size = re.match(r"-?\d{1,18}", text[1:], re.ASCII)
        return raise_to(int(size.group())) if size else None
    return None


def corrected(action: Action, legal: LegalActions, *, is_limit: bool) -> tuple[Action, str]:
    """The legal action that the reference dealer makes of an action, and a warning if it is another one."""
    kind, total = action
    if kind == FOLD_KIND:
        return (FOLD, "") if legal.fold else (CALL, "invalid action, changed to call")
    if kind != RAISE_KIND:
        return CALL, ""
    if not legal.can_raise:
        return CALL, "invalid action, changed to call"
    low, high = legal.lowest_raise, legal.highest_raise
    if is_limit:
        # The size of a limit raise is not the player's to choose.
        return raise_to(low), ""
    if total < low:
        return raise_to(low), f"raise of {total} increased to {low}"
    if total > high:
        return raise_to(high), f"raise of {total} decreased to {high}"
    return action, ""


def format_answer(asked: str, action: Action, game: GameDefinition) -> str:
    """The line, without its end, that answers a state with an action."""
    return f"{asked}:{action_text(action, game)}"
