"""Attributes of the table and its chips: classes, players, pot and positions (Kischka 2014, A.1 to A.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.games.state_array import CALL, FOLD, RAISE
from railbird.imitation.attributes.attribute_definition import (
    AttributeCategory,
    for_opponents,
    nominal,
    numeric,
    true_or_false,
)
from railbird.imitation.attributes.value_lists import ACTIONS_TAKEN, POSITIONS, position_codes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.games import GameDefinition
    from railbird.imitation.attributes.attribute_definition import AttributeDefinition
    from railbird.imitation.decisions import Decisions

_GAME, _HERO = AttributeCategory.GENERAL_GAME_INFO, AttributeCategory.HERO_INFO
_OPPONENT, _NONE = AttributeCategory.OPPONENT_INFO, AttributeCategory.NO_CATEGORY
_TAKEN = np.array([0, 0, 0, len(ACTIONS_TAKEN) - 1])
_TAKEN[[RAISE, FOLD, CALL]] = range(3)


def class_attributes(game: GameDefinition) -> list[AttributeDefinition]:
    """What can be predicted (A.1)."""
    classes = [
        nominal(
            "CLASS_HERO_ACTION_TAKEN",
            ACTIONS_TAKEN,
            lambda decisions: _TAKEN[decisions.kinds],
            "The hero's action; a check is a call. INVALID if it has not acted yet.",
            topic=_NONE,
            section="A.1",
        ),
        numeric(
            "CLASS_TO_INVEST",
            lambda decisions: decisions.invests,
            "Chips that the hero puts in with its action.",
            topic=_NONE,
            section="A.1",
        ),
    ]
    if game.is_limit:
        return classes
    return [
        *classes,
        numeric(
            "CLASS_RAISE_POT_FRACTION",
            lambda decisions: decisions.own_fractions,
            "The hero's raise as a fraction of the pot after a call; missing for other actions.",
            topic=_NONE,
        ),
    ]


def player_count_attributes(game: GameDefinition) -> list[AttributeDefinition]:
    """Numbers of players (A.2)."""
    return [
        numeric(
            "ACTIVE_PLAYER_COUNT",
            lambda decisions: decisions.active_players,
            "Players who have not folded, including the hero.",
            topic=_GAME,
            section="A.2",
        ),
        numeric(
            "PLAYER_COUNT",
            lambda decisions: np.full(len(decisions), decisions.game.players),
            "Players at the table.",
            topic=_GAME,
            section="A.2",
        ),
        numeric(
            "FOLDS",
            lambda decisions: decisions.game.players - decisions.active_players,
            "Players who have folded.",
            topic=_GAME,
            section="A.2",
            redundant=True,
        ),
        *for_opponents(
            game,
            lambda opponent: true_or_false(
                f"OPPONENT_HAS_FOLDED_{opponent}",
                lambda decisions: decisions.arrays.folded[:, opponent + 1],
                f"Whether opponent {opponent} has folded.",
                topic=_OPPONENT,
                section="A.2",
            ),
        ),
    ]


def pot_attributes(game: GameDefinition) -> list[AttributeDefinition]:
    """Chips in the pot (A.3)."""
    attributes = [
        numeric(
            "MAX_BET_SIZE_THIS_STREET",
            lambda decisions: decisions.invested.max(axis=1),
            "The most chips that a player has put in on this street, blinds included.",
            topic=_GAME,
            section="A.3",
        ),
        numeric(
            "POT_SIZE",
            lambda decisions: decisions.pots,
            "Chips in the pot, with those of this street and antes.",
            topic=_GAME,
            section="A.3",
        ),
        numeric(
            "CALL_AMOUNT",
            lambda decisions: decisions.to_call,
            "Chips that the hero must put in to call.",
            topic=_HERO,
            section="A.3",
        ),
        *_investments(game),
    ]
    if game.is_limit:
        return attributes
    return [
        *attributes,
        numeric(
            "LAST_RAISE_POT_FRACTION",
            lambda decisions: decisions.arrays.last_fractions,
            "The last raise of this street as a fraction of the pot after a call; missing if there is none.",
            topic=_GAME,
        ),
    ]


def _investments(game: GameDefinition) -> list[AttributeDefinition]:
    return [
        numeric(
            "INVESTED_THIS_STREET",
            lambda decisions: decisions.invested.sum(axis=1),
            "Chips that all players have put in on this street, blinds included.",
            topic=_GAME,
            section="A.3",
            redundant=True,
        ),
        numeric(
            "HERO_INVESTED_THIS_STREET",
            lambda decisions: decisions.invested[:, 0],
            "Chips that the hero has put in on this street, blinds included.",
            topic=_HERO,
            section="A.3",
        ),
        *for_opponents(
            game,
            lambda opponent: numeric(
                f"INVESTED_THIS_STREET_OPPONENT_{opponent}",
                lambda decisions: decisions.invested[:, opponent + 1],
                f"Chips that opponent {opponent} has put in on this street, blinds included.",
                topic=_OPPONENT,
                section="A.3",
            ),
        ),
    ]


def position_attributes(game: GameDefinition) -> list[AttributeDefinition]:
    """Positions (A.4)."""
    return [
        nominal(
            "LAST_RAISE_POSITION",
            POSITIONS,
            lambda decisions: _codes(decisions, decisions.arrays.last_raisers),
            "The position of the player who raised last in the hand; INVALID if nobody did.",
            topic=_GAME,
            section="A.4",
        ),
        nominal(
            "HERO_POSITION",
            POSITIONS,
            lambda decisions: _codes(decisions, decisions.arrays.positions),
            "The hero's position.",
            topic=_HERO,
            section="A.4",
        ),
        *for_opponents(
            game,
            lambda opponent: nominal(
                f"OPPONENT_POSITION_{opponent}",
                POSITIONS,
                lambda decisions: _codes(decisions, decisions.positions(opponent + 1)),
                f"The position of opponent {opponent}.",
                topic=_OPPONENT,
                section="A.4",
                redundant=True,
            ),
        ),
    ]


def _codes(decisions: Decisions, positions: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.asarray(position_codes(decisions.game)[positions])
