"""The analysis on the page: every number leads to the hands that it counts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest

from arena.runs import LIMIT_3P
from railbird.analysis.hand_facts import find_hands
from railbird.arena import RunFolder, RunPlan, read_entrants
from railbird.games import game_named
from railbird.web.analysis_data import analysis_as_json
from railbird.web.hand_links import search_behind
from railbird.web.hand_list import read_search
from railbird.web.opened_sources import opened_source

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from web.clients import RunningServer

COUNTED = {
    "results": ("hands", "won", "lost"),
    "tracker": ("hands", "walks", "saw flop", "showdowns"),
    "streets": ("seen", "won"),
    "showdowns": ("showdowns", "won"),
    "categories": ("hands",),
    "positions": ("hands",),
    "starting-hands": ("hands", "played", "raised", "walks"),
    "standings": ("hands",),
}
"""Columns that count hands, by table."""


@pytest.fixture(scope="session")
def analysis(tournament: str, served_folder: Path) -> dict[str, Any]:
    return analysis_as_json(opened_source(served_folder, tournament))


def tables_of(analysis: dict[str, Any]) -> list[dict[str, Any]]:
    return [table for section in analysis["sections"] for table in section["figure"]["tables"]] + analysis[
        "more_tables"
    ]


@pytest.mark.deep
def test_every_count_leads_to_as_many_hands(analysis: dict[str, Any], tournament: str, served_folder: Path) -> None:
    index = opened_source(served_folder, tournament).hands.index
    checked = set()
    for table in tables_of(analysis):
        keys = [column["key"] for column in table["columns"]]
        for row in table["rows"]:
            for key, cell in zip(keys, row, strict=True):
                if not cell["link"] or cell["link"].startswith("/replay/"):
                    continue
                address = urlsplit(cell["link"])
                assert unquote(address.path) == f"/hands/{tournament}"
                found = len(find_hands(index, read_search(dict(parse_qsl(address.query)))))
                if key in COUNTED.get(table["key"], ()):
                    assert found == cell["value"], (table["key"], key, address.query)
                    checked.add((table["key"], key))
    assert checked == {(table, key) for table, keys in COUNTED.items() for key in keys}


def test_the_crosstable_leads_to_the_hands_of_a_pair(analysis: dict[str, Any]) -> None:
    crosstable = next(table for table in tables_of(analysis) if table["key"] == "crosstable")
    bots = [row[0]["text"] for row in crosstable["rows"]]
    for place, row in enumerate(crosstable["rows"]):
        for other, cell in enumerate(row[1:]):
            query = dict(parse_qsl(urlsplit(cell["link"] or "").query))
            assert query == ({} if place == other else {"player": bots[place], "opponent": bots[other]})


def test_an_unknown_table_or_an_empty_cell_leads_nowhere() -> None:
    assert search_behind("nothing", {"player": "Ada", "hands": 3}, "hands") is None
    assert search_behind("tracker", {"player": "Ada", "3-bet": None}, "3-bet") is None


def test_the_analysis_of_a_log(server: RunningServer) -> None:
    answer = server.get("/api/analysis?name=match.log")
    assert answer.status == 200
    assert {section["title"] for section in answer.json["sections"]} >= {"Standings", "Profit", "Starting hands"}
    json.dumps(answer.json, allow_nan=False)


def test_an_unfinished_run_is_not_analysed(server: RunningServer, served_folder: Path) -> None:
    plan = RunPlan(game_named(LIMIT_3P), read_entrants(["call", "raise", "random"]), 4, seed=1)
    RunFolder.create(served_folder / "begun", plan)
    answer = server.get("/api/analysis?name=begun")
    assert answer.status == 400
    assert "is not complete: it lacks 6 of 6 matches, which railbird tournament --resume" in answer.json["error"]
    runs = {run["name"]: run for run in server.get("/api/runs").json["runs"]}
    assert runs["begun"]["state"] == "unfinished"
    assert "railbird tournament --resume" in runs["begun"]["resume"]
    assert runs["run"]["command"] == "railbird match"


def test_a_run_that_is_being_played_is_said_to_be(server: RunningServer, served_folder: Path) -> None:
    """How to resume it would be wrong advice: the run is locked."""
    plan = RunPlan(game_named(LIMIT_3P), read_entrants(["call", "raise", "random"]), 4, seed=1)
    run = RunFolder.create(served_folder / "played-now", plan)

    def listed() -> dict[str, Any]:
        return next(run for run in server.get("/api/runs").json["runs"] if run["name"] == "played-now")

    with run.being_played():
        assert (listed()["state"], listed()["resume"]) == ("playing", None)
        answer = server.get("/api/analysis?name=played-now")
        assert (answer.status, answer.json["error"]) == (
            409,
            "played-now is being played: 0 of 6 matches are over; it is analysed when all are",
        )
    assert (listed()["state"], "--resume" in listed()["resume"]) == ("unfinished", True)
