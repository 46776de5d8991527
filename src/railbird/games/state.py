"""A hand of poker as the dealer sees it: all cards, all chips, and what may be done next."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from railbird.cards.strength.tables import HAND_SIZES, strength_tables
from railbird.errors import ActionError
from railbird.games import _kernels
from railbird.games.deal import check_deal
from railbird.games.layout import array_of
from railbird.games.public import PublicState
from railbird.games.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.cards.strength.tables import StrengthTables
    from railbird.games.action import Action
    from railbird.games.deal import Deal
    from railbird.games.definition import GameDefinition

Chips: TypeAlias = int | Fraction

_act = _kernels.act


class State(PublicState):
    """A moment of a hand. States do not change: `apply` gives a new one, so a copy costs nothing."""

    __slots__ = ("deal",)

    deal: Deal

    @classmethod
    def start(cls, game: GameDefinition, deal: Deal) -> State:
        """The blinds are posted and the cards are dealt."""
        check_deal(game, deal)
        return cls.start_unchecked(game, deal)

    @classmethod
    def start_unchecked(cls, game: GameDefinition, deal: Deal) -> State:
        """The same for a deal that is known to be one of the game's."""
        array, status = _first_moment(game)
        state = cls(game, array, None, status)
        state.deal = deal
        return state

    def apply(self, action: Action) -> State:
        """The state after an action of the acting player; an ActionError if it is not legal."""
        array = self._array.copy()
        status = _act(array, *action)
        if status < 0:
            raise ActionError(f"{action} is not legal in {self}: {self._legal_text()}")
        state = State(self.game, array, (self._history, action), status)
        state.deal = self.deal
        return state

    def play(self, actions: Iterable[Action]) -> State:
        """The state after several actions."""
        state = self
        for action in actions:
            state = state.apply(action)
        return state

    def view(self, position: int) -> View:
        """What the player in a position may know."""
        view = View(self.game, self._array, self._history, self._status)
        view.position = position
        deal = self.deal
        view.hands = self._shown_hands(position) if self.is_showdown else deal.own_hands[position]
        view.board = deal.board[: self.board_size]
        return view

    def _shown_hands(self, position: int) -> tuple[tuple[Card, ...], ...]:
        """At a showdown: the player's own hand, and all hands that were not folded."""
        return tuple(
            hand if other == position or not self.has_folded(other) else ()
            for other, hand in enumerate(self.deal.hole_cards)
        )

    @property
    def board(self) -> tuple[Card, ...]:
        """The board cards that are on the table."""
        return self.deal.board[: self.board_size]

    def payoffs(self) -> tuple[Chips, ...]:
        """What each player has won or lost, by position, at the end of the hand: exact, in fractions if need be."""
        if not self.is_over:
            raise ActionError(f"no payoffs yet in {self}: position {self.acting} is to act")
        parts = np.empty(self.game.players, dtype=np.int64)
        _kernels.write_payoffs(self._array, self.deal.cards, tables_for(self.game), parts)
        return tuple([chips_of(part) for part in parts.tolist()])


@lru_cache(maxsize=256)
def _first_moment(game: GameDefinition) -> tuple[NDArray[np.int64], int]:
    """The array and the status of a hand in which nobody has acted, the same for every deal."""
    array = array_of(game)
    status = _kernels.start_hand(array)
    array.setflags(write=False)
    return array, status


def tables_for(game: GameDefinition) -> StrengthTables:
    """The evaluator's tables for the hands of a game."""
    size = game.hole_cards + sum(game.board_cards)
    return strength_tables(max(size, HAND_SIZES[0]))


def chips_of(parts: int) -> Chips:
    """From the kernels' parts of a chip."""
    whole, rest = divmod(parts, _kernels.SHARES)
    return Fraction(parts, _kernels.SHARES) if rest else whole
