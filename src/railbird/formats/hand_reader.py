"""Reads a hand in ACPC notation: `number:betting:cards:values` in logs, without the values in match states."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.cards import deck
from railbird.compiled import EntryPoints
from railbird.errors import FormatError
from railbird.formats import _kernels
from railbird.formats.action_codes import decode_actions
from railbird.formats.hand_reader_errors import explain
from railbird.games.definition import MOST_ACTIONS_IN_ROUND, MOST_ROUNDS
from railbird.games.state_array import SIZE, array_of

if TYPE_CHECKING:
    from railbird.cards import Card
    from railbird.games.action import Action
    from railbird.games.definition import GameDefinition

MOST_ACTIONS = (MOST_ACTIONS_IN_ROUND + 16) * MOST_ROUNDS
"""An upper bound on the actions of a hand."""

_NUMBERS = np.empty(SIZE, dtype=np.int64)
_direct = EntryPoints(
    read_hand=(
        _kernels.read_hand,
        (_NUMBERS, np.frombuffer(b"-", dtype=np.uint8), np.uint64(0), False, False, 0, 0, 0, _NUMBERS),
    )
)


class HandSoFar(NamedTuple):
    """The known part of a hand at some point of its play."""

    number: int
    hole_cards: tuple[tuple[Card, ...], ...]
    """Hole cards by position, empty where they are hidden."""
    board: tuple[Card, ...]
    actions: tuple[Action, ...]


class HandReader:
    """Reads hands of one game. Everything that depends on the game alone is computed once."""

    def __init__(self, game: GameDefinition, *, call_totals: bool = False) -> None:
        self.game = game
        self._call_totals = call_totals
        self.array = array_of(game)
        self.deck = np.uint64(sum(1 << card for card in deck(ranks=game.ranks, suits=game.suits)))
        self._cards_start = _kernels.VALUES + game.players
        self._board_start = self._cards_start + game.players * game.hole_cards
        self._actions_start = self._board_start + sum(game.board_cards)
        self._hands = [
            slice(start, start + game.hole_cards)
            for start in range(self._cards_start, self._board_start, game.hole_cards)
        ]
        self.parsed = np.empty(self._actions_start + MOST_ACTIONS, dtype=np.int64)
        self.starts = (self._cards_start, self._board_start, self._actions_start)
        """Where hole cards, board and actions start in `parsed`, the output of the kernel."""

    def check(self, text: str) -> None:
        """Read a whole hand, `number:betting:cards:values`, into `parsed`. Raise FormatError if anything is wrong."""
        self._read(text, is_whole=True)

    def read_so_far(self, text: str) -> HandSoFar:
        """Read a hand that need not be over, `number:betting:cards`. Raise FormatError if anything is wrong."""
        return self._hand_so_far(self._read(text, is_whole=False))

    def _read(self, text: str, *, is_whole: bool) -> list[int]:
        letters = np.frombuffer(text.encode(errors="replace"), dtype=np.uint8)
        size = _direct.read_hand(
            self.array,
            letters,
            self.deck,
            self._call_totals,
            is_whole,
            self._cards_start,
            self._board_start,
            self._actions_start,
            self.parsed,
        )
        parsed: list[int] = self.parsed[:size].tolist()
        if parsed[_kernels.WRONG]:
            raise FormatError(explain(self.game, text, parsed=parsed, final=self.array, is_whole=is_whole))
        return parsed

    def _hand_so_far(self, parsed: list[int]) -> HandSoFar:
        hands = tuple([tuple(parsed[hand]) for hand in self._hands])
        hidden = parsed[_kernels.HIDDEN_HANDS]
        if hidden:
            hands = tuple([() if hidden >> position & 1 else hand for position, hand in enumerate(hands)])
        board_start = self._board_start
        return HandSoFar(
            parsed[_kernels.NUMBER],
            hands,
            tuple(parsed[board_start : board_start + parsed[_kernels.BOARD_COUNT]]),
            decode_actions(parsed[self._actions_start :]),
        )
