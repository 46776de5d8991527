"""Simulations of the rest of a hand: against a plain twin, against known values, and when they stop."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from railbird.bots.adaptive.akuma import AkumaBot
from railbird.bots.adaptive.parameters import read_parameters
from railbird.cards.hands import HAND_COUNT, hand_cards, hand_index
from railbird.equity.run_outs import levels_on, run_outs_of
from railbird.errors import ActionError, GameError, ModelError
from railbird.games import CALL, FOLD, Action, View, game_named, raise_to
from railbird.games.betting_node import first_node
from railbird.games.deal import Deal
from railbird.games.payoffs import payoffs_of
from railbird.games.state_array import FOLDED, RAISES
from railbird.opponent_models import OpponentModel
from railbird.opponent_models._kernels import situation_at
from railbird.opponent_models.situations import SITUATIONS
from railbird.rng import kernel_state
from railbird.rollouts import ActionValue, Effort, Policy, action_values, prepare
from railbird.rollouts._kernels import (
    Deals,
    Opponents,
    draw_deals,
    is_clear,
    play_out,
    squared_error,
    write_percentiles,
)
from railbird.rollouts.action_values import DEFAULT_POLICY

if TYPE_CHECKING:
    from railbird.games.betting_node import BettingNode

LIMIT, NOLIMIT = "holdem.limit.3p", "holdem.nolimit.3p"
FLOP = "2c 7d Th"
CALLED = [CALL, CALL, CALL]
PASSIVE = Policy(raise_share=1e9, call_share=0.0, raise_part=1.0, width=0.2, carry=0.5)
MASK = (1 << 64) - 1


class Constant(OpponentModel):
    """An opponent who always does the same."""

    def __init__(self, *frequencies: float, sincerity: float = 0.0) -> None:
        super().__init__(prior_weight=1)
        self._always = np.tile(np.array(frequencies), (SITUATIONS, 1))
        self._sincerity = sincerity

    def frequencies(self) -> np.ndarray:
        return self._always

    @property
    def sincerity(self) -> float:
        return self._sincerity


def models_of(*frequencies: float) -> dict[int, OpponentModel]:
    return {position: Constant(*frequencies) for position in range(3)}


class Random:
    """The plain twin of the kernels' random numbers."""

    def __init__(self, counter: int, step: int) -> None:
        self.counter, self.step = counter, step

    def word(self) -> int:
        self.counter = self.counter + self.step & MASK
        word = self.counter
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
        word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
        return word ^ word >> 31

    def uniform(self) -> float:
        return (self.word() >> 11) * 2.0**-53


