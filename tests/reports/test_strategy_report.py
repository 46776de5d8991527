"""What strategies play, as tables, matrices, grids and comparisons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from abstraction.merged_ranks import MergedRanks
from railbird.abstraction import CardClasses, DealtCards, abstract_game, exact_game, parse_menu
from railbird.errors import StrategyError
from railbird.games import game_named
from railbird.reports import SolvedStrategy, make_solve_report
from railbird.reports.comparison_tables import compared_choices_table, comparison_table
from railbird.reports.hand_matrix import format_matrix, hand_matrices
from railbird.reports.page import page_of
from railbird.reports.palette import choice_color
from railbird.reports.share_grid import GridCell, choices_in, legend_of, share_grid
from railbird.reports.strategy_tables import choice_table, decision_table, information_set_table, tree_table
from railbird.reports.strategy_words import choice_words, decision_words
from railbird.solvers import new_solver
from railbird.solvers.lines.strategy_comparison import compare_strategies
from railbird.solvers.lines.studied_strategy import StudiedStrategy
from railbird.strategy import Origin, Strategy, decision_at, decisions_of, with_cards

if TYPE_CHECKING:
    from railbird.abstraction import PokerGame

ORIGIN = Origin(algorithm="cfr+", iterations=3, seconds=0.5)
LEDUC = game_named("leduc.limit.2p")
HOLDEM16 = replace(game_named("holdem20.limit.2p"), ranks=4, name="holdem16")


def random_strategy(game: PokerGame, seed: int = 1) -> Strategy:
    return Strategy(game, game.probabilities(np.random.default_rng(seed).random(game.layout.count)), ORIGIN)


@pytest.fixture(scope="module")
def kuhn() -> Strategy:
    solver = new_solver("cfr+", exact_game("kuhn.limit.2p"))
    solver.step(10_000)
    return solver.strategy()


def test_the_family_of_kuhn_equilibria_can_be_read_off(kuhn: Strategy) -> None:
    """Kuhn 1950: the ace bets three times as often as the queen, and the king calls a third more often than that."""
    studied = StudiedStrategy(kuhn)
    tables = {decision.history: decision_table(studied, decision) for decision in decisions_of(kuhn.game)}
    assert tables[""].title == "first position, first to act"
    assert tables[""].keys == ["hand", "check", "bet", "reach", "value"]
    assert tables[""].column("hand") == ["Q", "K", "A"]
    bluff, nothing, value = tables[""].column("bet")
    assert 0 < bluff < 1 / 3
    assert (nothing, value) == pytest.approx((0, 3 * bluff), abs=0.01)
    assert tables["cr"].title == "first position, after check, bet"
    assert tables["cr"].column("call") == pytest.approx([0, bluff + 1 / 3, 1], abs=0.01)
    assert tables["c"].column("bet") == pytest.approx([1 / 3, 0, 1], abs=0.01)
    assert tables["r"].column("call") == pytest.approx([0, 1 / 3, 1], abs=0.01)
    assert tables[""].column("reach") == pytest.approx([1 / 3] * 3)
    assert sum(tables[""].column("value")) / 3 == pytest.approx(-1 / 18, abs=1e-4)


def test_values_of_the_choices_of_an_information_set(kuhn: Strategy) -> None:
    table = information_set_table(StudiedStrategy(kuhn), decision_at(kuhn.game, "cr"), 1)
    assert table.keys == ["action", "share", "value"]
    assert table.column("action") == ["fold", "call"]
    assert table.column("value") == pytest.approx([-1, -1], abs=0.01)  # the king is indifferent


def test_the_tree_lists_each_line_before_its_continuations(kuhn: Strategy) -> None:
    table = tree_table(StudiedStrategy(kuhn), depth=3)
    assert table.column("line") == ["c", "cc", "cr", "crf", "crc", "r", "rf", "rc"]
    assert table.column("action") == ["check", "check", "bet", "fold", "call", "bet", "fold", "call"]
    reach = dict(zip(table.column("line"), table.column("reach"), strict=True))
    assert reach["c"] + reach["r"] == pytest.approx(1)
    assert reach["crf"] + reach["crc"] == pytest.approx(reach["cr"])
    assert tree_table(StudiedStrategy(kuhn), depth=1).column("line") == ["c", "r"]


def test_choices_for_programs_have_every_information_set() -> None:
    studied = StudiedStrategy(random_strategy(exact_game(LEDUC)))
    table = choice_table(studied, decisions_of(studied.strategy.game))
    assert len(table.rows) == studied.strategy.game.layout.count - 2
    first = [row for row in table.rows if row[1] == ""]
    assert sum(row[6] for row in first[::2]) == pytest.approx(1)
    one = choice_table(studied, [decision_at(studied.strategy.game, "r")], card_class=2)
    assert [row[2] for row in one.rows] == ["A"] * 3


def test_words_of_players() -> None:
    limit = exact_game(LEDUC)
    assert choice_words(LEDUC, decision_at(limit, "cc/r")) == ["fold", "call", "raise"]
    assert decision_words(LEDUC, decision_at(limit, "crc/r")) == "button, after check, bet, call / bet"
    short = replace(game_named("holdem20.limit.2p"), betting="nolimit", stacks=(60, 60), raise_sizes=(), name="short")
    no_limit = exact_game(short, parse_menu("1,all-in"))
    assert choice_words(short, decision_at(no_limit, "c")) == ["check", "raise to 30", "raise to 60"]
    assert choice_words(short, decision_at(no_limit, "cc")) == ["check", "bet to 30", "bet to 60"]


def test_a_sampled_tree_has_margins_and_no_values_by_hand() -> None:
    studied = StudiedStrategy(random_strategy(abstract_game(MergedRanks(LEDUC))))
    assert studied.sampled_deals == 20_000
    table = tree_table(studied, depth=2)
    assert table.keys == ["line", "player", "action", "share", "reach", "reach ±", "value", "value ±"]
    assert all(0 <= margin < 0.01 for margin in table.column("reach ±"))
    assert decision_table(studied, decision_at(studied.strategy.game, "")).keys == ["hand", "check", "bet"]
    assert choice_table(studied, [decision_at(studied.strategy.game, "")]).column("value") == [None] * 4


def test_a_matrix_has_every_starting_hand_at_its_place() -> None:
    strategy = random_strategy(exact_game(HOLDEM16))
    matrices = hand_matrices(strategy, decision_at(strategy.game, ""))
    assert [*matrices] == ["fold", "call", "raise"]
    for (row, column), hand in {(0, 0): "AhAs", (0, 1): "AhKh", (1, 0): "AhKs", (3, 2): "QhJs"}.items():
        shares = [*strategy.at(hand).values()]
        assert [float(shares[row, column]) for shares in matrices.values()] == pytest.approx(shares)
    assert sum(matrices.values()) == pytest.approx(np.ones((4, 4)))


def test_a_matrix_on_a_board_is_the_mean_over_the_hands_that_it_leaves() -> None:
    strategy = random_strategy(exact_game(HOLDEM16))
    decision = decision_at(strategy.game, "cc/")
    matrices = hand_matrices(strategy, decision, "AhAsAd")
    assert np.isnan(matrices["check"][0, 0])  # a single ace is left
    hands = ["KhQs", "KhQd", "KhQc", "KsQh", "KsQd", "KsQc", "KdQh", "KdQs", "KdQc", "KcQh", "KcQs", "KcQd"]
    mean = np.mean([[*strategy.at(hand, "AhAsAd", "cc/").values()] for hand in hands], axis=0)
    assert [float(shares[2, 1]) for shares in matrices.values()] == pytest.approx(mean.tolist())
    with pytest.raises(StrategyError, match="a board of 2 cards after 'cc/': there are 3"):
        hand_matrices(strategy, decision, "AhAs")
    kuhn = random_strategy(exact_game("kuhn.limit.2p"))
    with pytest.raises(StrategyError, match="has 1 hole card: matrices are for hands of two"):
        hand_matrices(kuhn, decision_at(kuhn.game, ""))


def test_a_matrix_as_text() -> None:
    assert format_matrix(np.array([[1.0, 0.0], [0.333, np.nan]])) == "       A    K\n  A  100    .\n  K   33     "


def test_a_comparison_finds_the_changed_information_set(kuhn: Strategy) -> None:
    changed = kuhn.stored.copy()
    decision = decision_at(kuhn.game, "r")
    changed[decision.cells[2]] = [1.0, 0.0]  # folds the ace to a bet
    comparison = compare_strategies(kuhn, Strategy(kuhn.game, changed, ORIGIN))
    (first,) = comparison.differences
    assert (first.decision.history, first.name.hand) == ("r", "A")
    assert first.difference == pytest.approx(1, abs=1e-3)
    assert first.reach == pytest.approx(StudiedStrategy(kuhn).reach_of(decision)[2])
    assert comparison.per_hand == pytest.approx(first.reach, abs=1e-3)
    table = comparison_table(comparison, kuhn.definition, names=["before", "after"])
    assert table.rows[0][0:3] == ("r", "button", "A")
    assert table.rows[0][3:5] == ("call 100 %", "fold 100 %")
    programs = compared_choices_table(comparison, kuhn.definition)
    assert programs.column("action") == ["fold", "call"]
    assert programs.column("second") == [1.0, 0.0]
    assert compare_strategies(kuhn, kuhn).differences == []


def test_differences_are_weighted_by_reach_and_the_most_come_first() -> None:
    game = exact_game(LEDUC)
    first, second = random_strategy(game, 1), random_strategy(game, 2)
    whole = compare_strategies(first, second)
    weights = [difference.weight for difference in whole.differences]
    assert weights == sorted(weights, reverse=True)
    assert sum(weights) == pytest.approx(whole.per_hand)
    few = compare_strategies(first, second, most=3)
    assert [each.weight for each in few.differences] == weights[:3]
    assert few.per_hand == whole.per_hand


def test_different_card_abstractions_are_compared_with_real_cards() -> None:
    buckets = random_strategy(abstract_game(MergedRanks(LEDUC)))
    lossless = random_strategy(exact_game(LEDUC))
    assert compare_strategies(buckets, lossless).deals is None
    dealt = with_cards(lossless, DealtCards(LEDUC))
    assert compare_strategies(lossless, dealt).differences == []


def test_large_games_are_compared_by_line_over_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    game = exact_game(LEDUC)
    first, second = random_strategy(game, 1), random_strategy(game, 2)
    exact = compare_strategies(first, second)
    monkeypatch.setattr("railbird.solvers.lines.strategy_comparison.can_be_enumerated", lambda _: False)
    sampled = compare_strategies(first, second)
    assert sampled.deals == 20_000
    assert sampled.per_hand == pytest.approx(exact.per_hand, rel=0.02)
    root = next(each for each in sampled.differences if not each.decision.actions)
    of_root = [each for each in exact.differences if not each.decision.actions]
    assert root.reach == pytest.approx(1)
    assert root.difference == pytest.approx(sum(each.weight for each in of_root), abs=0.02)
    assert "hand" not in comparison_table(sampled, LEDUC, names=["a", "b"]).keys


def test_strategies_of_large_games_with_different_buckets_meet_on_the_same_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    buckets = random_strategy(abstract_game(MergedRanks(LEDUC)), 1)
    lossless = random_strategy(exact_game(LEDUC), 2)
    same = with_cards(buckets, DealtCards(LEDUC))
    exact = compare_strategies(buckets, lossless)
    monkeypatch.setattr("railbird.solvers.lines.strategy_comparison.can_be_enumerated", lambda _: False)
    sampled = compare_strategies(buckets, lossless)
    assert sampled.deals == 2_000
    assert sampled.per_hand == pytest.approx(exact.per_hand, rel=0.05)
    assert compare_strategies(lossless, buckets).per_hand == pytest.approx(sampled.per_hand)
    assert compare_strategies(buckets, same).per_hand == 0


def test_other_games_and_menus_are_not_compared() -> None:
    kuhn, leduc = random_strategy(exact_game("kuhn.limit.2p")), random_strategy(exact_game(LEDUC))
    with pytest.raises(StrategyError, match="the strategy is for another game"):
        compare_strategies(kuhn, leduc)
    rules = replace(LEDUC, betting="nolimit", stacks=(9, 9), raise_sizes=(), name="short")
    menus = [random_strategy(exact_game(rules, parse_menu(menu))) for menu in ("1,all-in", "0.5,all-in")]
    with pytest.raises(StrategyError, match=r"different bet menus, 1,all-in and 0\.5,all-in"):
        compare_strategies(*menus)
    recalls = [random_strategy(abstract_game(CardClasses(LEDUC), recall=recall)) for recall in ("hand", "round")]
    with pytest.raises(
        StrategyError, match=r"one strategy remember the betting of the hand, those of the other .* round"
    ):
        compare_strategies(*recalls)


def test_the_report_on_one_strategy_shows_what_it_plays(kuhn: Strategy) -> None:
    report = make_solve_report([SolvedStrategy(Path("kuhn.strategy"), kuhn)])
    assert [section.title for section in report.sections] == ["What it plays", "Lines of betting"]
    assert "the exploitability is not known" in report.introductions[0].summary
    grid, lines = (section.figures[0] for section in report.sections)
    assert grid is not None
    assert lines is not None
    assert [entry.name for entry in grid.legend] == ["fold", "check", "call", "bet"]
    (plot,) = grid.plots
    bets = next(trace for trace in plot.data if trace.get("legendgroup") == "bet")
    assert (bets["y"][0], bets["x"][0]) == (0, pytest.approx(0.94 * kuhn.at("Qs").popitem()[1], abs=1e-5))
    assert plot.layout["xaxis"]["ticktext"] == ["start", "c", "cr", "r"]
    assert plot.layout["yaxis"]["ticktext"] == ["Q", "K", "A"]
    assert lines.tables[0].column("line")[:3] == ["c", "cc", "cr"]
    assert "railbird strategy show kuhn.strategy --tree --depth 3" in page_of(report)


def test_starting_hands_are_matrices_for_every_betting_before_the_flop() -> None:
    strategy = random_strategy(exact_game(HOLDEM16))
    report = make_solve_report([SolvedStrategy(Path("s"), strategy)])
    grid = report.sections[0].figures[0]
    assert grid is not None
    assert grid.choice_label == "Betting"
    assert grid.choices[:2] == ["button, first to act", "big blind, after call"]
    assert len(grid.plots) == len(list(decisions_of(strategy.game, street=0)))
    labels = grid.plots[0].data[-1]
    assert labels["text"][:3] == ["AA", "AKs", "AQs"]
    assert "Betting\n" in page_of(report)


def test_several_strategies_that_were_never_evaluated_are_refused(kuhn: Strategy) -> None:
    with pytest.raises(StrategyError, match="give a single strategy to see what it plays"):
        make_solve_report([SolvedStrategy(Path("a"), kuhn), SolvedStrategy(Path("b"), kuhn)])


def test_raises_of_different_sizes_have_different_colours() -> None:
    words = ["fold", "call", *(f"raise to {size}" for size in range(30, 300, 30))]
    assert len({choice_color(word, words) for word in words}) == len(words)
    assert choice_color("bet", ["check", "bet", "raise"]) == choice_color("raise", ["check", "bet", "raise"])


def test_the_legend_has_the_colours_of_all_grids() -> None:
    grids = [
        [GridCell(0, 0, "", "", {"raise to 300": 0.5, "call": 0.2, "raise to 200": 0.3})],
        [GridCell(0, 0, "", "", {"raise to 20000": 0.5, "raise to 900": 0.5})],
    ]
    words = choices_in([cell for cells in grids for cell in cells])
    assert words == ["call", "raise to 200", "raise to 300", "raise to 900", "raise to 20000"]
    colors = {entry.name: entry.color for entry in legend_of(words)}
    for cells in grids:
        *bars, _ = share_grid(cells, words=words, rows=[""], columns=[""], tallest=1).data
        assert [bar["marker"]["color"] for bar in bars] == [colors[bar["name"]] for bar in bars]
