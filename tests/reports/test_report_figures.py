"""The figures of reports: what they draw is what was counted, and what Plotly takes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from plotly import graph_objects

from railbird.analysis import starting_hands
from railbird.analysis.tables import results_table, streets_table
from railbird.arena.statistics import estimate
from railbird.reports import make_report
from railbird.reports.actions import actions_figure
from railbird.reports.categories import categories_figure
from railbird.reports.crosstable import crosstable_figure
from railbird.reports.curves import profit_figure, rate_figure
from railbird.reports.figure import numbers
from railbird.reports.incidents import incidents_figure
from railbird.reports.palette import Colors
from railbird.reports.rates import Rate, win_rates
from railbird.reports.running import MOST_POINTS, running_results
from railbird.reports.standings import standings_figure
from railbird.reports.starting_hands import starting_hands_figure
from reports.samples import FIXTURES, log_with_odd_names, made_up, of_log

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.reports import Figure, Source


def colors_of(source: Source) -> Colors:
    return Colors.of(source.players)


def traces_of(figure: Figure, plot: int = 0) -> list[dict[str, Any]]:
    return [dict(trace) for trace in figure.plots[plot].data]


def random_results(deals: int) -> Source:
    """Three bots heads-up, of whom the first is better."""
    generator = np.random.default_rng(1)
    won = generator.normal([[5.0], [5.0], [0.0]], 30.0, (3, deals))
    return made_up(np.stack([won, -won], axis=1), "call", "raise", "fold")


def test_running_totals_and_intervals_are_those_of_the_first_deals() -> None:
    source = random_results(deals=40)
    assert source.results is not None
    big_blind = source.results.plan.game.big_blind
    payoffs = source.results.samples["payoff"]
    # The tables are call-raise, call-fold, raise-fold.
    samples = {
        "call": (payoffs[0, 0] + payoffs[1, 0]) / 2,
        "raise": (payoffs[0, 1] + payoffs[2, 0]) / 2,
        "fold": (payoffs[1, 1] + payoffs[2, 1]) / 2,
    }
    for player, found in running_results(source).items():
        assert found.margin is not None
        assert found.rate_margin is not None
        assert found.hands.tolist() == [4 * deals for deals in range(1, 41)]
        assert found.margin[0] == np.inf
        for deals in (2, 17, 40):
            known = estimate(samples[player][:deals])
            hands = 4 * deals
            assert found.total[deals - 1] == pytest.approx(known.mean * hands / big_blind)
            assert found.margin[deals - 1] == pytest.approx(known.margin * hands / big_blind)
            assert found.rate[deals - 1] == pytest.approx(known.mean * 100 / big_blind)
            assert found.rate_margin[deals - 1] == pytest.approx(known.margin * 100 / big_blind)


def test_long_curves_have_few_points_and_the_same_end() -> None:
    source = random_results(deals=12_345)
    assert source.results is not None
    for player, found in running_results(source).items():
        bot = source.results.names.index(player)
        assert len(found.hands) == MOST_POINTS
        assert found.hands[-1] == source.results.hands_per_bot
        assert found.total[-1] == pytest.approx(source.results.chips(bot) / source.results.plan.game.big_blind)
        rate = win_rates(source)[player]
        assert found.rate[-1] == pytest.approx(rate.mean)
        assert found.rate_margin is not None
        assert found.rate_margin[-1] == pytest.approx(rate.margin)


def test_profit_starts_at_nothing_and_has_a_band(tournament: Source) -> None:
    assert tournament.results is not None
    traces = traces_of(profit_figure(tournament, colors_of(tournament)))
    bands, lines = traces[:4], traces[4:]
    assert [line["legendgroup"] for line in lines] == tournament.players
    for band, line in zip(bands, lines, strict=True):
        assert (line["x"][0], line["y"][0]) == (0, 0)
        assert line["x"][-1] == tournament.results.hands_per_bot
        highs, lows = band["y"][: len(band["y"]) // 2], band["y"][: len(band["y"]) // 2 - 1 : -1]
        assert all(low <= total <= high for low, total, high in zip(lows, line["y"][2:], highs, strict=True))
    assert sum(line["y"][-1] for line in lines) == pytest.approx(0, abs=0.01)


def test_the_all_in_line_is_there_when_hands_were_all_in(all_in_match: Source, tournament: Source) -> None:
    assert all_in_match.results is not None
    traces = traces_of(profit_figure(all_in_match, colors_of(all_in_match)))
    adjusted = {trace["legendgroup"]: trace for trace in traces if trace["name"].endswith("all-in adjusted")}
    assert [*adjusted] == all_in_match.players
    for player, trace in adjusted.items():
        bot = all_in_match.results.names.index(player)
        rate = all_in_match.results.win_rate(bot, "expected").mean / 100
        assert trace["y"][-1] == pytest.approx(rate * all_in_match.results.hands_per_bot, rel=1e-4)
    assert not any("adjusted" in trace["name"] for trace in traces_of(profit_figure(tournament, colors_of(tournament))))


def test_the_curves_of_a_log_are_those_of_its_hands() -> None:
    source = of_log(FIXTURES / "limit_3p.log")
    lines = {trace["legendgroup"]: trace for trace in traces_of(profit_figure(source, colors_of(source)))}
    assert lines["Ann"]["x"] == [0, 1, 2, 3, 4]
    assert lines["Ann"]["y"] == [0, -0.5, -1.5, -1.25, 8.75]
    rates = {trace["legendgroup"]: trace for trace in traces_of(rate_figure(source, colors_of(source)))}
    assert rates["Ann"]["y"] == numbers([-50, -75, -125 / 3, 218.75])


def test_standings_have_the_rates_of_the_results(tournament: Source) -> None:
    assert tournament.results is not None
    figure = standings_figure(tournament, colors_of(tournament))
    (points,) = traces_of(figure)
    for place, player in enumerate(tournament.players):
        rate = tournament.results.win_rate(tournament.results.names.index(player)).times(10)
        assert points["x"][place] == pytest.approx(rate.mean, rel=1e-4)
        assert points["error_x"]["array"][place] == pytest.approx(rate.margin, rel=1e-4)
    assert points["x"] == sorted(points["x"], reverse=True)
    assert [row[1] for row in figure.tables[0].rows] == tournament.players


def test_a_cell_of_the_crosstable_is_coloured_by_its_significance() -> None:
    """Call beats raise far beyond doubt, and fold barely; raise against fold is nothing but luck."""
    noise = np.array([1.0, -1.0] * 50)
    payoffs = np.stack([10 + noise, 0.3 + noise, 0.1 * noise + 0.001])
    source = made_up(np.stack([payoffs, -payoffs], axis=1), "call", "raise", "fold")
    figure = crosstable_figure(source, colors_of(source))
    assert figure is not None
    (cells,) = traces_of(figure)
    at = {player: place for place, player in enumerate(source.players)}

    def color(player: str, other: str) -> str:
        place = (cells["z"][at[player]][at[other]] - cells["zmin"]) / (cells["zmax"] - cells["zmin"])
        return next(shade for bound, shade in cells["colorscale"] if bound >= place)

    shades = [color("call", "raise"), color("call", "fold"), color("raise", "fold"), color("fold", "call")]
    assert shades == ["#005a8c", "#b5daf0", "#dedede", "#f6cfa6"]
    assert color("raise", "call") == "#a84a00"
    assert cells["z"][at["call"]][at["call"]] is None
    assert cells["text"][at["call"]][at["raise"]] == "+100"


def test_there_is_no_crosstable_of_one_table(all_in_match: Source) -> None:
    assert crosstable_figure(all_in_match, colors_of(all_in_match)) is None


def test_a_rate_without_error_is_beyond_doubt() -> None:
    assert Rate(1, 0).margins_from_zero > 1
    assert Rate(-1, 0).margins_from_zero < -1
    assert Rate(0, 0).margins_from_zero == 0
    assert Rate(5, float("inf")).margins_from_zero == 0
    assert Rate(3, 3).minus(Rate(1, 4)) == Rate(2, 5)


def test_action_bars_are_shares_of_what_was_counted(tournament: Source) -> None:
    figure = actions_figure(tournament, colors_of(tournament))
    assert [plot.title for plot in figure.plots] == ["Preflop", "Flop", "Turn", "River"]
    counted = {(row[0], row[1]): row[4:] for row in streets_table(tournament.tally).rows}
    for place, plot in enumerate(figure.plots):
        shares = {trace["name"]: trace["x"] for trace in traces_of(figure, place)}
        for row, player in enumerate(tournament.players):
            raises, calls, checks, folds = (int(count or 0) for count in counted[player, plot.title.lower()])
            total = max(raises + calls + checks + folds, 1)
            known = {"fold": folds / total, "check": checks / total, "call": calls / total, "raise": raises / total}
            assert {name: values[row] for name, values in shares.items()} == pytest.approx(known, abs=1e-5)


def test_categories_add_up_to_the_hands_and_the_chips(tournament: Source) -> None:
    figure = categories_figure(tournament, colors_of(tournament))
    chips = {row[0]: row[2] for row in results_table(tournament.tally).rows}
    for row, player in enumerate(tournament.players):
        assert sum(trace["x"][row] for trace in traces_of(figure)) == pytest.approx(1, abs=1e-4)
        assert sum(trace["x"][row] for trace in traces_of(figure, 1)) == pytest.approx(chips[player], abs=1)


def test_the_matrix_has_suited_hands_above_the_diagonal(tournament: Source) -> None:
    figure = starting_hands_figure(tournament, colors_of(tournament))
    assert figure is not None
    assert figure.choices == tournament.players
    assert len(figure.panels) == 3
    by_name = {hand.name: hand for hand in starting_hands(tournament.tally, tournament.row(tournament.players[0]))}
    played, _, won = (traces_of(figure, plot)[0] for plot in range(3))
    known = {"AA": (0, 0), "AKs": (0, 1), "AKo": (1, 0), "32s": (11, 12), "32o": (12, 11), "22": (12, 12)}
    for name, (row, column) in known.items():
        hand = by_name[name]
        shown = played["z"][row][column], won["z"][row][column]
        if hand.hands:
            assert shown == pytest.approx((hand.played / hand.hands, hand.chips / hand.hands), rel=1e-4)
        else:
            assert shown == (None, None)
        assert played["text"][row][column] == (name if hand.hands else "")
    assert len({text for row in played["text"] for text in row if text}) > 50


def test_games_of_one_card_have_no_starting_hands() -> None:
    source = of_log(FIXTURES / "kuhn_3p.log")
    assert starting_hands_figure(source, colors_of(source)) is None


def test_incidents_are_counted_with_their_first_message(all_in_match: Source, tournament: Source) -> None:
    ((player, kind, count, message),) = incidents_figure(all_in_match, colors_of(all_in_match)).tables[0].rows
    assert (player, kind) == ("F", "failed")
    assert all_in_match.results is not None
    assert count == all_in_match.results.incidents["F"]["failed"]
    assert "<lost>" in str(message)
    nothing = incidents_figure(tournament, colors_of(tournament))
    assert not nothing.tables
    assert nothing.caption.startswith("No bot failed")


def test_players_who_are_shown_together_differ_in_colour() -> None:
    colors = Colors.of(["a", "b", "c", "d", "e", "f"], ["c", "x", "y", "z", "a"])
    for group in (["a", "b", "c", "d", "e", "f"], ["c", "x", "y", "z", "a"]):
        assert len({colors.color(name) for name in group}) == len(group)
    many = Colors.of([str(number) for number in range(20)])
    assert len({(many.color(name), many.dash(name)) for name in many.places}) == 20


def test_every_figure_is_one_that_plotly_takes(tournament: Source, all_in_match: Source, tmp_path: Path) -> None:
    sources = [tournament, all_in_match, of_log(log_with_odd_names(tmp_path)), of_log(FIXTURES / "kuhn_3p.log")]
    for source in sources:
        for section in make_report(source).sections:
            for plot in [plot for figure in section.figures if figure for plot in figure.plots]:
                graph_objects.Figure(data=list(plot.data), layout=dict(plot.layout))


def test_figures_as_json_have_all_that_is_shown(tournament: Source) -> None:
    report = make_report(tournament)
    content = json.loads(json.dumps(report.as_json(), allow_nan=False))
    assert content["sources"] == [tournament.name]
    titles = [section["title"] for section in content["figures"]]
    assert titles == [
        "Standings",
        "Crosstable",
        "Profit",
        "Running win rate",
        "Actions by street",
        "Wins and losses by size",
        "Starting hands",
        "Statistics",
        "Incidents",
    ]
    for section in content["figures"]:
        (figure,) = section["by_source"]
        assert figure["command"].startswith("railbird ")


def test_two_runs_side_by_side(tournament: Source) -> None:
    report = make_report(tournament, replace(tournament, name="other"))
    assert report.names == [tournament.name, "other"]
    comparison, *others = report.sections
    (figure,) = comparison.figures
    assert figure is not None
    for row in figure.tables[0].rows:
        assert row[1] == row[2]
        assert str(row[3]).startswith("+0.0 ± ")
        assert row[4] == "no"
    assert all(len(section.figures) == 2 for section in others)
    assert make_report(tournament, tournament).names == [f"{tournament.name} (1)", f"{tournament.name} (2)"]


def test_curves_side_by_side_have_the_same_axis_unless_one_would_be_flat() -> None:
    generator = np.random.default_rng(1)
    won = generator.normal(0, 30.0, (1, 1, 100))
    small = made_up(np.concatenate([won, -won], axis=1), "call", "raise")

    def ranges(factor: float) -> list[Any]:
        assert small.results is not None
        samples = {kind: factor * values for kind, values in small.results.samples.items()}
        other = replace(small, name="other", results=replace(small.results, samples=samples))
        figures = [profit_figure(source, Colors.of(small.players)) for source in (small, other)]
        from railbird.reports.axes import with_same_axes

        return [figure.plots[0].layout["yaxis"]["range"] for figure in with_same_axes(figures) if figure]  # type: ignore[index]

    near, far = ranges(2), ranges(10)
    assert near[0] == near[1]
    assert far[0] != far[1]
