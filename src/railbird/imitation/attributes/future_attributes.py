"""Attributes that are known only when the hand is over, to check others by hand (Kischka 2014, A.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.formats.columns import HIDDEN
from railbird.imitation.attributes.attribute_definition import AttributeCategory, for_opponents, nominal, numeric
from railbird.imitation.attributes.value_lists import hole_card_table, hole_card_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.games import GameDefinition
    from railbird.imitation.attributes.attribute_definition import AttributeDefinition


def future_attributes(game: GameDefinition) -> list[AttributeDefinition]:
    """Results of the hand, and cards that opponents showed."""
    return [
        numeric(
            "FUTURE_HERO_OUTCOME",
            lambda decisions: decisions.payoffs[:, 0],
            "Chips that the hero wins or loses in the hand.",
            topic=AttributeCategory.HERO_INFO,
            section="A.10",
        ),
        *for_opponents(
            game,
            lambda opponent: nominal(
                f"FUTURE_HOLE_CARDS_OPPONENT_{opponent}",
                hole_card_values(),
                lambda decisions: _hole_cards(decisions.shown_cards(opponent + 1)),
                f"The cards that opponent {opponent} shows; INVALID if it shows none.",
                topic=AttributeCategory.OPPONENT_INFO,
                section="A.10",
            ),
        ),
        *for_opponents(
            game,
            lambda opponent: numeric(
                f"FUTURE_OUTCOME_OPPONENT_{opponent}",
                lambda decisions: decisions.payoffs[:, opponent + 1],
                f"Chips that opponent {opponent} wins or loses in the hand.",
                topic=AttributeCategory.OPPONENT_INFO,
                section="A.10",
            ),
        ),
    ]


def _hole_cards(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    is_hidden = (cards == HIDDEN).any(axis=1)
    places = hole_card_table()[tuple(np.where(is_hidden[:, np.newaxis], 0, cards).T)]
    return np.where(is_hidden, len(hole_card_values()) - 1, places)
