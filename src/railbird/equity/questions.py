"""A question about equity, parsed and checked before any computation."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from railbird.cards import as_cards, format_card, parse_cards
from railbird.cards.hands import HAND_CARDS, format_hand, hand_index
from railbird.equity.card_checks import check_board, check_enough_cards, check_hand
from railbird.equity.ranges import Range
from railbird.errors import CardError, EquityError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.cards import Card, Cards

PlayerRange: TypeAlias = "str | Range | Sequence[Card]"
"""A hand or range as text, a range, or two cards."""

MOST_OPPONENTS = 9
_MAX_ATTEMPTS = 10_000


@dataclass(frozen=True)
class Question:
    """Players and known cards; the ranges contain no board or dead cards."""

    names: tuple[str, ...]
    ranges: tuple[Range, ...]
    opponents: int
    """The number of random opponents, in addition to the named players."""
    board: tuple[Card, ...]
    dead: tuple[Card, ...]

    @property
    def players(self) -> int:
        """The number of players, including random opponents."""
        return len(self.ranges) + self.opponents

    @property
    def all_ranges(self) -> tuple[Range, ...]:
        """The ranges of all players, random opponents last."""
        any_hand = Range.random().without((*self.board, *self.dead))
        return self.ranges + (any_hand,) * self.opponents


def ask(
    players: Sequence[PlayerRange] | str,
    *,
    opponents: int | None = None,
    board: Cards = (),
    dead: Cards = (),
) -> Question:
    """Parse and check a question. A single player meets one random opponent by default."""
    players = [players] if isinstance(players, str) else players
    board, dead = as_cards(board), as_cards(dead)
    ranges = [_read_player(player) for player in players]
    names = [_name(player, hand_range) for player, hand_range in zip(players, ranges, strict=True)]
    if not ranges:
        raise EquityError("no hand to compare: give at least one hand or range")
    if opponents is None:
        opponents = 1 if len(ranges) == 1 else 0
    elif not 1 <= opponents <= MOST_OPPONENTS:
        raise EquityError(f"{opponents} random opponents: give 1 to {MOST_OPPONENTS}")
    _check_dealt_once(names, ranges, board=board, dead=dead)
    check_board(board)
    check_enough_cards(len(ranges) + opponents, dead)
    live = tuple(hand_range.without((*board, *dead)) for hand_range in ranges)
    _check_some_deal(live, names)
    return Question(tuple(names), live, opponents, board, dead)


def _read_player(player: PlayerRange) -> Range:
    if isinstance(player, Range):
        return player
    cards = _cards_of(player) if isinstance(player, str) else as_cards(player)
    if isinstance(player, str) and len(cards) != 2:
        return Range.parse(player)
    check_hand(cards)
    return Range.of_hands([hand_index(*cards)])


def _cards_of(text: str) -> tuple[Card, ...]:
    """The cards of a hand; none if the text is not a list of cards (a range, for example)."""
    try:
        return parse_cards(text)
    except CardError:
        return ()


def _name(player: PlayerRange, hand_range: Range) -> str:
    if len(hand_range) == 1:
        return format_hand(int(hand_range.hands()[0]))
    return player if isinstance(player, str) else str(hand_range)


def _check_dealt_once(
    names: Sequence[str], ranges: Sequence[Range], *, board: Sequence[Card], dead: Sequence[Card]
) -> None:
    """Raise CardError if a card is known to be in two places."""
    hands = [
        (name, HAND_CARDS[hand_range.hands()[0]].tolist())
        for name, hand_range in zip(names, ranges, strict=True)
        if len(hand_range) == 1
    ]
    seen: dict[Card, str] = {}
    for place, cards in (*hands, ("the board", board), ("the dead cards", dead)):
        for card in cards:
            if card in seen:
                raise CardError(
                    f"duplicate card {format_card(card)} in {seen[card]} and {place}: each card can be dealt only once"
                )
            seen[card] = place


def _check_some_deal(ranges: Sequence[Range], names: Sequence[str]) -> None:
    """Raise EquityError if no combination of hands from these ranges can be dealt."""
    masks = [_hand_masks(hand_range) for hand_range in sorted(ranges, key=len)]
    all_cards = 0
    for mask in chain.from_iterable(masks):
        all_cards |= mask
    if all_cards.bit_count() < 2 * len(ranges) or not _can_deal(masks, 0, [_MAX_ATTEMPTS]):
        raise EquityError(f"{', '.join(names)} cannot be dealt together: in every combination two hands share a card")


def _hand_masks(hand_range: Range) -> list[int]:
    bits = np.int64(1) << HAND_CARDS[hand_range.hands()].astype(np.int64)
    return [int(mask) for mask in bits[:, 0] | bits[:, 1]]


def _can_deal(masks: list[list[int]], used: int, attempts: list[int]) -> bool:
    """Whether one hand from each list can be chosen so that no two share a card.

    The search is exponential in the worst case; after `attempts` steps the answer is assumed to be yes.
    """
    if not masks:
        return True
    attempts[0] -= 1
    if attempts[0] < 0:
        return True
    return any(not used & mask and _can_deal(masks[1:], used | mask, attempts) for mask in masks[0])
