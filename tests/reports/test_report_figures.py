"""The figures of reports: what they draw is what was counted, and what Plotly takes."""

from __future__ import annotations

import json
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from plotly import graph_objects

from arena.runs import LIMIT, NOLIMIT_3P, plan_of
from railbird.analysis import starting_hands
from railbird.analysis.play_tables import results_table, streets_table
from railbird.arena import RunFolder, play_run
from railbird.formats.logs import open_log
from railbird.games import game_named
from railbird.reports import make_report, read_logs, read_run
from railbird.reports.actions_section import actions_figure
from railbird.reports.axes import with_same_axes
from railbird.reports.categories_section import categories_figure
from railbird.reports.crosstable_section import crosstable_figure
from railbird.reports.curves_section import profit_figure, rate_figure
from railbird.reports.figure import numbers
from railbird.reports.incidents_section import incidents_figure
from railbird.reports.palette import ACTIONS, Colors
from railbird.reports.rates import win_rates
from railbird.reports.running_results import MOST_POINTS, running_results
from railbird.reports.standings_section import standings_figure
from railbird.reports.starting_hands_section import starting_hands_figure
from railbird.reports.summary import summary_of
from railbird.statistics import FEWEST_SAMPLES, Estimate, RateUnit, definitions_as_json, estimate, estimates
from reports.samples import FIXTURES, log_with_odd_names, made_up, of_log, played

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from railbird.reports import Figure, Source
    from railbird.statistics import Cell


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
    for player, running in running_results(source).items():
        assert running.hands.tolist() == [4 * deals for deals in range(1, 41)]
        assert running.margin[0] == np.inf
        for deals in (2, 17, 40):
            known = estimate(samples[player][:deals])
            hands = 4 * deals
            assert running.total[deals - 1] == pytest.approx(known.mean * hands / big_blind)
            assert running.margin[deals - 1] == pytest.approx(known.margin * hands / big_blind)
            assert running.rate[deals - 1] == pytest.approx(known.mean * 100 / big_blind)
            assert running.rate_margin[deals - 1] == pytest.approx(known.margin * 100 / big_blind)


def test_long_curves_have_few_points_and_the_same_end() -> None:
    source = random_results(deals=12_345)
    assert source.results is not None
    for player, running in running_results(source).items():
        bot = source.results.names.index(player)
        assert len(running.hands) == MOST_POINTS
        assert running.hands[-1] == source.results.hands_per_bot
        assert running.total[-1] == pytest.approx(source.results.chips(bot) / source.results.plan.game.big_blind)
        rate = win_rates(source)[player]
        assert running.rate[-1] == pytest.approx(rate.mean)
        assert running.rate_margin[-1] == pytest.approx(rate.margin)


def test_profit_starts_at_nothing_and_has_a_band(tournament: Source) -> None:
    assert tournament.results is not None
    traces = traces_of(profit_figure(tournament, colors_of(tournament)))
    bands, lines = traces[:4], traces[4:]
    assert [line["legendgroup"] for line in lines] == tournament.players
    for band, line in zip(bands, lines, strict=True):
        assert (line["x"][0], line["y"][0]) == (0, 0)
        assert line["x"][-1] == tournament.results.hands_per_bot
        highs, lows = band["y"][: len(band["y"]) // 2], band["y"][: len(band["y"]) // 2 - 1 : -1]
        totals = line["y"][FEWEST_SAMPLES:]
        assert all(low <= total <= high for low, total, high in zip(lows, totals, highs, strict=True))
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


def test_the_curves_of_a_log_are_those_of_its_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "FEWEST_SAMPLES", 2)
    source = of_log(FIXTURES / "limit_3p.log")
    bands, lines = ({trace["legendgroup"]: trace for trace in part} for part in halves(profit_figure, source))
    assert lines["Ann"]["x"] == [0, 1, 2, 3, 4]
    assert lines["Ann"]["y"] == [0, -0.5, -1.5, -1.25, 8.75]
    won = np.array([-0.5, -1.0, 0.25, 10.0])
    margins = [estimate(won[:hands]).margin * hands for hands in (2, 3, 4)]
    totals = [-1.5, -1.25, 8.75]
    assert bands["Ann"]["x"] == [2, 3, 4, 4, 3, 2]
    assert bands["Ann"]["y"][:3] == numbers(np.add(totals, margins))
    assert bands["Ann"]["y"][3:] == numbers(np.subtract(totals, margins)[::-1])
    _, rates = ({trace["legendgroup"]: trace for trace in part} for part in halves(rate_figure, source))
    assert rates["Ann"]["y"] == numbers([-50, -75, -125 / 3, 218.75])


