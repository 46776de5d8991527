"""Names of card classes: the hand and the board that a class stands for, as people write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.dealt_cards import DealtCards
from railbird.cards import RANKS, format_cards, rank_of
from railbird.cards.hands import class_index, class_name
from railbird.games.showdown_strength import suits_matter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.abstraction.card_abstraction import CardAbstraction
    from railbird.cards import Card


class ClassName(NamedTuple):
    """A card class in words."""

    hand: str
    board: str
    """Empty in the first round, and for buckets, which have many boards."""


def class_names(cards: CardAbstraction, street: int) -> list[ClassName]:
    """By class of a round: its name. A suit class is named by a hand and a board of the class, others by a number.

    Suits are left out where they have no meaning: `K` on `Q` in Leduc, `AKs` before the flop.
    """
    if not isinstance(cards, CardClasses):
        return [ClassName(f"class {number}", "") for number in range(cards.counts[street])]
    hands, boards = cards.enumeration.examples(street)
    names_suits = isinstance(cards, DealtCards)
    return [
        ClassName(
            _hand_text(cards, hand, street=street, names_suits=names_suits),
            _text(cards, board, names_suits=names_suits),
        )
        for hand, board in zip(hands.tolist(), boards.tolist(), strict=True)
    ]


def _hand_text(cards: CardClasses, hand: Sequence[Card], *, street: int, names_suits: bool) -> str:
    descending = sorted(hand, reverse=True)
    if street == 0 and len(hand) == 2 and suits_matter(cards.game) and not names_suits:
        return class_name(class_index(*descending))
    return _text(cards, descending, names_suits=names_suits)


def _text(cards: CardClasses, shown: Sequence[Card], *, names_suits: bool) -> str:
    if names_suits or suits_matter(cards.game):
        return format_cards(shown)
    return "".join(RANKS[rank_of(card)] for card in shown)
