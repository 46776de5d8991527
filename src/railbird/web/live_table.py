"""A table that people sit at or watch: who is there, what they are sent, and what they may ask for.

The table plays in a thread of its own; messages of browsers arrive in another. Everything that both touch is guarded
by one condition, which no bot ever holds up.
"""

from __future__ import annotations

import logging
import secrets
import time
from abc import ABC, abstractmethod
from threading import Condition, Thread
from typing import TYPE_CHECKING

import numpy as np

from railbird.bots.legal import nearest_legal
from railbird.errors import ConflictError, FormatError, NotAllowedError, RailbirdError
from railbird.games import FOLD
from railbird.statistics import BB_PER_100, estimate
from railbird.web.audience import ConnectedBrowser, Person
from railbird.web.hand_message import hand_message
from railbird.web.sight import sight_of_player
from railbird.web.table_requests import read_action, read_request

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from railbird.games import Action, Chips, GameDefinition, View
    from railbird.statistics.json_values import JsonValue
    from railbird.web.sight import Sight

PUBLIC, EVERYTHING = "public", "everything"
"""What spectators see; other viewers are seats."""
ABANDONED_SECONDS = 900.0
"""Seconds without anybody after which a table closes."""
SPEEDS = (0.03, 0.3, 0.8, 1.6)
"""Seconds between actions of bots."""
_LONGEST_WORD = 24
_log = logging.getLogger(__name__)


class _ClosedError(Exception):
    """The table is to end."""