def halves(make: Callable[[Source, Colors], Figure], source: Source) -> tuple[list[dict[str, Any]], ...]:
    """The bands and the lines of a figure."""
    traces = traces_of(make(source, colors_of(source)))
    assert len(traces) == 2 * len(source.players)
    return traces[: len(source.players)], traces[len(source.players) :]


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


def of_standings(source: Source, key: str) -> dict[Cell, Cell]:
    (table,) = standings_figure(source, colors_of(source)).tables
    return dict(zip(table.column("bot"), table.column(key), strict=True))


def adjusted_results() -> Source:
    """Raise has won most by luck: all-in adjusted, call is far ahead of it, and nothing is known of fold."""
    noise = np.array([1.0, -1.0] * 20)
    expected = np.stack([10 + noise, 10 + noise, 40 * noise])
    won = np.stack([30 * noise - 2, 10 + 30 * noise, 15 + 30 * noise])
    source = made_up(np.stack([won, -won], axis=1), "call", "raise", "fold")
    assert source.results is not None
    samples = {"payoff": source.results.samples["payoff"], "expected": np.stack([expected, -expected], axis=1)}
    return replace(source, results=replace(source.results, samples=samples))


def test_leads_and_hands_needed_are_all_in_adjusted_where_that_says_more() -> None:
    source = adjusted_results()
    results = source.results
    assert results is not None
    assert source.players == ["call", "raise", "fold"]
    calling, raising, _ = (results.names.index(name) for name in source.players)
    lead = results.lead(calling, raising, "expected", unit=RateUnit.BB_PER_100)
    assert results.lead(calling, raising).mean < 0 < lead.mean
    assert of_standings(source, "ahead of the next")["call"] == lead
    assert of_standings(source, "more hands needed")["call"] is None
    assert results.hands_needed(calling) > 0
    (table,) = standings_figure(source, colors_of(source)).tables
    assert "all-in adjusted" in str(definitions_as_json(table)["ahead of the next"])
    assert "all-in adjusted" in str(definitions_as_json(table)["more hands needed"])
    assert summary_of(source).startswith("call has won most, all-in adjusted: ")
    assert " Its lead over raise is " in summary_of(source)
    assert summary_of(source).endswith(" bb/100, significant at 95 % over 3 comparisons.")


def test_unfinished_hands_are_distinguished_from_none() -> None:
    """Raise loses to call what it wins from fold in all: no number of hands makes anything of that."""
    noise = np.array([1.0, -1.0] * 20)
    payoffs = np.stack([10 + noise, 10 + noise, 10 - 30 * noise])
    source = made_up(np.stack([payoffs, -payoffs], axis=1), "call", "raise", "fold")
    assert of_standings(source, "more hands needed") == {"call": None, "raise": inf, "fold": None}


def test_chips_are_those_that_were_counted() -> None:
    """A third of a chip in each of three deals is a chip, whatever floating-point numbers say."""
    won = np.full((1, 1, 3), 65185.0 / 3)
    source = made_up(np.concatenate([won, -won], axis=1), "call", "raise")
    assert of_standings(source, "chips") == {"call": 130370.0, "raise": -130370.0}


