"""A question about equity, read and checked before any work is done."""

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

Player: TypeAlias = "str | Range | Sequence[Card]"
"""A hand or range as text, a range, or two cards."""

MOST_OPPONENTS = 9
_MOST_TRIES = 10_000


@dataclass(frozen=True)
class Question:
    """Who meets whom, with which cards known: the named players' ranges hold no board or dead card."""

    names: tuple[str, ...]
    ranges: tuple[Range, ...]
    opponents: int
    """Random opponents besides the named players."""
    board: tuple[Card, ...]
    dead: tuple[Card, ...]

    @property
    def players(self) -> int:
        """All players, the random ones too."""
        return len(self.ranges) + self.opponents

    @property
    def all_ranges(self) -> tuple[Range, ...]:
        """The ranges of all players, the random ones last."""
        anything = Range.random().without((*self.board, *self.dead))
        return self.ranges + (anything,) * self.opponents


def ask(
    players: Sequence[Player] | str,
    *,
    opponents: int | None = None,
    board: Cards = (),
    dead: Cards = (),
) -> Question:
    """Read a question and refuse it if it has no answer. One player alone meets one random opponent."""
    players = [players] if isinstance(players, str) else players
    board, dead = as_cards(board), as_cards(dead)
    ranges = [_read_player(player) for player in players]
    names = [_name(player, spread) for player, spread in zip(players, ranges, strict=True)]
    if not ranges:
        raise EquityError("no hand to compare: give at least one hand or range")
    if opponents is None:
        opponents = 1 if len(ranges) == 1 else 0
    elif not 1 <= opponents <= MOST_OPPONENTS:
        raise EquityError(f"no equity against {opponents} random opponents: give 1 to {MOST_OPPONENTS}")
    _check_dealt_once(names, ranges, board, dead)
    check_board(board)
    check_enough_cards(len(ranges) + opponents, dead)
    live = tuple(spread.without((*board, *dead)) for spread in ranges)
    _check_some_deal(live, names)
    return Question(tuple(names), live, opponents, board, dead)


def _read_player(player: Player) -> Range:
    if isinstance(player, Range):
        return player
    cards = _cards_of(player) if isinstance(player, str) else as_cards(player)
    if isinstance(player, str) and len(cards) != 2:
        return Range.parse(player)
    check_hand(cards)
    return Range.of_hands([hand_index(*cards)])


def _cards_of(text: str) -> tuple[Card, ...]:
    """The cards of a hand; none if the text is something else, a range."""
    try:
        return parse_cards(text)
    except CardError:
        return ()


def _name(player: Player, spread: Range) -> str:
    if len(spread) == 1:
        return format_hand(int(spread.hands()[0]))
    return player if isinstance(player, str) else str(spread)


def _check_dealt_once(
    names: Sequence[str], ranges: Sequence[Range], board: Sequence[Card], dead: Sequence[Card]
) -> None:
    """Refuse a card that is known to be in two places."""
    hands = [
        (name, HAND_CARDS[spread.hands()[0]].tolist())
        for name, spread in zip(names, ranges, strict=True)
        if len(spread) == 1
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
    """Refuse ranges of which no hands can be dealt together."""
    masks = [_hand_masks(spread) for spread in sorted(ranges, key=len)]
    together = 0
    for mask in chain.from_iterable(masks):
        together |= mask
    if together.bit_count() < 2 * len(ranges) or not _can_deal(masks, 0, [_MOST_TRIES]):
        raise EquityError(f"{', '.join(names)} cannot be dealt together: every choice of hands shares a card")


def _hand_masks(spread: Range) -> list[int]:
    bits = np.int64(1) << HAND_CARDS[spread.hands()].astype(np.int64)
    return [int(mask) for mask in bits[:, 0] | bits[:, 1]]


def _can_deal(masks: list[list[int]], used: int, tries: list[int]) -> bool:
    """Whether a hand of each list can be chosen without a clash; taken for granted when the tries are used up."""
    if not masks:
        return True
    tries[0] -= 1
    if tries[0] < 0:
        return True
    return any(not used & mask and _can_deal(masks[1:], used | mask, tries) for mask in masks[0])
