"""The front door `equity()`: known values, agreement of the methods with each other, samples, refusals."""

from __future__ import annotations

import math
import re
import subprocess
import sys
import time
from itertools import product
from typing import Any

import numpy as np
import pytest

from railbird.cards import format_cards, parse_cards
from railbird.cards.hands import HAND_CARDS, format_hand, hand_index
from railbird.cards.isomorphism import SUIT_PERMUTATIONS
from railbird.equity import EquityResult, Range, calculate, equity, methods, preflop_answers
from railbird.equity.questions import Question, ask
from railbird.errors import CardError, EquityError, RailbirdError, RangeError, SeedError
from railbird.progress import Silence
from twins import plain_shares, random_cards

FLOP = "Qs Jh 2d"
RIVER = "Qs Jh 2d 9c 3s"


def by_method(name: str, question: Question) -> EquityResult:
    """The answer of one exact method, whether it is the cheapest or not."""
    if name in ("answer_against_random", "answer_heads_up"):
        answer = getattr(preflop_answers, name)(question)
        assert answer is not None
        return answer
    return getattr(methods, name)(question).answer(Silence())


def assert_same(result: EquityResult, expected: EquityResult, *, within: float = 1e-12) -> None:
    assert result.method == expected.method == "exact"
    assert [player.hand for player in result.players] == [player.hand for player in expected.players]
    for player, other in zip(result.players, expected.players, strict=True):
        assert player.equity == pytest.approx(other.equity, abs=within)
        assert player.win == pytest.approx(other.win, abs=within)
        assert player.ties == pytest.approx(other.ties, abs=within)


@pytest.mark.parametrize(
    ("players", "cards", "expected"),
    [
        (["AhKh"], {"opponents": 1}, 0.670446),
        (["AhKh"], {"opponents": 1, "board": FLOP}, 0.641073),
        (["AhKh"], {"opponents": 2, "board": FLOP}, 0.466969),
        (["AhKh"], {"opponents": 1, "board": RIVER}, 0.364141),
        (["AhKh"], {"opponents": 2, "board": RIVER}, 0.126165),
        (["AsAh", "KdKc"], {}, 0.812555),
        (["AA"], {"opponents": 1}, 0.852037),
        (["AA"], {"opponents": 2}, 0.734352),
    ],
)
def test_known_equities_to_six_digits(players: list[str], cards: dict[str, Any], expected: float) -> None:
    result = equity(players, **cards)
    assert result.method == "exact"
    assert result.samples is None
    assert result.seed is None
    assert round(result.players[0].equity, 6) == expected
    assert result.players[0].standard_error == 0
    assert result.players[0].interval == (result.players[0].equity,) * 2


def test_one_hand_alone_meets_one_random_opponent() -> None:
    assert equity(["AhKh"], board=FLOP) == equity(["AhKh"], board=FLOP, opponents=1)


def test_one_hand_may_be_plain_text() -> None:
    assert equity("AhKh", opponents=2) == equity(["AhKh"], opponents=2)
    assert equity("22+, AKs", board=FLOP) == equity(["22+, AKs"], board=FLOP)
    assert equity("AhKh", opponents=2).players[0].hand == "AhKh"


@pytest.mark.parametrize("text", ["AsAh,KsKh", "AsAh KsKh", "KsKh, AsAh"])
@pytest.mark.parametrize("cards", [{}, {"board": FLOP}, {"opponents": 2}])
def test_hands_in_a_list_are_a_range(text: str, cards: dict[str, Any]) -> None:
    result = equity([text], **cards)
    assert result.players[0].hand == text
    aces, kings = (equity([hand], **cards).players[0].equity for hand in ("AsAh", "KsKh"))
    assert result.players[0].equity == pytest.approx((aces + kings) / 2, abs=1e-12)


def test_only_named_players_are_in_the_result() -> None:
    result = equity(["AhKh", "QdQc"], board="2h 3h 9c 9d", opponents=1)
    assert [player.hand for player in result.players] == ["AhKh", "QdQc"]
    assert [len(player.ties) for player in result.players] == [2, 2]
    assert sum(player.equity for player in result.players) < 1


