"""Attributes of the hero's chances: equity, pot odds, outs and draws (Kischka 2014, the rest of A.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.imitation.attributes.attribute_definition import POSTFLOP, AttributeCategory, nominal, numeric
from railbird.imitation.attributes.value_lists import DRAW_VALUES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.imitation.attributes.attribute_definition import AttributeDefinition
    from railbird.imitation.decisions import Decisions

_ODDS = AttributeCategory.ODDS_AND_OUTS
_DRAW_CODES = np.array([DRAW_VALUES.index(name) for name in ("NO_DRAW", *DRAW_VALUES[:3])])
"""The place in `DRAW_VALUES` of (straight draw) + 2 (flush draw)."""


def odds_attributes() -> list[AttributeDefinition]:
    """Equity, odds, outs and draws."""
    return [
        numeric(
            "ALL_IN_EQUITY",
            lambda decisions: decisions.equities,
            "All-in equity against random hands of all opponents who are still in.",
            topic=_ODDS,
            section="A.9",
        ),
        numeric(
            "ALL_IN_EQUITY_2PLAYERS",
            lambda decisions: decisions.equities_against_one,
            "All-in equity against the random hand of a single opponent.",
            topic=_ODDS,
            section="A.9",
        ),
        numeric(
            "POT_ODDS",
            _pot_odds,
            "The amount to call, divided by the pot after the call.",
            topic=_ODDS,
            section="A.9",
        ),
        numeric(
            "POT_ODDS_TO_ALL_IN_EQUITY_RATIO",
            _odds_to_equity,
            "POT_ODDS divided by ALL_IN_EQUITY; missing if the equity is 0.",
            topic=_ODDS,
            section="A.9",
        ),
        *_draw_attributes(),
    ]


def _draw_attributes() -> list[AttributeDefinition]:
    return [
        numeric(
            "POTENTIAL_OUTS",
            lambda decisions: decisions.draws[:, 0],
            "Cards that improve the hand on the next street; 0 on the river.",
            topic=_ODDS,
            section="A.9",
            streets=POSTFLOP,
        ),
        nominal(
            "DRAWS",
            DRAW_VALUES,
            lambda decisions: _DRAW_CODES[(decisions.draws[:, 1] > 0) + 2 * (decisions.draws[:, 2] > 0)],
            "Whether the next card can complete a straight or a flush with a hole card.",
            topic=_ODDS,
            section="A.9",
            streets=POSTFLOP[:-1],
        ),
    ]


def _pot_odds(decisions: Decisions) -> NDArray[np.float64]:
    return np.asarray(decisions.to_call / (decisions.pots + decisions.to_call))


def _odds_to_equity(decisions: Decisions) -> NDArray[np.float64]:
    equities = decisions.equities
    return np.where(equities > 0, _pot_odds(decisions) / np.where(equities > 0, equities, 1), np.nan)
