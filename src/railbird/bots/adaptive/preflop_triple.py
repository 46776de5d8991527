"""Probabilities of fold, call and raise before the flop: from the equity, varied by the models of the opponents."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import exp
from typing import TYPE_CHECKING

import numpy as np

from railbird.bots.opponents import opponents_in_hand
from railbird.bots.pot_odds import share_of_final_pot
from railbird.errors import BotError
from railbird.games.state_array import BET, FOLD, RAISE, RAISES, SPENT
from railbird.opponent_models import ActionFrequencies, OpponentModel, situation_at
from railbird.strict_toml import StrictTable, read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.games import View

TABLE = "preflop"
_RAISES = 4
"""Thresholds are by the number of raises so far: 0, 1, 2, 3 or more."""
_LARGEST_WEIGHT = 100.0
"""With larger weights the exponential of the advice could overflow."""


@dataclass(frozen=True, kw_only=True)
class PreflopParameters:
    """How the triple depends on the share, which is the equity times the players in the hand: 1 is a fair share."""

    raise_shares: tuple[float, ...]
    """The share from which a raise is more likely than not, by the raises so far."""
    call_shares: tuple[float, ...]
    """The share below which a fold is more likely than not at pot odds of 0.2, by the raises so far."""
    price_slopes: tuple[float, ...]
    """The amount by which that share grows for each 1 of pot odds, by the raises so far."""
    width: float
    """The share over which the probability of an action rises from 0.5 to 0.73."""
    bound: float
    """The largest change of a probability by the models."""
    steal_weight: float
    sincerity_weight: float
    value_weight: float


def read_preflop(path: Path) -> PreflopParameters:
    """Read the table of a parameter file; raise BotError if a key is missing, unknown or of a wrong kind."""
    file = StrictTable(read_toml(path, error=BotError), str(path), error=BotError)
    table = file.table(TABLE, keys=[field.name for field in fields(PreflopParameters)])
    return PreflopParameters(
        raise_shares=_by_raises(table, "raise_shares"),
        call_shares=_by_raises(table, "call_shares"),
        price_slopes=_by_raises(table, "price_slopes"),
        width=table.number("width", least=0.001, most=10),
        bound=table.number("bound", least=0, most=1),
        steal_weight=table.number("steal_weight", least=0, most=_LARGEST_WEIGHT),
        sincerity_weight=table.number("sincerity_weight", least=0, most=_LARGEST_WEIGHT),
        value_weight=table.number("value_weight", least=0, most=_LARGEST_WEIGHT),
    )


def _by_raises(table: StrictTable, key: str) -> tuple[float, ...]:
    numbers = table.numbers(key)
    if len(numbers) != _RAISES:
        table.refuse(key, f"write a list of {_RAISES} numbers, by the raises so far")
    return tuple(numbers)


def equity_triple(view: View, parameters: PreflopParameters) -> ActionFrequencies:
    """Probabilities by the equity alone."""
    share = _share(view)
    to_call = view.to_call(view.position)
    raises = min(view.raises, _RAISES - 1)
    fold = raise_ = 0.0
    if to_call > 0:
        price = share_of_final_pot(to_call, view.pot) - 0.2
        bar = parameters.call_shares[raises] + parameters.price_slopes[raises] * price
        fold = _logistic((bar - share) / parameters.width)
    if view.legal_actions().can_raise:
        raise_ = (1 - fold) * _logistic((share - parameters.raise_shares[raises]) / parameters.width)
    return ActionFrequencies(fold, 1 - fold - raise_, raise_)


def varied_triple(
    triple: ActionFrequencies, view: View, models: Mapping[int, OpponentModel], parameters: PreflopParameters
) -> ActionFrequencies:
    """The triple, varied by the models of the opponents by position, and kept in character.

    It moves towards what the models advise as far as the order of the three probabilities stays, and none changes by
    more than the bound. An action without probability does not get any.
    """
    start = np.array(triple)
    advised = start * np.exp(_advice(view, models, parameters))
    return ActionFrequencies(*_towards(start, advised / advised.sum(), bound=parameters.bound).tolist())


def _towards(start: NDArray[np.float64], goal: NDArray[np.float64], *, bound: float) -> NDArray[np.float64]:
    """The last point from start to goal at which the order is kept and no number has moved by more than `bound`."""
    change = goal - start
    part = min(1.0, bound / max(float(abs(change).max()), 1e-12))
    for leader in range(len(start)):
        for other in range(len(start)):
            lead, loss = start[leader] - start[other], change[other] - change[leader]
            if lead >= 0 and loss > lead:
                part = min(part, float(lead / loss))
    return start + part * change


def _advice(view: View, models: Mapping[int, OpponentModel], parameters: PreflopParameters) -> NDArray[np.float64]:
    """What the models say for fold, call and raise, on a logarithmic scale; 0 for typical opponents.

    A steal is worth more against players who fold to it, a raise for value against those who do not. Raises of players
    who raise rarely, and then with strong hands, are a reason to fold; those of the others are none.
    """
    typical = dict.fromkeys(models, OpponentModel(prior_weight=1.0))
    advice = np.zeros(3)
    if view.legal_actions().can_raise:
        folds, usual = _folds_to_raise(view, models), _folds_to_raise(view, typical)
        advice[RAISE] += parameters.steal_weight * float(folds.prod() - usual.prod())
        advice[RAISE] += parameters.value_weight * float(usual.mean() - folds.mean()) * (_share(view) - 1)
    strength = parameters.sincerity_weight * (_strength_of_raises(view, models) - _strength_of_raises(view, typical))
    advice[FOLD] += strength
    advice[RAISE] -= strength
    return advice


def _folds_to_raise(view: View, models: Mapping[int, OpponentModel]) -> NDArray[np.float64]:
    """Probability that each opponent in the hand folds to a raise now."""
    hand = view.array()
    hand[BET] = hand[SPENT + view.position] = view.legal_actions().lowest_raise
    hand[RAISES] += 1
    return np.array(
        [models[position].in_situation(situation_at(hand, position)).fold for position in opponents_in_hand(view)]
    )


def _strength_of_raises(view: View, models: Mapping[int, OpponentModel]) -> float:
    """The lowest percentile that the raisers raise with, averaged over the raises of opponents still in the hand."""
    opponents = opponents_in_hand(view)
    strengths = [
        models[before.acting].sincerity
        * (1 - models[before.acting].in_situation(situation_at(before.array(), before.acting)).raise_)
        for before, after in view.steps_since(view.at_start())
        if before.acting in opponents and after.last_action is not None and after.last_action.is_raise
    ]
    return sum(strengths) / len(strengths) if strengths else 0.0


def _share(view: View) -> float:
    return view.equity() * len(view.in_hand)


def _logistic(number: float) -> float:
    return 1 / (1 + exp(-min(max(number, -50.0), 50.0)))
