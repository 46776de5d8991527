"""Replays and lists of hands as JSON: what is in them, what is refused, and what a seat may not see."""

from __future__ import annotations

import csv
import io
import json
import os
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from railbird.analysis.hand_facts import HandSearch
from railbird.arena.replayed_bots import Permission
from railbird.formats.acpc_log import format_state
from railbird.web.hand_list import hands_as_json, neighbours_as_json, read_search
from railbird.web.opened_sources import opened_source
from railbird.web.replay_data import answers_as_json, copies_as_json, replay_as_json

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.web.opened_sources import OpenedSource
    from web.clients import RunningServer

HAND = "table0.match0.2:7"


@pytest.fixture(scope="module")
def opened(served_folder: Path) -> OpenedSource:
    return opened_source(served_folder, "run")


def test_steps_are_the_states_of_the_hand(opened: OpenedSource) -> None:
    replay = replay_as_json(opened, HAND)
    (record,) = opened.hands.records([opened.hands.place_of(HAND)])
    for step, state in zip(replay["steps"], record.states(), strict=True):  # type: ignore[call-overload, arg-type]
        assert step["pot"] == state.pot
        assert step["acting"] == (state.acting if state.acting >= 0 else None)
        known = [share for share in step["equity"] if share is not None]
        assert sum(known) == pytest.approx(1)
        assert len(known) == len(state.in_hand)
    assert [player["name"] for player in replay["players"]] == [*record.players]  # type: ignore[index, call-overload, union-attr]


def test_a_seat_is_not_told_what_it_may_not_see(opened: OpenedSource) -> None:
    (record,) = opened.hands.records([opened.hands.place_of(HAND)])
    for position in range(3):
        replay = replay_as_json(opened, HAND, seat=str(position))
        seen = record.final_state().view(position).hands
        assert [len(player["cards"]) for player in replay["players"]] == [*map(len, seen)]  # type: ignore[index, call-overload, union-attr]
        for step, state in zip(replay["steps"], record.states(), strict=True):  # type: ignore[call-overload, arg-type]
            assert replay["seatings"] == []
            assert [share for at, share in enumerate(step["equity"]) if at != position] == [None, None]
            if step["equity"][position] is not None:
                assert step["equity"][position] == state.view(position).equity()


def test_the_seatings_are_the_duplicate_set(opened: OpenedSource) -> None:
    seatings = replay_as_json(opened, HAND)["seatings"]
    assert isinstance(seatings, list)
    assert len(seatings) == 6
    assert [seating["address"] for seating in seatings if seating["is_this"]] == [HAND]  # type: ignore[index, call-overload]
    cards = {str([player["cards"] for player in seating["players"]]) for seating in seatings}  # type: ignore[index, call-overload, union-attr]
    assert len(cards) == 1


def test_bots_say_their_probabilities(opened: OpenedSource) -> None:
    answers = {each["player"]: each for each in answers_as_json(opened, HAND, Permission(), everyone=True)}  # type: ignore[index, call-overload]
    assert {*answers} == {"call", "raise", "random"}
    for answer in answers.values():
        for shares in answer["by_step"].values():  # type: ignore[call-overload, union-attr]
            assert sum(share["share"] for share in shares) == pytest.approx(1)


def test_copies_in_other_notations(opened: OpenedSource) -> None:
    copies = copies_as_json(opened, HAND, step=2)
    (record,) = opened.hands.records([opened.hands.place_of(HAND)])
    assert copies["acpc"] == {"text": f"{format_state(record)}\n", "why_not": None}
    assert "variant = " in copies["phh"]["text"]  # type: ignore[index, call-overload, operator]
    assert "state = state.play([" in copies["python"]["text"]  # type: ignore[index, call-overload, operator]


def test_pages_of_hands_and_neighbours_in_a_search(opened: OpenedSource) -> None:
    everything = hands_as_json(opened, HandSearch(), page=2)
    assert (everything["hands"], everything["pages"], len(everything["rows"])) == (120, 3, 50)  # type: ignore[arg-type]
    search = read_search({"player": "random", "result": "won", "pot_from": "3"})
    found = hands_as_json(opened, search, order="pot")
    pots = [row["pot"] for row in found["rows"]]  # type: ignore[index, call-overload, union-attr]
    assert pots == sorted(pots, reverse=True)
    first, second = (row["address"] for row in found["rows"][:2])  # type: ignore[index, call-overload, union-attr]
    neighbours = neighbours_as_json(opened, search, str(first), order="pot")
    assert neighbours == {"number": 1, "hands": found["hands"], "previous": None, "next": second}


