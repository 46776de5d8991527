"""A table at a dealer of the ACPC (Annual Computer Poker Competition) elsewhere: a person plays one of its seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.acpc import join
from railbird.bots import Bot
from railbird.formats.fields import format_chips
from railbird.web.live_table import PUBLIC, LiveTable
from railbird.web.sight import sight_of_player, sight_of_spectator
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Action, Chips, GameDefinition, View
    from railbird.statistics.json_values import JsonValue
    from railbird.web.audience import Person

_UNKNOWN = 0
"""The seat of the person until the dealer has said which one it is."""


class RemoteTable(LiveTable):
    """Shows what the dealer sends to one seat, and sends it the person's actions."""

    def __init__(self, name: str, game: GameDefinition, *, host: str, port: int, seconds: float) -> None:
        super().__init__(name, game, seconds=seconds)
        self._host = host
        self._port = port
        self._seat = _UNKNOWN

    @property
    def person_seats(self) -> list[int]:
        return [self._seat]

    def player_name(self, seat: int) -> str:
        return self.people[seat].name if seat in self.people else f"Player {seat + 1}"

    def details(self) -> dict[str, JsonValue]:
        return {"hands_planned": None, "failures": {}, "is_remote": True}

    def play(self) -> str:
        self.wait_until(lambda: not self.open_seats)
        person = self.people[self._seat]
        joined = join(self._host, self._port, _PersonAtDealer(self, person), game=self.game)
        end = "ended the match"
        if joined.unfinished_hand is not None:
            end = f"closed the connection in hand {joined.unfinished_hand}"
        return f"The dealer has {end}: {number_of(joined.hands, 'hand')}, {format_chips(joined.chips)} chips."

    def move(self, person: Person, seat: int) -> None:
        """The dealer has said which seat the person has."""
        with self.changed:
            self._seat = person.seat = seat
            self.people = {seat: person}
        self.tell_everybody()


class _PersonAtDealer(Bot):
    """Stands for the person at the client of the dealer."""

    def __init__(self, table: RemoteTable, person: Person) -> None:
        self._table = table
        self._person = person

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        self._table.move(self._person, seat)

    def hand_starts(self, view: View) -> None:
        self._show(view)

    def action_played(self, position: int, action: Action, view: View) -> None:  # noqa: ARG002
        if not view.is_over:
            self._show(view)

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        self._table.count(payoffs, [view.seat_of(position) for position in range(view.game.players)])
        self._show(view, payoffs)
        self._table.tell_everybody()
        self._table.wait_for_next_hand()

    def act(self, view: View) -> Action:
        return self._table.ask(self._person, view)

    def _show(self, view: View, payoffs: Sequence[Chips] | None = None) -> None:
        if view.acting != view.position:  # otherwise it is shown with the question
            self._table.publish(view.seat, sight_of_player(view), payoffs)
        self._table.publish(PUBLIC, sight_of_spectator(view), payoffs)
