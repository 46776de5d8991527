"""The core of a team: what it asks the decider, what it records, and what happens without answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ensemble.team_views import GAME, answers, first_view
from railbird.bots import Bot, check_bot, make_bot
from railbird.ensemble import Decider, EnsembleBot, PlayedHand, Team, TeamChoice, TeamSituation
from railbird.ensemble.decider_names import DECIDERS
from railbird.ensemble.initialiser import StreetInitialiser
from railbird.errors import BotError
from railbird.games import CALL, FOLD, View, raise_to
from railbird.play import play_match
from railbird.rng import generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Action


class Cautious(Decider):
    """Follows the member that puts in least; keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[object] = []

    def member_action(self, member: int, action: Action, view: View) -> None:
        self.heard.append((member, action, view.hand))

    def choose(self, situation: TeamSituation) -> TeamChoice:
        return situation.follow(min(situation.candidates, key=lambda member: situation.answers[member] or CALL))

    def finished(self, hand: PlayedHand) -> None:
        self.heard.append(hand)


def new_team(decider: Decider, **settings: object) -> Team:
    team = Team(["a", "b"], decider, **settings)  # type: ignore[arg-type]
    team.new_game(generator(1))
    return team


def test_a_decider_hears_the_legal_answers_and_the_hand() -> None:
    decider = Cautious()
    team = new_team(decider)
    view = first_view(actions=[raise_to(20)])
    assert team.decide(view, answers("rf")) == FOLD
    end = View.of(GAME, [raise_to(20), FOLD, FOLD], hole_cards="Kd9h", position=0)
    hand = team.end_hand(end, [-5, -10, 15])
    assert decider.heard == [(0, raise_to(30), 0), (1, FOLD, 0), hand]
    assert (hand.outcome, hand.pot, hand.invested, hand.position) == (-5, 35, 5, 0)
    (decision,) = hand.decisions
    assert (decision.place, decision.street, decision.invested, decision.bet) == (1, 0, 5, 20)
    assert (decision.action, decision.chosen, decision.answers) == (FOLD, (1,), (raise_to(30), FOLD))
    assert decision.opponents == (1, 2)


def test_only_what_was_played_is_recorded() -> None:
    team = new_team(Cautious())
    team.decide(first_view(), answers("rc"))  # the hand goes on differently, so this was not played
    end = View.of(
        GAME, [CALL, raise_to(20), FOLD, CALL, *[CALL] * 6], hole_cards="Kd9h", position=0, board="2c3d4h5s6c"
    )
    team.decide(first_view(actions=[CALL]), answers("rc"))  # another action was played than the team's
    (decision,) = team.end_hand(end, [0, 0, 0]).decisions
    assert (decision.action, decision.chosen) == (raise_to(20), (0,))


def test_without_any_answer_the_team_checks_or_folds() -> None:
    team = new_team(Cautious())
    assert team.decide(first_view(), answers("--")) == FOLD
    assert team.decide(first_view(actions=[CALL, CALL]), answers("--")) == CALL


def test_every_member_plays_a_number_of_times_first() -> None:
    team = new_team(Cautious(), initialiser=StreetInitialiser(2))
    played = [team.decide(first_view(hand=hand), answers("rc")).kind for hand in range(6)]
    assert played == [2, 1, 2, 1, 1, 1]
    team.new_game(generator(2))
    assert [team.decide(first_view(hand=hand), answers("-c")).kind for hand in range(3)] == [1, 1, 1]
    assert team.decide(first_view(hand=3), answers("rc")).kind == 2  # whoever did not answer comes later


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ([], "a team without members: give at least one"),
        (["a", "a"], "two members are called 'a': give each its own name"),
        (["a|b"], "the member's name 'a|b': write a name in ASCII without spaces and any of | : / [ ]"),
    ],
)
def test_names_of_members(names: Sequence[str], message: str) -> None:
    with pytest.raises(BotError) as error:
        Team(names, Cautious())
    assert str(error.value) == message


def test_a_wrong_number_of_answers() -> None:
    with pytest.raises(BotError, match="1 answers for 2 members: give None for a member without one"):
        new_team(Cautious()).decide(first_view(), [CALL])


def test_a_team_in_one_process_is_a_bot() -> None:
    spec = "ensemble:members=[exploiting]+[random]+[exploiting],decider=random,initialise=2"
    bot = make_bot(spec)
    assert isinstance(bot, EnsembleBot)
    assert bot.team.names == ("ExploitingBot1", "RandomBot", "ExploitingBot2")
    report = check_bot(spec, hands=64)
    assert report.passed, str(report)


@pytest.mark.parametrize("decider", DECIDERS)
def test_a_team_with_each_decider_keeps_the_contract_of_bots(decider: str) -> None:
    options = {
        "rounding": ",alike=0.9",
        "fixed": ",hands=3+2,repeat=1",
        "max-value": ",draws=1,groups=1",
        "probabilistic": ",bias=15,earnings=river,window=20+5,by=street+opponents,fewest=3",
        "hedge": ",half_time=10,probabilities=1,initialise=1",
    }
    spec = f"ensemble:members=[random]+[call],decider={decider}{options.get(decider, '')}"
    report = check_bot(spec, games=("holdem.limit.3p", "holdem.nolimit.2p.reverse_blinds"), hands=24)
    assert report.passed, str(report)


def test_the_seed_decides_what_a_team_plays() -> None:
    def totals(seed: int) -> object:
        team = make_bot("ensemble:members=[call]+[random],decider=random", seed=seed)
        return play_match([team, make_bot("call"), make_bot("call")], GAME, hands=200, seed=1).totals

    assert totals(1) == totals(1)
    assert totals(1) != totals(2)


def test_members_hear_what_was_played_whoever_was_chosen() -> None:
    class Listening(Bot):
        def __init__(self) -> None:
            self.played: list[tuple[int, Action]] = []

        def act(self, view: View) -> Action:  # noqa: ARG002
            return raise_to(0)

        def action_played(self, position: int, action: Action, view: View) -> None:
            self.played.append((view.seat_of(position), action))

    first, second = Listening(), Listening()
    team = EnsembleBot(members=[first, second], names="a+b", decider="fixed", hands=3)
    play_match([team, make_bot("call"), make_bot("call")], GAME, hands=6, seed=1)
    assert first.played == second.played
    assert (0, raise_to(20)) in first.played
