"""What readers of a report missed: a title, labels, scales, positions, single hands, numbers with their units."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from railbird.arena.records import run_records
from railbird.reports import make_report
from railbird.reports.curves_section import rate_figure
from railbird.reports.page import page_of
from railbird.reports.palette import Colors
from railbird.reports.starting_hands_section import starting_hands_figure
from reports.samples import FIXTURES, made_up, of_log

if TYPE_CHECKING:
    from acpc.starting import Start
    from railbird.arena import RunFolder
    from railbird.reports import Figure, Source


def figure_of(source: Source, title: str) -> Figure:
    sections = {section.title: section.figures[0] for section in make_report(source).sections}
    figure = sections.get(title)
    assert figure is not None, f"no section {title}: there are {', '.join(sections)}"
    return figure


def layout(figure: Figure) -> dict[str, Any]:
    return dict(figure.plots[0].layout)


def test_21_8_the_title_says_what_was_played(tournament: Source) -> None:
    heading = unescape(re.search(r"<h1>(.*?)</h1>", page_of(make_report(tournament)))[1])  # type: ignore[index]
    assert heading.replace("\u00a0", " ") == "4 players in holdem.limit.3p: 720 hands"
    heading = unescape(re.search(r"<h1>(.*?)</h1>", page_of(make_report(of_log(FIXTURES / "limit_3p.log"))))[1])  # type: ignore[index]
    assert re.fullmatch(r"(Ann|Bob|Cleo), (Ann|Bob|Cleo) and (Ann|Bob|Cleo) in holdem.limit.3p: 4.hands", heading)


@pytest.mark.parametrize("title", ["Profit", "Running win rate"])
def test_21_8_curves_have_labels_at_their_ends(tournament: Source, title: str) -> None:
    figure = figure_of(tournament, title)
    labels = layout(figure).get("annotations", [])
    assert sorted(label["text"] for label in labels) == sorted(tournament.players)
    low, high = layout(figure)["yaxis"]["range"]
    heights = sorted(label["y"] for label in labels)
    assert min(np.diff(heights)) >= 0.99 * (high - low) * 15 / 420  # a line apart


def test_21_8_the_scale_of_the_running_win_rate_ignores_the_beginning() -> None:
    won = np.full(200, 1.0)
    won[:12] = 500.0  # whose rate at a tenth of the hands is still three hundred times the last one
    won[12:24] = -499.0
    source = made_up(np.array([[won, -won]]), "call", "raise")
    low, high = layout(rate_figure(source, Colors.of(source.players)))["yaxis"]["range"]
    curve = next(
        trace for trace in rate_figure(source, Colors.of(source.players)).plots[0].data if trace["name"] == "call"
    )
    beginning = max(abs(value) for value in curve["y"][:30])  # type: ignore[index]
    assert max(-low, high) < beginning / 2


def test_21_8_starting_hands_are_in_big_blinds_faded_by_count_and_marked_where_empty(tournament: Source) -> None:
    figure = starting_hands_figure(tournament)
    assert figure is not None
    assert figure.panels[2] == "Big blinds won in a hand"
    matrix, *others = figure.plots[2].data
    assert [trace["type"] for trace in others] == ["heatmap", "scatter"]
    veil, crosses = others
    counts = [int(text.split()[0].replace(",", "")) for row in matrix["customdata"] for text in row]  # type: ignore[attr-defined]
    greys = [grey for row in veil["z"] for grey in row]  # type: ignore[attr-defined]
    assert len(crosses["x"]) == counts.count(0)  # type: ignore[arg-type]
    assert [grey is None for grey in greys] == [count == 0 for count in counts]
    seen = sorted((count, -grey) for count, grey in zip(counts, greys, strict=True) if count)
    assert [grey for _, grey in seen] == sorted(grey for _, grey in seen)  # the more hands, the less grey
    text = page_of(make_report(tournament))
    assert "all, one below the other" in text  # and so on paper


def test_21_8_results_by_position(tournament: Source, tournament_run: RunFolder) -> None:
    (table,) = figure_of(tournament, "Results by position").tables
    known: dict[tuple[str, str], list[float]] = {}
    names = ("small blind", "big blind", "button")
    for record in run_records(tournament_run):
        for player, position, chips in zip(record.players, names, record.payoffs, strict=True):
            known.setdefault((player, position), []).append(float(chips) / 10)
    assert len(table.rows) == len(known) == 12
    for player, position, hands, rate in table.rows:
        won = known[str(player), str(position)]
        assert hands == len(won)
        assert rate.mean == pytest.approx(100 * np.mean(won))  # type: ignore[union-attr]


def test_21_8_the_biggest_pots_and_the_most_telling_deals(tournament: Source, tournament_run: RunFolder) -> None:
    pots, telling = figure_of(tournament, "Hands").tables
    records = [*run_records(tournament_run)]
    won = [sum(float(chips) for chips in record.payoffs if chips > 0) for record in records]
    biggest = records[won.index(max(won))]
    *_, last = biggest.states()
    assert len(pots.rows) == 10
    assert pots.column("pot")[0] == pytest.approx(last.pot / 10)
    for row in pots.rows:
        assert re.fullmatch(r"(\S+ ([2-9TJQKA][cdhs]){2} [+-][\d.]+(, )?){3}", str(row[1]))
        assert re.fullmatch(r"[fcr /]+", str(row[3]))
    assert "\\x0a" not in page_of(make_report(tournament))  # a line break would be printed as its code
    means: dict[tuple[str, int, int], list[float]] = {}
    frame = tournament_run.hands().collect()
    for row in frame.iter_rows(named=True):
        for position in range(3):
            key = row[f"player_{position}"], row["table"], row["hand"]
            means.setdefault(key, []).append(row[f"payoff_{position}"])
    largest = max(abs(sum(values)) / 6 for values in means.values())
    assert abs(float(telling.column("won")[0])) == pytest.approx(largest / 10)  # type: ignore[arg-type]


def test_21_8_no_number_is_broken_from_its_unit_and_tables_scroll_visibly(tournament: Source) -> None:
    text = page_of(make_report(tournament))
    visible = re.sub(r"<(script|style).*?</\1>", "", text, flags=re.S)
    assert re.search(r"\d\u00a0(±|%|bb/100)", visible)
    assert not re.search(r"\d (±|%|bb/100)", visible)
    assert "local" in re.search(r"\.scroll \{.*?\}", text, re.S)[0]  # type: ignore[index]


def test_21_8_log_show_prints_hands_of_a_run(tournament_run: RunFolder, start: Start) -> None:
    shown = start("log", "show", tournament_run.path)
    assert shown.wait() == 0, shown.errors
    lines = shown.output.splitlines()
    assert lines[0] == "match table0.match0.0, the first of 24; --match shows another"
    assert [line for line in lines if line.startswith("hand ")] == [
        f"hand {number} of holdem.limit.3p" for number in range(10)
    ]
    assert lines[-1] == "The first 10 of 30 hands of the match; --hand shows another."
    one = start("log", "show", tournament_run.path, "--match", "table3.match0.5", "--hand", 29)
    assert one.wait() == 0, one.errors
    assert one.output.splitlines()[:2] == ["match table3.match0.5", "hand 29 of holdem.limit.3p"]
    for words, complaint in (
        (("--hand", 30), "has no hand 30: the hands of a match are 0 to 29"),
        (("--match", "table9"), "has no match 'table9': its matches are table0.match0.0 to table3.match0.5"),
        (("--kind", "phh"), "it applies to logs only"),
    ):
        refused = start("log", "show", tournament_run.path, *words)
        assert refused.wait() == 2
        assert complaint in refused.errors
