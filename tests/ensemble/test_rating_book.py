"""Ratings that are kept up to date with every hand equal those computed again from all hands (Thiel 2013, 4.2.2)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from ensemble.plain_ratings import PlainBook
from ensemble.team_hands import RandomHands, decision, hand
from railbird.ensemble import TeamSituation
from railbird.ensemble.rating_book import RatingBook
from railbird.ensemble.rating_options import RatingOptions
from railbird.errors import BotError
from railbird.rng import generator

if TYPE_CHECKING:
    from railbird.ensemble import PlayedHand, TeamDecision

OPTIONS: list[dict[str, Any]] = [
    {},
    {"earnings": "simple", "by": ""},
    {"earnings": "river", "by": "street+position"},
    {"earnings": "known-fold", "by": "street+opponents"},
    {"earnings": "estimation", "by": "street+answers"},
    {"earnings": "simple", "by": "street+chosen"},
    {"window": 20},
    {"window": 7, "by": "street+position+opponents"},
    {"half_time": 10.5},
    {"half_time": 15, "window": 25, "by": "opponents"},
    {"statistics": "winnings+pot-share+deviation", "weights": (1.0, 0.5, -0.25)},
    {"statistics": "pot-share", "half_time": 30, "window": 40},
    {"statistics": "deviation", "window": 30},
]


def situation(
    letters: str = "cc", *, street: int = 0, position: int = 0, opponents: tuple[int, ...] = (1, 2)
) -> TeamSituation:
    answers = decision(street, letters, chosen=()).answers
    candidates = tuple(member for member, letter in enumerate(letters) if letter != "-")
    view: Any = SimpleNamespace(street=street, position=position)
    votes = tuple(float(letter != "-") for letter in letters)
    return TeamSituation(view, ("a",) * len(letters), answers, (None,) * len(letters), candidates, opponents, votes)


def matching(asked: TeamSituation, by: str) -> Any:
    """Whether a decision counts for a situation."""

    def matches(played: PlayedHand, found: TeamDecision) -> bool:
        tests = {
            "street": found.street == asked.view.street,
            "position": played.position == asked.view.position,
            "opponents": found.opponents == asked.opponents,
            "answers": [answer and answer.kind for answer in found.answers]
            == [answer and answer.kind for answer in asked.answers],
            "chosen": True,
            "": True,
        }
        return all(tests[aspect] for aspect in by.split("+"))

    return matches


def compare(options: dict[str, Any], *, hands: int, members: int = 3) -> None:
    draw = generator(9, len(str(options)))
    source = RandomHands(draw, members)
    book, plain = RatingBook(RatingOptions(**options)), PlainBook(members, **options)
    book.new_game(members)
    for number in range(hands):
        letters = "".join("fcr"[draw.integers(3)] for _ in range(members))
        place = {"street": int(draw.integers(4)), "position": int(draw.integers(3))}
        asked = situation(letters, opponents=((1, 2), (1,))[draw.integers(2)], **place)
        expected = plain.ratings(matching(asked, options.get("by", "street")))
        assert book.rate(asked).ratings == pytest.approx(expected, abs=1e-8), number
        new = source.next(number)
        book.add(new)
        plain.hands.append(new)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_plain_twin_on_random_hands(options: dict[str, Any]) -> None:
    compare(options, hands=50)


@pytest.mark.deep
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_plain_twin_on_many_random_hands(options: dict[str, Any]) -> None:
    compare(options, hands=200, members=5)


def test_the_half_time_formula_of_5_1() -> None:
    """With a half-time of one hand, the last of three hands has weight 1, those before 1/2 and 1/4."""
    book = RatingBook(RatingOptions(earnings="simple", half_time=1))
    book.new_game(1)
    for number, outcome in enumerate((10, 20, 40)):
        book.add(hand(decision(0, "c", chosen=(0,)), outcome=outcome, number=number))
    assert book.rate(situation("c")).ratings == pytest.approx([(10 / 4 + 20 / 2 + 40) / 1.75])


def test_other_methods_are_watched_and_logged_without_deciding() -> None:
    book = RatingBook(RatingOptions(earnings="simple", watched="known-fold+combined"))
    book.new_game(2)
    earned = book.add(hand(decision(0, "cf", chosen=(0,), invested=5), outcome=60))
    assert earned == {"simple": [60, -60], "known-fold": [60, -5], "combined": [60, -5]}
    rated = book.rate(situation())
    assert rated.ratings == (60, -60)
    assert rated.values == ((60, 60, 60), (-60, -5, -5))


def test_against_opponents_of_whom_little_is_known_all_hands_count() -> None:
    book = RatingBook(RatingOptions(earnings="simple", by="street+opponents", fewest=3))
    book.new_game(2)
    for number in range(6):
        book.add(hand(decision(0, "cf", chosen=(0,), opponents=(1, 2)), outcome=10, number=number))
    for number in range(6, 8):
        book.add(hand(decision(0, "cf", chosen=(0,), opponents=(2,)), outcome=-30, number=number))
    assert book.rate(situation(opponents=(2,))).ratings == (0, 0)
    book.add(hand(decision(0, "cf", chosen=(0,), opponents=(2,)), outcome=-30, number=8))
    assert book.rate(situation(opponents=(2,))).ratings == (-30, 30)
    assert book.rate(situation(opponents=(1, 2))).ratings == (10, -10)


def test_of_several_windows_the_one_whose_favourites_earned_most_decides() -> None:
    """The better member changes every hand, so the favourite of one hand is always wrong and that of three is not."""
    book = RatingBook(RatingOptions(earnings="simple", window=(1, 9)))
    book.new_game(2)
    for number in range(30):
        book.rate(situation("cf"))
        book.add(hand(decision(0, "cf", chosen=(0,)), outcome=20 if number % 2 else -10, number=number))
    long = RatingBook(RatingOptions(earnings="simple", window=9))
    long.new_game(2)
    for number in range(30):
        long.add(hand(decision(0, "cf", chosen=(0,)), outcome=20 if number % 2 else -10, number=number))
    assert book.rate(situation("cf")).ratings == long.rate(situation("cf")).ratings


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"earnings": "know-fold"}, "no method of earnings is called 'know-fold': did you mean known-fold?"),
        ({"watched": "simple+x"}, "no method of earnings is called 'x': give one of simple, known-fold"),
        ({"statistics": "winings"}, "statistics=winings: did you mean winnings?"),
        ({"statistics": ()}, "statistics is empty: give one of winnings, pot-share, deviation"),
        ({"statistics": "winnings+deviation", "weights": 2}, "weights=2: give a number for each of the 2 statistics"),
        ({"by": "street+position+hands"}, "by=hands: give one of street, position, opponents, answers, chosen"),
        ({"reward": "so far"}, "reward=so far: did you mean so-far?"),
        ({"window": -1}, "window=-1: give a whole number of hands, or 0 for all hands"),
        ({"window": 1.5}, "window=1.5: give a whole number of hands, or 0 for all hands"),
        ({"half_time": -2}, "half_time=-2: give a number of hands above 0, or 0 for equal weights"),
        ({"half_time": "x"}, "half_time=x: give a number of hands above 0, or 0 for equal weights"),
        ({"fewest": -1}, "fewest=-1: give a whole number of hands, at least 0"),
        ({"fewest": 5}, "fewest=5: it needs hands by opponents: write by=street+opponents"),
    ],
)
def test_impossible_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BotError) as error:
        RatingOptions(**options)
    assert str(error.value).startswith(message)