def test_all_hands_of_a_search_as_csv(server: RunningServer, opened: OpenedSource) -> None:
    answer = server.get("/api/hands/list.csv?name=run&player=random&result=won&order=pot")
    heading, *rows = csv.reader(io.StringIO(answer.body.decode()))
    assert heading == ["hand", "player", "position", "won", "pot", "showdown", "betting"]
    found = hands_as_json(opened, read_search({"player": "random", "result": "won"}), order="pot")
    assert len(rows) == 3 * found["hands"]  # type: ignore[operator]
    assert rows[0][0] == found["rows"][0]["address"]  # type: ignore[index, call-overload]
    assert sum(float(row[3]) for row in rows) == pytest.approx(0)
    answer = server.get("/api/hands/list.csv?name=run&pot_from=1000000")
    assert answer.body.decode().splitlines() == [",".join(heading)]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("list?name=run&colour=red", "hands cannot be searched by 'colour'"),
        ("list?name=run&street=x", "street 'x': give a number"),
        ("list?name=run&showdown=maybe", "showdown 'maybe': give yes or no"),
        ("list?name=run&page=9", "no page 9: the hands fill 3"),
        ("list?name=run&player=Zoe", "no player is called 'Zoe': give one of call, raise, random"),
        ("list?name=run&order=size", "order 'size': leave it out"),
        ("replay?name=run&hand=table0.match0.0:99", "has no hand '99': its hands are 0 to 19"),
        ("replay?name=run&hand=5", "has no hand '5': give a match and a hand, like table0.match0.0:0"),
        ("replay?name=match.log&hand=999", "match.log has no hand 999: it has 20 hands, from 0 to 19"),
        ("replay?name=run&hand=table0.match0.0:1&seat=7", "no seat '7': give all, or a position from 0 to 2"),
        ("replay?name=nowhere&hand=1", "'nowhere' is not in the served folder"),
        ("replay?name=run", "hand: field required"),
    ],
)
def test_bad_requests_get_one_clear_line(server: RunningServer, query: str, message: str) -> None:
    answer = server.get(f"/api/hands/{query}")
    assert 400 <= answer.status < 500
    assert message in answer.json["error"]
    assert "\n" not in answer.json["error"]


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "link", "run/../../outside", "~/x", "..\\outside", ""])
@pytest.mark.parametrize("route", ["hands/list", "hands/replay", "hands/choices", "analysis"])
def test_no_path_outside_the_folder_is_read(server: RunningServer, served_folder: Path, name: str, route: str) -> None:
    outside = served_folder.parent / "outside"
    outside.mkdir(exist_ok=True)
    (outside / "run.toml").write_text("secret = 1")
    link = served_folder / "link"
    if not link.is_symlink():
        link.symlink_to(outside)
    for written in (quote(name), quote(name, safe=""), quote(quote(name, safe=""), safe="")):
        answer = server.get(f"/api/{route}?name={written}&hand=0")
        assert answer.status == 404, (written, answer.body)
        assert "secret" not in answer.body.decode()


def test_a_damaged_log_is_read_as_far_as_possible(server: RunningServer, served_folder: Path) -> None:
    text = (served_folder / "match.log").read_text()
    lines = text.splitlines(keepends=True)
    (served_folder / "damaged.log").write_text("".join(lines[:6]) + "STATE:5:x\n" + "".join(lines[7:]))
    answer = server.get("/api/hands/list?name=damaged.log")
    assert answer.status == 200
    assert answer.json["number_of_problems"] >= 1
    assert "line 7" in answer.json["problems"][0]
    (served_folder / "junk.log").write_text("nothing\n" * 10)
    answer = server.get("/api/hands/list?name=junk.log")
    assert answer.status == 400
    assert "not a log of a known kind" in answer.json["error"]


def test_a_damaged_run_is_named(server: RunningServer, served_folder: Path) -> None:
    folder = served_folder / "broken"
    folder.mkdir(exist_ok=True)
    (folder / "run.toml").write_text("layout = ]")
    answer = server.get("/api/hands/list?name=broken")
    assert answer.status == 400
    assert "run.toml is damaged" in answer.json["error"]
    states = {run["name"]: run["state"] for run in server.get("/api/runs").json["runs"]}
    assert (states["broken"], states["run"]) == ("damaged", "complete")


def test_a_pipe_is_not_waited_for(server: RunningServer, served_folder: Path) -> None:
    os.mkfifo(served_folder / "pipe.log")
    answer = server.get("/api/hands/list?name=pipe.log")
    assert answer.status == 404
    assert "pipe.log is neither a run nor a log" in answer.json["error"]
    assert "pipe.log" not in [log["name"] for log in server.get("/api/runs").json["logs"]]


def test_answers_are_plain_json(opened: OpenedSource) -> None:
    json.dumps(replay_as_json(opened, HAND), allow_nan=False)


@pytest.mark.sample_data
@pytest.mark.parametrize("kind", ["acpc/*.log", "old/*", "phh/pluribus/*.phh"])
def test_hands_of_real_logs_are_shown(sample_data: Path, kind: str) -> None:
    paths = sorted(path for path in sample_data.glob(kind) if path.is_file())[:4]
    assert paths
    for path in paths:
        opened = opened_source(sample_data, str(path.relative_to(sample_data)))
        for place in {0, len(opened.hands) - 1}:
            address = opened.hands.address_of(place)
            assert opened.hands.place_of(address) == place
            for seat in ("all", "0"):
                replay = replay_as_json(opened, address, seat=seat)
                json.dumps(replay, allow_nan=False)
                assert replay["problems"] == []