class Twin(NamedTuple):
    """The plain twin of `play_out`: one deal after one action, with the rules of `games`."""

    player: int
    hands: list[int]
    levels: list[np.ndarray]
    """By street."""
    board: tuple[int, ...]
    opponents: Opponents
    percentiles: np.ndarray
    policy: Policy

    def value(self, node: BettingNode, random: Random) -> float:
        bounds = [(0.0, 1.0)] * 3
        street = node.street
        while node.acting >= 0:
            if node.street != street:
                street = node.street
                carry = self.policy.carry
                bounds = [(low * carry, 1 - (1 - high) * carry) for low, high in bounds]
            kind = self.own_kind(node, bounds) if node.acting == self.player else self.kind(node, random, bounds)
            node = node.after(raise_to(self.total(node, random)) if kind == 2 else (FOLD, CALL)[kind])
        hole = tuple(tuple(hand_cards(number)) for number in self.hands)
        return float(payoffs_of(node, Deal(hole, self.board))[self.player])

    def total(self, node: BettingNode, random: Random) -> int:
        if node.tree.game.is_limit:
            return node.legal.lowest_raise
        mine = node.acting == self.player
        if not mine and random.uniform() < self.opponents.all_in_shares[node.acting]:
            return node.legal.highest_raise
        part = self.policy.raise_part if mine else self.opponents.raise_parts[node.acting]
        if node.numbers[RAISES] >= 4:
            part = max(part, 0.5)
        bet = max(node.spent())
        wanted = int(bet + part * (sum(node.spent()) + bet - node.spent()[node.acting]))
        return min(max(wanted, node.legal.lowest_raise), node.legal.highest_raise)

    def own_kind(self, node: BettingNode, bounds: list[tuple[float, float]]) -> int:
        level = self.levels[node.street][self.hands[self.player]]
        wins, left = 1.0, 0
        for position in range(3):
            if not self.has_folded(node, position):
                left += 1
                if position != self.player:
                    wins *= within(self.percentiles[position, node.street, level], *bounds[position])
        if node.legal.can_raise and wins * left > self.policy.raise_share:
            return 2
        owed = max(node.spent()) - node.spent()[self.player]
        return 1 if owed <= 0 or wins * (sum(node.spent()) + owed) > self.policy.call_share * owed else 0

    def kind(self, node: BettingNode, random: Random, bounds: list[tuple[float, float]]) -> int:
        position = node.acting
        fold, _, raise_ = self.opponents.frequencies[position, situation_at(np.array(node.numbers), position)]
        sincerity = self.opponents.sincerity[position]
        fold = fold if max(node.spent()) > node.spent()[position] else 0.0
        raise_ = raise_ if node.legal.can_raise else 0.0
        low, high = bounds[position]
        level = self.levels[node.street][self.hands[position]]
        place = within(self.percentiles[position, node.street, level], low, high)
        stays = ramp(place, fold, self.policy.width)
        raises = min(ramp(place, 1 - raise_, self.policy.width), stays)
        folds = sincerity * (1 - stays) + (1 - sincerity) * fold
        drawn = random.uniform()
        if drawn < folds:
            return 0
        if drawn < folds + sincerity * raises + (1 - sincerity) * raise_:
            bounds[position] = (low + sincerity * (1 - raise_) * (high - low), high)
            return 2
        bounds[position] = (low + sincerity * fold * (high - low), high - sincerity * raise_ * (high - low))
        return 1

    @staticmethod
    def has_folded(node: BettingNode, position: int) -> bool:
        return bool(node.numbers[FOLDED] >> position & 1)


def ramp(percentile: float, bar: float, width: float) -> float:
    width = min(width, 2 * bar, 2 - 2 * bar)
    return float(bar <= 0) if width <= 0 else float(np.clip((percentile - bar) / width + 0.5, 0, 1))


def within(percentile: float, low: float, high: float) -> float:
    return 0.5 if high - low < 1e-6 else float(np.clip((percentile - low) / (high - low), 0, 1))