def test_cards_are_text_or_numbers() -> None:
    as_text = equity(["AhKh", "QQ"], board=FLOP, dead="2c 2h")
    as_numbers = equity([parse_cards("AhKh"), Range.parse("QQ")], board=parse_cards(FLOP), dead=parse_cards("2c2h"))
    assert as_text == as_numbers


@pytest.mark.parametrize(
    ("names", "players", "cards"),
    [
        (("answer_against_random", "answer_heads_up", "_meet_random_opponents"), ["AhKh"], {}),
        (("answer_against_random", "_enumerate_hands"), ["7c2d"], {}),
        (("answer_against_random", "_meet_random_opponents"), ["AhKh"], {"opponents": 2}),
        (("answer_against_random", "_meet_random_opponents"), ["AKs:0.25,TcTd"], {"opponents": 2}),
        (("answer_heads_up", "_enumerate_hands"), ["AKs:0.25,QQ", "QJs,TT:0.5"], {}),
        (
            ("_meet_random_opponents", "_sweep_boards", "_compare_combinations", "_enumerate_hands"),
            ["AhKh"],
            {"board": FLOP},
        ),
        (
            ("_meet_random_opponents", "_sweep_boards", "_compare_combinations", "_enumerate_hands"),
            ["7h6h"],
            {"board": "8h 5h 5c Kd"},
        ),
        (
            ("_meet_random_opponents", "_sweep_boards", "_compare_combinations", "_enumerate_hands"),
            ["2c2h"],
            {"board": "As Ks Qs Js Ts"},
        ),
        (("_meet_random_opponents", "_sweep_boards"), ["QQ+:0.5,JTs"], {"board": "Qd Js 2s", "dead": "Qc 3c"}),
        (
            ("_sweep_boards", "_compare_combinations", "_enumerate_hands"),
            ["QQ+,AKs:0.5", "JTs,99:0.25"],
            {"board": "Qd Js 2s"},
        ),
        (("_sweep_boards", "_enumerate_hands"), ["22+", "AK"], {"board": "Ks 9s 4d 8h 8c", "dead": "Ah"}),
        (("_sweep_boards", "_compare_combinations", "_enumerate_hands"), ["AA", "AK", "A5s"], {"board": "Ks 9s 4d 8h"}),
        (("_sweep_boards", "_meet_random_opponents"), ["AKs:0.5, 99"], {"board": "Ks 9s 4d 8h", "opponents": 2}),
        (("_compare_combinations", "_enumerate_hands"), ["AA", "AK", "A5s", "QJs,KK"], {"board": "Ks 9s 4d 8h 8c"}),
    ],
)
def test_exact_methods_agree(names: tuple[str, ...], players: list[str], cards: dict[str, Any]) -> None:
    first, *others = [by_method(name, ask(players, **cards)) for name in names]
    for other in others:
        assert_same(other, first)
    assert_same(equity(players, **cards, exact=True), first)


@pytest.mark.parametrize("board_cards", [3, 4, 5])
def test_two_random_opponents_agree_with_enumeration_of_a_short_deck(board_cards: int) -> None:
    """So many cards are dead that every pair of opposing hands can be met one by one."""
    rng = np.random.default_rng(board_cards)
    hand, board, dead = np.split(np.array(random_cards(rng, 2 + board_cards + 33)), [2, 2 + board_cards])
    question = ask([hand.tolist()], board=board.tolist(), dead=dead.tolist(), opponents=2)
    assert_same(by_method("_meet_random_opponents", question), by_method("_enumerate_hands", question))


def test_ranges_before_the_flop_meet_as_judged_hand_by_hand_from_a_thin_deck() -> None:
    dead = [*range(36)]  # the aces to jacks are left
    texts = ["AA, KQs:0.5", "AKs, JsJh", "QQ, AsJd"]
    question = ask(texts, dead=dead)
    expected = plain_shares([*map(weights_by_hand, question.ranges)], [], dead)
    result = by_method("_enumerate_hands", question)
    for player, shares in zip(result.players, expected, strict=True):
        assert (player.win, *player.ties) == pytest.approx(shares, abs=1e-12)


def weights_by_hand(spread: Range) -> dict[tuple[int, int], float]:
    return {tuple(HAND_CARDS[hand].tolist()): float(spread.weights[hand]) for hand in spread.hands()}


