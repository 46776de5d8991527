"""Reads and writes the lines of a transaction log, which lists every action with its times.

A line is `ACTION HAND SENT RECEIVED`, as the reference dealer writes it: `r300 17 1341695999.222281 1341695999.222410`.
What follows ` # ` is a comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.errors import FormatError
from railbird.formats.betting import action_text, read_action

if TYPE_CHECKING:
    from railbird.games.action import Action
    from railbird.games.definition import GameDefinition

COMMENT = " # "
_LINE = re.compile(rf"(\S+) (\d+) (\d+\.\d+) (\d+\.\d+)(?:{COMMENT}.*)?", re.ASCII)


@dataclass(frozen=True)
class Transaction:
    """An action with its hand, the time the request was sent and the time the answer was received."""

    action: Action
    hand: int
    asked_at: float
    answered_at: float


def format_transaction(transaction: Transaction, game: GameDefinition) -> str:
    """Format a transaction as a line, without the line break."""
    text = action_text(transaction.action, game)
    return f"{text} {transaction.hand} {transaction.asked_at:.6f} {transaction.answered_at:.6f}"


def read_transaction(line: str, game: GameDefinition) -> Transaction:
    """Read a line, without the line break."""
    match = _LINE.fullmatch(line)
    action = None if match is None else read_action(match.group(1), game)
    if match is None or action is None:
        raise FormatError(f"{line[:80]!r} is not ACTION HAND SENT RECEIVED")
    return Transaction(action, int(match.group(2)), float(match.group(3)), float(match.group(4)))