@pytest.mark.kernels
@pytest.mark.parametrize("game", [LIMIT, NOLIMIT])
@pytest.mark.parametrize("seed", range(4))
def test_deals_are_played_out_as_the_plain_twin_plays_them(game: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    node = first_node(game_named(game)).play(CALLED)
    player = node.acting
    run_outs, preflop = run_outs_of(FLOP), levels_on(())
    opponents = Opponents(
        rng.dirichlet([1, 3, 1], (3, SITUATIONS)), rng.random(3), rng.uniform(0.1, 1.5, 3), rng.random(3) / 4
    )
    percentiles = np.sort(rng.random((3, 4, 256)), axis=2)
    policy = Policy(raise_share=1.2, call_share=0.9, raise_part=0.8, width=0.2, carry=0.5)
    cumulative = np.tile(np.arange(1, HAND_COUNT + 1) / HAND_COUNT, (2, 1))
    others = np.array([position for position in range(3) if position != player])
    deals = Deals(np.empty(40, dtype=np.int64), np.zeros((40, 3), dtype=np.int64))
    own = hand_index("Kd", "Qd")
    draws = kernel_state(seed)
    assert draw_deals(player, own, others, cumulative, masks(), run_outs.showdowns, draws, 0, 40, deals) == 40
    actions = [CALL, raise_to(node.legal.lowest_raise)]
    state, values = kernel_state(seed, 1), np.empty((40, 2))
    twin_state = Random(*state.tolist())
    done = play_out(
        np.array(node.numbers), np.array(actions), player, deals, 0, 40, 1e9, np.nan, 30.0, preflop, run_outs,
        opponents, percentiles, policy, state, values,
    )  # fmt: skip
    assert done == 40
    for deal in range(40):
        start = twin_state.word()
        board = deals.boards[deal]
        levels = [
            preflop,
            run_outs.flops[run_outs.flop_of[board]],
            run_outs.turns[run_outs.turn_of[board]],
            run_outs.rivers[board],
        ]
        full = cards_of_board(run_outs.showdowns[board])
        twin = Twin(player, deals.hands[deal].tolist(), levels, full, opponents, percentiles, policy)
        for choice, action in enumerate(actions):
            random = Random(start, twin_state.step)
            assert values[deal, choice] == pytest.approx(twin.value(node.after(action), random))


def masks() -> np.ndarray:
    return np.array([sum(1 << card for card in hand_cards(number)) for number in range(HAND_COUNT)], dtype=np.uint64)


def cards_of_board(showdowns: np.ndarray) -> tuple[int, ...]:
    """The five cards that no possible hand holds."""
    held = {card for number in np.flatnonzero(showdowns) for card in hand_cards(int(number))}
    return tuple(sorted({*range(52)} - held))


@pytest.mark.kernels
def test_hands_are_drawn_by_their_weights_and_share_no_card() -> None:
    weights = np.zeros((2, HAND_COUNT))
    weights[0, [hand_index("As", "Ah"), hand_index("Ks", "Kh")]] = 0.75, 0.25
    weights[1, [hand_index("As", "Ks"), hand_index("5s", "4s")]] = 0.5, 0.5
    run_outs = run_outs_of(FLOP)
    deals = Deals(np.empty(2000, dtype=np.int64), np.zeros((2000, 3), dtype=np.int64))
    own = hand_index("Qd", "Qc")
    drawn = draw_deals(
        0, own, np.array([1, 2]), np.cumsum(weights, axis=1), masks(), run_outs.showdowns, kernel_state(3), 0, 2000,
        deals,
    )  # fmt: skip
    assert drawn == 2000
    # As Ks excludes both aces and kings of the first opponent, so only 5s 4s is left.
    assert {*deals.hands[:, 2].tolist()} == {hand_index("5s", "4s")}
    assert np.mean(deals.hands[:, 1] == hand_index("As", "Ah")) == pytest.approx(0.75, abs=0.04)
    for deal in range(0, 2000, 97):
        cards = [card for number in deals.hands[deal].tolist() for card in hand_cards(number)]
        assert len({*cards, *cards_of_board(run_outs.showdowns[deals.boards[deal]])}) == 11


@pytest.mark.kernels
def test_percentiles_are_shares_of_the_drawn_hands() -> None:
    run_outs, preflop = run_outs_of(FLOP), levels_on(())
    numbers = [hand_index("As", "Ah"), hand_index("3s", "4d"), hand_index("Ts", "Td")]
    deals = Deals(np.zeros(3, dtype=np.int64), np.zeros((3, 2), dtype=np.int64))
    deals.hands[:, 1] = numbers
    percentiles = np.zeros((2, 4, 256))
    write_percentiles(deals, 3, np.array([1]), 1, preflop, run_outs, percentiles)
    order = sorted(numbers, key=lambda number: run_outs.flops[0, number])
    for place, number in enumerate(order):
        assert percentiles[1, 1, run_outs.flops[0, number]] == pytest.approx((place + 0.5) / 3)


def test_against_players_who_always_call_a_call_is_worth_the_equity() -> None:
    view = View.of(LIMIT, [*CALLED, CALL, raise_to(20)], hole_cards="Ts Tc", board=FLOP)
    values = action_values(
        view, [FOLD, CALL], models_of(0, 1, 0), effort=Effort(deals=20_000, confidence=1e9), policy=PASSIVE, seed=1
    )
    pot = view.pot + 2 * view.to_call(view.position)
    exact = view.equity() * pot - view.to_call(view.position)
    assert values[FOLD] == (0, 0)
    # The run-outs of a flop are a sample themselves, always the same one.
    assert values[CALL].mean == pytest.approx(exact, abs=4 * values[CALL].error + 0.06 * pot)
    assert 0 < values[CALL].error < 0.5


def test_on_the_river_a_call_is_worth_exactly_the_equity() -> None:
    actions = [*CALLED, *CALLED, *CALLED, CALL, raise_to(30)]
    view = View.of(LIMIT, actions, hole_cards="Ts 9c", board="2c 7d Th Jc 3s")
    values = action_values(
        view, [FOLD, CALL], models_of(0, 1, 0), effort=Effort(deals=40_000, confidence=1e9), policy=PASSIVE, seed=2
    )
    exact = view.equity() * (view.pot + 2 * view.to_call(view.position)) - view.to_call(view.position)
    assert values[CALL].mean == pytest.approx(exact, abs=4 * values[CALL].error)


def test_against_players_who_always_fold_a_raise_wins_the_pot() -> None:
    view = View.of(LIMIT, CALLED, hole_cards="4s 3s", board=FLOP)
    raised = raise_to(20)
    values = action_values(view, [CALL, raised], models_of(1, 0, 0), effort=Effort(deals=64), policy=PASSIVE, seed=3)
    # 64 equal results are no certainty: one deal may differ by the pot.
    assert values[raised] == pytest.approx((view.pot, view.pot / 64))


def test_a_strong_hand_is_worth_more_against_players_who_call() -> None:
    view = View.of(LIMIT, CALLED, hole_cards="Ts Tc", board=FLOP)
    raised = raise_to(20)
    policy = Policy(raise_share=1.2, call_share=1.0, raise_part=1.0, width=0.2, carry=0.5)
    worth = {
        frequencies: action_values(
            view, [CALL, raised], models_of(*frequencies), effort=Effort(deals=2000), policy=policy, seed=4
        )[raised].mean
        for frequencies in ((0.0, 1.0, 0.0), (0.8, 0.2, 0.0))
    }
    assert worth[0.0, 1.0, 0.0] > 1.5 * worth[0.8, 0.2, 0.0]


def test_the_same_seed_gives_the_same_values() -> None:
    view = View.of(LIMIT, CALLED, hole_cards="Ts 9c", board=FLOP)
    first, again, other = (
        action_values(view, [CALL, raise_to(20)], models_of(0.2, 0.6, 0.2), effort=Effort(), policy=PASSIVE, seed=seed)
        for seed in (5, 5, 6)
    )
    assert first == again != other


@pytest.mark.kernels
def test_a_simulation_stops_when_the_decision_is_clear() -> None:
    rng = np.random.default_rng(1)
    noise = rng.normal(size=(400, 2))
    apart = noise + np.array([0, 1])
    assert is_clear(apart, 3.0, np.nan, 1.0)
    assert not is_clear(noise, 3.0, np.nan, 1.0)
    assert is_clear(noise, 3.0, 5.0, 1.0)  # a fold is best
    assert not is_clear(noise + np.array([0, -9]), 3.0, 0.02, 1.0)  # a fold or the first
    assert is_clear(noise[:, :1], 3.0, np.nan, 1.0)  # there is nothing to decide


@pytest.mark.kernels
def test_equal_results_are_no_certainty() -> None:
    """After 64 equal deals the error of the lead is a 64th of the pot: one deal may show the opposite."""
    equal = np.tile([10.0, 0.0], (64, 1))
    assert is_clear(equal, 3.0, np.nan, 200.0)
    assert not is_clear(equal, 3.0, np.nan, 220.0)
    assert is_clear(np.tile(equal, (2, 1)), 3.0, np.nan, 220.0)
    assert not is_clear(equal[:, :1], 3.0, 0.0, 220.0)  # against a fold


@pytest.mark.kernels
def test_the_error_of_a_mean_counts_one_deal_more() -> None:
    deals = np.random.default_rng(2).normal(size=50)
    squares = float(((deals - deals.mean()) ** 2).sum())
    plain = deals.var(ddof=1) / 50
    assert squared_error(squares, 50, 1.0) == pytest.approx((sum((deals - deals.mean()) ** 2) + 1) / 50**2)
    assert squared_error(squares, 50, 1.0) == pytest.approx(plain, rel=0.05)
    assert squared_error(0.0, 50, 30.0) == pytest.approx((30 / 50) ** 2)


def test_a_rare_result_is_within_the_error_although_the_first_deals_do_not_show_it() -> None:
    view = View.of(NOLIMIT, [raise_to(5000), CALL, FOLD], hole_cards="4s 3s", board="As Kd 9h")
    bluff, models = raise_to(5100), models_of(0.99, 0.01, 0)
    first, full = (
        action_values(view, [CALL, bluff], models, effort=Effort(deals=deals, confidence=1e9), policy=PASSIVE, seed=5)
        for deals in (64, 6400)
    )
    assert first[bluff] == pytest.approx((view.pot, view.pot / 64))  # everybody folded
    assert 0 < first[bluff].mean - full[bluff].mean < first[bluff].error


def test_a_clear_decision_takes_few_deals() -> None:
    strong = View.of(LIMIT, [*CALLED, CALL, raise_to(20)], hole_cards="Ts Tc", board=FLOP)
    quick, full = (
        action_values(
            strong,
            [FOLD, CALL],
            models_of(0.2, 0.6, 0.2),
            effort=Effort(deals=6400, confidence=confidence),
            policy=PASSIVE,
            seed=7,
        )[CALL]
        for confidence in (3.0, 1e9)
    )
    assert quick.mean > 0
    assert quick.error > 5 * full.error  # 64 deals instead of 6400


class Clock:
    """A clock that shows each second once, and the last one for ever; counts how often it was read."""

    def __init__(self, *seconds: float) -> None:
        self.seconds = [*seconds]
        self.reads = 0

    def __call__(self) -> float:
        self.reads += 1
        return self.seconds.pop(0) if len(self.seconds) > 1 else self.seconds[0]


def timed(clock: Clock, *, deals: int, seconds: float) -> dict[Action, ActionValue]:
    even = View.of(LIMIT, CALLED, hole_cards="Ts 9c", board=FLOP)
    effort = Effort(deals=deals, confidence=1e9, seconds=seconds)
    models = models_of(0.2, 0.6, 0.2)
    return action_values(even, [CALL, raise_to(20)], models, effort=effort, policy=PASSIVE, seed=8, clock=clock)


def test_without_time_the_fewest_deals_are_drawn_and_played_out() -> None:
    late = timed(Clock(0.0, 99.0), deals=100_000, seconds=10.0)
    assert late == timed(Clock(0.0), deals=16, seconds=0.0)


def test_deals_are_drawn_for_half_of_the_time_and_played_out_until_its_end() -> None:
    # Time for two more draws, then for one more round of play: 48 deals are drawn, and 32 of them played out.
    clock = Clock(0.0, 1.0, 4.9, 5.1, 9.9, 10.1)
    found = timed(clock, deals=100_000, seconds=10.0)
    assert clock.reads == 6
    free = timed(Clock(0.0), deals=48, seconds=0.0)
    assert found.keys() == free.keys()
    assert found[CALL].error > free[CALL].error
    assert found == timed(Clock(0.0, 1.0, 1.0, 8.0, 11.0), deals=48, seconds=10.0)


def test_without_a_limit_the_clock_is_not_read() -> None:
    clock = Clock(0.0)
    timed(clock, deals=64, seconds=0.0)
    assert clock.reads == 0


def test_a_limit_that_is_not_reached_changes_nothing() -> None:
    view = View.of(LIMIT, CALLED, hole_cards="Ts 9c", board=FLOP)
    patient, free = (
        action_values(
            view,
            [CALL, raise_to(20)],
            models_of(0.2, 0.6, 0.2),
            effort=Effort(deals=6400, seconds=seconds),
            policy=PASSIVE,
            seed=8,
        )
        for seconds in (600.0, 0.0)
    )
    assert patient == free


@pytest.mark.parametrize(
    ("actions", "position", "message"),
    [
        ([CALL, raise_to(25)], 0, r"raise to 25 is not legal in .*: raises are from 20 to 20"),
        ([FOLD], 0, "no action to simulate in .*: give a call or a raise"),
        ([CALL], 1, "it is not the turn of position 1"),
    ],
)
def test_what_cannot_be_simulated_is_refused(actions: list[Action], position: int, message: str) -> None:
    view = View.of(LIMIT, CALLED, hole_cards="Ts 9c", board=FLOP, position=position)
    with pytest.raises(ActionError, match=message):
        action_values(view, actions, models_of(0, 1, 0), effort=Effort(), policy=PASSIVE, seed=1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"deals": 15}, "a simulation of 15 deals: give at least 16"),
        ({"confidence": -1.0}, "confidence=-1.0: give a number of standard errors"),
        ({"confidence": nan}, "confidence=nan: give a number of standard errors"),
        ({"seconds": -0.1}, "seconds=-0.1: give a time limit"),
    ],
)
def test_an_effort_that_cannot_be_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Effort(**wrong)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"raise_share": -0.1}, "policy: raise_share=-0.1: give a number of 0 or more"),
        ({"call_share": nan}, "policy: call_share=nan: give a number of 0 or more"),
        ({"raise_part": inf}, "policy: raise_part=inf: give a number from 0 to 1000"),
        ({"width": 1.1}, "policy: width=1.1: give a number from 0 to 1"),
        ({"width": 0.0}, "policy: width=0.0: give a number from 0.01 to 1"),
        ({"carry": -1.0}, "policy: carry=-1.0: give a number from 0 to 1"),
    ],
)
def test_a_policy_that_cannot_be_is_refused(wrong: dict[str, float], message: str) -> None:
    view = View.of(LIMIT, CALLED, hole_cards="Ts 9c", board=FLOP)
    with pytest.raises(ModelError, match=message):
        action_values(view, [CALL], models_of(0, 1, 0), policy=PASSIVE._replace(**wrong), seed=1)