class LiveTable(ABC):
    """A table with its people, its audience and the hand that they see."""

    def __init__(self, name: str, game: GameDefinition, *, seconds: float) -> None:
        self.name = name
        self.game = game
        self.seconds = seconds
        """Seconds that a person has for a decision."""
        self.is_over = False
        self.notice = ""
        """Why the table has ended, or what goes wrong at it."""
        self.changed = Condition()
        self.people: dict[int, Person] = {}
        self.speed = SPEEDS[2]
        self.is_paused = False
        self._steps = 0
        self._browsers: set[ConnectedBrowser] = set()
        self._left_at = time.monotonic()
        """When the last browser has left."""
        self._hands: dict[int | str, dict[str, JsonValue]] = {}
        """The hand as each kind of viewer sees it."""
        self._deadline: float | None = None
        self._asked: View | None = None
        """The decision that the table waits for."""
        self._results: list[list[float]] = [[] for _ in range(game.players)]
        self._is_closed = False
        self._thread = Thread(target=self._run, daemon=True, name=f"table {name}")

    @abstractmethod
    def play(self) -> str:
        """Play to the end, and return what is said then."""

    @abstractmethod
    def player_name(self, seat: int) -> str:
        """What a seat is called."""

    @property
    @abstractmethod
    def person_seats(self) -> list[int]:
        """The seats that people play on."""

    def start(self) -> None:
        """Begin to play, or to wait for people."""
        self._thread.start()

    def close(self) -> None:
        """End the table."""
        with self.changed:
            self._is_closed = True
            self.changed.notify_all()

    @property
    def open_seats(self) -> list[int]:
        """Seats that wait for a person."""
        return [seat for seat in self.person_seats if seat not in self.people]

    def sit(self, seat: int | None, name: str) -> Person:
        """Take a seat, or the first that is open; raise if there is none."""
        name = " ".join(name.split())[:_LONGEST_WORD] or "Guest"
        with self.changed:
            free = self.open_seats
            if self.is_over or not free or (seat is not None and seat not in free):
                raise ConflictError("that seat is not free: watch, or open another table")
            chosen = free[0] if seat is None else seat
            person = self.people[chosen] = Person(chosen, self._own_name(name), secrets.token_urlsafe(12))
            self.changed.notify_all()
        self.tell_everybody()
        return person

    def _own_name(self, name: str) -> str:
        """The name, with a number if somebody at the table has it already."""
        taken = {self.player_name(seat) for seat in range(self.game.players)}
        numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
        return name if name not in taken else next(each for each in numbered if each not in taken)

    def join(self, browser: ConnectedBrowser, key: str) -> None:
        """Add a browser: at its seat if it has the key of one, otherwise as a spectator."""
        with self.changed:
            owners = (p for p in self.people.values() if secrets.compare_digest(p.key.encode(), key.encode()))
            browser.person = next(owners, None)
            self._browsers.add(browser)
            self.changed.notify_all()
            if browser.person is not None:
                browser.person.missed = 0
            self._send_hand(browser)
        self.tell_everybody()

    def leave(self, browser: ConnectedBrowser) -> None:
        """Remove a browser that has disconnected. A seat stays that of its person."""
        with self.changed:
            self._browsers.discard(browser)
            self._left_at = time.monotonic()
            self.changed.notify_all()
        self.tell_everybody()

    def hear(self, browser: ConnectedBrowser, text: str) -> None:
        """Do what a browser asks for, or tell it why not."""
        try:
            self._do(browser, read_request(text))
        except RailbirdError as error:
            browser.send({"type": "refused", "message": str(error)})

    def tell_everybody(self) -> None:
        """Send who is there and how the table goes on."""
        with self.changed:
            for browser in self._browsers:
                browser.send(self.status(browser))

    def status(self, browser: ConnectedBrowser | None = None) -> dict[str, JsonValue]:
        """The table without its hand, as JSON."""
        present = {other.person.seat for other in self._browsers if other.person is not None}
        seats: list[JsonValue] = [
            {
                "name": self.player_name(seat),
                "is_person": seat in self.person_seats,
                "is_open": seat in self.open_seats,
                "is_present": seat in present or seat not in self.person_seats,
                "is_ready": seat in self.people and self._is_ready(seat),
                **self._total(seat),
            }
            for seat in range(self.game.players)
        ]
        person = None if browser is None else browser.person
        return {
            "type": "table",
            "table": self.name,
            "game": self.game.name,
            "big_blind": self.game.unit,
            "blinds": list(self.game.blinds),
            "board_cards": self.game.board_sizes[-1],
            "seconds": self.seconds,
            "seats": seats,
            "you": None if person is None else person.seat,
            "spectators": sum(other.person is None for other in self._browsers),
            "is_over": self.is_over,
            "has_people": bool(self.person_seats),
            "sees_all": browser is not None and browser.sees_all,
            "is_paused": self.is_paused,
            "speed": self.speed,
            "speeds": list(SPEEDS),
            "notice": self.notice,
            **self.details(),
        }

    def details(self) -> dict[str, JsonValue]:
        """What a kind of table adds to its status."""
        return {}

    def publish(self, viewer: int | str, sight: Sight, payoffs: Sequence[Chips] | None = None) -> None:
        """Show a hand to those who see it in one way."""
        message = hand_message(sight, payoffs)
        with self.changed:
            self._hands[viewer] = message
            for browser in self._browsers:
                if self._viewer(browser) == viewer:
                    self._send_hand(browser)

    def count(self, payoffs: Sequence[Chips], seats: Sequence[int]) -> None:
        """Add the results of a hand; payoffs and seats are by position."""
        with self.changed:
            for seat, chips in zip(seats, payoffs, strict=True):
                self._results[seat].append(float(chips))

    def ask(self, person: Person, view: View) -> Action:
        """Wait for a person's action; the rule acts for somebody who is late: a check if it is free, else a fold."""
        # Somebody who is not there does not hold up the others for long.
        seconds = self.seconds if person.missed == 0 else min(self.seconds, 2.0)
        with self.changed:
            self._asked, self._deadline = view, time.monotonic() + seconds
            self._hands[view.seat] = hand_message(sight_of_player(view))
            for browser in self._browsers:
                self._send_hand(browser)
        self.wait_until(lambda: person.answer is not None, seconds=seconds)
        with self.changed:
            self._asked = self._deadline = None
            answer, person.answer = person.answer, None
            person.missed = 0 if answer is not None else person.missed + 1
        return nearest_legal(FOLD, view) if answer is None else answer

    def wait_for_next_hand(self) -> None:
        """Wait until everybody who is there wants the next hand; those who are late do not hold up the others."""
        self.wait_until(self._is_everybody_ready, seconds=self.seconds)

    def wait_for_audience(self) -> None:
        """Wait while the table is paused, or while nobody watches a match between bots."""
        self.wait_until(lambda: bool(self._browsers) and (not self.is_paused or self._steps > 0))
        with self.changed:
            self._steps = max(self._steps - 1, 0)

    def wait_until(self, is_true: Callable[[], bool], *, seconds: float | None = None) -> None:
        """Wait until something is true, or for some seconds; raise if the table closes or is abandoned."""
        until = None if seconds is None else time.monotonic() + seconds
        with self.changed:
            while not is_true():
                self._check_open()
                now = time.monotonic()
                if until is not None and now >= until:
                    return
                self.changed.wait(min(1.0, 1.0 if until is None else until - now))
            self._check_open()

    def _is_everybody_ready(self) -> bool:
        present = {browser.person.seat for browser in self._browsers if browser.person is not None}
        return bool(present) and all(self._is_ready(seat) for seat in present)

    def _is_ready(self, seat: int) -> bool:
        """Whether a person has seen enough of the present hand."""
        hand = self._hands.get(seat)
        return hand is not None and hand["hand"] == self.people[seat].ready_after

    def _check_open(self) -> None:
        is_abandoned = not self._browsers and time.monotonic() - self._left_at > ABANDONED_SECONDS
        if self._is_closed or is_abandoned:
            raise _ClosedError

    def _run(self) -> None:
        try:
            notice = self.play()
        except _ClosedError:
            notice = "The table was closed."
        except RailbirdError as error:
            notice = str(error)
        except Exception:  # noqa: BLE001 (the other tables go on)
            _log.exception("table %s", self.name)
            notice = "The table failed; what went wrong is in the terminal that runs the server."
        with self.changed:
            self.is_over, self.notice = True, notice
            self._asked = self._deadline = None
        self.tell_everybody()

    def _do(self, browser: ConnectedBrowser, request: dict[str, object]) -> None:
        wanted = request["do"]
        if wanted == "act":
            self._act(browser, request)
            return
        if wanted == "deal":
            self._want_next_hand(browser)
        elif wanted == "speed":
            self._check_control(browser)
            self.speed = next((speed for speed in SPEEDS if speed == request.get("seconds")), self.speed)
        elif wanted in {"pause", "go", "step"}:
            self._check_spectated()
            self.is_paused = wanted != "go"
            self._steps += wanted == "step"
        elif wanted in {"see all", "see public"}:
            self._check_spectated()
            browser.sees_all = wanted == "see all"
            self._send_hand(browser)
        elif wanted == "end":
            self._person_of(browser)
            self.close()
        else:
            raise FormatError(f"a table cannot {str(wanted)[:_LONGEST_WORD]!r}")
        with self.changed:
            self.changed.notify_all()
        self.tell_everybody()

    def _want_next_hand(self, browser: ConnectedBrowser) -> None:
        person = self._person_of(browser)
        with self.changed:
            hand = self._hands.get(person.seat)
            if hand is None or not hand["is_over"]:
                raise ConflictError("the hand is not over")
            person.ready_after = hand["hand"]

    def _act(self, browser: ConnectedBrowser, request: dict[str, object]) -> None:
        person = self._person_of(browser)
        with self.changed:
            view = self._asked
            if view is None or view.seat != person.seat or person.answer is not None:
                raise ConflictError("it is not your turn")
            if (request.get("hand"), request.get("step")) != (view.hand, len(view.actions)):
                raise ConflictError("that decision is over")
            person.answer = read_action(request, view)
            self.changed.notify_all()

    def _person_of(self, browser: ConnectedBrowser) -> Person:
        if browser.person is None:
            raise NotAllowedError("spectators do not play: take a seat")
        return browser.person

    def _check_control(self, browser: ConnectedBrowser) -> None:
        if self.person_seats:
            self._person_of(browser)

    def _check_spectated(self) -> None:
        if self.person_seats:
            raise NotAllowedError("only a match between bots can be paused, stepped, or seen with all cards")

    def _viewer(self, browser: ConnectedBrowser) -> int | str:
        if browser.person is not None:
            return browser.person.seat
        return EVERYTHING if browser.sees_all else PUBLIC

    def _send_hand(self, browser: ConnectedBrowser) -> None:
        hand = self._hands.get(self._viewer(browser))
        if hand is not None:
            left = None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)
            browser.send({"type": "hand", **hand, "seconds_left": left})

    def _total(self, seat: int) -> dict[str, JsonValue]:
        """What a seat has won so far, with its rate in bb/100 and the 95 % interval of that."""
        results = self._results[seat]
        if not results:
            return {"chips": 0, "hands": 0, "rate": ""}
        rate = estimate(np.array(results), factor=100 / self.game.unit)
        return {"chips": sum(results), "hands": len(results), "rate": BB_PER_100.text(rate)}
