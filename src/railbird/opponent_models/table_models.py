"""The models of all opponents at a table, learned from the hooks of a bot."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from railbird.opponent_models import _kernels
from railbird.opponent_models.hand_beliefs import sincerity_of_actions
from railbird.opponent_models.opponent_model import OpponentModel, check_parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from railbird.games import Action, Chips, View


class TableModels:
    """A model for each seat. A bot passes its own hooks on to the methods of the same names."""

    def __init__(
        self, *, prior_weight: float, half_life: float = 0.0, change_odds: float = 0.0, learns: bool = True
    ) -> None:
        check_parameters(prior_weight=prior_weight, half_life=half_life, change_odds=change_odds)
        self._prior_weight = prior_weight
        self._half_life = half_life
        self._change_odds = change_odds
        self.learns = learns
        self.reset()

    def reset(self) -> None:
        """Forget all opponents."""
        self._models: dict[int, OpponentModel] = {}
        self._last: View | None = None
        self._pending: list[Callable[[], None]] = []

    def of_seat(self, seat: int) -> OpponentModel:
        """The model of the player in a seat."""
        if seat not in self._models:
            self._models[seat] = OpponentModel(
                prior_weight=self._prior_weight, half_life=self._half_life, change_odds=self._change_odds
            )
        return self._models[seat]

    def by_position(self, view: View) -> dict[int, OpponentModel]:
        """The models of the opponents in a hand, by position."""
        return {
            position: self.of_seat(view.seat_of(position))
            for position in range(view.game.players)
            if position != view.position
        }

    def hand_starts(self, view: View) -> None:
        # A hand may be reported again: what was seen of it before counts only once it has ended.
        self._pending.clear()
        self._last = view

    def action_played(self, position: int, action: Action, view: View) -> None:
        before, self._last = self._last, view
        if not self.learns or before is None or position == view.position:
            return
        legal = before.legal_actions()
        observation = partial(
            self.of_seat(view.seat_of(position)).observe,
            _kernels.situation_at(before.array(), position),
            action,
            can_raise=legal.can_raise,
            raise_part=_raise_part(before, position, action),
            is_all_in=not view.game.is_limit and action.is_raise and action.total == legal.highest_raise,
        )
        self._pending.append(observation)

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        for observe in self._pending:
            observe()
        self._pending.clear()
        if self.learns and view.is_showdown:
            for position, model in self.by_position(view).items():
                if view.hands[position]:
                    model.observe_showdown(sincerity_of_actions(view, position, model), won=payoffs[position] > 0)
        # A hand's actions and its showdown count the same: memory decays when all of the hand has been observed.
        for model in self._models.values():
            model.next_hand()


def _raise_part(before: View, position: int, action: Action) -> float:
    """The size of a raise as a part of the pot after a call; 0 for other actions."""
    if not action.is_raise:
        return 0.0
    pot = before.pot + before.to_call(position)
    # Without blinds the pot may be empty; the bet is then all that is in it.
    return (action.total - before.bet) / pot if pot else 1.0
