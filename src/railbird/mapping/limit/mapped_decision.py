"""What a mapped bot was asked and what it answered, real state against mapped states."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, pvariance
from typing import TYPE_CHECKING, NamedTuple

from railbird.bots.adaptive.heads_up_history import TWO_PLAYERS
from railbird.formats.betting import format_betting
from railbird.formats.match_state import format_match_state
from railbird.games.action import CALL, FOLD
from railbird.games.position_names import position_names
from railbird.mapping.limit.nearest_states import preferred_position
from railbird.mapping.limit.two_player_states import pot_odds
from railbird.opponent_models import ActionFrequencies

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from railbird.games import Action, View
    from railbird.mapping.limit.nearest_states import StateDistance
    from railbird.mapping.limit.two_player_states import TwoPlayerState

    Json = Mapping[str, object]

LOSSES = ("pot", "to_call", "can_raise", "position")
"""What a two-player state may fail to preserve of the three-player state."""


class AskedState(NamedTuple):
    """A two-player state that the bot was asked about, and its answer."""

    state: TwoPlayerState
    distance: int
    weight: float
    """Its weight among the states for the same opponent; these weights sum to 1."""
    answer: ActionFrequencies


@dataclass(frozen=True)
class MappedDecision:
    """A decision of a mapped bot."""

    view: View
    asked: Mapping[int, Sequence[AskedState]]
    """By position of the opponent, the nearest state first."""
    fold_shift: float
    """What the bias added to the probability of a fold."""
    probabilities: Mapping[Action, float]

    @property
    def pot_odds(self) -> Fraction | None:
        """The pot divided by the amount to call; None if there is nothing to call."""
        return pot_odds(self.view.pot, self.view.to_call(self.view.position))

    def losses(self, opponent: int, state: TwoPlayerState) -> list[str]:
        """What the state does not preserve: see `LOSSES`."""
        view = self.view
        preferred = preferred_position(view.position, opponent)
        lost = (
            state.pot != view.pot,
            state.to_call != view.to_call(view.position),
            state.can_raise != view.legal_actions().can_raise,
            preferred is not None and preferred != state.position,
        )
        return [name for name, is_lost in zip(LOSSES, lost, strict=True) if is_lost]

    def raise_variance(self) -> float:
        """Variance of the probability of a raise over all states that were asked about."""
        return pvariance([asked.answer.raise_ for states in self.asked.values() for asked in states])

    def deviations(self) -> list[tuple[int, float]]:
        """The distance of each state, and how far its probability of a raise is from the mean over the states."""
        all_asked = [asked for states in self.asked.values() for asked in states]
        mean = fmean(asked.answer.raise_ for asked in all_asked)
        return [(asked.distance, abs(asked.answer.raise_ - mean)) for asked in all_asked]

    def as_json(self) -> dict[str, object]:
        """The decision for programs."""
        view = self.view
        to_call = view.to_call(view.position)
        return {
            "match_state": format_match_state(view),
            "betting": format_betting(view.game, view.actions),
            "position": view.position_name(view.position),
            "pot": view.pot,
            "to_call": to_call,
            "pot_odds": _number(self.pot_odds),
            "can_raise": view.legal_actions().can_raise,
            "opponents": [
                {
                    "position": view.position_name(opponent),
                    "states": [self._state_as_json(opponent, asked) for asked in states],
                }
                for opponent, states in self.asked.items()
            ],
            "fold_shift": self.fold_shift,
            "raise_variance": self.raise_variance(),
            "probabilities": {_key(action): share for action, share in self.probabilities.items()},
        }

    def _state_as_json(self, opponent: int, asked: AskedState) -> Json:
        state = asked.state
        return {
            "betting": state.history,
            "position": position_of_two(state),
            "distance": asked.distance,
            "weight": asked.weight,
            "pot": state.pot,
            "to_call": state.to_call,
            "pot_odds": _number(state.pot_odds),
            "can_raise": state.can_raise,
            "losses": self.losses(opponent, state),
            "probabilities": {"fold": asked.answer.fold, "call": asked.answer.call, "raise": asked.answer.raise_},
        }


def position_of_two(state: TwoPlayerState) -> str:
    """The name of hero's position in the two-player game."""
    return position_names(TWO_PLAYERS)[state.position]


def weights_of(states: Sequence[StateDistance], *, by_distance: bool) -> list[float]:
    """The weights of states: equal, or proportional to 1 / (1 + distance)."""
    raw = [1 / (1 + state.distance) if by_distance else 1.0 for state in states]
    total = sum(raw)
    return [weight / total for weight in raw]


def mean_answer(asked: Mapping[int, Sequence[AskedState]]) -> ActionFrequencies:
    """The weighted mean of the answers for each opponent, averaged over the opponents."""
    means = [
        [sum(state.weight * state.answer[kind] for state in states) for kind in range(3)] for states in asked.values()
    ]
    return ActionFrequencies(*(fmean(column) for column in zip(*means, strict=True)))


def _number(odds: Fraction | None) -> float | None:
    return None if odds is None else float(odds)


def _key(action: Action) -> str:
    return {FOLD: "fold", CALL: "call"}.get(action, "raise")
