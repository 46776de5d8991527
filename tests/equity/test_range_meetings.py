"""Ranges against each other on a board: plain twins, agreement of both methods, suits that are alike."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from railbird.cards import parse_cards
from railbird.cards.hands import HAND_CARDS, HAND_COUNT
from railbird.cards.suits import SUIT_PERMUTATIONS
from railbird.equity import Range, equity
from railbird.equity.alike_suits import (
    RunOutClasses,
    combinations_up_to_suits,
    fixing_permutations,
    run_outs_up_to_suits,
)
from railbird.equity.hand_combinations import combinations_of, disjoint_combinations, expected_combinations
from railbird.equity.questions import ask
from railbird.equity.range_meetings import compared_shares, swept_shares
from railbird.progress import Silence
from twins import plain_shares, random_cards


def shares_of(method: str, ranges: list[Range], board: list[int], dead: list[int] | None = None) -> np.ndarray:
    """The shares by one of the methods, with run-outs up to suits."""
    run_outs = run_outs_up_to_suits(board, dead or [], ranges)
    dead_cards = len(dead or [])
    if method == "swept":
        return swept_shares(ranges, len(ranges), board, run_outs, dead_cards=dead_cards)
    with Silence().task("", total=None) as task:
        return compared_shares(ranges, board, run_outs, dead_cards=dead_cards, task=task)


def random_range(rng: np.random.Generator, size: int, *, without: list[int]) -> Range:
    """A range of hands that often share cards, some with a weight of 1."""
    weights = np.zeros(HAND_COUNT)
    cards = random_cards(rng, min(9, 52 - len(without)), without=without)
    possible = np.flatnonzero(np.isin(HAND_CARDS, cards).all(axis=1))
    hands = rng.choice(possible, min(size, len(possible)), replace=False)
    weights[hands] = np.minimum(1, rng.uniform(0.1, 1.5, len(hands)))
    return Range(weights)


def as_dict(spread: Range) -> dict[tuple[int, int], float]:
    return {tuple(HAND_CARDS[hand].tolist()): float(spread.weights[hand]) for hand in spread.hands()}


@pytest.mark.kernels
@pytest.mark.parametrize("method", ["compared", "swept"])
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("board_cards", "size"), [(5, 9), (4, 5), (3, 3)])
def test_ranges_that_share_cards_meet_as_judged_hand_by_hand(
    method: str, players: int, board_cards: int, size: int
) -> None:
    for seed in range(4 if board_cards > 3 else 1):
        rng = np.random.default_rng([players, board_cards, seed])
        board = random_cards(rng, board_cards)
        dead = random_cards(rng, 3 * (seed % 2), without=board)
        # Their hands are of the same nine cards, so that most of them clash.
        shared = random_cards(rng, 43 - board_cards - len(dead), without=[*board, *dead])
        ranges = [random_range(rng, size, without=[*board, *dead, *shared]) for _ in range(players)]
        expected = plain_shares([*map(as_dict, ranges)], board, dead)
        assert shares_of(method, ranges, board, dead) == pytest.approx(np.array(expected), abs=1e-12)


@pytest.mark.kernels
@pytest.mark.parametrize("players", [4, 5])
def test_more_ranges_are_compared_as_judged_hand_by_hand(players: int) -> None:
    for board_cards, size in ((5, 4), (4, 3)):
        rng = np.random.default_rng([players, board_cards])
        board = random_cards(rng, board_cards)
        ranges = [random_range(rng, size, without=board) for _ in range(players)]
        expected = plain_shares([*map(as_dict, ranges)], board)
        assert shares_of("compared", ranges, board) == pytest.approx(np.array(expected), abs=1e-12)


@pytest.mark.parametrize("board", ["Qs Jh 2d", "Qs Js 2d", "Qs Js 2s", "Qs Qd 2d", "9s 8s 7s 6s", "As Ks Qs Js Ts"])
@pytest.mark.parametrize(
    "texts",
    [
        ["top 20%", "22+, A2s+, KTo+:0.5"],
        ["TT+, AQs+, AKo", "88-55, KQs, AJs, KQo", "A5s-A2s, T9s-76s, 44-22"],
        ["random", "AKs:0.25, 76o", "random"],
    ],
)
def test_comparing_and_sweeping_agree(board: str, texts: list[str]) -> None:
    cards = list(parse_cards(board))
    if "random" in texts and len(cards) < 5:
        cards += random_cards(np.random.default_rng(1), 5 - len(cards), without=cards)
    ranges = [Range.parse(text).without(cards) for text in texts]
    compared, swept = (shares_of(method, ranges, cards) for method in ("compared", "swept"))
    assert swept == pytest.approx(compared, abs=1e-12)
    equities = swept @ (1 / np.arange(1, len(texts) + 1))
    assert equities.sum() == pytest.approx(1, abs=1e-12)


def test_known_equity_of_aces_and_kings_against_pairs() -> None:
    """The value that OMPEval gives."""
    result = equity(["AA,KK", "22+"], board="Qs Jh 2d")
    assert result.method == "exact"
    assert round(result.players[0].equity, 6) == 0.753172


@pytest.mark.parametrize("board", ["Qs Jh 2d", "Qs Jh 2d 9c", "Qs Jh 2d 9c 3s"])
def test_three_middle_ranges_are_exact_by_default(board: str) -> None:
    result = equity(["TT+,AQs+,AKo", "88-55,KQs,AJs,QJs,KQo", "A5s-A2s,T9s-76s,44-22"], board=board)
    assert result.method == "exact"
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-12)


def every_run_out(board: list[int]) -> RunOutClasses:
    left = [card for card in range(52) if card not in board]
    cards = np.array(list(combinations(left, 2)), dtype=np.uint8)
    return RunOutClasses(cards, np.ones(len(cards), dtype=np.uint16))


@pytest.mark.parametrize(
    ("board", "texts", "alike"),
    [
        ("Qs Jh 2d", ["22+", "AK"], 1),
        ("Qs Js 2d", ["22+", "AK"], 2),  # clubs and hearts
        ("Qs Js 2s", ["22+", "AK"], 6),
        ("Qs Qh 2d", ["22+", "AK"], 2),  # spades and hearts
        ("Qs Js 2s", ["22+", "AcKd, AdKc"], 2),
        ("Qs Js 2s", ["22+", "AcKd:0.5, AdKc"], 1),
        ("Qs Js 2s", ["AsKc", "random"], 2),
    ],
)
def test_run_outs_that_suits_make_alike_are_counted_once(board: str, texts: list[str], alike: int) -> None:
    cards = list(parse_cards(board))
    ranges = [Range.parse(text).without(cards) for text in texts]
    assert len(fixing_permutations([cards, []], ranges)) == alike
    run_outs = run_outs_up_to_suits(cards, [], ranges)
    assert run_outs.copies.sum() == comb(49, 2)
    assert comb(49, 2) / alike <= len(run_outs.copies) < comb(49, 2) / alike * 1.8
    one_by_one = swept_shares(ranges, 2, cards, every_run_out(cards), dead_cards=0)
    assert shares_of("swept", ranges, cards) == pytest.approx(one_by_one, abs=1e-12)


def test_combinations_of_hands_are_those_without_a_common_card() -> None:
    question = ask(["AA:0.5", "AKs", "AsQs,KK"])
    rows = np.concatenate([rows for rows, _ in combinations_of(question)])
    weights = np.concatenate([weights for _, weights in combinations_of(question)])
    hands = HAND_CARDS[rows].reshape(len(rows), 6)
    assert all(len({*hand}) == 6 for hand in hands.tolist())
    assert len({*map(tuple, rows.tolist())}) == len(rows)
    assert (weights == 0.5).all()
    lists = [[*map(tuple, HAND_CARDS[spread.hands()].tolist())] for spread in question.ranges]
    expected = sum(len({*a, *b, *c}) == 6 for a in lists[0] for b in lists[1] for c in lists[2])
    assert len(rows) == expected
    assert expected_combinations(question.ranges) == pytest.approx(expected, rel=0.2)


def test_expected_combinations_of_two_ranges_and_of_random_players_are_exact() -> None:
    ranges = [Range.parse("AA, AKs"), Range.parse("AsQs, 22, KK")]
    masks = [np.array([sum(1 << card for card in hand) for hand in as_dict(spread)], np.uint64) for spread in ranges]
    pairs = sum(map(len, disjoint_combinations(masks)))
    assert expected_combinations(ranges) == pytest.approx(pairs, rel=1e-12)
    assert expected_combinations(ranges, random_players=2) == pytest.approx(pairs * comb(48, 2) * comb(46, 2))


def test_combinations_that_suits_make_alike_are_one() -> None:
    question = ask(["AA", "KK", "QQ"])
    ((rows, weights),) = combinations_of(question)
    merged, together = combinations_up_to_suits(rows, weights, range(len(SUIT_PERMUTATIONS)))
    again, _ = combinations_up_to_suits(merged, together, range(len(SUIT_PERMUTATIONS)))
    assert together.sum() == weights.sum() == 216
    assert len(merged) == len(again) < 20
    suits = {tuple(sorted(tuple(sorted(hand % 4)) for hand in HAND_CARDS[row])) for row in merged}
    assert len(suits) > 1
