"""What a player sends back to a dealer: the match state that it was sent, a colon, and an action."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.formats.betting import action_text, read_action
from railbird.games.action import CALL, Action

if TYPE_CHECKING:
    from railbird.games.definition import GameDefinition

_STATE = re.compile(r"MATCHSTATE:(\d+):(\d+):([^:]*):([^:]*)", re.ASCII)
_SIZE = re.compile(r"-?\d{1,18}", re.ASCII)
_SAME_LETTERS = str.maketrans("kb", "cr", "/")


@dataclass(frozen=True)
class Answer:
    """The action that a line asks for, if the line answers what was asked, and a warning if something is wrong."""

    action: Action | None
    warning: str = ""


def format_answer(asked: str, action: Action, game: GameDefinition) -> str:
    """The line, without its end, that answers a match state with an action."""
    return f"{asked}:{action_text(action, game)}"


def read_answer(line: str, asked: str, game: GameDefinition) -> Answer:
    """Read the answer to the match state that was sent. An action that cannot be read is a call."""
    if line.startswith(asked) and line[len(asked) : len(asked) + 1] == ":":
        text = line[len(asked) + 1 :]
    else:
        match = _STATE.match(line)
        if match is None:
            return Answer(None, "bad state format in response")
        if _essence(line) != _essence(asked):
            return Answer(None, "ignoring un-requested response")
        text = line[match.end() + 1 :] if line[match.end() :].startswith(":") else ""
    action = _read_leniently(text, game)
    if action is None:
        return Answer(CALL, "bad action format in response, changed to call")
    return Answer(action)


def _essence(line: str) -> tuple[object, ...] | None:
    """What of a state has to be the same in an answer: position, hand, actions, own cards and board."""
    match = _STATE.match(line)
    if match is None:
        return None
    position, hand, betting, cards = match.groups()
    held, *board = cards.split("/")
    hands = held.split("|")
    if int(position) >= len(hands):
        return None
    own = hands[int(position)]
    return int(position), int(hand), betting.lower().translate(_SAME_LETTERS), own, "".join(board)


def _read_leniently(text: str, game: GameDefinition) -> Action | None:
    """Letters in either case, and k for a check, b for a bet; what follows is ignored."""
    letter = text[:1].lower().translate(_SAME_LETTERS)
    size = _SIZE.match(text, 1) if letter == "r" and not game.is_limit else None
    return read_action(letter + (size.group() if size else ""), game)
