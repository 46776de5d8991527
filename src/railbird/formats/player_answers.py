"""Reads and writes a player's answers to the dealer: the match state it was sent, a colon, and an action."""

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
    """The action in a line, if the line answers the match state that was sent, and a warning if anything is wrong."""

    action: Action | None
    warning: str = ""
    is_of_another_state: bool = False
    """Whether the line answers another match state than the one that was sent."""


def format_answer(asked: str, action: Action, game: GameDefinition) -> str:
    """Format the line that answers a match state with an action, without the line break."""
    return f"{asked}:{action_text(action, game)}"


def read_answer(line: str, asked: str, game: GameDefinition) -> Answer:
    """Read the answer to the match state that was sent. An unreadable action counts as a call."""
    if line.startswith(asked) and line[len(asked) : len(asked) + 1] == ":":
        text = line[len(asked) + 1 :]
    else:
        match = _STATE.match(line)
        if match is None:
            return Answer(None, "bad state format in response")
        if _required_parts(line) != _required_parts(asked):
            return Answer(None, "ignoring un-requested response", is_of_another_state=True)
        text = line[match.end() + 1 :] if line[match.end() :].startswith(":") else ""
    action = _read_leniently(text, game)
    if action is None:
        return Answer(CALL, "bad action format in response, changed to call")
    return Answer(action)


def _required_parts(line: str) -> tuple[object, ...] | None:
    """The parts of a state that an answer must repeat: position, hand, actions, own cards and board."""
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
    """Read an action in upper or lower case, also k for a check and b for a bet. Ignore what follows it."""
    letter = text[:1].lower().translate(_SAME_LETTERS)
    size = _SIZE.match(text, 1) if letter == "r" and not game.is_limit else None
    return read_action(letter + (size.group() if size else ""), game)
