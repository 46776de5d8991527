"""Cards as text: both ways, in every usual writing, and what is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.cards import (
    CARD_COUNT,
    RANKS,
    SUITS,
    card,
    check_distinct,
    format_card,
    format_cards,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from railbird.errors import CardError, RailbirdError

if TYPE_CHECKING:
    from pathlib import Path

ALL_TEXTS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
some_cards = st.lists(st.integers(0, 51), unique=True, max_size=52)


def test_cards_are_numbered_by_rank_and_then_by_suit() -> None:
    assert [format_card(number) for number in range(CARD_COUNT)] == ALL_TEXTS
    assert [parse_card(text) for text in ALL_TEXTS] == list(range(CARD_COUNT))
    assert parse_card("2c") == 0
    assert parse_card("As") == 51


def test_rank_and_suit_make_the_card_again() -> None:
    for number, text in enumerate(ALL_TEXTS):
        assert card(rank_of(number), suit_of(number)) == number
        assert RANKS[rank_of(number)] + SUITS[suit_of(number)] == text


@pytest.mark.parametrize("write", [str.lower, str.upper, str.swapcase, lambda text: f"  {text}\n"])
def test_case_and_surrounding_space_do_not_matter(write) -> None:  # type: ignore[no-untyped-def]
    assert [parse_card(write(text)) for text in ALL_TEXTS] == list(range(CARD_COUNT))
    assert parse_cards(write("".join(ALL_TEXTS))) == tuple(range(CARD_COUNT))


@pytest.mark.parametrize("suit", "cdhsCDHS")
def test_ten_may_be_written_as_a_number(suit: str) -> None:
    assert parse_card(f"10{suit}") == parse_card(f"T{suit}")
    assert parse_cards(f"A{suit}10{suit}9{suit}") == parse_cards(f"A{suit}T{suit}9{suit}")


@pytest.mark.parametrize(
    "text", ["AsKd10h", "as kd th", "As,Kd,Th", "As, Kd, Th", "AS\tKD\n10H", " AsKd ,  tH ", "AsKd,Th"]
)
def test_cards_stand_with_or_without_spaces_and_commas(text: str) -> None:
    assert format_cards(parse_cards(text)) == "AsKdTh"


def test_no_text_is_no_cards() -> None:
    assert parse_cards("") == parse_cards("  ") == ()
    assert format_cards(()) == ""


@given(some_cards, st.sampled_from(["", " ", ",", ", "]))
def test_written_cards_read_back_in_their_order(cards: list[int], separator: str) -> None:
    assert parse_cards(format_cards(cards, separator=separator)) == tuple(cards)


@pytest.mark.parametrize("text", ["", "A", "1s", "Ax", "sA", "AsKd", "11s", "10", "0s", "A s", "♠A"])
def test_anything_but_one_card_is_refused(text: str) -> None:
    message = f"unknown card {text!r}: write a rank from 23456789TJQKA (or 10) and a suit from cdhs, like As"
    with pytest.raises(CardError, match=f"^{re.escape(message)}$"):
        parse_card(text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("AsK", "K"),
        ("As Kx Qs", "Kx"),
        ("AsXdQs", "XdQs"),
        ("A s", "A"),
        ("As;Kd", ";Kd"),
        ("As|Kd", "|Kd"),
        ("1sAs", "1sAs"),
        ("10", "10"),
    ],
)
def test_the_message_names_the_place_where_no_card_is(text: str, rest: str) -> None:
    message = f"unknown card {rest!r} in {text!r}: write a rank from 23456789TJQKA (or 10) and a suit from cdhs"
    with pytest.raises(CardError, match=re.escape(message)):
        parse_cards(text)


@pytest.mark.parametrize("text", ["AsAs", "As Kd aS", "Ts,10s"])
def test_a_card_is_dealt_only_once(text: str) -> None:
    with pytest.raises(CardError, match=r"^duplicate card (As|Ts): each card can be dealt only once$"):
        parse_cards(text)


@pytest.mark.parametrize("number", [-1, 52, 1000])
def test_numbers_beyond_the_deck_are_no_cards(number: int) -> None:
    message = f"there is no card {number}: cards are numbered from 0 (2c) to 51 (As)"
    with pytest.raises(CardError, match=f"^{re.escape(message)}$"):
        check_distinct([0, number])


def test_different_cards_pass() -> None:
    check_distinct(range(52))
    check_distinct(iter([]))


def test_a_card_error_is_a_railbird_error_and_a_value_error() -> None:
    assert issubclass(CardError, RailbirdError)
    assert issubclass(CardError, ValueError)


@pytest.mark.sample_data
def test_cards_of_real_logs_are_written_back_identically(sample_data: Path) -> None:
    logs = sorted((sample_data / "acpc").glob("*.log"))
    groups = [group for log in logs for group in groups_of_cards(log)]
    assert len(groups) > 10_000
    for group in groups:
        assert format_cards(parse_cards(group)) == group


def groups_of_cards(log: Path) -> list[str]:
    """The hands and the streets of each `STATE:number:betting:hand|hand/flop/turn/river:...` line."""
    states = [line for line in log.read_text().splitlines() if line.startswith("STATE:")]
    assert states, log
    return [group for state in states for group in re.split(r"[|/]", state.split(":")[3])]
