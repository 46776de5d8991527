"""The page of a report: whole, on its own, and safe from what players are called."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from arena.runs import LIMIT, plan_of
from railbird.arena import RunFolder, play_run, with_shadows
from railbird.errors import FormatError
from railbird.reports import make_report, read_run, write_report
from railbird.reports.page import page_of, unbroken
from railbird.statistics import printed
from reports.samples import FIXTURES, ODD_NAMES, log_with_odd_names, of_log

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.reports import Source

VOID = {"meta", "br", "img", "input", "link"}


class Page(HTMLParser):
    """The elements of a page; a complaint if they do not close in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and data.strip():
            self.texts.append((self._open[-1], data.strip()))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def texts_of(self, tag: str) -> list[str]:
        return [text for name, text in self.texts if name == tag]


def test_a_page_has_a_section_for_each_figure_with_its_tables_and_command(tournament: Source) -> None:
    report = make_report(tournament)
    page = Page(page_of(report))
    assert page.texts_of("h2") == [section.title for section in report.sections]
    figures = [figure for section in report.sections for figure in section.figures if figure is not None]
    assert page.texts_of("code") == [tournament.made_by, *[figure.command for figure in figures]]
    tables = [table for figure in figures for table in figure.tables]
    assert len(page.all("table")) == len(tables)
    headings = [heading for table in tables for heading in printed(table).headings if heading]
    assert page.texts_of("th") == headings
    meanings = [column.meaning for table in tables for column in table.defined_columns]
    assert page.texts_of("dd")[-len(meanings) :] == [unbroken(meaning) for meaning in meanings]
    assert len([element for element in page.all("div") if element.get("class") == "plot"]) == sum(
        len(figure.panels) for figure in figures if figure.plots
    )


def test_a_page_needs_nothing_else(tournament: Source) -> None:
    page = Page(page_of(make_report(tournament)))
    assert not page.all("link")
    assert not page.all("img")
    assert all("src" not in script for script in page.all("script"))
    assert all(str(link["href"]).startswith("#") for link in page.all("a"))
    assert "@import" not in "".join(page.texts_of("style"))
    assert "url(" not in "".join(page.texts_of("style"))


def test_names_cannot_leave_their_place(tmp_path: Path) -> None:
    source = of_log(log_with_odd_names(tmp_path))
    assert {*source.players} == {*ODD_NAMES}
    text = page_of(make_report(source))
    page = Page(text)
    assert len(page.all("script")) == 3
    assert not page.all("b")
    assert all(str(link["href"]).startswith("#section-") for link in page.all("a"))
    assert {*ODD_NAMES} <= {*page.texts_of("td")}
    assert page.texts_of("option") == [*source.players, "all, one below the other"]
    figures = json.loads(next(text for tag, text in page.texts if tag == "script"))
    assert {plot["choice"] for plot in figures["starting-hands-0"]} == {*ODD_NAMES}


def test_one_hand_is_enough_and_the_page_says_what_it_is_worth(tmp_path: Path) -> None:
    lines = (FIXTURES / "limit_3p.log").read_text().splitlines()
    path = tmp_path / "one.log"
    path.write_text("\n".join(lines[:5]) + "\n")
    text = page_of(make_report(of_log(path)))
    Page(text)
    assert "There is no interval" in text
    assert "Infinity" not in text.partition('id="figures"')[2].partition("</script>")[0]


def test_problems_of_a_log_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "torn.log"
    path.write_text((FIXTURES / "limit_3p.log").read_text() + "STATE:4:torn\n")
    source = of_log(path)
    assert source.problems
    assert source.problems[0] in Page(page_of(make_report(source))).texts_of("td")


def test_a_log_without_hands_has_no_report(tmp_path: Path) -> None:
    path = tmp_path / "empty.log"
    path.write_text("# name/game/hands/seed ring holdem.limit.3p.game 4 0\n")
    with pytest.raises(FormatError, match="no hands to report on"):
        of_log(path)


@pytest.mark.deep
def test_the_same_run_gives_the_same_page(tournament_run: RunFolder, tmp_path: Path) -> None:
    """Read anew, in processes in which sets and hashes have another order."""
    pages = []
    for seed in ("1", "2"):
        page = tmp_path / f"{seed}.html"
        command = [sys.executable, "-m", "railbird", "report", str(tournament_run.path), str(page)]
        subprocess.run(command, check=True, capture_output=True, env=os.environ | {"PYTHONHASHSEED": seed})
        pages.append(page.read_bytes())
    assert pages[0] == pages[1]


def test_a_report_is_written_as_what_its_name_says(tournament: Source, tmp_path: Path) -> None:
    report = make_report(tournament)
    write_report(report, tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == page_of(report)
    write_report(report, tmp_path / "figures.json")
    assert json.loads((tmp_path / "figures.json").read_text()) == json.loads(json.dumps(report.as_json()))
    with pytest.raises(FormatError, match=r"as \.html or \.json"):
        write_report(report, tmp_path / "report.pdf")
    with pytest.raises(FormatError, match="there is no folder"):
        write_report(report, tmp_path / "absent" / "report.html")
    assert not (tmp_path / "absent").exists()


@pytest.mark.deep
@pytest.mark.sample_data
def test_every_sample_log_has_a_report(sample_data: Path) -> None:
    """Or no hands that are hold'em."""
    logs = [*sample_data.glob("acpc/*.log"), *sample_data.glob("old/*.log"), *sample_data.glob("phh/**/*.phh")]
    pages = 0
    for path in logs:
        try:
            report = make_report(of_log(path))
        except FormatError as error:
            assert "no hands to report on" in str(error)  # noqa: PT017
            continue
        assert json.dumps(report.as_json(), allow_nan=False)
        pages += 1
    assert pages >= 14


def test_shadows_have_a_section_if_there_are_any(tmp_path: Path) -> None:
    plan = plan_of("call", "raise", game=LIMIT, hands=3)
    plan = replace(plan, entrants=with_shadows(plan.entrants, ["raise=call"]))
    run = RunFolder.create(tmp_path / "run", plan)
    play_run(run)
    section = next(section for section in make_report(read_run(run)).sections if section.title == "Shadows")
    (figure,) = section.figures
    assert figure is not None
    assert figure.command == f"railbird analyse {tmp_path / 'run'} --table shadows"
    assert [row[:3] for row in figure.tables[0].rows][:2] == [("raise", "call", "all"), ("raise", "call", "preflop")]