def test_a_cell_of_the_crosstable_is_coloured_by_its_significance() -> None:
    """Call beats raise far beyond doubt, and fold barely; raise against fold is nothing but luck."""
    noise = np.array([1.0, -1.0] * 50)
    payoffs = np.stack([10 + noise, 0.3 + noise, 0.1 * noise + 0.001])
    source = made_up(np.stack([payoffs, -payoffs], axis=1), "call", "raise", "fold")
    figure = crosstable_figure(source)
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
    assert crosstable_figure(all_in_match) is None


def test_action_bars_are_shares_of_what_was_counted(tournament: Source) -> None:
    figure = actions_figure(tournament)
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
    figure = categories_figure(tournament)
    chips = {row[0]: row[2] for row in results_table(tournament.tally).rows}
    for row, player in enumerate(tournament.players):
        assert sum(trace["x"][row] for trace in traces_of(figure)) == pytest.approx(1, abs=1e-4)
        assert sum(trace["x"][row] for trace in traces_of(figure, 1)) == pytest.approx(chips[player], abs=1)


def test_the_matrix_has_suited_hands_above_the_diagonal(tournament: Source) -> None:
    figure = starting_hands_figure(tournament)
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
            could_act = hand.hands - hand.walks
            assert shown == pytest.approx((hand.played / could_act, hand.chips / 10 / hand.hands), rel=1e-4)
        else:
            assert shown == (None, None)
        assert played["text"][row][column] == (name if hand.hands else "")
    assert len({text for row in played["text"] for text in row if text}) > 50
    assert played["hovertemplate"].startswith("%{text}: %{z:.1%} of %{customdata}")
    assert won["hovertemplate"].startswith("%{text}: %{z:+.2f} big blinds a hand, in %{customdata}")


def test_games_of_one_card_have_no_starting_hands() -> None:
    source = of_log(FIXTURES / "kuhn_3p.log")
    assert starting_hands_figure(source) is None


def test_incidents_are_counted_with_their_first_message(all_in_match: Source, tournament: Source) -> None:
    ((player, kind, count, message),) = incidents_figure(all_in_match).tables[0].rows
    assert (player, kind) == ("F", "failed")
    assert all_in_match.results is not None
    assert count == all_in_match.results.incidents["F"]["failed"]
    assert "<lost>" in str(message)
    nothing = incidents_figure(tournament)
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
        "Results by position",
        "Profit",
        "Running win rate",
        "Actions by street",
        "Wins and losses by size",
        "Starting hands",
        "Statistics",
        "Hands",
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
        assert isinstance(row[3], Estimate)
        assert (row[3].mean, row[3].caveat) == (0, "equal samples")
        assert row[4] == "no"
    assert all(len(section.figures) == 2 for section in others)
    assert make_report(tournament, tournament).names == [f"{tournament.name} (1)", f"{tournament.name} (2)"]


def compared(first: Source, second: Source) -> Figure:
    (figure,) = make_report(first, second).sections[0].figures
    assert figure is not None
    return figure


def run_of(path: Path, *bots: str, game: str = LIMIT, seed: int = 1) -> Source:
    folder = RunFolder.create(path, plan_of(*bots, game=game, hands=20, seed=seed))
    play_run(folder, workers=1)
    return read_run(folder)


def test_runs_with_the_same_cards_are_compared_deal_by_deal(tmp_path: Path) -> None:
    before = run_of(tmp_path / "before", "call", "Other=random")
    after = run_of(tmp_path / "after", "call", "Other=raise")
    anew = run_of(tmp_path / "anew", "call", "Other=raise", seed=2)
    assert before.results is not None
    assert after.results is not None
    differences = after.results.samples_of(0) - before.results.samples_of(0)
    paired = estimate(differences, factor=100 / before.results.plan.game.unit)
    figure = compared(before, after)
    (difference, *_) = figure.tables[0].where("player", ["call"]).column("difference")
    assert difference == replace(paired, caveat=difference.caveat)
    assert "paired by deal" in str(definitions_as_json(figure.tables[0])["difference"])
    independent = compared(before, anew)
    (difference, *_) = independent.tables[0].where("player", ["call"]).column("difference")
    assert difference == win_rates(anew)["call"].minus(win_rates(before)["call"])
    assert "taking their cards as independent" in str(definitions_as_json(independent.tables[0])["difference"])


