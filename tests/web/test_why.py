"""Why panels: each kind on a real decision, against what the bot itself answers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.arena.team_notes import team_notes
from railbird.bots import make_bot
from railbird.games import game_named
from railbird.imitation.models import open_model
from railbird.web import WebSettings
from railbird.web.action_words import action_words
from railbird.web.opened_sources import opened_source
from railbird.web.why_data import why_as_json
from web.clients import RunningServer
from web.page_checks import SIZES, check_page, go
from web.training_items import make_training

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from railbird.games import HandRecord, View

TEAM = "ensemble:members=[call]+[raise]+[check-norris],names=caller+raiser+norris,decider=random"
HANDS = 12
MATCH = "table0.match0.0"


@pytest.fixture(scope="module")
def served_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs: a mapped bot, a solver and a learned model (`limit`); a team and a mapped bot (`nolimit`)."""
    folder = tmp_path_factory.mktemp("why") / "served"
    make_training(folder)
    model = f"Model=imitation:model={folder / 'tree-model'}"
    _play(folder / "limit", "holdem.limit.3p", ["Mapped=map-limit:nearest=3", "Solver=cfr3-limit", model])
    _play(folder / "nolimit", "holdem.nolimit.3p", [f"Team={TEAM}", "Mapped=map-nolimit", "Calls=call"])
    return folder


@pytest.fixture(scope="module")
def server(served_folder: Path) -> Iterator[RunningServer]:
    """A server of this folder only."""
    with RunningServer(WebSettings(folder=served_folder, port=0)) as running:
        yield running


def _play(path: Path, game: str, specs: list[str]) -> None:
    plan = RunPlan(game_named(game), read_entrants(specs), HANDS, seed=4, seat_orders="fixed")
    play_run(RunFolder.create(path, plan), workers=1)


def decision_of(folder: Path, run: str, player: str, *, place: int = 2) -> tuple[HandRecord, int, View]:
    """A decision of a player in a run: the hand, the step, and what the player saw."""
    hands = opened_source(folder, run).hands
    found = [
        (record, step, view)
        for record in hands.records(range(HANDS))
        for step, (view, _) in enumerate(record.decisions())
        if record.players[view.position] == player
    ]
    return found[place]


def asked(folder: Path, run: str, player: str, *, place: int = 2) -> tuple[dict, View]:
    record, step, view = decision_of(folder, run, player, place=place)
    opened = opened_source(folder, run)
    answer = why_as_json(opened, f"{MATCH}:{record.number}", step, folder=folder, may_load_files=False)
    assert answer["player"] == player
    assert answer["played"]["action"] == action_words(view, record.actions[step])
    return answer, view


def test_a_solver_names_its_card_class(served_folder: Path) -> None:
    answer, view = asked(served_folder, "limit", "Solver")
    bot = make_bot("cfr3-limit")
    shares = [choice["probability"] for choice in answer["why"]["choices"]]
    expected = bot.probabilities(view)
    assert expected is not None
    assert shares == pytest.approx([*expected.values()])
    assert answer["why"]["strategy"] == "cfr3-limit"
    assert 0 <= answer["why"]["class"] < answer["why"]["class_count"]
    assert answer["memory"] == "none"


def test_a_mapped_bot_shows_the_states_it_was_asked_about(served_folder: Path) -> None:
    answer, view = asked(served_folder, "limit", "Mapped")
    bot = make_bot("map-limit:nearest=3")
    bot.match_starts(view.game, view.seat)
    states = [state for opponent in answer["why"]["opponents"] for state in opponent["states"]]
    assert len(states) == 3 * len(answer["why"]["opponents"])
    expected = bot.probabilities(view)
    assert expected is not None
    assert sorted(each["share"] for each in answer["probabilities"]) == pytest.approx(sorted(expected.values()))


def test_a_model_shows_the_path_in_its_tree(served_folder: Path) -> None:
    answer, view = asked(served_folder, "limit", "Model")
    why = answer["why"]
    model = open_model(served_folder / "tree-model")
    assert why["predicted"] == model.learner(why["street"]).predict_one(why["attributes"])
    assert why["path"][-1]["condition"] == "" or why["path"][-1]["condition"].endswith("is missing")
    assert sum(each["share"] for each in answer["probabilities"]) == pytest.approx(1)
    assert view.position == answer["position"]


def test_a_team_shows_what_it_noted(served_folder: Path) -> None:
    answer, view = asked(served_folder, "nolimit", "Team", place=4)
    notes = team_notes(opened_source(served_folder, "nolimit").run.folder, "Team").decisions  # type: ignore[union-attr]
    row = notes.row(4, named=True)
    for member in answer["why"]["members"]:
        assert member["is_chosen"] == row[f"chosen_{member['name']}"]
        assert member["answer"][0] == row[f"answer_{member['name']}"][0]
    assert any(member["is_chosen"] for member in answer["why"]["members"])
    assert view.position == answer["position"]