def test_an_opponent_without_a_model_is_named() -> None:
    view = View.of(LIMIT, CALLED, hole_cards="Ts 9c", board=FLOP)
    with pytest.raises(ModelError, match="position 2 has no model: give one for each opponent in the hand"):
        action_values(view, [CALL], {1: OpponentModel(prior_weight=1)}, seed=1)


def test_models_of_players_who_are_not_in_the_hand_do_not_matter() -> None:
    view = View.of(LIMIT, [FOLD], hole_cards="Ts 9c")
    models = models_of(0.2, 0.5, 0.3)
    needed = {1: models[1]}
    assert action_values(view, [CALL], needed, seed=1) == action_values(view, [CALL], models | {7: models[1]}, seed=1)


@pytest.mark.parametrize("game", ["leduc.limit.2p", "holdem20.limit.2p"])
def test_other_games_than_holdem_are_refused(game: str) -> None:
    view = View.of(game, hole_cards="As" if game.startswith("leduc") else "As Ks")
    with pytest.raises(GameError, match=f"{game} is not hold'em with 52 cards"):
        action_values(view, [CALL], models_of(0, 1, 0), seed=1)
    with pytest.raises(GameError, match=f"{game} is not hold'em with 52 cards"):
        prepare(game_named(game))


def test_the_policy_by_default_is_that_of_akuma() -> None:
    assert read_parameters(AkumaBot.default_parameters, *AkumaBot.own_tables).rollouts.policy == DEFAULT_POLICY


