"""Named sets of attributes to learn from: those of Kischka 2014, or a list of names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from railbird.errors import DatasetError

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.imitation.dataset import AttributeSchema

DEFAULT_INPUTS = "important"
_UNIMPORTANT = re.compile(r"HISTORY_|(RAISES|CALLS|FOLDS)_(PREFLOP|FLOP|TURN|RIVER)_(HERO|OPP)")
"""Table 7: what single players did in the hands before and in this hand."""
_BASE = re.compile(
    r"(MAX_BET_SIZE_THIS_STREET|POT_SIZE|INVESTED_THIS_STREET|CALL_AMOUNT|HERO_INVESTED_THIS_STREET"
    r"|INVESTED_THIS_STREET_OPPONENT_\d+|ALL_IN_EQUITY|ALL_IN_EQUITY_2PLAYERS|POT_ODDS)$"
)
"""6.3.2: what the ratio of pot odds to equity is computed from."""
_SIMPLIFIED = (
    "ACTIVE_PLAYER_COUNT",
    "PREFLOP_ACTION_ABSTR_ALL",
    "FLOP_ACTION_ABSTR_ALL",
    "TURN_ACTION_ABSTR_ALL",
    "RIVER_ACTION_ABSTR_ALL",
    "HAND_TYPE",
    "ALL_IN_EQUITY",
    "POT_ODDS_TO_ALL_IN_EQUITY_RATIO",
)
"""Table 11; the turn has three more."""
_SIMPLIFIED_TURN = ("MAX_BET_SIZE_THIS_STREET", "INVESTED_THIS_STREET", "ALL_IN_EQUITY_2PLAYERS")
_HOLE_CARDS = re.compile(r"HERO_HOLE_CARD|ABSTRACTED_HOLE_CARDS")
_SUITS = ("HERO_HOLE_CARD_HIGH_SUIT", "HERO_HOLE_CARD_LOW_SUIT")
_HOLE_CARD_FORMS = {
    "hole-cards-a": ("HERO_HOLE_CARDS",),
    "hole-cards-b": ("ABSTRACTED_HOLE_CARDS", *_SUITS),
    "hole-cards-c": ("HERO_HOLE_CARD_HIGH", "HERO_HOLE_CARD_LOW", *_SUITS),
}
"""6.3.1: three ways to say which hole cards the hero has."""


def _names(schema: AttributeSchema) -> list[str]:
    return [attribute.name for attribute in schema.inputs]


def _important(schema: AttributeSchema, street: str) -> list[str]:  # noqa: ARG001
    return [name for name in _names(schema) if not _UNIMPORTANT.match(name)]


def _without_base(schema: AttributeSchema, street: str) -> list[str]:
    return [name for name in _important(schema, street) if not _BASE.match(name)]


def _simplified(schema: AttributeSchema, street: str) -> list[str]:
    wanted = (*_SIMPLIFIED, *(_SIMPLIFIED_TURN if street == "turn" else ()))
    return [name for name in _names(schema) if name in wanted and not (street == "preflop" and name == "HAND_TYPE")]


def _hole_cards(form: str) -> Callable[[AttributeSchema, str], list[str]]:
    def choose(schema: AttributeSchema, street: str) -> list[str]:
        names = _important(schema, street)
        return [name for name in names if not _HOLE_CARDS.match(name) or name in _HOLE_CARD_FORMS[form]]

    return choose


INPUT_SETS: dict[str, Callable[[AttributeSchema, str], list[str]]] = {
    "important": _important,
    "all": lambda schema, street: _names(schema),  # noqa: ARG005
    "without-base": _without_base,
    "simplified": _simplified,
    **{form: _hole_cards(form) for form in _HOLE_CARD_FORMS},
}
"""Without those of table 7; all; also without those of 6.3.2; those of table 11; one form of hole cards (6.3.1)."""


def choose_inputs(schema: AttributeSchema, street: str, chosen: str = DEFAULT_INPUTS) -> list[str]:
    """The names of the attributes to learn from on a street: a named set, or names separated by commas.

    Names that another street has and this one has not are left out.
    """
    if chosen in INPUT_SETS:
        names = INPUT_SETS[chosen](schema, street)
    else:
        wanted = [name.strip() for name in chosen.split(",") if name.strip()]
        names = [name for name in wanted if name in schema]
        schema.chosen_inputs(names)
    if not names:
        raise DatasetError(
            f"{street} has no attributes of {chosen!r}: give {', '.join(INPUT_SETS)}, or names with commas between them"
        )
    return names


def check_inputs(schemas: dict[str, AttributeSchema], chosen: str) -> None:
    """Raise if a name in a list is on no street."""
    if chosen in INPUT_SETS:
        return
    everything = {name: schema for schema in schemas.values() for name in schema.names}
    for name in filter(None, map(str.strip, chosen.split(","))):
        if name not in everything:
            next(iter(schemas.values()))[name]