def test_a_mapped_nolimit_bot_shows_both_hands(served_folder: Path) -> None:
    answer, _ = asked(served_folder, "nolimit", "Mapped")
    why = answer["why"]
    assert why["variant"] == "A0"
    assert {"betting", "pot", "to_call"} <= why["real"].keys() & why["mapped"].keys()
    assert sum(why["answers"].values()) == pytest.approx(1)


def test_another_bot_can_be_asked_about_a_log(server: RunningServer) -> None:
    query = {"name": "match.log", "hand": "3", "step": 0}
    without = server.get(f"/api/why?{urlencode(query)}")
    assert (without.status, "name a bot to ask" in without.json["error"]) == (400, True)
    answer = server.get(f"/api/why?{urlencode({**query, 'bot': 'cfr3-limit'})}").json
    assert answer["why"]["kind"] == "solver"


@pytest.mark.parametrize(
    ("query", "status", "message"),
    [
        ({"step": 999}, 400, "none after 999 actions"),
        ({"step": -1}, 400, "none after -1 actions"),
        ({"step": "x"}, 400, "step"),
        ({"hand": "table9.match0.0:0"}, 400, "has no hand"),
        ({"name": "../secret"}, 404, "is not in the served folder"),
        ({"bot": "/tmp/my_bot.py:MyBot"}, 403, "--allow-programs"),
        ({"bot": "strategy:file=../../secret"}, 403, "names a file outside the served folder"),
        ({"bot": "nobody"}, 400, "no bot is called 'nobody'"),
    ],
)
def test_bad_questions_are_answered_with_one_line(
    server: RunningServer, query: dict, status: int, message: str
) -> None:
    asked = {"name": "limit", "hand": f"{MATCH}:0", "step": 0, **query}
    answer = server.get(f"/api/why?{urlencode(asked)}")
    assert answer.status == status
    assert message in answer.json["error"]


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_the_panels_in_the_replay(
    served_folder: Path, open_page: Callable[..., Page], screenshot: Callable[..., Path], width: int, scheme: str
) -> None:
    page = open_page("/runs", width=width, scheme=scheme, deck="four", palette="colour-blind")
    for run, player, kind in (
        ("limit", "Solver", "solver"),
        ("limit", "Mapped", "mapping-limit"),
        ("limit", "Model", "model"),
        ("nolimit", "Team", "team"),
        ("nolimit", "Mapped", "mapping-nolimit"),
    ):
        record, step, _ = decision_of(served_folder, run, player)
        go(page, f"/replay/{run}/{MATCH}:{record.number}?step={step}")
        page.keyboard.press("w")
        page.wait_for_selector(f'.why-part[data-kind="{kind}"]')
        check_page(page)
        screenshot(page, kind)


def test_a_watched_bot_is_asked_about_its_last_decision(server: RunningServer) -> None:
    wanted = {"game": "holdem.limit.3p", "seats": ["cfr3-limit", "map-limit", "call"], "hands": 3}
    table = server.post("/api/tables", wanted).json["table"]
    answer = asked_at(server, table, seat=0)
    why = answer["why"]
    assert (why["kind"], why["strategy"]) == ("solver", "cfr3-limit")
    shares = {each["action"]: each["share"] for each in answer["probabilities"]}
    assert shares[answer["played"]["action"]] > 0
    assert sum(shares.values()) == pytest.approx(1)
    refused = server.get(f"/api/why/table?table={table}&seat=7")
    assert (refused.status, "no bot that can be asked" in refused.json["error"]) == (404, True)


def asked_at(server: RunningServer, table: str, *, seat: int) -> dict:
    """The answer about a bot at a table, once it has decided something; somebody has to watch for it to play."""
    with server.live(f"/live/tables/{table}"):
        until = time.monotonic() + 60
        while time.monotonic() < until:
            answer = server.get(f"/api/why/table?table={table}&seat={seat}")
            if answer.status == 200:
                return dict(answer.json)
            time.sleep(0.1)
    raise AssertionError(answer.body)


def test_where_people_play_no_bot_says_why(server: RunningServer) -> None:
    wanted = {"game": "leduc.limit.2p", "seats": ["", "call"], "hands": 3}
    table = server.post("/api/tables", wanted).json["table"]
    answer = server.get(f"/api/why/table?table={table}&seat=1")
    assert (answer.status, "only bots play" in answer.json["error"]) == (409, True)
