"""What one player may know of a hand: the betting, the own cards, the board, and what a showdown shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.games.public import PublicState

if TYPE_CHECKING:
    from railbird.cards import Card


class View(PublicState):
    """A moment of a hand from one position. It holds no card that the player may not see."""

    __slots__ = ("board", "hands", "position")

    position: int
    board: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    """By position: the cards that are known; none of hidden hands."""

    @property
    def hole_cards(self) -> tuple[Card, ...]:
        """The player's own cards."""
        return self.hands[self.position]
