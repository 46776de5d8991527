"""Attributes of the cards: the hero's hand, the board, what they make (Kischka 2014, A.5, A.6 and parts of A.9)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import RANKS
from railbird.imitation.attributes.attribute_definition import (
    POSTFLOP,
    AttributeCategory,
    nominal,
    true_or_false,
)
from railbird.imitation.attributes.value_lists import (
    CARD_VALUES,
    HAND_RANKS,
    HAND_TYPES,
    RANK_VALUES,
    SIMPLE_TEXTURES,
    SUIT_VALUES,
    card_codes,
    hole_card_table,
    hole_card_values,
    rank_pair_table,
    rank_pair_values,
    texture_values,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.imitation.attributes.attribute_definition import AttributeDefinition
    from railbird.imitation.decisions import Decisions

_HERO, _GAME = AttributeCategory.HERO_INFO, AttributeCategory.GENERAL_GAME_INFO
_DERIVED = AttributeCategory.DERIVED_INFO
_HOLE_CARDS = (("HIGH", "higher"), ("LOW", "lower"))
_BOARD: tuple[tuple[str, str, str, tuple[int, ...]], ...] = (
    ("FLOP_CARD_1", "FLOP_CARD1", "first flop card", (1, 2, 3)),
    ("FLOP_CARD_2", "FLOP_CARD2", "second flop card", (1, 2, 3)),
    ("FLOP_CARD_3", "FLOP_CARD3", "third flop card", (1, 2, 3)),
    ("TURN_CARD", "TURN_CARD", "turn card", (2, 3)),
    ("RIVER_CARD", "RIVER_CARD", "river card", (3,)),
)
"""By place on the board: the attribute of the card, the beginning of those of rank and suit, words, streets."""
_TYPE_OF_CATEGORY = np.array([0, 1, *range(4, len(HAND_TYPES))])
_NOTHING, _PAIR, _TOP_PAIR, _OVERPAIR = range(4)
_SIMPLE_CODES = np.array(
    [SIMPLE_TEXTURES.index(texture) for texture in ("NO_SALIENT", "S", "S+", "F", "F_S", "F_S+", "F+", "F+_S", "F+_S+")]
)
"""The place in `SIMPLE_TEXTURES` of a code 3 f + s."""


def hole_card_attributes() -> list[AttributeDefinition]:
    """The hero's hole cards (A.5)."""
    return [
        nominal(
            "HERO_HOLE_CARDS",
            hole_card_values(),
            lambda decisions: hole_card_table()[tuple(decisions.hole_cards.T)],
            "Both hole cards, the higher one first.",
            topic=_HERO,
            section="A.5",
        ),
        true_or_false(
            "HERO_HOLE_CARDS_SUITEDNESS",
            lambda decisions: np.equal(*(decisions.hole_cards & 3).T),
            "Whether both hole cards are of one suit.",
            topic=_HERO,
            section="A.5",
            redundant=True,
        ),
        nominal(
            "ABSTRACTED_HOLE_CARDS",
            rank_pair_values(),
            lambda decisions: rank_pair_table()[tuple(decisions.hole_cards.T >> 2)],
            "The ranks of both hole cards, without suits.",
            topic=_HERO,
            section="A.5",
            redundant=True,
        ),
        *(_hole_card_rank(place) for place in range(2)),
        *(_hole_card_suit(place) for place in range(2)),
    ]


def _hole_card_rank(place: int) -> AttributeDefinition:
    name, words = _HOLE_CARDS[place]
    return nominal(
        f"HERO_HOLE_CARD_{name}",
        RANK_VALUES,
        lambda decisions: decisions.hole_cards[:, place] >> 2,
        f"The rank of the {words} hole card.",
        topic=_HERO,
        section="A.5",
        redundant=True,
    )


def _hole_card_suit(place: int) -> AttributeDefinition:
    name, words = _HOLE_CARDS[place]
    return nominal(
        f"HERO_HOLE_CARD_{name}_SUIT",
        SUIT_VALUES,
        lambda decisions: decisions.hole_cards[:, place] & 3,
        f"The suit of the {words} hole card.",
        topic=_HERO,
        section="A.5",
        redundant=True,
    )


def board_attributes() -> list[AttributeDefinition]:
    """The cards of the board (A.6)."""
    places = range(len(_BOARD))
    return [*map(_board_rank, places), *map(_board_suit, places), *map(_board_card, places)]


