"""A team in one seat: its members, two bots and a program, see the same views and are asked at every decision."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from acpc.programs import bot_program
from railbird.acpc import program_seat
from railbird.bots import make_bot, nearest_legal
from railbird.games import game_named
from railbird.play import BotSeat, Match, MatchPlan, Seat, TimeLimits

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.games import Action, View

GAME = "holdem.limit.2p.reverse_blinds"


class Team(Seat):
    """Plays the most frequent answer of its members, in a tie that of the first."""

    def __init__(self, *members: Seat) -> None:
        self.members = members
        self.answers: list[list[Action]] = []

    def show(self, view: View) -> None:
        for member in self.members:
            member.show(view)

    def answer(self, view: View) -> Action:
        answers = [member.answer(view) for member in self.members]
        self.answers.append([nearest_legal(answer, view) for answer in answers if answer is not None])
        return Counter(self.answers[-1]).most_common(1)[0][0]


def bot_seat(spec: str, seed: int) -> BotSeat:
    return BotSeat(make_bot(spec, seed=seed))


def totals_of(team: Team) -> list[object]:
    plan = MatchPlan("team", game_named(GAME), GAME, hands=40, seed=2, names=("Team", "Opponent"))
    match = Match(plan, [team, bot_seat("random", 9)])
    match.play()
    return [*match.totals]


def test_a_team_of_two_bots_and_a_program(warm_programs: Path, tmp_path: Path) -> None:
    railbird = str(warm_programs / "railbird")
    program = bot_program(tmp_path, "--bot", "random", "--game", GAME, "--seed", "3", railbird=railbird)
    with program_seat(program, limits=TimeLimits(), hands=40, outputs=tmp_path) as member:
        team = Team(bot_seat("random", 1), bot_seat("exploitable", 2), member)
        totals = totals_of(team)
    twin = Team(bot_seat("random", 1), bot_seat("exploitable", 2), bot_seat("random", 3))
    assert totals_of(twin) == totals
    assert twin.answers == team.answers
    assert len({len({*answers}) for answers in team.answers}) == 3  # all agree, two agree, none agree
    assert (tmp_path / "bot.sh.player1.out").read_text(encoding="ascii") == f"40 hands, {totals[0]} chips\n"
