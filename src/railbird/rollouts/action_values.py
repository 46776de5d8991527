"""The values of actions, from simulations of the rest of the hand."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf, nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.cards.hands import HAND_CARDS, HAND_COUNT, hand_index
from railbird.equity.run_outs import levels_on, preflop_run_outs, run_outs_of
from railbird.errors import ActionError, StatisticsError
from railbird.games import View
from railbird.games.action import CALL, FOLD
from railbird.games.betting_node import first_node
from railbird.opponent_models.hand_beliefs import WIDTH, hand_weights
from railbird.opponent_models.hand_beliefs import prepare as prepare_models
from railbird.opponent_models.opponent_model import OpponentModel
from railbird.opponent_models.situations import SITUATIONS
from railbird.rng import kernel_state
from railbird.rollouts import _kernels
from railbird.rollouts._kernels import BATCH, Deals, Opponents, Policy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from railbird.games import Action, GameDefinition

_FEWEST = 16
_MASKS = (np.uint64(1) << HAND_CARDS.astype(np.uint64)).sum(axis=1, dtype=np.uint64)


class ActionValue(NamedTuple):
    """The chips that a player wins on average after an action, with the standard error."""

    mean: float
    error: float


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
            raise StatisticsError(f"a simulation of {self.deals} deals: give at least {_FEWEST}")


def action_values(
    view: View,
    actions: Sequence[Action],
    models: Mapping[int, OpponentModel],
    *,
    effort: Effort,
    policy: Policy,
    seed: int,
) -> dict[Action, ActionValue]:
    """The value of each of a player's actions, in chips relative to folding now, which has the value 0.

    Opponents have hands that fit their actions so far, and act by their models, which are by position. Raise
    ActionError if it is not the player's turn, a raise is not legal, or there is nothing to simulate.
    """
    simulated = [action for action in actions if not action.is_fold]
    _check_actions(view, simulated)
    until = time.perf_counter() + effort.seconds if effort.seconds else inf
    table = _Table(view, models)
    state = kernel_state(seed)
    deals, drawn = table.draw(effort.deals, state)
    values = np.empty((drawn, len(simulated)))
    percentiles = table.percentiles(deals, drawn)
    fold_value = table.fold_value if FOLD in actions else nan
    done, step = 0, BATCH if effort.seconds else drawn
    while done < drawn and (done == 0 or time.perf_counter() < until):
        upto = min(done + step, drawn)
        done = table.play(
            simulated,
            deals,
            range(done, upto),
            percentiles,
            policy=policy,
            state=state,
            values=values,
            confidence=effort.confidence,
            fold_value=fold_value,
        )
        if done < upto or _kernels.is_clear(values[:done], effort.confidence, fold_value):
            break
    return _estimates(simulated, values[:done] - table.fold_value, folds=FOLD in actions)


def _check_actions(view: View, actions: Sequence[Action]) -> None:
    """Raise ActionError for what the kernels would not notice."""
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


def _estimates(actions: Sequence[Action], values: NDArray[np.float64], *, folds: bool) -> dict[Action, ActionValue]:
    means, errors = values.mean(axis=0), values.std(axis=0, ddof=1) / np.sqrt(len(values))
    estimates = {FOLD: ActionValue(0.0, 0.0)} if folds else {}
    return estimates | {
        action: ActionValue(float(mean), float(error))
        for action, mean, error in zip(actions, means, errors, strict=True)
    }


class _Table:
    """A hand that is simulated: the cards, the models and the workspace of the kernels."""

    def __init__(self, view: View, models: Mapping[int, OpponentModel]) -> None:
        self._view = view
        self._start = view.array()
        self._run_outs = run_outs_of(view.board) if view.board else preflop_run_outs()
        self._preflop = levels_on(())
        weights = hand_weights(view, models)
        self._positions = np.array(list(weights), dtype=np.int64)
        self._cumulative = np.cumsum(np.array(list(weights.values())), axis=1)
        self._own_hand = hand_index(*view.hole_cards)
        self._opponents = _opponents_of(view, models)
        self.fold_value = -float(view.spent(view.position) + view.game.antes_by_position[view.position])

    def draw(self, most: int, state: NDArray[np.uint64]) -> tuple[Deals, int]:
        """Draw deals; if the opponents' likely hands exclude each other, any hands."""
        players = self._view.game.players
        deals = Deals(np.empty(most, dtype=np.int64), np.zeros((most, players), dtype=np.int64))
        drawn = self._draw(deals, state)
        if drawn < _FEWEST:
            self._cumulative[:] = np.arange(1, HAND_COUNT + 1) / HAND_COUNT
            drawn = self._draw(deals, state)
        return deals, drawn

    def _draw(self, deals: Deals, state: NDArray[np.uint64]) -> int:
        return _kernels.draw_deals(
            self._view.position,
            self._own_hand,
            self._positions,
            self._cumulative,
            _MASKS,
            self._run_outs.showdowns,
            state,
            deals,
        )

    def percentiles(self, deals: Deals, drawn: int) -> NDArray[np.float64]:
        percentiles = np.zeros((self._view.game.players, 4, 256))
        _kernels.write_percentiles(
            deals, drawn, self._positions, self._view.street, self._preflop, self._run_outs, percentiles
        )
        return percentiles

    def play(
        self,
        actions: Sequence[Action],
        deals: Deals,
        part: range,
        percentiles: NDArray[np.float64],
        *,
        policy: Policy,
        state: NDArray[np.uint64],
        values: NDArray[np.float64],
        confidence: float,
        fold_value: float,
    ) -> int:
        return _kernels.play_out(
            self._start,
            np.array(actions, dtype=np.int64),
            self._view.position,
            deals,
            part.start,
            part.stop,
            confidence,
            fold_value,
            self._preflop,
            self._run_outs,
            self._opponents,
            percentiles,
            policy,
            state,
            values,
        )


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
    """Compile or read whatever the first simulations of a game would have to wait for."""
    models = {position: OpponentModel(prior_weight=1.0) for position in range(game.players)}
    policy = Policy(raise_share=1.0, call_share=1.0, raise_part=1.0, width=WIDTH, carry=0.5)
    start = first_node(game)
    flop = start
    while flop.street == 0 and flop.acting >= 0:
        flop = flop.after(CALL)
    for node, board in ((start, ""), (flop, "2c 7d Th")):
        if node.acting >= 0:  # players whose blinds are all their chips do not act
            view = View.of(game, node.actions, hole_cards="As Kd", board=board)
            action_values(view, [CALL], models, effort=Effort(deals=_FEWEST), policy=policy, seed=0)
    prepare_models()
