"""Players at tables over the wire: what they are sent, in order, and actions in turn."""

from __future__ import annotations

import json
import re
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from websockets.sync.client import ClientConnection

    from web.clients import RunningServer

CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
FASTEST = 0.03
PATIENCE = 45.0
"""Seconds between messages on a busy machine; less than the time for a decision."""


class WirePlayer:
    """A browser at a table, without the browser: a person if it has the key of a seat, else a spectator."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.texts: list[str] = []
        """Everything that was received, as it came over the wire."""
        self.messages: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.hand: dict[str, Any] = {}
        self.waited: list[float] = []
        """Seconds between each action and the message that shows it."""

    def receive(self) -> dict[str, Any]:
        text = self._connection.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.texts.append(text)
        self.messages.append(message)
        assert message["number"] == len(self.messages), "a message was lost"
        if message["type"] == "table":
            self.table = message
        elif message["type"] == "hand":
            self.hand = message
        return message

    def receive_until(self, is_wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not is_wanted(message := self.receive()):
            pass
        return message

    def send(self, what: str, **more: object) -> None:
        self._connection.send(json.dumps({"do": what, **more}))

    def send_text(self, text: str | bytes) -> None:
        self._connection.send(text)

    def act(self, action: str, **more: object) -> None:
        self.send("act", hand=self.hand["hand"], step=self.hand["step"], action=action, **more)

    def refusal(self) -> str:
        """The next refusal."""
        return str(self.receive_until(lambda message: message["type"] == "refused")["message"])

    def play(self, hands: int, choose: Callable[[dict[str, Any]], str] = lambda _: "call") -> None:
        """Play until so many hands are over."""
        over = 0
        if self.hand.get("choices"):
            self._play_action(choose(self.hand["choices"]))
        while over < hands:
            message = self.receive()
            if message["type"] != "hand":
                assert not message.get("is_over") or over, message.get("notice")
                if message.get("is_over"):
                    return
                continue
            if message["choices"]:
                self._play_action(choose(message["choices"]))
                if not self.hand["is_over"]:
                    continue
                message = self.hand
            if message["is_over"]:
                over += 1
                if over < hands:
                    self.send("deal")

    def _play_action(self, action: str) -> None:
        """Act, and wait until the action is shown."""
        step, started = self.hand["step"], time.perf_counter()
        self.act(action)
        self.receive_until(lambda message: message["type"] == "hand" and message["step"] > step)
        self.waited.append(time.perf_counter() - started)
        while self.hand["choices"]:
            self._play_action("call")

    def cards_seen(self) -> set[str]:
        """All cards in anything that was received."""
        return {card for text in self.texts for card in CARD.findall(text)}


def open_table(server: RunningServer, seats: list[str], *, game: str = "holdem.limit.3p", **more: object) -> str:
    answer = server.post("/api/tables", {"game": game, "seats": seats, **more})
    assert answer.status == 200, answer.body
    return str(answer.json["table"])


def sit(server: RunningServer, table: str, name: str = "Ann") -> str:
    """Take a seat; returns its key."""
    answer = server.post(f"/api/tables/{table}/seat", {"name": name})
    assert answer.status == 200, answer.body
    return str(answer.json["key"])


@contextmanager
def at_table(server: RunningServer, table: str, key: str = "", *, fast: bool = True) -> Iterator[WirePlayer]:
    with server.live(f"/live/tables/{table}?key={key}") as connection:
        player = WirePlayer(connection)
        if fast and key:
            player.send("speed", seconds=FASTEST)
        yield player