@pytest.mark.parametrize("board", ["", FLOP, "Qs Jh 2d 2c", RIVER])
@pytest.mark.parametrize("text", ["22+", "AKs:0.25, QQ+, T9o", "random"])
def test_equal_ranges_are_even(text: str, board: str) -> None:
    first, second = equity([text, text], board=board).players
    assert first.equity == pytest.approx(0.5, abs=1e-12)
    assert first.win == pytest.approx(second.win, abs=1e-12)
    assert first.win + second.win + first.tie == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (["AA", "KK", "QQ"], {"board": FLOP}),
        (["AhKh", "QQ+", "T9s"], {"board": "8h 7h 2c 2s"}),
        (["AhKh", "QcQd", "9s9c", "7d6d"], {}),
        (["22+", "AKs", "55+"], {"samples": 20_000, "seed": 1}),
    ],
)
def test_equities_of_all_players_sum_to_one(players: list[str], cards: dict[str, Any]) -> None:
    result = equity(players, **cards)
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-12)
    won = sum(player.win for player in result.players)
    shared = sum(share / winners for player in result.players for winners, share in enumerate(player.ties, start=2))
    assert won + shared == pytest.approx(1, abs=1e-12)


def renamed(cards: list[int], permutation: np.ndarray) -> list[int]:
    return [card // 4 * 4 + int(permutation[card % 4]) for card in cards]


def renamed_range(spread: Range, permutation: np.ndarray) -> Range:
    weights = np.zeros_like(spread.weights)
    for hand in spread.hands().tolist():
        weights[hand_index(*renamed(HAND_CARDS[hand].tolist(), permutation))] = spread.weights[hand]
    return Range(weights)


@pytest.mark.parametrize("board_cards", [0, 3, 4, 5])
@pytest.mark.parametrize("opponents", [None, 1, 2])
def test_renaming_suits_changes_nothing(board_cards: int, opponents: int | None) -> None:
    """A hand against a range, or against random opponents; with dead cards after the flop."""
    rng = np.random.default_rng([board_cards, opponents or 0])
    cards = random_cards(rng, 4 + board_cards + (2 if board_cards else 0))
    hand, others, board, dead = cards[:2], cards[2:4], cards[4 : 4 + board_cards], cards[4 + board_cards :]
    against = [] if opponents else [Range.parse(f"{format_cards(others)}, AQs:0.5, KcTd, 7h7s")]
    before = equity([hand, *against], board=board, dead=dead, opponents=opponents)
    assert before.method == "exact"
    for permutation in SUIT_PERMUTATIONS[[1, 9, 23]]:
        after = equity(
            [renamed(hand, permutation), *(renamed_range(spread, permutation) for spread in against)],
            board=renamed(board, permutation),
            dead=renamed(dead, permutation),
            opponents=opponents,
        )
        for player, other in zip(after.players, before.players, strict=True):
            assert player.equity == pytest.approx(other.equity, abs=1e-12)
            assert player.ties == pytest.approx(other.ties, abs=1e-12)


def test_a_weight_counts_as_a_number_of_hands() -> None:
    """Neither ace-king nor queens hold a jack: the four and six hands only differ in weight."""
    mixed = equity(["AKs:0.5, QQ", "JJ"]).players[0].equity
    ace_king, queens = (equity([text, "JJ"]).players[0].equity for text in ("AKs", "QQ"))
    assert mixed == pytest.approx((0.5 * 4 * ace_king + 6 * queens) / (0.5 * 4 + 6), abs=1e-12)
    assert equity(["AKs:0.5", "JJ"]).players[0].equity == pytest.approx(ace_king, abs=1e-12)


def test_ranges_are_mixed_hand_by_hand_where_cards_clash() -> None:
    first, second = Range.parse("AKs:0.5, QQ"), Range.parse("KQs, AhQh:0.25")
    board = parse_cards(FLOP)
    total = won = 0.0
    for mine, theirs in product(first.hands().tolist(), second.hands().tolist()):
        cards = {*HAND_CARDS[mine].tolist(), *HAND_CARDS[theirs].tolist(), *board}
        if len(cards) == 7:
            weight = first.weights[mine] * second.weights[theirs]
            total += weight
            won += weight * equity([format_hand(mine), format_hand(theirs)], board=board).players[0].equity
    assert equity([first, second], board=board).players[0].equity == pytest.approx(won / total, abs=1e-12)


def test_a_dead_card_on_the_river_is_a_card_no_opponent_holds() -> None:
    dead = parse_cards("Qc 3d")
    without = Range.random().without(dead)
    for hand in ("AhKh", "QhQd", "8s7s"):
        conditioned = equity([hand, without], board=RIVER).players[0]
        given = equity([hand], board=RIVER, dead=dead).players[0]
        assert given.equity == pytest.approx(conditioned.equity, abs=1e-12)
        assert given.equity != equity([hand], board=RIVER).players[0].equity


@pytest.mark.parametrize("opponents", [1, 2])
def test_a_dead_card_on_the_turn_does_not_come_on_the_river(opponents: int) -> None:
    hand, turn, dead = parse_cards("AhKh"), parse_cards("Qs Jh 2d 9c"), parse_cards("Tc")
    rivers = sorted(set(range(52)) - {*hand, *turn, *dead})
    on_rivers = [
        equity([hand], board=(*turn, river), dead=dead, opponents=opponents).players[0].equity for river in rivers
    ]
    given = equity([hand], board=turn, dead=dead, opponents=opponents).players[0].equity
    assert given == pytest.approx(math.fsum(on_rivers) / len(rivers), abs=1e-12)


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (["AhKh"], {"opponents": 1}),
        (["AhKh"], {"opponents": 2, "board": FLOP}),
        (["7c7d"], {"opponents": 2, "board": "7h 4h 2s 2d", "dead": "Kc Kd"}),
        (["AA", "KK,AKs:0.5"], {}),
        (["AhKh", "QQ+", "T9s"], {"board": "8h 7h 2c 2s"}),
        (["top 10%", "22+"], {"board": "As Ks Qs Js Ts"}),
    ],
)
def test_samples_agree_with_the_exact_answer(players: list[str], cards: dict[str, Any]) -> None:
    exact = equity(players, **cards, exact=True)
    sampled = equity(players, **cards, samples=100_000, seed=11)
    assert exact.method == "exact"
    assert sampled.method == "sampled"
    for player, other in zip(sampled.players, exact.players, strict=True):
        assert 0 < player.standard_error < 0.0017
        assert player.equity == pytest.approx(other.equity, abs=5 * player.standard_error)
        assert player.win == pytest.approx(other.win, abs=5 * 0.5 / math.sqrt(100_000))
        assert player.tie == pytest.approx(other.tie, abs=5 * 0.5 / math.sqrt(100_000))


