"""A team at one seat: its members are bots and a program, each shown the real views, each asked at every decision."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING

from railbird.acpc import program_seat
from railbird.bots import make_bot
from railbird.games import game_named
from railbird.play import BotSeat, Match, MatchPlan, TimeLimits, corrected

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.games import Action, View
    from railbird.play import Attention, Seat

GAME = "holdem.limit.2p.reverse_blinds"


class Team:
    """Plays what most of its members answer, the first of them in a tie."""

    attention: Attention = "actions"

    def __init__(self, *members: Seat) -> None:
        self.members = members
        self.answers: list[list[Action]] = []

    def show(self, view: View) -> None:
        for member in self.members:
            member.show(view)

    def follow(self, view: View) -> None:
        for member in self.members:
            member.follow(view)

    def answer(self, view: View) -> Action:
        legal, is_limit = view.legal_actions(), view.game.is_limit
        answers = [answer for member in self.members if (answer := member.answer(view)) is not None]
        self.answers.append([corrected(answer, legal, is_limit=is_limit)[0] for answer in answers])
        return Counter(self.answers[-1]).most_common(1)[0][0]


def play(team: Team) -> Match:
    plan = MatchPlan("team", game_named(GAME), GAME, hands=40, seed=2, names=("Team", "Opponent"))
    match = Match(plan, [team, BotSeat(make_bot("random", seed=9))])
    match.play()
    return match


def bot_seat(spec: str, seed: int) -> BotSeat:
    return BotSeat(make_bot(spec, seed=seed))


def test_a_team_of_two_bots_and_a_program(tmp_path: Path) -> None:
    """The program is a bot of Railbird over a connection, so that a team of three bots does the same."""
    program = tmp_path / "member.sh"
    connect = f'"{sys.executable}" -m railbird connect "$@" --bot random --game {GAME} --seed 3'
    program.write_text(f"#!/bin/sh\nexec {connect}\n", encoding="ascii")
    program.chmod(0o755)
    with program_seat(program, limits=TimeLimits(), hands=40, outputs=tmp_path) as member:
        team = Team(bot_seat("random", 1), bot_seat("exploitable", 2), member)
        match = play(team)
    twin = Team(bot_seat("random", 1), bot_seat("exploitable", 2), bot_seat("random", 3))
    assert play(twin).totals == match.totals
    assert twin.answers == team.answers
    assert len({len({*answers}) for answers in team.answers}) == 3  # they agree, differ, and all differ
    assert (tmp_path / "member.sh.player1.out").read_text(encoding="ascii") == f"40 hands, {match.totals[0]} chips\n"
