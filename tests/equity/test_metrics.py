"""Hand-strength metrics against plain enumeration with another evaluator, and hands whose draws are known."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.cards import format_cards, parse_cards
from railbird.equity import equity
from railbird.equity.metrics import draws, final_strength, hand_strength, measure, potential
from railbird.errors import CardError, EquityError
from twins import peer_value, random_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HAND, FLOP = "AhKh", "Qs Jh 2d"


def random_deals(seed: int, count: int, *, board_cards: int) -> list[tuple[list[int], list[int]]]:
    rng = np.random.default_rng(seed)
    deals = [random_cards(rng, 2 + board_cards) for _ in range(count)]
    return [(cards[:2], cards[2:]) for cards in deals]


def unseen(*cards: Sequence[int]) -> list[int]:
    return sorted(set(range(52)).difference(*cards))


def plain_strength(hand: Sequence[int], board: Sequence[int]) -> float:
    """The share of opposing hands that are beaten, ties half."""
    own = peer_value([*hand, *board])
    others = [peer_value([*other, *board]) for other in combinations(unseen(hand, board), 2)]
    return sum(1.0 if own > other else 0.5 if own == other else 0.0 for other in others) / len(others)


def plain_final_strengths(hand: Sequence[int], board: Sequence[int]) -> list[float]:
    """The strength on every full board."""
    return [plain_strength(hand, [*board, *run_out]) for run_out in combinations(unseen(hand, board), 5 - len(board))]


def plain_potential(hand: Sequence[int], board: Sequence[int]) -> tuple[float, float]:
    """PPot and NPot as in Billings et al. 2002, figure 5: each opposing hand, now and after each run-out."""
    turned = np.zeros((3, 3))
    left = unseen(hand, board)
    own_now = peer_value([*hand, *board])
    own_later = {run_out: peer_value([*hand, *board, *run_out]) for run_out in combinations(left, 5 - len(board))}
    for other in combinations(left, 2):
        now = np.sign(own_now - peer_value([*other, *board])) + 1
        for run_out, own in own_later.items():
            if other[0] not in run_out and other[1] not in run_out:
                later = peer_value([*other, *board, *run_out])
                turned[now, (own > later) + (own >= later)] += 1
    behind, tied, ahead = turned.sum(axis=1)
    positive = (turned[0, 2] + turned[0, 1] / 2 + turned[1, 2] / 2) / (behind + tied / 2)
    negative = (turned[2, 0] + turned[2, 1] / 2 + turned[1, 0] / 2) / (ahead + tied / 2)
    return positive, negative


def drawn(hand: str, board: str) -> dict[str, str]:
    hand_draws = draws(parse_cards(hand), parse_cards(board))
    return {name: format_cards(sorted(getattr(hand_draws, name))) for name in ("outs", "straight", "flush")}


@pytest.mark.parametrize("board_cards", [3, 4, 5])
def test_hand_strength_equals_enumeration(board_cards: int) -> None:
    for hand, board in random_deals(1, 20, board_cards=board_cards):
        assert hand_strength(hand, board) == pytest.approx(plain_strength(hand, board), abs=1e-12)


@pytest.mark.parametrize(
    ("hand", "beaten", "tied"),
    [("AsAh", 1224, 1), ("2c2d", 1225 - 72 - 1, 1), ("3c2d", 0, 9), ("AhKh", 1225 - 6 * 11 - 3 - 3 - 9, 9)],
)
def test_before_the_flop_pairs_beat_high_cards(hand: str, beaten: int, tied: int) -> None:
    assert hand_strength(parse_cards(hand)) == pytest.approx((beaten + tied / 2) / 1225, abs=1e-12)


def test_the_nuts_beat_everything_now() -> None:
    assert hand_strength(parse_cards("AhKh"), parse_cards("Qh Jh Th")) == 1
    assert hand_strength(parse_cards("2c2d"), parse_cards("Ah Kh Qh Jh Th")) == 0.5


@pytest.mark.parametrize(("board_cards", "count"), [(3, 1), (4, 5), (5, 10)])
def test_final_strength_equals_enumeration(board_cards: int, count: int) -> None:
    for hand, board in random_deals(2, count, board_cards=board_cards):
        final = final_strength(hand, board)
        plain = np.array(plain_final_strengths(hand, board))
        assert final.mean == pytest.approx(plain.mean(), abs=1e-12)
        assert final.mean_square == pytest.approx((plain**2).mean(), abs=1e-12)
        assert final.by_score.sum() == len(plain)
        scores = np.rint(plain * 2 * 990).astype(np.int64)
        assert final.by_score.tolist() == np.bincount(scores, minlength=1981).tolist()
        expected = [((scores * 10 // 1980) == place).mean() for place in range(10)]
        expected[9] += (scores == 1980).mean()
        assert final.histogram(10) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("board", ["", FLOP, "Qs Jh 2d 9c", "Qs Jh 2d 9c 3s"])
def test_expected_strength_is_the_equity_against_one_random_hand(board: str) -> None:
    final = final_strength(parse_cards(HAND), parse_cards(board))
    assert final.mean == pytest.approx(equity([HAND], board=board, opponents=1).players[0].equity, abs=1e-12)


def test_the_mean_square_is_at_least_the_square_of_the_mean() -> None:
    for board_cards in (3, 4):
        for hand, board in random_deals(3, 50, board_cards=board_cards):
            final = final_strength(hand, board)
            assert final.mean**2 < final.mean_square <= final.mean
    river = final_strength(parse_cards(HAND), parse_cards("Qs Jh 2d 9c 3s"))
    assert river.mean_square == pytest.approx(river.mean**2, abs=1e-12)


@pytest.mark.parametrize("bins", [1, 2, 10, 50])
def test_the_histogram_sums_to_one_and_keeps_the_mean(bins: int) -> None:
    for board_cards in (3, 4, 5):
        for hand, board in random_deals(4, 10, board_cards=board_cards):
            final = final_strength(hand, board)
            histogram = final.histogram(bins)
            assert len(histogram) == bins
            assert histogram.sum() == pytest.approx(1, abs=1e-12)
            middles = (np.arange(bins) + 0.5) / bins
            assert histogram @ middles == pytest.approx(final.mean, abs=0.5 / bins + 1e-12)


def test_the_highest_strength_belongs_to_the_last_bin() -> None:
    histogram = final_strength(parse_cards("AhKh"), parse_cards("Qh Jh Th 2c 2d")).histogram(10)
    assert histogram.tolist() == [0] * 9 + [1]


def as_rows(deals: list[tuple[list[int], list[int]]]) -> np.ndarray:
    return np.array([hand + board for hand, board in deals], dtype=np.uint8)


@pytest.mark.kernels
@pytest.mark.parametrize(("board_cards", "count"), [(0, 3), (3, 100), (4, 200), (5, 200)])
def test_many_deals_have_the_metrics_of_each(board_cards: int, count: int) -> None:
    deals = random_deals(6, count, board_cards=board_cards)
    metrics = measure(as_rows(deals), bins=7)
    assert metrics.strengths == pytest.approx([hand_strength(*deal) for deal in deals], abs=1e-12)
    one_by_one = [final_strength(*deal) for deal in deals]
    assert metrics.means == pytest.approx([final.mean for final in one_by_one], abs=1e-12)
    assert metrics.mean_squares == pytest.approx([final.mean_square for final in one_by_one], abs=1e-12)
    assert metrics.histograms == pytest.approx(np.array([final.histogram(7) for final in one_by_one]), abs=1e-12)


@pytest.mark.kernels
@pytest.mark.parametrize(("board_cards", "count"), [(3, 70), (4, 150)])
def test_many_deals_have_the_potentials_of_each(board_cards: int, count: int) -> None:
    """More deals than one core takes at a time."""
    deals = random_deals(7, count, board_cards=board_cards)
    metrics = measure(as_rows(deals))
    one_by_one = [potential(*deal) for deal in deals]
    assert metrics.positive_potentials.tolist() == [single.positive for single in one_by_one]
    assert metrics.negative_potentials.tolist() == [single.negative for single in one_by_one]
    assert (metrics.positive_potentials > 0).any()
    assert (metrics.negative_potentials > 0).any()


@pytest.mark.parametrize("board_cards", [0, 5])
def test_there_is_no_potential_before_the_flop_and_on_the_river(board_cards: int) -> None:
    metrics = measure(as_rows(random_deals(8, 3, board_cards=board_cards)))
    assert np.isnan(metrics.positive_potentials).all()
    assert np.isnan(metrics.negative_potentials).all()
    assert metrics.histograms.shape == (3, 10)


@pytest.mark.parametrize("width", [2, 5, 6, 7])
def test_no_deals_have_no_metrics(width: int) -> None:
    metrics = measure(np.empty((0, width), dtype=np.uint8), bins=3)
    assert metrics.strengths.shape == metrics.means.shape == metrics.positive_potentials.shape == (0,)
    assert metrics.histograms.shape == (0, 3)


@pytest.mark.parametrize("shape", [(5,), (4, 3), (4, 8)])
def test_arrays_that_are_no_deals_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(EquityError, match=r"give n rows of 2, 5, 6 or 7 cards"):
        measure(np.zeros(shape, dtype=np.uint8))


@pytest.mark.parametrize("width", [2, 5, 6, 7])
@pytest.mark.parametrize(
    ("card", "message"),
    [(1, "duplicate card 2d"), (52, "there is no card 52"), (255, "there is no card 255"), (-1, "there is no card -1")],
)
def test_an_invalid_row_of_deals_is_refused_by_its_number(width: int, card: int, message: str) -> None:
    deals = np.tile(np.arange(width), (3, 1))
    deals[2, 0] = card
    rows = deals if card < 0 else deals.astype(np.uint8)
    with pytest.raises(CardError, match=rf"row 2 of the deals, .*{message}"):
        measure(rows)


@pytest.mark.parametrize("bins", [0, -1])
def test_a_histogram_has_at_least_one_bin(bins: int) -> None:
    with pytest.raises(EquityError, match=f"a histogram of {bins} bins: it needs at least 1"):
        measure(np.arange(5, dtype=np.uint8).reshape(1, 5), bins=bins)
    with pytest.raises(EquityError, match=f"a histogram of {bins} bins: it needs at least 1"):
        final_strength(parse_cards(HAND), parse_cards(FLOP)).histogram(bins)


@pytest.mark.kernels
@pytest.mark.parametrize(("board_cards", "count"), [(4, 5), pytest.param(3, 4, marks=pytest.mark.deep)])
def test_potential_equals_enumeration(board_cards: int, count: int) -> None:
    for hand, board in random_deals(5, count, board_cards=board_cards):
        hand_potential = potential(hand, board)
        assert (hand_potential.positive, hand_potential.negative) == pytest.approx(
            plain_potential(hand, board), abs=1e-12
        )


@pytest.mark.deep
@pytest.mark.kernels
@pytest.mark.parametrize(
    ("hand", "board"),
    [
        ("Kh3h", "Qh Jh 2h 7c"),  # behind a few flushes only
        ("2c3d", "Ah Kh Qh Jh"),  # flushes on the board
        ("7c7d", "7h 7s Ac Ad"),  # quads, no card helps the others but aces
        ("AhKd", "7h 7s Ac Ad"),  # a full house against quads
        ("5c4c", "As Ad Ah 2c"),  # ties when the board plays
        ("KcQd", "2c 2d 2h 2s"),  # four of a kind on the board: the kicker decides
        ("9c9d", "2c 2d 2h"),  # trips on the flop
    ],
)
def test_potential_of_made_hands_equals_enumeration(hand: str, board: str) -> None:
    cards = parse_cards(hand), parse_cards(board)
    hand_potential = potential(*cards)
    assert (hand_potential.positive, hand_potential.negative) == pytest.approx(plain_potential(*cards), abs=1e-12)


def test_a_royal_flush_has_nothing_to_gain_or_to_lose() -> None:
    hand_potential = potential(parse_cards("AhKh"), parse_cards("Qh Jh Th"))
    assert (hand_potential.positive, hand_potential.negative) == (0, 0)


@pytest.mark.parametrize(
    ("hand", "board", "straight"),
    [
        ("9c8c", "7d 6h 2s", "5c5d5h5sTcTdThTs"),  # open-ended: eight
        ("9c8c", "6d 5h 2s", "7c7d7h7s"),  # gutshot: four
        ("AhKd", "Qs Jh 2d", "TcTdThTs"),  # the high end is closed
        ("Ah2d", "3s 4h 9d", "5c5d5h5s"),  # an ace below a deuce
        ("QhTd", "Js 8h 7d 9c", "KcKdKhKs"),  # made already, a king makes it higher
        ("9c9d", "9h 8s 7s", ""),  # a set, three to a straight
        ("2c2d", "6h 7s 8c 9d", ""),  # five and ten make it, but on the board
        ("Tc2d", "6h 7s 8c 9d", "JcJdJhJs"),  # made already, a jack makes it higher; a five leaves it as it is
        ("KcQd", "Jh Ts 9c", "AcAdAhAs"),  # made already, an ace makes it higher
        ("AcKd", "Qh Js Tc", ""),  # none is higher
        ("Th2c", "5d 6c 7h 8s", "9c9d9h9s"),  # higher than the board's; a four is all on the board
    ],
)
def test_straight_draws(hand: str, board: str, straight: str) -> None:
    hand_draws = drawn(hand, board)
    assert hand_draws["straight"] == straight
    assert hand_draws["flush"] == ""


def test_a_flush_draw_has_nine_cards() -> None:
    hand_draws = drawn("AhTh", "7h 4h 2s")
    assert hand_draws["flush"] == "2h3h5h6h8h9hJhQhKh"
    assert hand_draws["straight"] == ""
    # Nine for the flush, and three each to pair the ace and the ten.
    assert hand_draws["outs"] == "2h3h5h6h8h9hTcTdTsJhQhKhAcAdAs"


def test_one_hole_card_may_draw_to_a_flush() -> None:
    assert drawn("Ah2c", "7h 4h 9h")["flush"] == "2h3h5h6h8hThJhQhKh"
    assert drawn("Ac2c", "7h 4h 9h")["flush"] == ""


def test_a_combination_draw() -> None:
    hand_draws = draws(parse_cards("9h8h"), parse_cards("7d 6h 2h"))
    assert len(hand_draws.flush) == 9
    assert len(hand_draws.flush | hand_draws.straight) == 15
    assert set(parse_cards("5c5d5s TcTdTs")) <= hand_draws.straight
    assert hand_draws.flush | hand_draws.straight <= hand_draws.outs


def test_flush_cards_and_straight_cards_are_counted_each_with_those_that_are_both() -> None:
    hand_draws = drawn("9h8h", "7h 6c 2h")
    assert hand_draws["straight"] == "5c5d5h5sTcTdThTs"
    assert hand_draws["flush"] == "3h4h5h6hThJhQhKhAh"
    assert hand_draws["outs"] == format_cards(
        sorted({*parse_cards("5c5d5h5sTcTdThTs"), *parse_cards("3h4h6hJhQhKhAh"), *parse_cards("8c8d8s9c9d9s")})
    )


def test_a_straight_above_that_of_the_board_is_an_out() -> None:
    """A nine makes a straight to the nine on the board, and one to the ten with the hand."""
    hand_draws = drawn("Th2c", "5d 6c 7h 8s")
    assert hand_draws["straight"] == "9c9d9h9s"
    assert hand_draws["outs"] == "2d2h2s9c9d9h9sTcTdTs"


def test_a_straight_flush_draw_is_both() -> None:
    hand_draws = draws(parse_cards("9h8h"), parse_cards("7h 6h 2s"))
    assert set(parse_cards("5h Th")) <= hand_draws.flush & hand_draws.straight
    assert len(hand_draws.flush | hand_draws.straight) == 15


def test_a_set_draws_to_a_full_house_and_quads() -> None:
    assert drawn("7c7d", "7h Ks 2d") == {"outs": "2c2h2s7sKcKdKh", "straight": "", "flush": ""}


def test_a_pair_of_the_board_is_no_out() -> None:
    assert drawn("AhQd", "Kc 9d 5h") == {"outs": "QcQhQsAcAdAs", "straight": "", "flush": ""}


def test_a_pair_of_the_board_is_an_out_where_it_makes_two_pairs() -> None:
    """The board alone then has one pair."""
    assert drawn("AhKd", "Kc 9d 5h") == {"outs": "5c5d5s9c9h9sKhKsAcAdAs", "straight": "", "flush": ""}


def test_a_flush_on_the_board_is_no_out() -> None:
    hand_draws = drawn("AhKd", "9c 8c 7c 2c")
    assert hand_draws["flush"] == ""
    assert hand_draws["outs"] == "KhKsAdAs"


def test_the_best_hand_has_no_outs() -> None:
    assert drawn("AhKh", "Qh Jh Th") == {"outs": "", "straight": "", "flush": ""}


@pytest.mark.parametrize("metric", [hand_strength, final_strength, potential, draws])
@pytest.mark.parametrize(
    ("hand", "board", "message"),
    [
        ("Ah", FLOP, r"a hand of 1 card \(Ah\)"),
        ("AhKhTh", FLOP, r"a hand of 3 cards \(Ah Kh Th\)"),
        (HAND, "Qs Jh", "a board of 2 cards"),
        (HAND, "Ah 2c 3d", "duplicate card Ah"),
    ],
)
def test_cards_that_are_no_hand_and_board_are_refused(
    metric: Callable[..., object], hand: str, board: str, message: str
) -> None:
    with pytest.raises(CardError, match=message):
        metric(parse_cards(hand), parse_cards(board))


@pytest.mark.parametrize("metric", [potential, draws])
@pytest.mark.parametrize("board", ["", "Qs Jh 2d 9c 3s"])
def test_there_is_nothing_to_draw_to_before_the_flop_and_on_the_river(
    metric: Callable[..., object], board: str
) -> None:
    with pytest.raises(EquityError, match=f"with {len(parse_cards(board))} board cards"):
        metric(parse_cards(HAND), parse_cards(board))
