"""The values of actions, from simulations of the rest of the hand."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf, nan, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.cards.hands import HAND_CARDS, HAND_COUNT, hand_index
from railbird.equity.run_outs import levels_on, preflop_run_outs, run_outs_of
from railbird.errors import ActionError, ModelError
from railbird.games import View
from railbird.games.action import CALL, FOLD
from railbird.games.betting_node import first_node
from railbird.opponent_models.hand_beliefs import WIDTH, check_holdem, hand_weights
from railbird.opponent_models.hand_beliefs import prepare as prepare_models
from railbird.opponent_models.opponent_model import OpponentModel
from railbird.opponent_models.situations import SITUATIONS
from railbird.rng import kernel_state
from railbird.rollouts import _kernels
from railbird.rollouts._kernels import BATCH, Deals, Opponents, Policy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from railbird.games import Action, GameDefinition

_FEWEST = 16
"""Number of deals that are drawn and played out in any case, and between two looks at the clock."""
_TIME_TO_DRAW = 0.5
"""Part of the time after which no more deals are drawn, so that there is time to play them out."""
_MASKS = (np.uint64(1) << HAND_CARDS.astype(np.uint64)).sum(axis=1, dtype=np.uint64)


class ActionValue(NamedTuple):
    """The chips that a player wins on average after an action, with the standard error."""

    mean: float
    error: float
    """Above 0 for a simulated action, even if all deals gave the same: one of the others may differ by the pot."""


@dataclass(frozen=True, kw_only=True)
class Effort:
    """How long a simulation goes on."""

    deals: int = 400
    """Largest number of deals."""
    confidence: float = 3.0
    """Stop when the best action leads by this many standard errors of the difference to the next."""
    seconds: float = 0.0
    """Stop after this time; 0 for no limit. Where the limit is reached, results depend on the machine."""

    def __post_init__(self) -> None:
        if self.deals < _FEWEST:
            raise ModelError(f"a simulation of {self.deals} deals: give at least {_FEWEST}")
        if not self.confidence >= 0:
            raise ModelError(f"confidence={self.confidence}: give a number of standard errors, 0 or more")
        if not self.seconds >= 0:
            raise ModelError(f"seconds={self.seconds}: give a time limit in seconds, or 0 for none")


DEFAULT_EFFORT = Effort()
DEFAULT_POLICY = Policy(raise_share=1.25, call_share=1.0, raise_part=0.75, width=WIDTH, carry=0.5)
"""The policy of the adaptive bots, see the parameter files in `bots/adaptive`."""
_MOST = Policy(raise_share=inf, call_share=inf, raise_part=1000.0, width=1.0, carry=1.0)
"""The largest value of each number of a policy; the least is 0."""
_NARROWEST = 0.01
"""The least width: an opponent does not pass from one action to the next at once."""


def action_values(
    view: View,
    actions: Sequence[Action],
    models: Mapping[int, OpponentModel],
    *,
    seed: int,
    effort: Effort = DEFAULT_EFFORT,
    policy: Policy = DEFAULT_POLICY,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[Action, ActionValue]:
    """The value of each of a player's actions, in chips relative to folding now, which has the value 0.

    Opponents have hands that fit their actions so far, and act by their models, which are by position. `clock` gives
    the seconds that the time limit of the effort is measured in.

    Raise ActionError if it is not the player's turn, a raise is not legal, or there is nothing to simulate, GameError
    if the game is not hold'em with 52 cards, and ModelError if an opponent in the hand has no model, or a number of the
    policy is out of range.
    """
    check_holdem(view.game)
    simulated = [action for action in actions if not action.is_fold]
    _check_actions(view, simulated)
    _check_policy(policy)
    start = clock() if effort.seconds else 0.0

    def has_time(part: float) -> bool:
        return not effort.seconds or clock() < start + part * effort.seconds

    step = _FEWEST if effort.seconds else effort.deals
    table = _Table(view, models, folds=FOLD in actions, seed=seed, deals=effort.deals)
    table.draw(step)
    while table.attempts < effort.deals and has_time(_TIME_TO_DRAW):
        table.draw(step)
    table.finish_drawing()
    is_clear = table.play(simulated, step, policy=policy, confidence=effort.confidence)
    while not is_clear and table.played < table.drawn and has_time(1.0):
        is_clear = table.play(simulated, step, policy=policy, confidence=effort.confidence)
    return table.estimates(simulated)


def _check_actions(view: View, actions: Sequence[Action]) -> None:
    """Raise ActionError for illegal actions, which the kernels do not notice."""
    if view.acting != view.position:
        raise ActionError(f"the values of actions in {view}: it is not the turn of position {view.position}")
    if not actions:
        raise ActionError(f"no action to simulate in {view}: give a call or a raise")
    legal = view.legal_actions()
    for action in actions:
        if action.is_raise and not (legal.can_raise and legal.lowest_raise <= action.total <= legal.highest_raise):
            raise ActionError(
                f"{action} is not legal in {view}: raises are from {legal.lowest_raise} to {legal.highest_raise}"
                if legal.can_raise
                else f"{action} is not legal in {view}: the player may not raise"
            )


def _check_policy(policy: Policy) -> None:
    for name, value, most in zip(Policy._fields, policy, _MOST, strict=True):
        if not 0 <= value <= most:
            bounds = "of 0 or more" if most == inf else f"from 0 to {most:g}"
            raise ModelError(f"policy: {name}={value}: give a number {bounds}")
    if policy.width < _NARROWEST:
        raise ModelError(f"policy: width={policy.width}: give a number from {_NARROWEST} to 1")


class _Table:
    """A hand that is simulated: the cards, the models and the workspace of the kernels."""

    def __init__(self, view: View, models: Mapping[int, OpponentModel], *, folds: bool, seed: int, deals: int) -> None:
        self._view = view
        self._start = view.array()
        self._run_outs = run_outs_of(view.board) if view.board else preflop_run_outs()
        self._preflop = levels_on(())
        weights = hand_weights(view, models)
        self._positions = np.array(list(weights), dtype=np.int64)
        self._cumulative = np.cumsum(np.array(list(weights.values())), axis=1)
        self._own_hand = hand_index(*view.hole_cards)
        self._opponents = _opponents_of(view, {position: models[position] for position in weights})
        self._folds = folds
        self._fold_value = -float(view.spent(view.position) + view.game.antes_by_position[view.position])
        self._stake = float(max(view.pot, 1))  # without blinds the pot may be empty
        self._state = kernel_state(seed)
        self._deals = Deals(np.empty(deals, dtype=np.int64), np.zeros((deals, view.game.players), dtype=np.int64))
        self._percentiles = np.zeros((view.game.players, 4, 256))
        self._values = np.empty((deals, 0))
        self.attempts = 0
        """Number of deals that were to be drawn so far; not all of them may have been possible."""
        self.drawn = 0
        self.played = 0

    def draw(self, attempts: int) -> None:
        """Draw deals, up to the largest number."""
        attempts = min(attempts, len(self._deals.boards) - self.attempts)
        self.attempts += attempts
        self.drawn = _kernels.draw_deals(
            self._view.position,
            self._own_hand,
            self._positions,
            self._cumulative,
            _MASKS,
            self._run_outs.showdowns,
            self._state,
            self.drawn,
            attempts,
            self._deals,
        )

    def finish_drawing(self) -> None:
        """Prepare to play out the deals; if the opponents' likely hands exclude each other, draw any hands."""
        if self.drawn < min(_FEWEST, self.attempts // 2):
            self._cumulative[:] = np.arange(1, HAND_COUNT + 1) / HAND_COUNT
            attempts, self.attempts, self.drawn = self.attempts, 0, 0
            self.draw(attempts)
        _kernels.write_percentiles(
            self._deals,
            self.drawn,
            self._positions,
            self._view.street,
            self._preflop,
            self._run_outs,
            self._percentiles,
        )

    def play(self, actions: Sequence[Action], deals: int, *, policy: Policy, confidence: float) -> bool:
        """Play out the next deals, and return whether the decision is clear."""
        if not self.played:
            self._values = np.empty((self.drawn, len(actions)))
        last = min(self.played + deals, self.drawn)
        fold_value = self._fold_value if self._folds else nan
        self.played = _kernels.play_out(
            self._start,
            np.array(actions, dtype=np.int64),
            self._view.position,
            self._deals,
            self.played,
            last,
            confidence,
            fold_value,
            self._stake,
            self._preflop,
            self._run_outs,
            self._opponents,
            self._percentiles,
            policy,
            self._state,
            self._values,
        )
        if self.played < last:
            return True
        is_checked = self.played % BATCH == 0
        return is_checked and _kernels.is_clear(self._values[: self.played], confidence, fold_value, self._stake)

    def estimates(self, actions: Sequence[Action]) -> dict[Action, ActionValue]:
        """The values of the actions, from the deals played out so far."""
        values = self._values[: self.played] - self._fold_value
        means = values.mean(axis=0)
        squares = ((values - means) ** 2).sum(axis=0)
        estimates = {FOLD: ActionValue(0.0, 0.0)} if self._folds else {}
        for action, mean, deviation in zip(actions, means.tolist(), squares.tolist(), strict=True):
            estimates[action] = ActionValue(mean, sqrt(_kernels.squared_error(deviation, self.played, self._stake)))
        return estimates


def _opponents_of(view: View, models: Mapping[int, OpponentModel]) -> Opponents:
    players = view.game.players
    opponents = Opponents(np.zeros((players, SITUATIONS, 3)), np.zeros(players), np.ones(players), np.zeros(players))
    for position, model in models.items():
        opponents.frequencies[position] = model.frequencies()
        opponents.sincerity[position] = model.sincerity
        opponents.raise_parts[position] = model.raise_part
        opponents.all_in_shares[position] = model.all_in_share
    return opponents


def prepare(game: GameDefinition) -> None:
    """Compile or load what the first simulations of a game need, so that they do not wait for it.

    Raise GameError if the game is not hold'em with 52 cards.
    """
    check_holdem(game)
    models = {position: OpponentModel(prior_weight=1.0) for position in range(game.players)}
    policy = Policy(raise_share=1.0, call_share=1.0, raise_part=1.0, width=WIDTH, carry=0.5)
    start = first_node(game)
    flop = start
    while flop.street == 0 and flop.acting >= 0:
        flop = flop.after(CALL)
    for node, board in ((start, ""), (flop, "2c 7d Th")):
        if node.acting >= 0:  # players whose blinds are all their chips do not act
            view = View.of(game, node.actions, hole_cards="As Kd", board=board)
            action_values(view, [CALL], models, effort=Effort(deals=BATCH), policy=policy, seed=0)
    prepare_models()
