"""All attributes of a game, in the order of the appendix of Kischka 2014."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from railbird.errors import DatasetError
from railbird.imitation.attributes.betting_attributes import betting_attributes
from railbird.imitation.attributes.card_attributes import (
    board_attributes,
    hole_card_attributes,
    made_hand_attributes,
)
from railbird.imitation.attributes.future_attributes import future_attributes
from railbird.imitation.attributes.game_attributes import (
    class_attributes,
    player_count_attributes,
    position_attributes,
    pot_attributes,
)
from railbird.imitation.attributes.odds_attributes import odds_attributes
from railbird.imitation.attributes.player_attributes import player_attributes
from railbird.imitation.dataset import AttributeSchema
from railbird.imitation.decisions.decision_columns import STREETS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from railbird.games import GameDefinition
    from railbird.imitation.attributes.attribute_definition import AttributeDefinition


@lru_cache(maxsize=64)
def attributes_of(game: GameDefinition) -> Mapping[str, AttributeDefinition]:
    """All attributes of a game by name: 113 for limit hold'em with three players."""
    if not game.is_holdem:
        raise DatasetError(
            f"no attributes for {game.name or 'this game'}: they are defined for hold'em, with two hole cards, four "
            "streets and 52 cards"
        )
    definitions = [
        *class_attributes(game),
        *player_count_attributes(game),
        *pot_attributes(game),
        *position_attributes(game),
        *hole_card_attributes(),
        *board_attributes(),
        *betting_attributes(game),
        *player_attributes(game),
        *made_hand_attributes(),
        *odds_attributes(),
        *future_attributes(game),
    ]
    return {definition.name: definition for definition in definitions}


def schemas_of(game: GameDefinition, names: Collection[str]) -> dict[str, AttributeSchema]:
    """The attributes of these names on each street on which they are allowed."""
    chosen = [definition for name, definition in attributes_of(game).items() if name in names]
    return {
        word: AttributeSchema(tuple(definition.as_attribute() for definition in chosen if street in definition.streets))
        for street, word in enumerate(STREETS)
    }