def _board_rank(place: int) -> AttributeDefinition:
    _, beginning, words, streets = _BOARD[place]
    return nominal(
        f"{beginning}_RANK",
        RANK_VALUES,
        lambda decisions: decisions.board[:, place] >> 2,
        f"The rank of the {words}.",
        topic=_GAME,
        section="A.6",
        streets=streets,
        redundant=True,
    )


def _board_suit(place: int) -> AttributeDefinition:
    _, beginning, words, streets = _BOARD[place]
    return nominal(
        f"{beginning}_SUIT",
        SUIT_VALUES,
        lambda decisions: decisions.board[:, place] & 3,
        f"The suit of the {words}.",
        topic=_GAME,
        section="A.6",
        streets=streets,
        redundant=True,
    )


def _board_card(place: int) -> AttributeDefinition:
    name, _, words, streets = _BOARD[place]
    return nominal(
        name,
        CARD_VALUES,
        lambda decisions: card_codes(decisions.board[:, place]),
        f"The {words}.",
        topic=_GAME,
        section="A.6",
        streets=streets,
    )


def made_hand_attributes() -> list[AttributeDefinition]:
    """The texture of the board, and what the hero's cards make with it (A.9)."""
    return [
        nominal(
            "BOARD_TEXTURE",
            texture_values(),
            _textures,
            "Chances of flushes (F), straights (S) and full houses (H) on the board; + means more of them.",
            topic=_DERIVED,
            section="A.9",
            streets=POSTFLOP,
        ),
        nominal(
            "SIMPLE_BOARD_TEXTURE",
            SIMPLE_TEXTURES,
            lambda decisions: _SIMPLE_CODES[_textures(decisions) % 9],
            "The same without full houses.",
            topic=_DERIVED,
            section="A.9",
            streets=POSTFLOP,
            redundant=True,
        ),
        nominal(
            "HAND_RANK",
            HAND_RANKS,
            lambda decisions: decisions.categories,
            "The category of the best five cards; before the flop, a pair or a high card.",
            topic=_DERIVED,
            section="A.9",
        ),
        nominal(
            "HAND_TYPE",
            HAND_TYPES,
            _hand_types,
            "The same, with pairs told apart: NOTHING if the pair is on the board, TOPPAIR, OVERPAIR, or another PAIR.",
            topic=_DERIVED,
            section="A.9",
        ),
    ]


def _textures(decisions: Decisions) -> NDArray[np.int64]:
    """The place in `texture_values`, 9 h + 3 f + s."""
    ranks, suits = decisions.board >> 2, decisions.board & 3
    in_suit = (suits[:, :, np.newaxis] == np.arange(4)).sum(axis=1).max(axis=1)
    flush = np.clip(in_suit - 2, 0, 2)
    masks = np.bitwise_or.reduce(1 << ranks.astype(np.int64), axis=1)
    straight = np.clip(_cards_towards_straight()[masks] - 2, 0, 2)
    missing = decisions.board.shape[1] - _ranks_in()[masks]
    return np.asarray(9 * np.clip(missing, 0, 2) + 3 * flush + straight)


@cache
def _cards_towards_straight() -> NDArray[np.int64]:
    """By mask of ranks: the most ranks within a straight."""
    straights = [31 << low for low in range(len(RANKS) - 4)] + [15 | 1 << len(RANKS) - 1]
    return np.array([max((mask & straight).bit_count() for straight in straights) for mask in range(1 << len(RANKS))])


@cache
def _ranks_in() -> NDArray[np.int64]:
    """By mask of ranks: the number of ranks."""
    return np.array([mask.bit_count() for mask in range(1 << len(RANKS))])


def _hand_types(decisions: Decisions) -> NDArray[np.int64]:
    types = _TYPE_OF_CATEGORY[decisions.categories]
    high, low = (decisions.hole_cards >> 2).T
    if decisions.street == 0:
        return types
    ranks = decisions.board >> 2
    top = ranks.max(axis=1)
    is_paired = [(ranks == rank[:, np.newaxis]).any(axis=1) for rank in (high, low)]
    is_top = (is_paired[0] & (high == top)) | (is_paired[1] & (low == top))
    in_hand = np.where(high > top, _OVERPAIR, _PAIR)
    with_board = np.where(is_top, _TOP_PAIR, np.where(is_paired[0] | is_paired[1], _PAIR, _NOTHING))
    return np.asarray(np.where(types == _PAIR, np.where(high == low, in_hand, with_board), types))
