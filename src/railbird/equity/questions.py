"""A question about equity, parsed and checked before any computation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from math import comb
from typing import TYPE_CHECKING, TypeAlias

from railbird.cards import CARD_COUNT, as_cards, format_card, format_cards, parse_cards
from railbird.cards.hands import HAND_MASKS, format_hand, hand_cards, hand_index
from railbird.equity.alike_suits import run_outs_up_to_suits
from railbird.equity.card_checks import check_board, check_enough_cards, check_hand
from railbird.equity.ranges import Range
from railbird.errors import CardError, EquityError, RangeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.cards import Card, Cards
    from railbird.equity.alike_suits import RunOutClasses

PlayerRange: TypeAlias = "str | Range | Sequence[Card]"
"""A hand or range as text, a range, or two cards."""

MOST_OPPONENTS = 9
_MAX_ATTEMPTS = 10_000
_KEPT = 2048
"""Players whose ranges are kept, for people who ask again and again."""


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

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of hands of all players, random opponents last."""
        any_hand = comb(self.live_cards, 2)
        return tuple(map(len, self.ranges)) + (any_hand,) * self.opponents

    @cached_property
    def distinct_hands(self) -> int:
        """The number of hands that any player may have."""
        if self.opponents:
            return self.sizes[-1]
        in_any = self.ranges[0].weights > 0
        for hand_range in self.ranges[1:]:
            in_any |= hand_range.weights > 0
        return int(in_any.sum())

    @property
    def live_cards(self) -> int:
        """The number of cards that are neither on the board nor dead."""
        return CARD_COUNT - len(self.board) - len(self.dead)

    @cached_property
    def all_ranges(self) -> tuple[Range, ...]:
        """The ranges of all players, random opponents last."""
        if not self.opponents:
            return self.ranges
        any_hand = Range.random().without((*self.board, *self.dead))
        return self.ranges + (any_hand,) * self.opponents

    @cached_property
    def run_outs(self) -> RunOutClasses:
        """The run-outs of a board of three to five cards."""
        return run_outs_up_to_suits(self.board, self.dead, self.ranges)


@dataclass(frozen=True, slots=True)
class _Player:
    """A player's range, its name, and its cards if it is a single hand."""

    hands: Range
    name: str
    cards: tuple[Card, ...] | None

    @classmethod
    def of(cls, hands: Range, text: str | None = None) -> _Player:
        if len(hands) == 1:
            only = int(hands.hands()[0])
            return cls(hands, format_hand(only), hand_cards(only))
        return cls(hands, str(hands) if text is None else text, None)


def ask(
    players: Sequence[PlayerRange] | str,
    *,
    opponents: int | None = None,
    board: Cards = (),
    dead: Cards = (),
) -> Question:
    """Parse and check a question. A single player meets one random opponent by default."""
    board, dead = as_cards(board), as_cards(dead)
    read = [*map(_read_player, [players] if isinstance(players, str) else players)]
    names = tuple(player.name for player in read)
    if not read:
        raise EquityError("no hand to compare: give at least one hand or range")
    if opponents is None:
        opponents = 1 if len(read) == 1 else 0
    elif not 1 <= opponents <= MOST_OPPONENTS:
        raise EquityError(f"{opponents} random opponents: give 1 to {MOST_OPPONENTS}")
    _check_dealt_once(read, board=board, dead=dead)
    check_board(board)
    check_enough_cards(len(read) + opponents, dead)
    known = (*board, *dead)
    live = tuple(
        player.hands if player.cards or not known else _live_hands(player, board=board, dead=dead) for player in read
    )
    if len(live) > 1 and not all(player.cards for player in read):
        _check_some_deal(live, names)
    return Question(names, live, opponents, board, dead)


def _live_hands(player: _Player, *, board: tuple[Card, ...], dead: tuple[Card, ...]) -> Range:
    try:
        return player.hands.without((*board, *dead))
    except RangeError:
        places = [(board, "on the board"), (dead, "dead")]
        known = [f"{format_cards(cards, separator=' ')} {place}" for cards, place in places if cards]
        raise RangeError(f"no hand of {player.name} is left with {' and '.join(known)}") from None


def _read_player(player: PlayerRange) -> _Player:
    if isinstance(player, Range):
        return _Player.of(player)
    return _read_text(player) if isinstance(player, str) else _read_hand(as_cards(player))


@lru_cache(maxsize=_KEPT)
def _read_text(text: str) -> _Player:
    cards = _cards_of(text)
    return _read_hand(cards) if len(cards) == 2 else _Player.of(Range.parse(text), text)


@lru_cache(maxsize=_KEPT)
def _read_hand(cards: tuple[Card, ...]) -> _Player:
    check_hand(cards)
    return _Player.of(Range.of_hands([hand_index(*cards)]))


def _cards_of(text: str) -> tuple[Card, ...]:
    """The cards of a hand; none if the text is not a list of cards (a range, for example)."""
    try:
        return parse_cards(text)
    except CardError:
        return ()


def _check_dealt_once(players: Sequence[_Player], *, board: Sequence[Card], dead: Sequence[Card]) -> None:
    """Raise CardError if a card is known to be in two places."""
    hands = [(player.name, player.cards) for player in players if player.cards]
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
    attempts = [_MAX_ATTEMPTS]
    if _can_deal(masks, 0, attempts) and attempts[0] >= 0:
        return
    all_cards = 0
    for mask in chain.from_iterable(masks):
        all_cards |= mask
    if attempts[0] >= 0 or all_cards.bit_count() < 2 * len(ranges):
        raise EquityError(f"{', '.join(names)} cannot be dealt together: in every combination two hands share a card")


def _hand_masks(hand_range: Range) -> list[int]:
    masks: list[int] = HAND_MASKS[hand_range.hands()].tolist()
    return masks


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
