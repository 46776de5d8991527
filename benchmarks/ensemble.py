"""Teams: what deciding costs without the members' own time, early and late in a match, and a match of a team of two."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from benchmarks.measure import Measurement, paced
from benchmarks.yardsticks import PYTHON
from railbird.bots import make_bot
from railbird.ensemble import TeamSettings, build_team
from railbird.games import game_named
from railbird.play import play_match
from railbird.rng import generator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railbird.ensemble import PlayedHand, Team
    from railbird.games import Action, Chips, View

GAME = "holdem.limit.3p"
MEMBERS = ("call", "raise", "random", "check-norris", "random:fold=0")
CHANGING = "switching:bots=[all-in-equity]+[exploitable],hands=1000"
SETTINGS: dict[str, dict[str, object]] = {
    "combined earnings": {"bias": 15, "earnings": "combined"},
    "window and opponents": {"bias": 15, "earnings": "river", "window": 500, "by": "street+opponents", "fewest": 30},
    "three windows, five methods": {"window": (100, 500, 0), "watched": "simple+known-fold+estimation+river"},
}
EARLY, LATE = 100, 100_000
HANDS = 2000


def measure() -> Iterator[Measurement]:
    """Five members that answer at once, so that a decision costs what the team costs."""
    match = _RecordedMatch(hands=200)
    for name, options in SETTINGS.items():
        for length in (EARLY, LATE):
            seconds, pace = paced(match.replayed(options, length), PYTHON, repeat=5)
            note = f"five members, {match.decisions:,} decisions, with what is learned from their hands"
            name_at = f"a team's decision after {length:,} hands, {name}"
            yield Measurement(name_at, "ms", 1000 * seconds / match.decisions, goal=0.3, pace=pace, note=note)
    seconds, pace = paced(_match_of_two, PYTHON, repeat=2)
    note = f"{HANDS:,} hands of a fair and an exploiting member against two opponents that change"
    yield Measurement("a match of a team of two", "s", seconds, goal=10, pace=pace, note=note)


class _RecordedMatch:
    """The decisions and hands of a team in a match."""

    def __init__(self, *, hands: int) -> None:
        self._asked: list[tuple[View, Sequence[Action | None]]] = []
        self._hands: list[PlayedHand] = []
        bot = make_bot(f"ensemble:members={'+'.join(f'[{spec}]' for spec in MEMBERS)},decider=random", seed=1)
        team: Team = bot.team  # type: ignore[attr-defined]
        decide, end_hand = team.decide, team.end_hand

        def recorded(view: View, answers: Sequence[Action | None], **more: object) -> Action:
            self._asked.append((view, answers))
            return decide(view, answers, **more)  # type: ignore[arg-type]

        def ended(view: View, payoffs: Sequence[Chips]) -> PlayedHand:
            self._hands.append(end_hand(view, payoffs))
            return self._hands[-1]

        team.decide, team.end_hand = recorded, ended  # type: ignore[method-assign]
        play_match([bot, make_bot("call"), make_bot("random", seed=2)], GAME, hands=hands, seed=2)
        self.decisions = len(self._asked)

    def replayed(self, options: dict[str, object], length: int) -> _Replay:
        """The same decisions and hands for a team that has already played a number of hands."""
        team = build_team([f"m{place}" for place in range(len(MEMBERS))], TeamSettings("probabilistic", options))
        team.new_game(generator(1))
        replay = _Replay(team, self._asked, self._hands)
        replay.learn(length)
        return replay


class _Replay:
    def __init__(
        self, team: Team, asked: Sequence[tuple[View, Sequence[Action | None]]], hands: Sequence[PlayedHand]
    ) -> None:
        self._team, self._asked, self._hands = team, asked, hands
        self._played = 0

    def learn(self, hands: int) -> None:
        """Show the team more hands."""
        for _ in range(hands):
            hand = self._hands[self._played % len(self._hands)]
            self._team._decider.finished(replace(hand, number=self._played))
            self._played += 1

    def __call__(self) -> None:
        for view, answers in self._asked:
            self._team.decide(view, answers)
        self.learn(len(self._hands))


def _match_of_two() -> None:
    spec = "ensemble:members=[all-in-equity]+[exploiting],decider=probabilistic,bias=20,initialise=10"
    bots = [make_bot(spec, seed=1), make_bot(CHANGING), make_bot(CHANGING)]
    play_match(bots, game_named(GAME), hands=HANDS, seed=5)
