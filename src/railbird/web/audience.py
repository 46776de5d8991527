"""The browsers at a table: each gets its own messages, numbered, in order, none left out."""

from __future__ import annotations

import json
from asyncio import AbstractEventLoop, Queue
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action
    from railbird.statistics.json_values import JsonValue

_MOST_WAITING = 1000
"""Messages that may wait for a slow browser before it has to connect again."""


@dataclass
class Person:
    """Somebody who has a seat, whether connected or not."""

    seat: int
    name: str
    key: str
    """The secret by which the browser keeps the seat."""
    answer: Action | None = None
    """The action that the person has chosen and that is not yet played."""
    ready_after: JsonValue = None
    """The number of the last hand after which the person wanted the next."""
    missed: int = 0
    """Decisions in a row that the rule has made."""


@dataclass(eq=False)
class ConnectedBrowser:
    """A connected browser."""

    loop: AbstractEventLoop
    person: Person | None = None
    """Whose seat it is; None for a spectator."""
    sees_all: bool = False
    queue: Queue[str | None] = field(default_factory=Queue)
    _number: int = 0

    def send(self, message: Mapping[str, JsonValue]) -> None:
        """Send a message, from any thread. A browser that does not read for long is disconnected."""
        self._number += 1
        text = json.dumps({**message, "number": self._number}, allow_nan=False)
        self._put(text if self.queue.qsize() < _MOST_WAITING else None)

    def end(self) -> None:
        """Close the connection after the messages that wait."""
        self._put(None)

    def _put(self, text: str | None) -> None:
        # The server may have ended before the table.
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.queue.put_nowait, text)