def test_95_percent_of_the_intervals_hold_the_exact_equity() -> None:
    exact = equity(["AhKh"], board=FLOP, opponents=2).players[0].equity
    intervals = [
        equity(["AhKh"], board=FLOP, opponents=2, samples=1000, seed=seed).players[0].interval for seed in range(1000)
    ]
    held = sum(low <= exact <= high for low, high in intervals)
    # 950 are expected, with a standard deviation of 6.9.
    assert 925 <= held <= 975


def test_a_sample_says_what_it_is_and_is_repeated_by_its_seed() -> None:
    first = equity(["AhKh"], opponents=4, samples=10_000)
    assert first.method == "sampled"
    assert first.samples == 10_000
    assert first.seed is not None
    player = first.players[0]
    assert player.interval == pytest.approx(
        (player.equity - 1.96 * player.standard_error, player.equity + 1.96 * player.standard_error), abs=1e-5
    )
    assert equity(["AhKh"], opponents=4, samples=10_000, seed=first.seed) == first
    assert equity(["AhKh"], opponents=4, samples=10_000, seed=first.seed + 1).players != first.players


def test_sampling_stops_at_a_standard_error() -> None:
    result = equity(["AhKh"], opponents=4, standard_error=0.001, seed=5)
    assert result.method == "sampled"
    assert 0.0009 < result.players[0].standard_error <= 0.001


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (["AhKh"], {"opponents": 1}),
        (["AsKs", "2c2d"], {"board": "QsJsTs"}),  # always won
        (["AsKd", "AcKh"], {}),  # almost always shared
        (["22+", "AKs", "55+"], {}),
    ],
)
@pytest.mark.parametrize("promised", [0.3, 0.02, 0.003])
def test_a_standard_error_is_reached_whatever_is_asked(
    players: list[str], cards: dict[str, Any], promised: float
) -> None:
    for seed in range(5):
        result = equity(players, **cards, standard_error=promised, seed=seed)
        assert all(0 < player.standard_error <= promised for player in result.players)
        assert result.samples is not None
        # A share of the pot has at most a variance of a quarter.
        assert result.samples <= math.ceil(0.25 / promised**2)


