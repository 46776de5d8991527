"""A hand of poker as the dealer sees it: all cards, all chips, and what may be done next."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from railbird.compiled import entry_point
from railbird.errors import ActionError, GameError
from railbird.games import _kernels
from railbird.games.deal import check_deal
from railbird.games.layout import OUTCOME_SHIFT, ROUND_SHIFT, SHOWDOWN, array_of
from railbird.games.public import PublicState
from railbird.games.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.games.action import Action
    from railbird.games.deal import Deal
    from railbird.games.definition import GameDefinition

Chips: TypeAlias = int | Fraction

_new = object.__new__


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
        array, status = first_moment(game)
        state = cls(game, array, None, status)
        state.deal = deal
        return state

    def apply(self, action: Action) -> State:
        """The state after an action of the acting player; an ActionError if it is not legal."""
        array = self._array.copy()
        kind, total = action
        try:
            status = _act(array, kind, total)
        except OverflowError:
            status = -1
        if status < 0:
            raise ActionError(f"{action} is not legal in {self}: {self._legal_text()}")
        # Without a call of the constructor, which would take a fifth of the time of playing a hand.
        state = _new(State)
        state.game = self.game
        state.deal = self.deal
        state._array = array
        state._history = (self._history, action)
        state._status = status
        return state

    def play(self, actions: Iterable[Action]) -> State:
        """The state after several actions."""
        state = self
        for action in actions:
            state = state.apply(action)
        return state

    def view(self, position: int) -> View:
        """What the player in a position may know."""
        if not 0 <= position < self.game.players:
            raise GameError(f"no view from position {position}: the positions are 0 to {self.game.players - 1}")
        view = _new(View)
        view.game = game = self.game
        view._array = self._array
        view._history = self._history
        view._status = status = self._status
        view.position = position
        deal = self.deal
        is_showdown = status >> OUTCOME_SHIFT == SHOWDOWN
        view.hands = self._shown_hands(position) if is_showdown else deal.own_hands[position]
        view.board = deal.board[: game.board_sizes[status >> ROUND_SHIFT & 15]]
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
        _kernels.write_payoffs(self._array, self.deal.cards, parts)
        return tuple([chips_of(part) for part in parts.tolist()])


@lru_cache(maxsize=256)
def first_moment(game: GameDefinition) -> tuple[NDArray[np.int64], int]:
    """The array and the status of a hand in which nobody has acted, the same for every deal."""
    array = array_of(game)
    status = _kernels.start_hand(array)
    array.setflags(write=False)
    return array, status


def _act_first(array: NDArray[np.int64], kind: int, total: int) -> int:
    """Compiles or loads the kernel, once it is needed, and then steps aside."""
    global _act  # noqa: PLW0603
    _act = entry_point(_kernels.act, array.copy(), kind, total)
    return _act(array, kind, total)


_act = _act_first


def chips_of(parts: int) -> Chips:
    """From the kernels' parts of a chip."""
    whole, rest = divmod(parts, _kernels.SHARES)
    return Fraction(parts, _kernels.SHARES) if rest else whole
