"""Sampled equity: agreement with exact values, honest standard errors, fair and repeatable draws."""

from __future__ import annotations

from itertools import product

import numba
import numpy as np
import pytest

from railbird._kernels import random_below
from railbird.cards import FULL_DECK, format_cards, parse_cards
from railbird.cards.hands import HAND_CARDS, HAND_COUNT
from railbird.equity.exact import count_against_random, count_known_hands
from railbird.equity.precision import Precision
from railbird.equity.ranges import Range
from railbird.equity.sampling import Sample, sample_equity
from railbird.equity.sampling.hand_lists import hand_lists
from railbird.progress import Silence
from railbird.rng import kernel_state


def sampled(
    ranges: list[str],
    *,
    random_players: int = 0,
    board: str = "",
    dead: str = "",
    samples: int = 400_000,
    standard_error: float = 0.0,
    seed: int = 1,
) -> Sample:
    on_board, gone = parse_cards(board), parse_cards(dead)
    return sample_equity(
        [Range.parse(text).without((*on_board, *gone)) for text in ranges],
        random_players=random_players,
        board=on_board,
        dead=gone,
        precision=Precision(samples, standard_error),
        seed=seed,
        progress=Silence(),
    )


def equities(sample: Sample) -> np.ndarray:
    return sample.shares @ (1 / np.arange(1, sample.shared.shape[1]))


def exact_equities(ranges: list[str], board: str, dead: str) -> np.ndarray:
    """Every combination of hands that do not clash, in proportion to the product of their weights."""
    gone = (*parse_cards(board), *parse_cards(dead))
    spreads = [Range.parse(text).without(gone) for text in ranges]
    total, sums = 0.0, np.zeros(len(ranges))
    for hands in product(*(spread.hands().tolist() for spread in spreads)):
        cards = HAND_CARDS[list(hands)].tolist()
        if len({card for hand in cards for card in hand}) < 2 * len(hands):
            continue
        weight = np.prod([spread.weights[hand] for spread, hand in zip(spreads, hands, strict=True)])
        counts = count_known_hands(cards, parse_cards(board), dead=parse_cards(dead))
        sums += weight * np.array([player.equity for player in counts])
        total += weight
    return sums / total


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("ranges", "board", "dead"),
    [
        (["AsAh", "KdKc"], "", ""),
        (["AA,AKs", "AA,KK"], "", ""),
        (["AA:0.1,AKs:0.7,72o:0.35", "QQ:0.5,AsKh"], "", ""),
        (["AA,AKs", "AA,KK:0.3", "AK:0.5,KK"], "As7d2c", ""),
        (["AsKs,QsJs,AhKh", "AsKs,KK", "AhKh,QsJs"], "", "Kc 2d"),
        (["22+,AT+", "54s,76s:0.01"], "8s6s5d", "4c"),
        (["AA", "KK", "QQ", "AsKs,JJ:0.2"], "Ac9d9h3c", ""),
        (["AcKd", "QhJh"], "2c2d2h9sTs", ""),
    ],
)
def test_sampled_ranges_agree_with_all_their_hands_one_by_one(ranges: list[str], board: str, dead: str) -> None:
    sample = sampled(ranges, board=board, dead=dead)
    assert sample.deals == 400_000
    # Every deal has its winners, each of whom gets a part of one pot.
    assert (sample.shared[:, 1:] / np.arange(1, len(ranges) + 1)).sum() == pytest.approx(400_000)
    assert sample.shared[:, 0].tolist() == [0] * len(ranges)
    expected = exact_equities(ranges, board, dead)
    assert (np.abs(equities(sample) - expected) <= 5 * sample.standard_errors).all()
    assert sample.standard_errors.max() < 0.001