def test_sampling_stops_at_whichever_comes_first() -> None:
    assert equity(["AhKh"], samples=1000, standard_error=0.0001, seed=5).samples == 1000
    assert equity(["AhKh"], samples=10_000_000, standard_error=0.005, seed=5).samples < 1_000_000


@pytest.mark.parametrize("opponents", range(3, 10))
def test_shipped_samples_agree_with_fresh_ones(opponents: int) -> None:
    for hand in ("AsAh", "AhKh", "7c2d", "5h5d"):
        shipped = equity([hand], opponents=opponents)
        fresh = equity([hand], opponents=opponents, samples=200_000, seed=opponents)
        assert shipped.method == fresh.method == "sampled"
        assert shipped.seed is None
        assert shipped.samples > 1_000_000
        assert 0 < shipped.players[0].standard_error <= 0.0002
        error = math.hypot(shipped.players[0].standard_error, fresh.players[0].standard_error)
        assert shipped.players[0].equity == pytest.approx(fresh.players[0].equity, abs=5 * error)
        assert len(shipped.players[0].ties) == opponents


def test_a_seed_asks_for_a_fresh_sample_instead_of_the_shipped_one() -> None:
    fresh = equity(["AhKh"], opponents=3, seed=8)
    assert fresh.seed == 8
    assert fresh.players[0].standard_error <= calculate.DEFAULT_PRECISION.standard_error
    assert fresh.players != equity(["AhKh"], opponents=3).players


def test_what_takes_long_is_sampled() -> None:
    result = equity(["22+", "AKs", "random"], seed=1)
    assert result.method == "sampled"
    assert max(player.standard_error for player in result.players) <= calculate.DEFAULT_PRECISION.standard_error


def test_the_estimate_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = equity(["AhKh"], board=FLOP)
    assert exact.method == "exact"
    monkeypatch.setattr(calculate, "QUICK_SECONDS", 1e-9)
    sampled = equity(["AhKh"], board=FLOP, seed=1)
    assert sampled.method == "sampled"
    assert equity(["AhKh"], board=FLOP, exact=True) == exact


@pytest.mark.parametrize(("players", "cards"), [(["AhKh"], {"opponents": 4}), (["random"] * 4, {})])
def test_exact_work_of_days_is_refused(players: list[str], cards: dict[str, Any]) -> None:
    with pytest.raises(EquityError, match=r"the exact equity would take about [\d,]+ days"):
        equity(players, **cards, exact=True)


