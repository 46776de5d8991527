"""Attributes of the betting: sequences, reactions of opponents, numbers of raises (Kischka 2014, A.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.games.definition import MOST_ROUNDS
from railbird.imitation.attributes.action_sequences import has_sequence_values, sequence_values
from railbird.imitation.attributes.attribute_definition import (
    ALL_STREETS,
    AttributeCategory,
    AttributeDefinition,
    for_streets,
    nominal,
    numeric,
)
from railbird.imitation.attributes.value_lists import REACTIONS
from railbird.imitation.dataset import AttributeKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.games import GameDefinition
    from railbird.imitation.decisions import Decisions

_GAME, _OPPONENT = AttributeCategory.GENERAL_GAME_INFO, AttributeCategory.OPPONENT_BETTING
_NAMES = ("PREFLOP", "FLOP", "TURN", "RIVER")
_WORDS = ("before the flop", "on the flop", "on the turn", "on the river")


def betting_attributes(game: GameDefinition) -> list[AttributeDefinition]:
    """Betting of each street and of the current one."""
    return [
        *for_streets(lambda street: _sequence(game, street)),
        _current_sequence(game),
        *for_streets(_reaction),
        nominal(
            "CURRENT_STREET_ACTION_ABSTR",
            REACTIONS,
            lambda decisions: decisions.arrays.reactions[:, decisions.street],
            "What opponents did on this street since the hero's last action.",
            topic=_OPPONENT,
            section="A.7",
            redundant=True,
        ),
        *for_streets(_raises),
        *for_streets(_reaction_on_whole_street),
    ]


def _reaction(street: int) -> AttributeDefinition:
    return nominal(
        f"{_NAMES[street]}_ACTION_ABSTR",
        REACTIONS,
        lambda decisions: decisions.arrays.reactions[:, street],
        f"What opponents did {_WORDS[street]} since the hero's last action there: how many acted, how many raised. "
        "INVALID if nobody acted and the street is over.",
        topic=_OPPONENT,
        section="A.7",
        streets=ALL_STREETS[street:],
        redundant=True,
    )


def _raises(street: int) -> AttributeDefinition:
    return numeric(
        f"{_NAMES[street]}_RAISES",
        lambda decisions: decisions.arrays.raises[:, :, street].sum(axis=1),
        f"Raises of all players {_WORDS[street]}.",
        topic=_GAME,
        section="A.7",
        streets=ALL_STREETS[street:],
        redundant=True,
    )


def _reaction_on_whole_street(street: int) -> AttributeDefinition:
    return nominal(
        f"{_NAMES[street]}_ACTION_ABSTR_ALL",
        REACTIONS,
        lambda decisions: decisions.arrays.all_reactions[:, street],
        f"What opponents did {_WORDS[street]}, from its start.",
        topic=_OPPONENT,
        section="A.7",
        streets=ALL_STREETS[street:],
        redundant=True,
    )


def _sequence(game: GameDefinition, street: int) -> AttributeDefinition:
    name, description = f"{_NAMES[street]}_ACTION", f"The betting {_WORDS[street]}: r, c, f."
    if not has_sequence_values(game):
        return _text(
            name, lambda decisions: decisions.sequence_texts(street), description, streets=ALL_STREETS[street:]
        )
    return nominal(
        name,
        sequence_values(game.players, game.max_raises[street]),
        lambda decisions: decisions.arrays.sequences[:, street],
        description,
        topic=_GAME,
        section="A.7",
        streets=ALL_STREETS[street:],
    )


def _current_sequence(game: GameDefinition) -> AttributeDefinition:
    name, description = "CURRENT_STREET_ACTION", "The betting of this street so far: r, c, f."
    if not has_sequence_values(game):
        return _text(name, lambda decisions: decisions.sequence_texts(decisions.street), description, redundant=True)
    return nominal(
        name,
        sequence_values(game.players, max(game.max_raises)),
        lambda decisions: decisions.arrays.sequences[:, MOST_ROUNDS],
        description,
        topic=_GAME,
        section="A.7",
        redundant=True,
    )


def _text(
    name: str,
    compute: Callable[[Decisions], list[str]],
    description: str,
    *,
    streets: tuple[int, ...] = ALL_STREETS,
    redundant: bool = False,
) -> AttributeDefinition:
    return AttributeDefinition(
        name=name,
        description=description,
        topic=_GAME,
        compute=compute,
        kind=AttributeKind.STRING,
        streets=streets,
        is_redundant=redundant,
        section="A.7",
    )