@pytest.mark.kernels
@pytest.mark.parametrize("random_players", [1, 2])
@pytest.mark.parametrize(("board", "dead"), [("", ""), ("Qs Jh 2d", ""), ("Qs Jh 2d", "Ts Tc 9d"), ("QsJh2d9c3s", "")])
def test_sampled_random_players_agree_with_the_exact_count(board: str, dead: str, random_players: int) -> None:
    sample = sampled(["AhKh"], random_players=random_players, board=board, dead=dead)
    exact = count_against_random(
        parse_cards("AhKh"), parse_cards(board), dead=parse_cards(dead), opponents=random_players
    )
    expected = [exact.equity, *[(1 - exact.equity) / random_players] * random_players]
    assert (np.abs(equities(sample) - expected) <= 5 * sample.standard_errors).all()
    for winners, cases in enumerate(exact.shared, start=1):
        chance = cases / exact.total
        off = abs(sample.shares[0, winners - 1] - chance)
        assert off <= 5 * np.sqrt(chance * (1 - chance) / 400_000) + 1e-12


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("ranges", "random_players"), [(["AhKh"], 1), (["AhKh,AdKd", "QcQd"], 0), (["AhKh,AdKd,QcQd"], 1)]
)
def test_the_last_card_of_the_deck_is_dealt(ranges: list[str], random_players: int) -> None:
    """Of the board and the hands, all cards are known that may be dealt."""
    left = parse_cards("Ah Kh Ad Kd Qc Qd 9s 8s 7c")
    dead = format_cards([card for card in FULL_DECK if card not in left])
    sample = sampled(ranges, random_players=random_players, dead=dead, samples=200_000)
    if random_players:
        listed = ["AhKh"] if ranges == ["AhKh"] else ["AhKh", "AdKd", "QcQd"]
        counts = [count_against_random(parse_cards(hand), (), dead=parse_cards(dead), opponents=1) for hand in listed]
        expected = np.mean([count.equity for count in counts])
    else:
        expected = exact_equities(ranges, "", dead)[0]
    assert abs(equities(sample)[0] - expected) <= 5 * sample.standard_errors[0]


def test_players_who_are_all_random_have_equal_equities() -> None:
    sample = sampled([], random_players=10)
    assert (np.abs(equities(sample) - 0.1) <= 5 * sample.standard_errors).all()
    assert equities(sample).sum() == pytest.approx(1)


def test_a_range_of_all_hands_is_a_random_player() -> None:
    listed, dealt = sampled(["AhKh", "random"], samples=200_000), sampled(["AhKh"], random_players=1, samples=200_000)
    errors = np.hypot(listed.standard_errors, dealt.standard_errors)
    assert (np.abs(equities(listed) - equities(dealt)) <= 5 * errors).all()


def test_the_same_seed_gives_the_same_counts_and_another_seed_others() -> None:
    first, again, other = (sampled(["22+", "AK"], random_players=1, samples=60_000, seed=s) for s in (7, 7, 8))
    assert np.array_equal(first.shared, again.shared)
    assert not np.array_equal(first.shared, other.shared)


def test_sampling_stops_when_every_standard_error_is_small_enough() -> None:
    sample = sampled(["22+", "AK"], random_players=1, samples=10_000_000, standard_error=0.001)
    assert sample.standard_errors.max() <= 0.001
    assert 50_000 < sample.deals < 1_000_000
    assert sample.standard_errors.max() > 0.0009  # and not much later


def test_sampling_stops_at_a_number_of_deals_if_the_standard_error_stays_too_large() -> None:
    assert sampled(["22+", "AK"], samples=70_001, standard_error=1e-9).deals == 70_001


def test_a_player_who_wins_every_deal_is_not_certain_of_it() -> None:
    sample = sampled(["AsKs", "2c2d"], board="QsJsTs", samples=1_000)
    assert equities(sample).tolist() == [1.0, 0.0]
    assert (sample.standard_errors > 0).all()
    assert (sample.standard_errors < 0.01).all()


@pytest.mark.parametrize(
    ("ranges", "board", "random_players"), [(["AA,AKs:0.5", "AA,KK"], "", 0), (["AhKh"], "Qs Jh 2d", 2)]
)
def test_95_percent_intervals_cover_the_exact_value_as_often_as_they_say(
    ranges: list[str], board: str, random_players: int
) -> None:
    if random_players:
        exact = count_against_random(parse_cards(ranges[0]), parse_cards(board), opponents=random_players).equity
    else:
        exact = exact_equities(ranges, board, "")[0]
    covered = 0
    for seed in range(400):
        sample = sampled(ranges, board=board, random_players=random_players, samples=1_000, seed=seed)
        covered += abs(equities(sample)[0] - exact) <= 1.96 * sample.standard_errors[0]
    assert 0.92 <= covered / 400 <= 0.98