def test_actions_have_no_colours_of_players() -> None:
    players = Colors.of([str(number) for number in range(7)])
    assert not {*ACTIONS.values()} & {players.color(name) for name in players.places}


def test_sizes_are_explained_in_the_legend_and_only_those_that_occur_in_small_games(
    tournament: Source, tmp_path: Path
) -> None:
    names = [entry.name for entry in categories_figure(tournament).legend]
    assert len(names) == 11
    assert "SmallBlindLose (to the small blind)" in names
    figure = categories_figure(run_of(tmp_path / "kuhn", "call", "fold", game="kuhn.limit.2p"))
    assert 0 < len(figure.legend) < 11
    assert {trace["legendgroup"] for trace in traces_of(figure)} == {entry.name for entry in figure.legend}


def test_bb_100_comes_first_in_standings(tournament: Source) -> None:
    for source in (tournament, of_log(FIXTURES / "limit_3p.log")):
        keys = standings_figure(source, colors_of(source)).tables[0].keys
        assert keys.index("bb/100") + 1 == keys.index("mbb/hand")


def test_no_difference_is_significant_between_different_games(tmp_path: Path) -> None:
    """Call loses to raise in neither, but the blinds of one are not those of the other."""
    kuhn = run_of(tmp_path / "kuhn", "call", "fold", game="kuhn.limit.2p")
    figure = compared(kuhn, run_of(tmp_path / "limit", "call", "fold"))
    assert figure.tables[0].keys == ["player", "first", "second", "difference"]
    assert f"games are different, kuhn.limit.2p and {LIMIT}" in figure.caption


def test_fields_that_differ_are_named(tmp_path: Path) -> None:
    first, second = run_of(tmp_path / "one", "call", "raise"), run_of(tmp_path / "two", "call", "fold")
    assert "raise only in the first; fold only in the second" in compared(first, second).caption
    assert "fields differ" not in compared(first, first).caption


def test_two_reports_of_a_run_are_the_same_and_roundings_are_no_results(tmp_path: Path) -> None:
    """All of them are all-in in every hand, in all orders of seats: nobody wins anything."""
    run = played(tmp_path / "run", "all-in", "call", "raise", game=NOLIMIT_3P, hands=60)
    first, second = (read_run(run) for _ in range(2))
    assert json.dumps(make_report(first).as_json()) == json.dumps(make_report(second).as_json())
    assert first.results is not None
    assert not first.results.has_expectation
    assert {rate.caveat for rate in win_rates(first).values()} == {"equal samples"}
    for figure in (profit_figure(first, colors_of(first)), rate_figure(first, colors_of(first))):
        assert figure.plots[0].layout["yaxis"]["range"] == [-1, 1]  # type: ignore[index]


@pytest.mark.parametrize("name", ["player", "first", "difference", "significant"])
def test_sources_may_have_the_names_of_columns(tournament: Source, name: str) -> None:
    report = make_report(replace(tournament, name=name), replace(tournament, name="other"))
    (figure,) = report.sections[0].figures
    assert figure is not None
    assert figure.tables[0].keys == ["player", "first", "second", "difference", "significant"]
    assert name in figure.caption
    assert len(figure.tables[0].rows) == len(tournament.players)