@pytest.mark.parametrize(
    ("players", "cards", "kind", "message"),
    [
        (["AhAh"], {}, RangeError, "AhAh"),
        ([(50, 50)], {}, CardError, "duplicate card Ah"),
        (["AhKh"], {"board": "Ah 2c 3d"}, CardError, "duplicate card Ah in AhKh and the board: each card"),
        (["AhKh"], {"dead": "Kh"}, CardError, "duplicate card Kh in AhKh and the dead cards"),
        (["AhKh"], {"board": FLOP, "dead": "2d"}, CardError, "card 2d in the board and the dead cards"),
        (["AhKh", "KhQd"], {}, CardError, "duplicate card Kh in AhKh and KhQd"),
        (["AhKh"], {"board": "2c 3c 2c"}, CardError, "duplicate card 2c"),
        (["AhKx"], {}, RailbirdError, "AhKx"),
        (["AhKh"], {"board": "Qs Jx 2d"}, CardError, "unknown card 'Jx' in 'Qs Jx 2d'"),
        (["AhKh"], {"dead": "1c"}, CardError, "unknown card '1c'"),
        ([(50, 52)], {}, CardError, "there is no card 52"),
        (["AhKhQh"], {}, RangeError, "range item 'AhKhQh' at character 1: 3 cards: a hand has two cards"),
        ([(50, 49, 48)], {}, CardError, "a hand of 3 cards (Ah Ad Ac): a hand has two"),
        ([(50,)], {}, CardError, "a hand of 1 card (Ah): a hand has two"),
        (["AhKh"], {"board": "Qs Jh"}, CardError, "a board of 2 cards (Qs Jh): a board has 0, 3, 4 or 5"),
        (["AhKh"], {"board": "2c 3c 4c 5c 6c 7c"}, CardError, "a board of 6 cards"),
        (["AA", "KK"], {"dead": "As Ah Ac"}, RangeError, "no hand of AA is left with As Ah Ac dead"),
        (["AA", "KK"], {"board": "As Ah Ac"}, RangeError, "no hand of AA is left"),
        (
            ["AA", "AA", "AA"],
            {},
            EquityError,
            "AA, AA, AA cannot be dealt together: in every combination two hands share a card",
        ),
        (["random"] * 24, {}, EquityError, "24 players and a board need 53 cards, but only 52 are not dead"),
        (["AhKh"], {"opponents": 9, "dead": range(32)}, EquityError, "10 players and a board need 25 cards"),
        (["AhKh"], {"opponents": 0}, EquityError, "0 random opponents: give 1 to 9"),
        (["AhKh"], {"opponents": 10}, EquityError, "10 random opponents: give 1 to 9"),
        ([], {}, EquityError, "give at least one hand"),
        (["AsAh,AsAd", "AsAc"], {"samples": 100}, EquityError, "AsAh,AsAd, AsAc cannot be dealt together"),
        (["AhKh"], {"samples": 10, "seed": -1}, SeedError, "seed -1: a seed must be 0 or greater"),
        (["AhKh"], {"opponents": 3, "seed": -1}, SeedError, "seed -1: a seed must be 0 or greater"),
        (["AhKh"], {"samples": 0}, EquityError, "0 samples: the number of samples must be at least 1"),
        (["AhKh"], {"standard_error": 0.0}, EquityError, "a standard error of 0.0: it must be between 0 and 1"),
        (["AhKh"], {"standard_error": 2.0}, EquityError, "a standard error of 2.0"),
        (["AhKh"], {"standard_error": math.nan}, EquityError, "a standard error of nan"),
        (["AhKh"], {"exact": True, "samples": 10}, EquityError, "an equity cannot be both exact and sampled"),
        (["AhKh"], {"exact": True, "standard_error": 0.1}, EquityError, "an equity cannot be both exact and sampled"),
    ],
)
def test_what_has_no_answer_is_refused_in_one_line(
    players: list[Any], cards: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as error:
        equity(players, **cards)
    assert isinstance(error.value, ValueError)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("players", [["JJ+"] * 9, ["JJ+"] * 9 + ["22"], ["AA"] * 3 + ["random"] * 6])
def test_hands_that_cannot_be_dealt_together_are_refused_quickly(players: list[str]) -> None:
    """Nine pairs from jacks up need eighteen cards of sixteen; trying every choice of hands would take for ever."""
    equity(["22+", "22+", "random"], samples=1, seed=1)  # compiled code is loaded
    started = time.process_time()
    with pytest.raises(EquityError, match=r"cannot be dealt together|too few are left to sample"):
        equity(players)
    assert time.process_time() - started < 2


HOPELESS = """
from railbird.equity import equity
from railbird.errors import EquityError

try:
    equity(["AsAh,KsKh:0.000000001", "AsAh", "random"], samples=1000, seed=1)
except EquityError as error:
    print(error)
"""


def test_a_sample_that_finds_no_deal_is_given_up() -> None:
    """Only one in a billion choices of hands has no clash. In a process of its own, because it would not end."""
    done = subprocess.run([sys.executable, "-c", HOPELESS], capture_output=True, text=True, timeout=60, check=True)
    assert re.fullmatch(
        r"the ranges share cards in all but 0 of [\d,]+ deals: too few are left to sample\n", done.stdout
    )


def test_a_sample_goes_on_where_most_hands_clash() -> None:
    """One choice of hands in a thousand has no clash: kings against aces."""
    result = equity(["AsAh:1,KsKh:0.001", "AsAh"], samples=2_000, seed=1)
    expected = equity(["KsKh", "AsAh"]).players[0].equity
    assert result.samples == 2_000
    assert result.players[0].equity == pytest.approx(expected, abs=5 * result.players[0].standard_error)
