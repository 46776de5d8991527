"""Attributes of single players: what opponents did in the hands before, and what each did in this one (A.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.imitation.attributes.attribute_definition import ALL_STREETS, AttributeCategory, for_streets, numeric
from railbird.imitation.decisions import _kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.games import GameDefinition
    from railbird.imitation.attributes.attribute_definition import AttributeDefinition
    from railbird.imitation.decisions import Decisions

_STREETS = (("PREFLOP", "before the flop"), ("FLOP", "on the flop"), ("TURN", "on the turn"), ("RIVER", "on the river"))
_HISTORY: tuple[tuple[str, int, int, str], ...] = (
    ("VPIP", _kernels.VOLUNTARY, _kernels.HANDS, "hands in which {} put in chips voluntarily before the flop"),
    ("PREFLOP_RAISE", _kernels.RAISED, _kernels.HANDS, "hands in which {} raised before the flop"),
    ("W$SD", _kernels.SHOWDOWNS_WON, _kernels.SHOWDOWNS, "showdowns at which {} won or shared a pot"),
    ("WTSD", _kernels.SHOWDOWNS_AFTER_FLOP, _kernels.FLOPS, "flops seen by {} that led it to a showdown"),
    ("FOLD_TO_BET", _kernels.FOLDS_TO_BETS, _kernels.BETS_FACED, "bets and raises to which {} folded"),
    ("WIN_PERCENTAGE", _kernels.WON, _kernels.HANDS, "hands in which {} won chips"),
)
"""Name, counter, counter of all cases, meaning."""


def player_attributes(game: GameDefinition) -> list[AttributeDefinition]:
    """Shares of the match so far, and counts of the hand so far."""
    opponents = range(1, game.players)
    return [
        *(_history(history, player) for history in _HISTORY for player in opponents),
        *(_count("RAISES", street, player) for street in ALL_STREETS for player in opponents),
        *(_count("CALLS", street, player) for street in ALL_STREETS for player in opponents),
        *for_streets(lambda street: _count("RAISES", street, 0)),
        *for_streets(lambda street: _count("CALLS", street, 0)),
        *for_streets(_folds),
    ]


def _history(history: tuple[str, int, int, str], player: int) -> AttributeDefinition:
    name, counter, cases, meaning = history
    opponent = player - 1
    return numeric(
        f"HISTORY_{name}_OPPONENT_{opponent}",
        lambda decisions: _share(decisions, player, counter, cases),
        f"Share of {meaning.format(f'opponent {opponent}')}, in the hands before; missing if there are none.",
        topic=AttributeCategory.OPPONENT_STATS,
        section="A.8",
    )


def _share(decisions: Decisions, player: int, counter: int, cases: int) -> NDArray[np.float64]:
    history = decisions.arrays.history[:, player]
    with np.errstate(invalid="ignore"):  # 0 / 0 is missing
        return np.asarray(history[:, counter] / history[:, cases])


def _count(action: str, street: int, player: int) -> AttributeDefinition:
    name, words = _STREETS[street]
    checks = " and checks" if action == "CALLS" else ""
    return numeric(
        f"{action}_{name}_" + (f"OPP_{player - 1}" if player else "HERO"),
        lambda decisions: getattr(decisions.arrays, action.lower())[:, player, street],
        f"{action.capitalize()}{checks} of {f'opponent {player - 1}' if player else 'the hero'} {words}.",
        topic=AttributeCategory.OPPONENT_BETTING if player else AttributeCategory.HERO_BETTING,
        section="A.8",
        streets=ALL_STREETS[street:],
        redundant=True,
    )


def _folds(street: int) -> AttributeDefinition:
    name, words = _STREETS[street]
    return numeric(
        f"FOLDS_{name}_HERO",
        lambda decisions: np.zeros(len(decisions)),
        f"Folds of the hero {words}: always 0, because a player who has folded decides nothing.",
        topic=AttributeCategory.HERO_BETTING,
        section="A.8",
        streets=ALL_STREETS[street:],
        redundant=True,
    )
