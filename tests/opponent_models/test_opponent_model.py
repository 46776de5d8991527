"""What a model of an opponent learns from its actions."""

from __future__ import annotations

from math import nan

import numpy as np
import pytest

from railbird.errors import ModelError
from railbird.games import CALL, FOLD, Action, raise_to
from railbird.opponent_models import OpponentModel, TableModels
from railbird.opponent_models.situations import AGAINST_STEAL, SITUATIONS, situation, situation_name

RAISE = raise_to(20)
FLOP_BET, TURN_BET = 5, 9


@pytest.mark.parametrize("kind", [OpponentModel, TableModels])
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"prior_weight": 0}, "prior_weight=0: give a number of observations above 0"),
        ({"prior_weight": -1}, "prior_weight=-1: give a number of observations above 0"),
        ({"prior_weight": nan}, "prior_weight=nan: give a number"),
        ({"half_life": -5}, "half_life=-5: give at least 1 hand, or 0"),
        ({"half_life": 0.5}, "half_life=0.5: give at least 1 hand, or 0"),
        ({"change_odds": -1}, "change_odds=-1: give odds above 1, or 0"),
        ({"change_odds": 0.5}, "change_odds=0.5: give odds above 1, or 0"),
        ({"change_odds": 1}, "change_odds=1: give odds above 1, or 0"),
    ],
)
def test_parameters_that_no_model_can_have_are_refused(
    kind: type[OpponentModel | TableModels], wrong: dict[str, float], message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        kind(**({"prior_weight": 10} | wrong))


@pytest.mark.parametrize("number", [-1, SITUATIONS])
def test_a_situation_that_does_not_exist_is_refused(number: int) -> None:
    model = OpponentModel(prior_weight=10)
    message = f"situation {number}: situations are numbered from 0 to {SITUATIONS - 1}"
    for use in (
        lambda: model.observe(number, CALL),
        lambda: model.in_situation(number),
        lambda: situation_name(number),
    ):
        with pytest.raises(ModelError, match=message):
            use()
    assert model.actions == 0


@pytest.mark.parametrize(
    ("street", "bets", "message"),
    [
        (4, 0, "street 4: give 0 for preflop"),
        (-1, 0, "street -1: give 0 for preflop"),
        (0, -1, "-1 bets to call: give 0"),
    ],
)
def test_a_street_or_a_number_of_bets_that_does_not_exist_is_refused(street: int, bets: int, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        situation(street=street, bets=bets)


def test_an_unknown_player_is_typical_and_probabilities_sum_to_one() -> None:
    frequencies = OpponentModel(prior_weight=10).frequencies()
    assert frequencies.shape == (SITUATIONS, 3)
    assert frequencies.sum(axis=1) == pytest.approx(np.ones(SITUATIONS))
    assert (frequencies[::4][:4, 0] == 0).all()  # nobody folds without a bet


def test_many_observations_outweigh_the_prior_and_few_do_not() -> None:
    model = OpponentModel(prior_weight=10)
    before = model.in_situation(FLOP_BET)
    model.observe(FLOP_BET, FOLD)
    after_one = model.in_situation(FLOP_BET)
    for _ in range(500):
        model.observe(FLOP_BET, FOLD)
    assert 0 < after_one.fold - before.fold < 0.2
    assert model.in_situation(FLOP_BET).fold > 0.95
    assert model.actions == 501


def test_with_counts_and_prior_of_equal_weight_the_mean_is_in_the_middle() -> None:
    model = OpponentModel(prior_weight=10)
    typical = model.in_situation(AGAINST_STEAL)
    for _ in range(10):
        model.observe(AGAINST_STEAL, RAISE)
    seen = model.in_situation(AGAINST_STEAL)
    assert seen.raise_ == pytest.approx((typical.raise_ + 1) / 2)
    assert seen.fold == pytest.approx(typical.fold / 2)


def test_a_street_that_was_not_seen_is_judged_by_the_other_streets() -> None:
    model = OpponentModel(prior_weight=5)
    for _ in range(300):
        model.observe(FLOP_BET, CALL)
    assert model.in_situation(TURN_BET).call > 0.9
    assert model.in_situation(AGAINST_STEAL).call < 0.9  # before the flop it is not


def test_a_forced_call_says_that_a_player_stays_and_not_that_it_would_not_raise() -> None:
    model = OpponentModel(prior_weight=4)
    for _ in range(30):
        model.observe(FLOP_BET, RAISE)
    for _ in range(60):
        model.observe(FLOP_BET, CALL, can_raise=False)
    fold, call, raise_ = model.in_situation(FLOP_BET)
    assert fold < 0.02
    free = OpponentModel(prior_weight=4)
    for _ in range(30):
        free.observe(FLOP_BET, RAISE)
    assert call / raise_ == pytest.approx(
        free.in_situation(FLOP_BET).call / free.in_situation(FLOP_BET).raise_, abs=1e-3
    )
    assert model.aggression == free.aggression
    assert model.counts()[FLOP_BET].tolist() == [0, 60, 30]


def test_forced_calls_are_the_maximum_of_the_likelihood() -> None:
    """Without a prior: folds of all decisions, and raises of those in which the player could raise."""
    model = OpponentModel(prior_weight=1e-9)
    for action, can_raise, number in ((FOLD, True, 6), (CALL, True, 3), (RAISE, True, 9), (CALL, False, 12)):
        for _ in range(number):
            model.observe(FLOP_BET, action, can_raise=can_raise)
    assert model.in_situation(FLOP_BET) == pytest.approx((6 / 30, 24 / 30 * 3 / 12, 24 / 30 * 9 / 12))


def test_an_observation_counts_half_after_its_half_life() -> None:
    model = OpponentModel(prior_weight=1, half_life=50)
    for _ in range(8):
        model.observe(FLOP_BET, FOLD)
    assert model.counts()[FLOP_BET].tolist() == pytest.approx([8, 0, 0])
    for _ in range(50):
        model.next_hand()
    model.observe(FLOP_BET, CALL)
    assert model.counts()[FLOP_BET].tolist() == pytest.approx([4, 1, 0])


def test_memory_that_decays_lasts_through_long_matches() -> None:
    model = OpponentModel(prior_weight=1, half_life=10)
    for _ in range(20_000):
        model.next_hand()
        model.observe(FLOP_BET, RAISE)
    steady = 1 / (1 - 2 ** (-1 / 10))
    assert model.counts()[FLOP_BET, 2] == pytest.approx(steady, rel=1e-6)


def test_without_decay_nothing_is_forgotten() -> None:
    model = OpponentModel(prior_weight=1)
    model.observe(FLOP_BET, CALL)
    for _ in range(1000):
        model.next_hand()
    assert model.counts()[FLOP_BET, 1] == 1


def test_aggression_and_raise_sizes() -> None:
    model = OpponentModel(prior_weight=2)
    for _ in range(100):
        model.observe(FLOP_BET, RAISE, raise_part=0.5)
        model.observe(FLOP_BET, CALL)
    assert model.aggression == pytest.approx(0.5, abs=0.01)
    assert model.raise_part == pytest.approx(0.5, abs=0.01)


def test_shown_hands_say_whether_actions_follow_from_strength() -> None:
    sincere, wild = OpponentModel(prior_weight=10), OpponentModel(prior_weight=10)
    for _ in range(100):
        sincere.observe_showdown([0.95, 0.95], won=True)
        wild.observe_showdown([0.1], won=False)
    assert sincere.sincerity > 0.9
    assert wild.sincerity < 0.2
    assert (sincere.showdowns, sincere.showdowns_won, wild.showdowns_won) == (100, 100, 0)


def learn(model: OpponentModel, action: Action, *, hands: int) -> None:
    """Observe the same action twice in each hand."""
    for _ in range(hands):
        model.observe(FLOP_BET, action)
        model.observe(TURN_BET, action)
        model.next_hand()


@pytest.mark.parametrize(("before", "after"), [(CALL, RAISE), (RAISE, CALL), (CALL, FOLD)])
def test_a_change_is_noticed_within_a_few_hands_and_what_was_before_is_forgotten(before: Action, after: Action) -> None:
    model = OpponentModel(prior_weight=10, half_life=200, change_odds=1e6)
    learn(model, before, hands=1000)
    assert model.changes == 0
    learn(model, after, hands=5)
    assert model.changes == 1
    assert model.actions == 10
    learn(model, after, hands=25)
    fresh = OpponentModel(prior_weight=10, half_life=200, change_odds=1e6)
    learn(fresh, after, hands=30)
    assert model.frequencies() == pytest.approx(fresh.frequencies())
    assert model.changes == 1


def test_decay_alone_takes_hundreds_of_hands() -> None:
    model = OpponentModel(prior_weight=10, half_life=200)
    learn(model, CALL, hands=1000)
    learn(model, RAISE, hands=300)
    assert model.in_situation(FLOP_BET).call > 0.3


def test_sincerity_and_raise_sizes_from_before_a_change_are_forgotten_too() -> None:
    model = OpponentModel(prior_weight=10, change_odds=1e6)
    for _ in range(300):
        model.observe(FLOP_BET, RAISE, raise_part=2.0)
        model.observe_showdown([0.0], won=False)
        model.next_hand()
    assert model.sincerity < 0.1
    assert model.raise_part > 1.9
    learn(model, CALL, hands=20)
    assert model.changes == 1
    typical = OpponentModel(prior_weight=10)
    assert (model.sincerity, model.raise_part) == (typical.sincerity, typical.raise_part)


@pytest.mark.deep
def test_players_who_do_not_change_are_rarely_taken_for_changed() -> None:
    """Each hand may begin a suspicion, which is wrong with a probability of at most 1 / 1000."""
    rng = np.random.default_rng(1)
    changes = 0
    for _ in range(20):
        model = OpponentModel(prior_weight=10, change_odds=1000)
        shares = rng.dirichlet([1, 1, 1])
        for action in rng.choice(3, size=500, p=shares):
            model.observe(FLOP_BET, (FOLD, CALL, RAISE)[action])
            model.next_hand()
        changes += model.changes
    assert changes <= 5


def test_frequencies_cannot_be_written_to_by_mistake() -> None:
    with pytest.raises(ValueError, match="read-only"):
        OpponentModel(prior_weight=10).frequencies()[0] = 0
