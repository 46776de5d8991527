"""Checks of hands and boards of hold'em."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.cards import CARD_COUNT, check_distinct, format_cards
from railbird.errors import CardError, EquityError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.cards import Card

BOARD_SIZES = (0, 3, 4, 5)


def check_hand_and_board(hand: Sequence[Card], board: Sequence[Card], dead: Sequence[Card] = ()) -> None:
    """Raise CardError unless these are a hand, a board and dead cards, all different."""
    check_distinct([*hand, *board, *dead])
    check_hand(hand)
    check_board(board)


def check_hand(hand: Sequence[Card]) -> None:
    """Raise CardError unless the hand has two cards."""
    if len(hand) != 2:
        raise CardError(f"a hand of {_counted(hand)}: a hand has two")


def check_board(board: Sequence[Card]) -> None:
    """Raise CardError unless the board has the cards of a street."""
    if len(board) not in BOARD_SIZES:
        raise CardError(f"a board of {_counted(board)}: a board has 0, 3, 4 or 5")


def check_enough_cards(players: int, dead: Sequence[Card]) -> None:
    """Raise EquityError if there are too few cards for all players and the board."""
    needed = 2 * players + 5
    left = CARD_COUNT - len(dead)
    if needed > left:
        raise EquityError(f"{players} players and a board need {needed} cards, but only {left} are not dead")


def _counted(cards: Sequence[Card]) -> str:
    named = f" ({format_cards(cards, separator=' ')})" if cards else ""
    return f"{len(cards)} card{'s' * (len(cards) != 1)}{named}"