def test_alias_lists_reproduce_the_weights() -> None:
    rng = np.random.default_rng(3)
    spreads = [
        Range.parse("AA,AKs:0.5,72o:0.001"),
        Range(np.where(rng.random(HAND_COUNT) < 0.5, 0, 1 - rng.random(HAND_COUNT))),
        Range.parse("AsKs"),
        Range.random(),
        Range.parse("22:0.3"),
    ]
    lists = hand_lists(spreads)
    assert lists.starts.tolist() == np.cumsum([0, *map(len, spreads)]).tolist()
    for place, spread in enumerate(spreads):
        part = slice(lists.starts[place], lists.starts[place + 1])
        keep, instead = lists.keep[part], lists.instead[part]
        assert lists.cards[part].tolist() == HAND_CARDS[spread.hands()].tolist()
        assert ((keep >= 0) & (keep <= 1)).all()
        chances = keep + np.bincount(instead, weights=1 - keep, minlength=len(keep))
        weights = spread.weights[spread.hands()]
        np.testing.assert_allclose(chances / len(keep), weights / weights.sum(), rtol=1e-9)


@pytest.mark.kernels
def test_drawn_hands_come_as_often_as_their_weights_say() -> None:
    """On a full board where the nut hand wins, its wins count how often it was drawn."""
    shared = sampled(["AsKs:0.3,2c3d:0.9,2c3h:0.8", "4c4d"], board="QsJsTs8h7h", samples=400_000).shared
    chance = 0.3 / 2.0
    assert abs(shared[0, 1] / 400_000 - chance) <= 5 * np.sqrt(chance * (1 - chance) / 400_000)


@pytest.mark.kernels
def test_when_hands_clash_both_are_drawn_again() -> None:
    """Three pairs of hands do not clash, all equally likely; drawing one hand again would make the first a half."""
    shared = sampled(["AsKs,4c4d", "AsKs,9c9d"], board="QsJsTs8h7h", samples=300_000).shared
    assert shared[0, 1] + shared[1, 1] == 300_000
    assert abs(shared[0, 1] / 300_000 - 1 / 3) <= 5 * np.sqrt(2 / 9 / 300_000)


@numba.njit
def draw_below(state, bound, out):  # type: ignore[no-untyped-def]
    for i in range(len(out)):
        out[i] = random_below(state, bound)


def drawn(bound: int, count: int, *seed: int) -> np.ndarray:
    out = np.empty(count, dtype=np.uint64)
    draw_below(kernel_state(*seed), np.uint64(bound), out)
    return out.astype(np.int64)


def chi_square(observed: np.ndarray, expected: float) -> float:
    """The statistic in standard deviations from its mean: about normal for many cells."""
    freedom = observed.size - 1
    return (((observed - expected) ** 2 / expected).sum() - freedom) / np.sqrt(2 * freedom)


@pytest.mark.kernels
@pytest.mark.parametrize("bound", [1, 2, 3, 47, 52, 1326, 2**16, 2**32])
def test_random_numbers_below_a_bound_are_uniform(bound: int) -> None:
    numbers = drawn(bound, 2_000_000, 5)
    assert numbers.min() >= 0
    assert numbers.max() < bound
    cells = min(bound, 2**12)
    observed = np.bincount(numbers * cells // bound, minlength=cells)
    if bound > 1:
        assert abs(chi_square(observed, 2_000_000 / cells)) < 5


@pytest.mark.kernels
def test_numbers_are_drawn_again_where_the_remainder_would_favour_some() -> None:
    """Below 3 * 2**30 a plain multiplication would hit every third number twice as often."""
    thirds = np.bincount(drawn(3 * 2**30, 300_000, 6) % 3, minlength=3)
    assert abs(chi_square(thirds, 100_000)) < 5


@pytest.mark.kernels
def test_neighbouring_draws_and_neighbouring_streams_are_independent() -> None:
    draws, others = drawn(52, 1_000_000, 1), drawn(52, 1_000_000, 2)
    keyed, otherwise_keyed = drawn(52, 1_000_000, 1, 0), drawn(52, 1_000_000, 1, 1)
    pairs = [(draws[:-1], draws[1:]), (draws, others), (draws, keyed), (keyed, otherwise_keyed)]
    for first, second in pairs:
        observed = np.bincount(first * 52 + second, minlength=52 * 52)
        assert abs(chi_square(observed, len(first) / 52**2)) < 5


@pytest.mark.kernels
def test_random_players_hold_a_given_card_as_often_as_they_should() -> None:
    """The hand makes an ace-high flush, which only the 44 hands with the ten of spades beat."""
    shared = sampled(["9s2d"], random_players=1, board="AsKsQsJs2c", samples=500_000).shared
    chance = 44 / 990
    assert abs(shared[1, 1] / 500_000 - chance) <= 5 * np.sqrt(chance * (1 - chance) / 500_000)
