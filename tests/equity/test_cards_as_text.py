"""Every public function that takes cards takes them as text too, with the same answer and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.cards import as_card, as_cards, parse_cards
from railbird.cards.hands import class_index, hand_index
from railbird.cards.isomorphism import HAND_FLOP
from railbird.cards.strength import strength
from railbird.equity import Range, equity
from railbird.equity.exact import count_against_random, count_known_hands, equities_against_random, run_outs_by_score
from railbird.equity.flop import equities_on_flop, flop_equity
from railbird.equity.flop_tables import FlopTables
from railbird.equity.metrics import draws, final_strength, hand_strength, potential
from railbird.errors import CardError, EquityError, RangeError

if TYPE_CHECKING:
    from collections.abc import Callable

HAND, FLOP = "AhKh", "Qs Jh 2d"


def counts_in_tables(hand: object, flop: object) -> object:
    rows = np.arange(3 * HAND_FLOP.size, dtype=np.uint32).reshape(-1, 3)
    tables = FlopTables(rows, rows)
    return tables.counts(hand, flop, opponents=1), tables.moments(hand, flop)  # type: ignore[arg-type]


ASKING: list[Callable[..., object]] = [
    hand_strength,
    potential,
    draws,
    equities_against_random,
    equities_on_flop,
    counts_in_tables,
    lambda hand, flop: final_strength(hand, flop).mean,
    lambda hand, flop: run_outs_by_score(hand, flop).tolist(),
    lambda hand, flop: flop_equity(hand, flop, opponents=2),
    lambda hand, flop: count_against_random(hand, flop, opponents=1, dead="2c 2h"),
    lambda hand, flop: count_known_hands([hand, "2c2h"], flop),
    lambda hand, flop: equity([hand], board=flop, opponents=2),
]


@pytest.mark.parametrize("ask", ASKING)
def test_text_lists_and_arrays_of_cards_have_the_same_answer(ask: Callable[..., object]) -> None:
    hand, flop = parse_cards(HAND), parse_cards(FLOP)
    expected = ask(hand, flop)
    assert ask(HAND, FLOP) == expected
    assert ask([*hand], [*flop]) == expected


@pytest.mark.parametrize("ask", ASKING)
@pytest.mark.parametrize(
    ("hand", "flop", "complaint"),
    [
        ("AhKx", FLOP, "unknown card 'Kx' in 'AhKx'"),
        ("AhAh", FLOP, "duplicate card Ah"),
        (HAND, "Qs Jh Ah", "duplicate card Ah"),
        (HAND, "Qs Jh 2", "unknown card '2'"),
        ((50, 52), FLOP, "there is no card 52"),
        (["Ah", "Kh"], FLOP, "there is no card Ah: .* or one text such as AsKd"),
    ],
)
def test_bad_cards_are_named(ask: Callable[..., object], hand: object, flop: object, complaint: str) -> None:
    if ask is ASKING[-1] and hand in ("AhKx", "AhAh"):
        complaint = str(hand)  # it may be a range
    with pytest.raises((CardError, RangeError), match=complaint):
        ask(hand, flop)


def test_cards_of_any_kind() -> None:
    assert as_cards("As 2c") == as_cards([51, 0]) == as_cards(np.array([51, 0])) == (51, 0)
    assert as_cards("") == as_cards(()) == ()
    assert as_card("10h") == as_card(as_card("Th"))


@pytest.mark.parametrize("cards", [[51, 51], [-1], ["As"], [[51]], [None], "AsA"])
def test_values_that_are_not_cards_are_refused(cards: object) -> None:
    with pytest.raises(CardError):
        as_cards(cards)  # type: ignore[arg-type]


def test_strength_and_indices_of_text() -> None:
    cards = parse_cards("As Ad Ks Kd Qc 7h 2c")
    assert strength("As Ad Ks Kd Qc 7h 2c") == strength(cards)
    assert HAND_FLOP.index(HAND + FLOP) == HAND_FLOP.index(parse_cards(HAND + FLOP))
    assert hand_index("Ah", "Kh") == hand_index(*parse_cards(HAND))
    assert class_index("Ah", "Kh") == class_index(*parse_cards(HAND))
    with pytest.raises(CardError, match="4 cards: give the 5, 6 or 7 cards of one hand"):
        strength("As Ad Ks Kd")


def test_ranges_of_text() -> None:
    assert Range.of_hands(["AhKh", hand_index("2c", "2d")]) == Range.parse("AhKh, 2c2d")
    assert Range.parse("AA").without("As Ah") == Range.parse("AdAc")
    with pytest.raises(RangeError, match="no hand 'AhKhQh': a hand is two cards, like AhKh"):
        Range.of_hands(["AhKhQh"])


def test_hands_that_are_one_text_are_refused() -> None:
    with pytest.raises(EquityError, match="give a list of hands"):
        count_known_hands("AhKh")
