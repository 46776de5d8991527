"""Members that play alike share a vote, or rest."""

from __future__ import annotations

import pytest

from ensemble.team_views import GAME, answers, first_view
from railbird.bots import Bot, make_bot
from railbird.ensemble import EnsembleBot, TeamSettings, build_team
from railbird.ensemble.likeness import Likeness
from railbird.errors import BotError
from railbird.games import CALL, FOLD, Action, View
from railbird.play import play_match
from railbird.rng import generator


def told(likeness: Likeness, letters: str, *, times: int) -> None:
    for _ in range(times):
        likeness.add(["fcr-".index(letter) if letter != "-" else -1 for letter in letters])


def test_alike_members_share_a_vote_once_enough_is_known() -> None:
    likeness = Likeness(0.98)
    likeness.new_game(3)
    told(likeness, "ccr", times=90)
    assert likeness.votes([1, 1, 2]) == (1, 1, 1)
    told(likeness, "ccr", times=90)
    assert likeness.votes([1, 1, 2]) == (0.5, 0.5, 1)
    assert likeness.votes([1, -1, 2]) == (1, 0, 1)
    told(likeness, "cfr", times=10)
    assert likeness.votes([1, 1, 2]) == (1, 1, 1)
    assert likeness.resting(3) == frozenset()


def test_a_majority_of_two_that_are_alike_is_no_majority() -> None:
    team = build_team(["a", "b", "c"], TeamSettings("majority", alike=0.98))
    team.new_game(generator(1))
    assert team.decide(first_view(), answers("fcc")) == CALL
    for hand in range(200):
        team.decide(first_view(hand=hand), answers("fcc"))
    assert team.decide(first_view(hand=201), answers("fcc")) == FOLD


def test_a_member_like_another_rests_until_it_plays_differently() -> None:
    class Counting(Bot):
        def __init__(self) -> None:
            self.asked: list[int] = []

        def act(self, view: View) -> Action:
            self.asked.append(view.hand)
            return FOLD if view.hand > 400 else CALL

    counting = Counting()
    team = EnsembleBot(members=[make_bot("call"), counting], decider="majority", alike=0.99, rest=1)
    play_match([team, make_bot("call"), make_bot("call")], GAME, hands=600, seed=1)
    hands = sorted({*counting.asked})
    assert hands[:20] == [*range(20)]
    assert [hand for hand in hands if 100 < hand < 400] == [*range(110, 400, 10)]
    assert [hand for hand in hands if hand >= 500] == [*range(500, 600)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alike": 1.5}, "alike=1.5: give a share of equal answers above 0 and up to 1, like 0.98"),
        ({"alike": 0.9, "rest": 2}, "rest=2: give 1 to let members rest that play like another, or 0 to ask them"),
        ({"rest": 1}, "rest=1: it needs the share of equal answers from which on a member rests, like alike=0.98"),
        ({"probabilities": 2}, "probabilities=2: give 1 to use those of the members, or 0"),
    ],
)
def test_impossible_options(options: dict[str, float], message: str) -> None:
    with pytest.raises(BotError) as error:
        EnsembleBot(members=make_bot("call"), decider="random", **options)  # type: ignore[arg-type]
    assert str(error.value) == message
