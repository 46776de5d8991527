"""Which hands opponents may have: Bayes' rule applied to each of their actions under their models."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import CARD_COUNT
from railbird.cards.hands import HAND_CARDS, HAND_COUNT, hand_index
from railbird.equity.run_outs import levels_on
from railbird.errors import GameError, ModelError
from railbird.opponent_models import _kernels

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.games import GameDefinition, View
    from railbird.opponent_models.opponent_model import OpponentModel

WIDTH = 0.2
"""Percentiles of a range over which an opponent passes from one action to the next."""
_LEAST = 1e-3
"""Least probability of an action, so that none is impossible."""
_MOST_SINCERE = 0.95
_HANDS_WITH = (np.arange(CARD_COUNT)[:, None, None] == HAND_CARDS).any(axis=2)
"""Whether each hand, in columns, holds each card, in rows."""


def hand_weights(view: View, models: Mapping[int, OpponentModel]) -> dict[int, NDArray[np.float64]]:
    """Weights of all hands for each opponent in the hand, by position; the weights of an opponent sum to 1.

    `models` are by position too. Hands with a card that the player sees have weight 0. Raise GameError if the game is
    not hold'em with 52 cards, and ModelError if an opponent in the hand has no model.
    """
    check_holdem(view.game)
    opponents = [position for position in view.in_hand if position != view.position]
    for position in opponents:
        if position not in models:
            raise ModelError(f"position {position} has no model: give one for each opponent in the hand, by position")
    weights = {position: np.ones(HAND_COUNT) for position in opponents}
    tables = {position: models[position].frequencies() for position in opponents}
    for own in weights.values():
        own[_holding(view.hole_cards)] = 0.0
    for position, kind, frequencies, levels in _actions(view, tables):
        sincerity = min(models[position].sincerity, _MOST_SINCERE)
        _kernels.narrow_range(weights[position], levels, kind, frequencies, sincerity, WIDTH)
    blocked = _holding(view.board)
    return {position: _normalized(own, blocked, view) for position, own in weights.items()}


def check_holdem(game: GameDefinition) -> None:
    """Raise GameError if opponents' hands cannot be inferred, because it is not hold'em with 52 cards."""
    if not game.is_holdem:
        raise GameError(f"{game.name or 'this game'} is not hold'em with 52 cards: opponent models need that")


def sincerity_of_actions(view: View, position: int, model: OpponentModel) -> list[float]:
    """For each action of an opponent who shows a hand, the probability that it followed from the hand's strength.

    Otherwise it was random: a mixture, whose share the model learns as its sincerity.
    """
    number = hand_index(*view.hands[position])
    weights = np.ones(HAND_COUNT)
    weights[_holding(view.hole_cards)] = 0.0
    sincerity = min(model.sincerity, _MOST_SINCERE)
    shares = []
    for _, kind, frequencies, levels in _actions(view, {position: model.frequencies()}):
        by_strength = sincerity * _kernels.sincere_likelihood(weights, levels, number, kind, frequencies, WIDTH)
        at_random = (1 - sincerity) * max(float(frequencies[kind]), _LEAST)
        shares.append(by_strength / (by_strength + at_random))
        _kernels.narrow_range(weights, levels, kind, frequencies, sincerity, WIDTH)
    return shares


def prepare() -> None:
    """Compile or load the kernels now, so that the first observations do not wait for them."""
    weights, frequencies = np.ones(HAND_COUNT), np.full(3, 1 / 3)
    _kernels.sincere_likelihood(weights, levels_on(()), 0, 1, frequencies, WIDTH)
    _kernels.narrow_range(weights, levels_on(()), 1, frequencies, 0.5, WIDTH)


def _actions(
    view: View, tables: Mapping[int, NDArray[np.float64]]
) -> Iterator[tuple[int, int, NDArray[np.float64], NDArray[np.uint8]]]:
    """Each action of these players: the position, the kind, the frequencies of the situation, the levels of hands."""
    for before, after in view.steps_since(view.at_start()):
        position, action = before.acting, after.last_action
        if position not in tables or action is None:
            continue
        situation = _kernels.situation_at(before.array(), position)
        frequencies = tables[position][situation]
        if not before.legal_actions().can_raise:
            frequencies = np.array([frequencies[0], frequencies[1] + frequencies[2], 0.0])
        yield position, action.kind, frequencies, levels_on(before.board)


def _holding(cards: tuple[Card, ...]) -> NDArray[np.bool_]:
    """Whether each hand holds one of the cards."""
    return np.asarray(_HANDS_WITH[list(cards)].any(axis=0))


def _normalized(weights: NDArray[np.float64], blocked: NDArray[np.bool_], view: View) -> NDArray[np.float64]:
    weights[blocked] = 0.0
    total = weights.sum()
    if total <= 0.0:
        weights = np.where(blocked | _holding(view.hole_cards), 0.0, 1.0)
        total = weights.sum()
    return np.asarray(weights / total)
