"""Deciders without memory (Thiel 2013, 2.2 and 4.1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from ensemble.team_views import answers, first_view
from ensemble.test_rating_book import situation
from railbird.ensemble import Decider, Team
from railbird.ensemble.decider_names import make_decider
from railbird.errors import BotError
from railbird.rng import generator


def team_of(members: int, decider: Decider) -> Team:
    team = Team([f"m{number}" for number in range(members)], decider)
    team.new_game(generator(1))
    return team


def played(decider: Decider, letters: str, *, hand: int = 0) -> str:
    return "fcr"[team_of(len(letters), decider).decide(first_view(hand=hand), answers(letters)).kind]


def test_a_random_member_each_with_the_same_probability() -> None:
    team = team_of(3, make_decider("random", {}))
    counts = Counter(team.decide(first_view(hand=hand), answers("fcr")).kind for hand in range(3000))
    assert all(900 < counts[kind] < 1100 for kind in range(3))


def test_a_random_member_is_one_that_answered() -> None:
    team = team_of(3, make_decider("random", {}))
    assert {team.decide(first_view(hand=hand), answers("-c-")).kind for hand in range(100)} == {1}


@pytest.mark.parametrize(
    ("letters", "action"),
    [("ccf", "c"), ("rff", "f"), ("fcr", "f"), ("rcf", "r"), ("crrc", "c"), ("rccr", "r"), ("-rf", "r"), ("f--", "f")],
)
def test_the_majority_decides_and_the_first_member_breaks_a_tie(letters: str, action: str) -> None:
    assert played(make_decider("majority", {}), letters) == action


@pytest.mark.parametrize(
    ("letters", "action"),
    [("fr", "c"), ("ffr", "c"), ("fffr", "c"), ("ffffr", "f"), ("cr", "c"), ("crr", "r"), ("fc", "c"), ("-fr", "c")],
)
def test_the_rounding_vote_of_butolen_and_zorman(letters: str, action: str) -> None:
    assert played(make_decider("rounding", {}), letters) == action


def test_votes_against_plain_twins_on_random_answers() -> None:
    """Exact fractions: all answers are counted again, with the votes that members that play alike share."""
    draw = generator(4)
    for _ in range(300):
        letters = "".join("fcr-"[draw.integers(4)] for _ in range(int(draw.integers(1, 7))))
        if {*letters} == {"-"}:
            continue
        votes = [Fraction(1, int(draw.integers(1, 4))) for _ in letters]
        totals = {
            kind: sum(vote for letter, vote in zip(letters, votes, strict=True) if letter == kind)
            for kind in letters.replace("-", "")
        }
        best = max(totals.values())
        assert voted("majority", letters, votes) == next(kind for kind in totals if totals[kind] == best)
        mean = sum(("fcr".index(kind) + 1) * total for kind, total in totals.items()) / sum(totals.values())
        # The nearest action; of two that are equally near, the call.
        assert voted("rounding", letters, votes) == min("cfr", key=lambda kind: abs("fcr".index(kind) + 1 - mean))


def voted(name: str, letters: str, votes: list[Fraction]) -> str:
    decider = make_decider(name, {})
    decider.new_game(["m"] * len(letters), generator(1))
    shared = tuple(0.0 if letter == "-" else float(vote) for letter, vote in zip(letters, votes, strict=True))
    asked = replace(situation(letters), view=first_view(), votes=shared)
    return "fcr"[decider.choose(asked).action.kind]


def test_a_fixed_transition_against_a_plain_twin() -> None:
    """Every hand of the match is assigned to a member, one after another."""
    draw = generator(5)
    for _ in range(40):
        members = int(draw.integers(2, 5))
        repeat = int(draw.integers(2))
        lengths = [int(length) for length in draw.integers(1, 5, size=members)]
        order = [member for member, length in enumerate(lengths) for _ in range(length)]
        order = order * 20 if repeat else order + [members - 1] * 60
        decider = make_decider("fixed", {"hands": tuple(lengths), "repeat": repeat})
        decider.new_game(["m"] * members, generator(1))
        for hand in range(40):
            asked = replace(situation("c" * members), view=first_view(hand=hand))
            assert decider.choose(asked).chosen == (order[hand],)


def test_a_fixed_transition_stays_with_the_last_member_or_starts_again() -> None:
    once, cycling = (
        make_decider("fixed", {"hands": hands, "repeat": repeat}) for hands, repeat in (((2,), 0), ((2, 1), 1))
    )
    assert "".join(played(once, "cf", hand=hand) for hand in range(7)) == "ccfffff"
    assert "".join(played(cycling, "cf", hand=hand) for hand in range(7)) == "ccfccfc"
    assert played(once, "-f", hand=0) == "f"


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("randon", {}, "no decider is called 'randon': did you mean random?"),
        ("random", {"bias": 1}, "decider random has no option 'bias': its options are none"),
        ("fixed", {}, "decider fixed: hands is missing"),
        ("fixed", {"hands": 0}, "hands=0: a member plays a whole number of hands, at least 1"),
        ("fixed", {"hands": (1, 2, 3)}, "3 numbers of hands for 2 members: every member but the last has its own"),
        (
            "fixed",
            {"hands": 5, "repeat": 2},
            "repeat=2: give 1 to start again after the last member, or 0 to stay with it",
        ),
    ],
)
def test_impossible_deciders(name: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(BotError) as error:
        team_of(2, make_decider(name, options))
    assert str(error.value) == message
