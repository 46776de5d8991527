"""The hero's decisions on one street, in columns: everything that attributes are computed from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.strength import strengths
from railbird.equity.many_deals import all_in_equities, category_table, draw_counts, exact_equities
from railbird.formats.action_codes import TOTAL_SHIFT
from railbird.formats.columns import HIDDEN
from railbird.formats.old_log import TO_FIVE_AND_TEN, is_old_game
from railbird.games.definition import SHARES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.formats.columns import HandColumns
    from railbird.games import GameDefinition
    from railbird.imitation.decisions._kernels import DecisionArrays

STREETS = ("preflop", "flop", "turn", "river")
_KIND = (1 << TOTAL_SHIFT) - 1


@dataclass(frozen=True, eq=False)
class Decisions:
    """Decisions on one street. Columns by player go clockwise from the hero, who is player 0."""

    street: int
    arrays: DecisionArrays
    columns: HandColumns
    """The hands of the decisions."""
    fractions: NDArray[np.float64]
    """The size of each raise of the hands as a fraction of the pot."""

    def __len__(self) -> int:
        return len(self.arrays.hands)

    @property
    def game(self) -> GameDefinition:
        """The game that is played."""
        return self.columns.game

    @cached_property
    def scale(self) -> int:
        """What chips are multiplied with: the logs up to 2009 have blinds of 1 and 2 instead of 5 and 10."""
        return TO_FIVE_AND_TEN if is_old_game(self.game) else 1

    @cached_property
    def kinds(self) -> NDArray[np.int64]:
        """The kinds of the actions taken, or -1."""
        return np.where(self.arrays.actions < 0, -1, self.arrays.actions & _KIND)

    @property
    def invests(self) -> NDArray[np.int64]:
        """Chips that the hero puts in with its action."""
        return np.asarray(self.scale * self.arrays.invests)

    @cached_property
    def own_fractions(self) -> NDArray[np.float64]:
        """The hero's raise as a fraction of the pot; NaN for other actions."""
        places = self.columns.offsets[self.arrays.hands] + self.arrays.action_counts
        is_taken = self.arrays.actions >= 0
        return np.where(is_taken, self.fractions[np.where(is_taken, places, 0)], np.nan)

    @property
    def pots(self) -> NDArray[np.int64]:
        """All chips in the pot."""
        return np.asarray(self.scale * self.arrays.pots)

    @property
    def to_call(self) -> NDArray[np.int64]:
        """Chips that the hero must put in to call."""
        return np.asarray(self.scale * self.arrays.to_call)

    @cached_property
    def invested(self) -> NDArray[np.int64]:
        """Chips put in on this street, by player."""
        return np.asarray(self.scale * self.arrays.invested)

    @cached_property
    def active_players(self) -> NDArray[np.int64]:
        """Players who have not folded, with the hero."""
        return np.asarray((~self.arrays.folded).sum(axis=1))

    @cached_property
    def hole_cards(self) -> NDArray[np.uint8]:
        """The hero's hole cards, the higher one first."""
        cards = self.columns.hole_cards[self.arrays.hands, self.arrays.positions]
        return np.asarray(np.sort(cards, axis=1)[:, ::-1])

    @cached_property
    def board(self) -> NDArray[np.uint8]:
        """The board cards, in the order in which they were dealt."""
        return self.columns.board[self.arrays.hands, : self.game.board_sizes[self.street]]

    @cached_property
    def deals(self) -> NDArray[np.uint8]:
        """Hole cards and board, each in ascending order, so that equal deals are equal rows."""
        return np.ascontiguousarray(np.hstack([self.hole_cards[:, ::-1], np.sort(self.board, axis=1)]))

    @cached_property
    def _exact_equities(self) -> NDArray[np.float64]:
        return exact_equities(self.deals)

    @cached_property
    def equities(self) -> NDArray[np.float64]:
        """All-in equity against all opponents who are still in the hand."""
        return all_in_equities(self.deals, self.active_players - 1, self._exact_equities)

    @property
    def equities_against_one(self) -> NDArray[np.float64]:
        """All-in equity against a single opponent."""
        return np.asarray(self._exact_equities[:, 0])

    @cached_property
    def draws(self) -> NDArray[np.int64]:
        """Outs, straight cards and flush cards; none on the river."""
        if self.street == len(STREETS) - 1:
            return np.zeros((len(self), 3), dtype=np.int64)
        return draw_counts(self.deals)

    @cached_property
    def categories(self) -> NDArray[np.int64]:
        """The category of the best hand now."""
        if self.street == 0:
            high, low = (self.hole_cards >> 2).T
            return np.asarray(high == low, dtype=np.int64)
        return np.asarray(category_table()[strengths(self.deals)])

    @cached_property
    def payoffs(self) -> NDArray[np.float64]:
        """What each player won or lost in the hand, in chips."""
        rows = self.columns.shares[self.arrays.hands]
        return np.asarray(self.scale * np.take_along_axis(rows, self._clockwise, axis=1) / SHARES)

    def shown_cards(self, player: int) -> NDArray[np.uint8]:
        """The hole cards that a player showed at the end, the higher one first; HIDDEN if it showed none."""
        cards = self.columns.hole_cards[self.arrays.hands, self._clockwise[:, player]]
        shown = np.where(self.arrays.shown[:, player, np.newaxis], cards, HIDDEN)
        return np.asarray(np.sort(shown, axis=1)[:, ::-1])

    @cached_property
    def _clockwise(self) -> NDArray[np.int64]:
        """The position of each player."""
        players = self.game.players
        return np.asarray((self.arrays.positions[:, np.newaxis] + np.arange(players)) % players)

    def positions(self, player: int) -> NDArray[np.int64]:
        """The position of a player."""
        return np.asarray(self._clockwise[:, player])

    def sequence_texts(self, street: int) -> list[str]:
        """The betting of a street as text, with the sizes of raises as fractions of the pot in no-limit games."""
        arrays, offsets = self.arrays, self.columns.offsets
        texts = []
        for row in range(len(self)):
            begin = int(arrays.street_starts[row, street])
            end = self._end_of(row, street)
            first = int(offsets[arrays.hands[row]])
            texts.append("" if begin < 0 else self._text(slice(first + begin, first + end)))
        return texts

    def _end_of(self, row: int, street: int) -> int:
        """The number of actions before a decision up to the end of a street."""
        if street < self.street:
            return int(self.arrays.street_starts[row, street + 1])
        return int(self.arrays.action_counts[row])

    def _text(self, actions: slice) -> str:
        letters = [("f", "c", "r")[code & _KIND] for code in self.columns.actions[actions].tolist()]
        if self.game.is_limit:
            return "".join(letters)
        sizes: Sequence[float] = self.fractions[actions].tolist()
        return "".join(f"r{size:.1f}" if letter == "r" else letter for letter, size in zip(letters, sizes, strict=True))
