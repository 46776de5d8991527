"""A question about equity, read and checked before any work is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import CARD_COUNT, check_distinct, format_cards, parse_cards
from railbird.cards.hands import HAND_CARDS, format_hand, hand_index
from railbird.equity.ranges import Range
from railbird.errors import CardError, EquityError, RangeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.cards import Card

BOARD_SIZES = (0, 3, 4, 5)
MOST_OPPONENTS = 9


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
    players: Sequence[str | Range | Sequence[Card]],
    *,
    opponents: int | None = None,
    board: str | Sequence[Card] = (),
    dead: str | Sequence[Card] = (),
) -> Question:
    """Read a question and refuse it if it has no answer. One player alone meets one random opponent."""
    board, dead = _read_cards(board), _read_cards(dead)
    ranges = [_read_player(player) for player in players]
    if opponents is None:
        opponents = 1 if len(ranges) == 1 else 0
    elif not 1 <= opponents <= MOST_OPPONENTS:
        raise EquityError(f"no equity against {opponents} random opponents: give 1 to {MOST_OPPONENTS}")
    if len(ranges) + opponents < 2:
        raise EquityError("no hand to compare: give at least one hand or range")
    known = [card for spread in ranges if len(spread) == 1 for card in HAND_CARDS[spread.hands()[0]].tolist()]
    check_distinct([*known, *board, *dead])
    check_board(board)
    _check_enough_cards(len(ranges) + opponents, dead)
    live = tuple(spread.without((*board, *dead)) for spread in ranges)
    _check_some_deal(live)
    return Question(
        tuple(_name(player, spread) for player, spread in zip(players, ranges, strict=True)),
        live,
        opponents,
        board,
        dead,
    )


def check_hand_and_board(hand: Sequence[Card], board: Sequence[Card]) -> None:
    """Refuse cards that are not a hand of two and a board of no, three, four or five others."""
    if len(hand) != 2:
        raise CardError(f"a hand of {len(hand)} cards ({format_cards(hand)}): a hand has two")
    check_board(board)
    check_distinct([*hand, *board])


def check_board(board: Sequence[Card]) -> None:
    """Refuse a board that no street has."""
    if len(board) not in BOARD_SIZES:
        cards = format_cards(board, separator=" ")
        raise CardError(f"a board of {len(board)} cards ({cards}): a board has 0, 3, 4 or 5")


def _read_cards(cards: str | Sequence[Card]) -> tuple[Card, ...]:
    if isinstance(cards, str):
        return parse_cards(cards)
    check_distinct(cards)
    return tuple(cards)


def _read_player(player: str | Range | Sequence[Card]) -> Range:
    if isinstance(player, Range):
        return player
    if isinstance(player, str):
        try:
            cards: Sequence[Card] = parse_cards(player)
        except CardError:
            return Range.parse(player)
    else:
        cards = player
    if len(cards) != 2:
        raise RangeError(f"a hand of {len(cards)} cards ({format_cards(cards)}): a hand has two")
    check_distinct(cards)
    return Range.of_hands([hand_index(*cards)])


def _name(player: str | Range | Sequence[Card], spread: Range) -> str:
    if len(spread) == 1:
        return format_hand(int(spread.hands()[0]))
    return player if isinstance(player, str) else str(spread)


def _check_enough_cards(players: int, dead: Sequence[Card]) -> None:
    needed = 2 * players + 5
    left = CARD_COUNT - len(dead)
    if needed > left:
        raise EquityError(f"{players} players and a board need {needed} cards, but only {left} are not dead")


def _check_some_deal(ranges: Sequence[Range]) -> None:
    """Refuse ranges of which no hands can be dealt together; the smallest range is tried first."""
    masks = [_hand_masks(spread) for spread in sorted(ranges, key=len)]
    if not _can_deal(masks, 0):
        named = ", ".join(str(spread) for spread in ranges)
        raise EquityError(f"the ranges {named} cannot be dealt together: every choice of hands shares a card")


def _hand_masks(spread: Range) -> list[int]:
    bits = np.int64(1) << HAND_CARDS[spread.hands()].astype(np.int64)
    return [int(mask) for mask in bits[:, 0] | bits[:, 1]]


def _can_deal(masks: list[list[int]], used: int) -> bool:
    if not masks:
        return True
    return any(not used & mask and _can_deal(masks[1:], used | mask) for mask in masks[0])