def test_where_all_in_players_act_they_do_not_fold() -> None:
    """A fold that is not legal would be drawn again and again."""
    game = replace(game_named(NOLIMIT), stacks=(1000, 1000, 300), all_in_players_act=True)
    view = View.of(game, [raise_to(300), CALL], hole_cards="As Ah")
    wanted = [CALL, raise_to(1000)]
    values = action_values(view, wanted, models_of(1, 0, 0), effort=Effort(deals=64), policy=PASSIVE, seed=1)
    assert list(values) == wanted


def test_a_game_in_which_the_big_blind_is_all_in_can_be_prepared() -> None:
    prepare(replace(game_named(NOLIMIT), stacks=(100, 100, 100)))


def test_opponents_whose_likely_hands_exclude_each_other_may_have_any() -> None:
    """A player's own aces, and raises that only aces explain: no deal fits, and an answer is still found."""
    view = View.of(LIMIT, [raise_to(20), raise_to(30), raise_to(40)], hole_cards="As Ah")
    sincere = {position: Constant(0.995, 0.0, 0.005, sincerity=0.95) for position in range(3)}
    values = action_values(view, [FOLD, CALL], sincere, effort=Effort(deals=64), policy=PASSIVE, seed=9)
    assert np.isfinite(values[CALL].mean)


def test_actions_are_those_that_were_asked_for() -> None:
    view = View.of(NOLIMIT, [CALL, CALL], hole_cards="As Ah")
    wanted: list[Action] = [CALL, raise_to(300), raise_to(20_000)]
    values = action_values(view, wanted, models_of(0.5, 0.4, 0.1), effort=Effort(deals=64), policy=PASSIVE, seed=1)
    assert list(values) == wanted
