"""Computes the figures of an experiment from its runs and its solves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

import polars as pl

from railbird.arena import read_results, shadow_answers, shadow_remembers
from railbird.arena.recorder import MATCH_KEYS
from railbird.errors import ExperimentError
from railbird.experiments.experiment import StrategySolve
from railbird.experiments.measurement import PERCENT, Measurement
from railbird.experiments.team_curves import teams_of
from railbird.experiments.team_figures import TeamSwitches, chosen_share, imagined_earnings
from railbird.statistics import estimate_from_deals, share_of_deals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.arena import Results, RunFolder, TeamNotes
    from railbird.arena.deal_sums import Kind
    from railbird.experiments.experiment import LineupBot, ReportedFigure
    from railbird.experiments.solve_record import SolveRecord
    from railbird.games import GameDefinition
    from railbird.statistics import Estimate


@dataclass(frozen=True)
class PlayedLineup:
    """The complete run of a line-up."""

    folder: RunFolder
    results: Results

    @classmethod
    def of(cls, folder: RunFolder) -> PlayedLineup:
        """Read the results of the run of a line-up."""
        return cls(folder, read_results(folder))

    def matches_won(self, bot: str) -> Measurement:
        """The share of matches in which a bot won chips. Each order of seats counts as a match."""
        hands = self.folder.hands()
        columns = [
            hands.filter(pl.col(f"player_{position}") == bot).select(*MATCH_KEYS, chips=f"payoff_{position}")
            for position in range(self.folder.plan.game.players)
        ]
        totals = pl.concat(columns).group_by(*MATCH_KEYS).agg(pl.col("chips").sum()).collect()["chips"]
        return Measurement.of_share(int((totals > 0).sum()), trials=len(totals))

    def different_actions(self, bot: str) -> Measurement:
        """The share of the decisions of a bot at which its shadow would have acted differently, in percent."""
        answered, different = shadow_answers(self.folder, bot)
        if not answered.sum():
            raise ExperimentError(f"{self.folder.path}: the shadow of {bot} answered none of its decisions")
        tables = self.results.tables_of(self.results.names.index(bot))
        share = share_of_deals(
            different,
            answered,
            matches=self.folder.plan.matches,
            are_independent=self.results.has_independent_deals(tables) and not shadow_remembers(self.folder),
        )
        return _percent(share)

    @cached_property
    def teams(self) -> Mapping[str, TeamNotes]:
        """The notes of the teams of the run by player."""
        return teams_of(self.folder)


def _percent(share: Estimate) -> Measurement:
    percent = Measurement.of_estimate(share.times(PERCENT))
    if not percent.has_interval:
        return percent
    return replace(percent, low=max(percent.low, 0.0), high=min(percent.high, float(PERCENT)))


def measure(
    figure: ReportedFigure, lineups: Mapping[str, PlayedLineup], solves: Mapping[str, SolveRecord], game: GameDefinition
) -> Measurement:
    """Compute a figure from the solve of its strategy, or from the runs of its line-ups."""
    if isinstance(figure.of, StrategySolve):
        return _measure_solve(figure, solves[figure.of.strategy], game)
    return _measure_play(figure, figure.of, lineups)


def _measure_solve(figure: ReportedFigure, solve: SolveRecord, game: GameDefinition) -> Measurement:
    if figure.measure == "seconds":
        return Measurement(solve.seconds, -inf, inf, samples=1)
    if solve.exploitability is None:
        raise ExperimentError(f"figure {figure.key}: the exploitability was not computed")
    return Measurement.of_exact(solve.exploitability * figure.unit.factor(game))


def _measure_play(figure: ReportedFigure, of: LineupBot, lineups: Mapping[str, PlayedLineup]) -> Measurement:
    def results_of(place: LineupBot) -> tuple[Results, int]:
        results = lineups[place.lineup].results.from_hand(figure.from_hand)
        return results, results.names.index(place.bot)

    lineup = lineups[of.lineup]
    if figure.measure == "matches won":
        return lineup.matches_won(of.bot)
    if figure.measure == "different actions":
        return lineup.different_actions(of.bot)
    if figure.member:
        return _measure_team(figure, of, lineups)
    factor = figure.unit.factor(lineup.folder.plan.game)
    kind: Kind = "expected" if figure.all_in_adjusted else "payoff"
    results, bot = results_of(of)
    if figure.minus is None:
        return Measurement.of_estimate(results.win_rate(bot, kind).times(factor))
    # All line-ups have the same deals, so that the luck of the cards cancels out.
    other, other_bot = results_of(figure.minus)
    return Measurement.of_estimate(results.difference_from(other, bots=(bot, other_bot), kind=kind, factor=factor))


def _measure_team(figure: ReportedFigure, of: LineupBot, lineups: Mapping[str, PlayedLineup]) -> Measurement:
    """A figure about a member of a team, from what the run has kept of its decisions."""
    lineup = lineups[of.lineup]
    notes, plan = lineup.teams[of.bot], lineup.folder.plan
    if figure.measure == "chosen":
        end = min(figure.to_hand or plan.hands, plan.hands)
        return _percent(chosen_share(notes, figure.member, plan=plan, first=figure.from_hand, end=end))
    if figure.measure == "hands to switch":
        return Measurement.of_estimate(TeamSwitches.of(notes, figure.member).delay)
    if figure.measure == "games with a switch":
        switched, games = TeamSwitches.of(notes, figure.member).counts
        return Measurement.of_share(switched, trials=games)
    if figure.measure == "hands to lead":
        return Measurement.of_estimate(TeamSwitches.of(notes, figure.member).lead)
    earned = imagined_earnings(notes, figure.member, figure.method, plan=plan)
    if figure.minus is not None:
        results = lineups[figure.minus.lineup].results
        earned = earned - results.samples_of(results.names.index(figure.minus.bot))
    factor = figure.unit.factor(plan.game)
    return Measurement.of_estimate(
        estimate_from_deals(earned, matches=plan.matches, are_independent=False, factor=factor)
    )
