"""Equity: exact, sampled and looked up."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import eval7
from pokerkit import Card as KitCard
from pokerkit import Deck, StandardHighHand, calculate_equities

from benchmarks.measure import Measurement, Pace, best_seconds, paced
from benchmarks.strength import random_hands
from benchmarks.yardsticks import COMPILED, PYTHON
from railbird.cards import FULL_DECK, format_card, parse_cards
from railbird.equity import Range
from railbird.equity.exact import count_against_random, count_known_hands
from railbird.equity.flop_tables import open_flop_tables
from railbird.equity.precision import Precision
from railbird.equity.sampling import sample_equity
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARDS = {
    "rainbow": "Qs Jh 2d 9c 3s",
    "two-tone": "Qh Jh 2d 9c 3s",
    "monotone": "Qh Jh 2h 9c 3s",
    "paired": "Qh Qd 2h 9c 3s",
}
HAND = parse_cards("AsKd")
EVERYTHING = ", ".join(
    [rank * 2 for rank in "AKQJT98765432"] + [high + low for high, low in combinations("AKQJT98765432", 2)]
)


def measure() -> Iterator[Measurement]:
    """Every kind of question."""
    yield from _against_random()
    yield _hand_against_hand()
    yield from _look_ups()
    yield from _sampled()


def _against_random() -> Iterator[Measurement]:
    goals = {(2, "river"): 0.03, (2, "turn"): 0.3, (2, "flop"): 2.0, (1, "flop"): 2.0}
    for (opponents, street), goal in goals.items():
        size = {"flop": 3, "turn": 4, "river": 5}[street]
        times = {texture: _one_against_random(board, size, opponents) for texture, board in BOARDS.items()}
        worst = max(times, key=lambda texture: times[texture][0] / times[texture][1].factor)
        seconds, pace = times[worst]
        yield Measurement(
            f"exact against {opponents} at the {street}, without tables",
            "ms",
            seconds * 1e3,
            goal=goal,
            pace=pace,
            peers=_eval7_at_the_flop() if opponents == 1 else {},
            note=f"the worst texture: {worst}",
        )


def _one_against_random(board: str, size: int, opponents: int) -> tuple[float, Pace]:
    cards = parse_cards(board)[:size]
    return paced(lambda: count_against_random(HAND, cards, opponents=opponents), COMPILED, repeat=15, calls=20)


def _eval7_at_the_flop() -> dict[str, float]:
    """eval7 compares a hand with a range on a full board; the run-outs are ours to go through."""
    hand, everything = _eval7_cards(HAND), eval7.HandRange(EVERYTHING)
    flop = parse_cards(BOARDS["monotone"])[:3]
    rest = [card for card in FULL_DECK if card not in HAND and card not in flop]
    boards = [_eval7_cards((*flop, *run_out)) for run_out in combinations(rest, 2)]
    seconds = best_seconds(
        lambda: [eval7.py_hand_vs_range_exact(hand, everything, board) for board in boards], repeat=3
    )
    return {"eval7 in a Python loop": seconds * 1e3}


def _hand_against_hand() -> Measurement:
    hands = parse_cards("AsAh"), parse_cards("KdKc")
    ours, pace = paced(lambda: count_known_hands(hands), COMPILED, repeat=15, calls=10)
    return Measurement(
        "hand against hand before the flop, exact",
        "ms",
        ours * 1e3,
        goal=1.5,
        pace=pace,
        peers={"eval7 in a Python loop": _eval7_before_the_flop() * 1e3},
        note="eval7 from a tenth of the boards",
    )


def _eval7_before_the_flop() -> float:
    first, second = _eval7_cards(parse_cards("AsAh")), _eval7_cards(parse_cards("KdKc"))
    rest = [eval7.Card(format_card(card)) for card in FULL_DECK if card not in parse_cards("AsAhKdKc")]
    boards = [list(board) for place, board in enumerate(combinations(rest, 5)) if place % 10 == 0]

    def compare() -> int:
        return sum(eval7.evaluate(first + board) > eval7.evaluate(second + board) for board in boards)

    return best_seconds(compare, repeat=1) * 10


def _look_ups() -> Iterator[Measurement]:
    tables = open_flop_tables()
    deals = random_hands(1_000_000, 5)
    array, pace = paced(lambda: tables.equities(deals, opponents=2), COMPILED)
    yield Measurement("table look-up, array", "microseconds/state", array, goal=0.3, pace=pace)
    flop = parse_cards("Qs Jh 2d")
    single, pace = paced(lambda: tables.equity(HAND, flop, opponents=2), PYTHON, calls=2000)
    yield Measurement("table look-up, one at a time", "microseconds", single * 1e6, goal=8, pace=pace)


def _sampled() -> Iterator[Measurement]:
    hand, flop = Range.parse("AsKd"), parse_cards("Qs Jh 2d")

    def deal(opponents: int) -> object:
        return sample_equity(
            [hand],
            random_players=opponents,
            board=flop,
            dead=(),
            precision=Precision(10_000),
            seed=1,
            progress=Silence(),
        )

    two, pace = paced(lambda: deal(2), COMPILED, repeat=30, calls=5)
    yield Measurement("10,000 deals against two at the flop", "ms", two * 1e3, goal=0.8, pace=pace)
    seconds_of_one = best_seconds(lambda: deal(1), repeat=30)
    everything, board = eval7.HandRange(EVERYTHING), _eval7_cards(flop)
    peers = {
        "eval7": best_seconds(lambda: eval7.py_hand_vs_range_monte_carlo(_eval7_cards(HAND), everything, board, 10_000))
        * 1e3,
        "PokerKit, both hands known": _pokerkit_sampled() * 1e3,
    }
    yield Measurement("10,000 deals against one at the flop", "ms", seconds_of_one * 1e3, peers=peers)


def _pokerkit_sampled() -> float:
    """From 200 deals."""
    ranges = [[tuple(KitCard.parse("AsKd"))], [tuple(KitCard.parse("7c7d"))]]
    flop = tuple(KitCard.parse("QsJh2d"))
    return best_seconds(
        lambda: calculate_equities(ranges, flop, 2, 5, Deck.STANDARD, (StandardHighHand,), sample_count=200), repeat=2
    ) * (10_000 / 200)


def _eval7_cards(cards: tuple[int, ...]) -> list[eval7.Card]:
    return [eval7.Card(format_card(card)) for card in cards]
