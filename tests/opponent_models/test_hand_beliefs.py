"""Beliefs about hands: Bayes' rule against a plain twin, and what known bots let one believe."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.bots import make_bot
from railbird.bots.bot import Bot
from railbird.cards.hands import HAND_COUNT, hand_cards, hand_index
from railbird.equity.run_outs import BLOCKED, levels_on
from railbird.errors import GameError, ModelError
from railbird.games import CALL, View, game_named, raise_to
from railbird.opponent_models import OpponentModel, TableModels, hand_weights
from railbird.opponent_models._kernels import narrow_range, sincere_likelihood
from railbird.opponent_models.hand_beliefs import WIDTH
from railbird.play import play_match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Action, Chips

LIMIT = "holdem.limit.3p"
FLOP = "2c 7d Th"


def ramp(percentile: float, bar: float, width: float) -> float:
    """The plain twin of `above`."""
    width = min(width, 2 * bar, 2 - 2 * bar)
    if width <= 0:
        return float(bar <= 0)
    return float(np.clip((percentile - bar) / width + 0.5, 0, 1))


def probability(kind: int, percentile: float, frequencies: list[float], sincerity: float, width: float) -> float:
    """The plain twin of `likelihood`."""
    stays = ramp(percentile, frequencies[0], width)
    raises = min(ramp(percentile, 1 - frequencies[2], width), stays)
    by_strength = [1 - stays, stays - raises, raises][kind]
    at_random = [frequencies[0], 1 - frequencies[0] - frequencies[2], frequencies[2]][kind]
    return sincerity * by_strength + (1 - sincerity) * at_random


def percentiles(weights: np.ndarray, levels: np.ndarray) -> list[float]:
    """The share of the range below each hand; of hands at the same level, half."""
    possible = levels != BLOCKED
    total = weights[possible].sum()
    return [
        (weights[possible & (levels < level)].sum() + weights[possible & (levels == level)].sum() / 2) / total
        for level in levels
    ]


@pytest.mark.kernels
@pytest.mark.parametrize("kind", [0, 1, 2])
@pytest.mark.parametrize("sincerity", [0.0, 0.6, 1.0])
def test_narrowing_is_bayes_rule(kind: int, sincerity: float) -> None:
    rng = np.random.default_rng(kind)
    levels = levels_on(FLOP)
    weights = rng.random(HAND_COUNT)
    frequencies = rng.dirichlet([1, 1, 1])
    places = percentiles(weights, levels)
    expected = [
        0.0
        if levels[number] == BLOCKED
        else weights[number] * probability(kind, places[number], frequencies.tolist(), sincerity, WIDTH)
        for number in range(HAND_COUNT)
    ]
    narrow_range(weights, levels, kind, frequencies, sincerity, WIDTH)
    assert weights == pytest.approx(np.array(expected), abs=1e-12)


@pytest.mark.kernels
def test_the_likelihood_of_one_hand_is_that_of_a_sincere_player() -> None:
    rng = np.random.default_rng(4)
    levels, weights, frequencies = levels_on(FLOP), rng.random(HAND_COUNT), rng.dirichlet([1, 1, 1])
    places = percentiles(weights, levels)
    for number in range(5, HAND_COUNT, 131):
        if levels[number] != BLOCKED:
            for kind in range(3):
                expected = probability(kind, places[number], frequencies.tolist(), 1.0, WIDTH)
                assert sincere_likelihood(weights, levels, number, kind, frequencies, WIDTH) == pytest.approx(expected)


@pytest.mark.kernels
def test_over_the_whole_range_actions_have_their_frequencies() -> None:
    """Narrowing by each action splits the range: the parts add up, and are as large as the action is frequent."""
    levels, frequencies = levels_on(FLOP), np.array([0.3, 0.5, 0.2])
    start = np.where(levels == BLOCKED, 0.0, 1.0)
    parts = [start.copy() for _ in range(3)]
    for kind, part in enumerate(parts):
        narrow_range(part, levels, kind, frequencies, 0.9, WIDTH)
    assert sum(parts) == pytest.approx(start)
    assert [part.sum() / start.sum() for part in parts] == pytest.approx(frequencies.tolist(), abs=0.02)


def models_after(bot: str, *, hands: int = 300) -> TableModels:
    """What somebody who calls learns about two bots of this kind."""
    watcher = Watcher()
    play_match([watcher, make_bot(bot, seed=1), make_bot(bot, seed=2)], LIMIT, hands=hands, seed=7)
    return watcher.models


class Watcher(Bot):
    def __init__(self) -> None:
        self.models = TableModels(prior_weight=5)

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL

    def hand_starts(self, view: View) -> None:
        self.models.hand_starts(view)

    def action_played(self, position: int, action: Action, view: View) -> None:
        self.models.action_played(position, action, view)

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        self.models.hand_ends(view, payoffs)


def weights_after_a_raise(models: TableModels) -> np.ndarray:
    """Weights of the button's hands after it has raised before the flop, as the small blind sees it with 9c 8c."""
    view = View.of(LIMIT, [raise_to(20)], hole_cards="9c 8c", seats=[0, 1, 2])
    return hand_weights(view, models.by_position(view))[2]


