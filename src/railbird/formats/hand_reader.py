"""The fields of a logged hand, which old and new logs share, to a hand record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import FormatError
from railbird.formats.betting import BettingReader
from railbird.formats.fields import CardReader, read_chips, read_hand_number
from railbird.games.hand_record import HandRecord

if TYPE_CHECKING:
    from railbird.games.definition import GameDefinition
    from railbird.games.state import Chips


class HandReader:
    """Reads the hands of one game. What is the same for all of them is worked out once."""

    def __init__(self, game: GameDefinition, *, call_totals: bool = False) -> None:
        self.game = game
        self.betting = BettingReader(game, call_totals=call_totals)
        self.cards = CardReader(game)
        self._players = game.players
        self._names: dict[str, tuple[str, ...]] = {}

    def read(self, number: str, betting: str, cards: str, values: str, names: str, *, line: int) -> HandRecord:
        """The record of a whole hand; a FormatError names the field that is wrong."""
        hands, board = self.cards.read(cards)
        actions = self.betting.read_to_the_end(betting)
        self.betting.check_board(board, cards)
        players = self._names.get(names)
        if players is None:
            players = self._names[names] = self._read_names(names)
        payoffs = self._read_values(values)
        return HandRecord(self.game, read_hand_number(number), players, hands, board, actions, payoffs, line)

    def _read_names(self, text: str) -> tuple[str, ...]:
        names = tuple(text.split("|"))
        if len(names) != self._players or not all(names):
            raise FormatError(f"names {text!r}: the game has {self._players} players")
        return names

    def _read_values(self, text: str) -> tuple[Chips, ...]:
        values = text.split("|")
        if len(values) != self._players:
            raise FormatError(f"values {text!r}: the game has {self._players} players")
        return tuple([read_chips(value) for value in values])
