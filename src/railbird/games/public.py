"""The part of a hand that everybody sees: the betting."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from railbird.games import _kernels
from railbird.games.layout import (
    ACTING_MASK,
    BET,
    FOLDED,
    OUTCOME_SHIFT,
    PLAYING,
    RAISES,
    ROUND_SHIFT,
    SHOWDOWN,
    SPENT,
    STACKS,
    STREET_START,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from railbird.games.action import Action
    from railbird.games.definition import GameDefinition

History: TypeAlias = "tuple[History, Action] | None"
"""The actions so far, the last one outermost, so that adding one copies nothing."""


class LegalActions(NamedTuple):
    """What the acting player may do; a call is always legal."""

    fold: bool
    lowest_raise: int
    """The smallest total of a raise, 0 if the player may not raise."""
    highest_raise: int

    @property
    def can_raise(self) -> bool:
        """Whether a raise is legal."""
        return self.highest_raise > 0


class PublicState:
    """Chips, actions and turns; no cards."""

    __slots__ = ("_array", "_history", "_status", "game")

    def __init__(self, game: GameDefinition, array: NDArray[np.int64], history: History, status: int) -> None:
        self.game = game
        self._array = array
        self._history = history
        self._status = status

    @property
    def street(self) -> int:
        """The round of betting, counted from 0; the last one once the hand has come to a showdown."""
        return self._status >> ROUND_SHIFT & 15

    @property
    def acting(self) -> int:
        """The position whose turn it is, -1 if the hand is over."""
        return (self._status & ACTING_MASK) - 1

    @property
    def is_over(self) -> bool:
        """Whether no more actions follow."""
        return self._status >> OUTCOME_SHIFT != PLAYING

    @property
    def is_showdown(self) -> bool:
        """Whether the hand ended with cards shown."""
        return self._status >> OUTCOME_SHIFT == SHOWDOWN

    @property
    def bet(self) -> int:
        """The largest total that a player has put in."""
        return self._array.item(BET)

    @property
    def raises(self) -> int:
        """The bets and raises in this round."""
        return self._array.item(RAISES)

    @property
    def pot(self) -> int:
        """All chips that have been put in, antes included."""
        return sum(self._by_position(SPENT)) + sum(self.game.antes)

    @property
    def board_size(self) -> int:
        """How many board cards are on the table."""
        return self.game.board_sizes[self._status >> ROUND_SHIFT & 15]

    def spent(self, position: int) -> int:
        """What a player has put in over the whole hand, the ante apart."""
        return self._array.item(SPENT + position)

    def spent_this_street(self, position: int) -> int:
        """What a player has put in in this round."""
        return self._array.item(SPENT + position) - self._array.item(STREET_START + position)

    def to_call(self, position: int) -> int:
        """What a player has to put in to stay in the hand."""
        return min(self.bet, self._array.item(STACKS + position)) - self.spent(position)

    def has_folded(self, position: int) -> bool:
        """Whether a player has given up."""
        return bool(self._array.item(FOLDED) >> position & 1)

    def legal_actions(self) -> LegalActions:
        """What the acting player may do; nothing once the hand is over."""
        if self.is_over:
            return LegalActions(fold=False, lowest_raise=0, highest_raise=0)
        return LegalActions(*_kernels.legal_actions(self._array))

    @property
    def last_action(self) -> Action | None:
        """The action that led here."""
        return None if self._history is None else self._history[1]

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        found = []
        node = self._history
        while node is not None:
            node, action = node
            found.append(action)
        return tuple(reversed(found))

    def _by_position(self, start: int) -> list[int]:
        values: list[int] = self._array[start : start + self.game.players].tolist()
        return values

    def _legal_text(self) -> str:
        """The legal actions in words."""
        if self.is_over:
            return "the hand is over"
        legal = self.legal_actions()
        possible = ["fold"] * legal.fold + ["call"]
        if legal.can_raise:
            low, high = legal.lowest_raise, legal.highest_raise
            possible.append(f"raise to {low}" if low == high else f"raise to {low} to {high}")
        return f"position {self.acting} may {', '.join(possible[:-1])}{' or ' * (len(possible) > 1)}{possible[-1]}"

    def __str__(self) -> str:
        chips = "|".join(map(str, self._by_position(SPENT)))
        acted = ", ".join(map(str, self.actions)) or "no action yet"
        return f"[street {self.street}, chips {chips}, {acted}]"