def test_captions_tell_where_intervals_come_from(tournament: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "FEWEST_SAMPLES", 2)  # the log has few hands
    assert tournament.results is not None
    once = replace(tournament.results, plan=replace(tournament.results.plan, seat_orders="single"))
    learning = replace(tournament.results, remembering=frozenset({1}))
    sources = {
        "30 deals, each with all its orders of seats one sample": tournament,
        "30 deals": replace(tournament, results=once),
        "10 parts of the match, because": replace(tournament, results=learning),
        "hands, taken as independent of each other": of_log(FIXTURES / "limit_3p.log"),
    }
    for samples, source in sources.items():
        figures = [make(source, colors_of(source)) for make in (standings_figure, profit_figure, rate_figure)]
        for figure in figures:
            assert f"from {samples}" in figure.caption
        for figure in figures[1:]:
            assert f"over {samples}" in str(definitions_as_json(figure.tables[0])["margin"])


def test_logs_are_ranked_by_win_rate_and_the_summary_says_so(tournament: Source, tmp_path: Path) -> None:
    """Bob has played one hand and won most in it; Ann has won more in several."""
    hand = "STATE:0:ff:AsAd|KsKd|QsQd:-5|5|0:Cleo|Bob|Dan"
    more = [f"STATE:{number}:ff:AsAd|KsKd|QsQd:-5|5|0:Cleo|Ann|Dan" for number in (1, 2, 3)]
    even = "STATE:4:ff:AsAd|KsKd|QsQd:-5|5|0:Ann|Cleo|Dan"
    path = tmp_path / "some.log"
    path.write_text("\n".join([hand, *more, even]) + "\n")
    source = read_logs([open_log(path, game=game_named("holdem.limit.3p"))])
    chips = {row[0]: row[2] for row in results_table(source.tally).rows}
    assert chips["Ann"] == 10
    assert chips["Bob"] == 5
    assert summary_of(source).startswith("Bob has the highest win rate: +50.0 bb/100.")
    assert summary_of(tournament).startswith(f"{tournament.players[0]} has won most: ")


def test_rates_and_legends_as_json(tournament: Source) -> None:
    content = json.loads(json.dumps(make_report(tournament).as_json(), allow_nan=False))
    figures = {section["title"]: section["by_source"][0] for section in content["figures"]}
    (standings,) = figures["Standings"]["tables"]
    place = list(standings["columns"]).index("bb/100")
    rates = win_rates(tournament)
    for row in standings["rows"]:
        assert row[place] == {"mean": rates[row[1]].mean, "margin": rates[row[1]].margin}
    assert figures["Standings"]["shows_tables"] is True
    assert figures["Profit"]["shows_tables"] is False
    assert [entry["is_striped"] for entry in figures["Profit"]["legend"]] == [False] * 4


def test_the_results_of_one_hand_have_no_margin_in_json(tmp_path: Path) -> None:
    lines = (FIXTURES / "limit_3p.log").read_text().splitlines()
    path = tmp_path / "one.log"
    path.write_text("\n".join(lines[:5]) + "\n")
    figure = standings_figure(source := of_log(path), colors_of(source)).as_json()
    row = figure["tables"][0]["rows"][0]  # type: ignore[index]
    assert [cell["margin"] for cell in row if isinstance(cell, dict)] == [None, None]


def test_curves_side_by_side_have_the_same_axis_unless_one_would_be_flat() -> None:
    generator = np.random.default_rng(1)
    won = generator.normal(0, 30.0, (1, 1, 100))
    small = made_up(np.concatenate([won, -won], axis=1), "call", "raise")

    def ranges(factor: float) -> list[Any]:
        assert small.results is not None
        samples = {kind: factor * values for kind, values in small.results.samples.items()}
        other = replace(small, name="other", results=replace(small.results, samples=samples))
        figures = [profit_figure(source, Colors.of(small.players)) for source in (small, other)]
        return [figure.plots[0].layout["yaxis"]["range"] for figure in with_same_axes(figures) if figure]  # type: ignore[index]

    near, far = ranges(2), ranges(10)
    assert near[0] == near[1]
    assert far[0] != far[1]