@pytest.mark.deep
def test_a_raise_of_a_bot_that_always_raises_says_nothing() -> None:
    weights = weights_after_a_raise(models_after("raise"))
    assert weights[hand_index("As", "Ah")] == pytest.approx(weights[hand_index("7s", "2h")], rel=0.25)


def test_a_raise_of_the_fair_bot_says_that_it_is_strong() -> None:
    models = models_after("all-in-equity")
    weights = weights_after_a_raise(models)
    assert weights[hand_index("As", "Ah")] >= 3 * weights[hand_index("7s", "2h")]
    assert models.of_seat(2).sincerity > 0.5


def test_shown_hands_reveal_who_acts_at_random() -> None:
    assert models_after("random:fold=0").of_seat(1).sincerity < 0.35


def test_hands_that_the_player_can_see_are_impossible() -> None:
    view = View.of(LIMIT, [CALL, CALL, CALL], hole_cards="9c 8c", board=FLOP)
    models = {position: OpponentModel(prior_weight=5) for position in range(3)}
    weights = hand_weights(view, models)
    seen = {*view.hole_cards, *view.board}
    assert sorted(weights) == [1, 2]
    for own in weights.values():
        assert own.sum() == pytest.approx(1)
        for number in np.flatnonzero(own):
            assert seen.isdisjoint(hand_cards(int(number)))
        assert (own > 0).sum() == 47 * 46 // 2


def test_a_hand_that_is_reported_again_counts_once() -> None:
    view = View.of(LIMIT, [], hole_cards="9c 8c", position=0)
    after = View.of(LIMIT, [raise_to(20)], hole_cards="9c 8c", position=0)
    models = TableModels(prior_weight=5)
    for _ in range(3):
        models.hand_starts(view)
        models.action_played(2, raise_to(20), after)
    models.hand_ends(after, (0, 0, 0))
    assert models.of_seat(view.seat_of(2)).actions == 1


def test_memory_decays_after_the_showdown_of_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not between the actions and the showdown, which would then count more than they do."""
    events = []
    for name in ("observe", "observe_showdown", "next_hand"):
        method = getattr(OpponentModel, name)

        def recorded(
            self: OpponentModel, *values: object, name: str = name, method: object = method, **keys: object
        ) -> None:
            events.append((self, name))
            method(self, *values, **keys)

        monkeypatch.setattr(OpponentModel, name, recorded)
    model = models_after("call", hands=1).of_seat(1)
    assert [name for own, name in events if own is model] == ["observe"] * 4 + ["observe_showdown", "next_hand"]


def test_a_bet_into_an_empty_pot_is_of_its_size() -> None:
    game = replace(game_named(LIMIT), blinds=(0, 0, 0))
    models = TableModels(prior_weight=5)
    models.hand_starts(View.of(game, [], hole_cards="9c 8c", position=0))
    after = View.of(game, [raise_to(10)], hole_cards="9c 8c", position=0)
    models.action_played(2, raise_to(10), after)
    models.hand_ends(after, (0, 0, 0))
    assert models.of_seat(after.seat_of(2)).raise_part == pytest.approx((1 + 5 * 0.75) / 6)


def test_models_that_do_not_learn_stay_typical() -> None:
    view = View.of(LIMIT, [], hole_cards="9c 8c", position=0)
    after = View.of(LIMIT, [raise_to(20)], hole_cards="9c 8c", position=0)
    models = TableModels(prior_weight=5, learns=False)
    models.hand_starts(view)
    models.action_played(2, raise_to(20), after)
    models.hand_ends(after, (0, 0, 0))
    assert models.of_seat(2).actions == 0


def test_an_opponent_without_a_model_is_named() -> None:
    view = View.of(LIMIT, [raise_to(20)], hole_cards="9c 9d")
    with pytest.raises(ModelError, match="position 1 has no model: give one for each opponent in the hand"):
        hand_weights(view, {2: OpponentModel(prior_weight=10)})


def test_other_games_than_holdem_are_refused() -> None:
    view = View.of("leduc.limit.2p", hole_cards="As")
    with pytest.raises(GameError, match=r"leduc\.limit\.2p is not hold'em with 52 cards"):
        hand_weights(view, {1: OpponentModel(prior_weight=10)})
