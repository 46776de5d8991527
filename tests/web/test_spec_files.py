"""Files in specs: of a table's form from the served folder, of a stored run from where the run says, and no others."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from railbird.arena import Entrant, RunFolder, RunPlan, play_run, read_entrants
from railbird.games import game_named
from railbird.strategy import save_strategy
from railbird.web import WebSettings
from web.conftest import other_server
from web.strategies import solved

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from web.clients import RunningServer

GAME = "kuhn.limit.2p"
CODE = """
from railbird.bots import Bot
from railbird.games import CALL

class Caller(Bot):
    def act(self, view):
        return CALL
"""
MATCH = "table0.match0.0"


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A served folder with a strategy and bots, the folder above it, in which the server starts, and one elsewhere."""
    start = tmp_path_factory.mktemp("start")
    served, elsewhere = start / "results", tmp_path_factory.mktemp("elsewhere")
    for folder in (served / "solved", start / "bots"):
        folder.mkdir(parents=True)
    save_strategy(served / "solved" / "kuhn.strategy", solved(GAME, 200))
    shutil.copy(served / "solved" / "kuhn.strategy", elsewhere / "other.strategy")
    shutil.copy(served / "solved" / "kuhn.strategy", start / "above.strategy")
    (served / "solved" / "bot.toml").write_text('type = "strategy"\nfile = "kuhn.strategy"\n')
    (start / "bots" / "caller.py").write_text(CODE)
    return {"start": start, "served": served, "elsewhere": elsewhere}


@pytest.fixture(scope="module")
def careful(places: dict[str, Path]) -> Iterator[RunningServer]:
    """A server without permission to load files."""
    settings = WebSettings(folder=places["served"], start_folder=places["start"], port=0)
    with other_server(settings) as running:
        yield running


@pytest.fixture(scope="module")
def permissive(places: dict[str, Path]) -> Iterator[RunningServer]:
    """A server that may load files."""
    settings = WebSettings(folder=places["served"], start_folder=places["start"], port=0, programs=True)
    with other_server(settings) as running:
        yield running


def opened(server: RunningServer, spec: str) -> tuple[int, str]:
    """The status of a request for a table with a bot, and the name of the bot or the complaint."""
    answer = server.post("/api/tables", {"game": GAME, "seats": ["", spec]})
    if answer.status != 200:
        return answer.status, answer.json["error"]
    tables = server.get("/api/tables").json["tables"]
    table = next(table for table in tables if table["table"] == answer.json["table"])
    return 200, table["seats"][1]["name"]


@pytest.mark.parametrize("spec", ["strategy:file=solved/kuhn.strategy", "strategy:file=results/solved/kuhn.strategy"])
def test_files_of_a_form_are_found_in_the_served_folder(careful: RunningServer, spec: str) -> None:
    """Also by their path from the folder in which the server was started."""
    status, name = opened(careful, spec)
    assert (status, spec.startswith(name.removesuffix("…"))) == (200, True)
    nested = f"switching:bots=[{spec}]+[call],hands=5"
    assert opened(careful, nested)[0] == 200


@pytest.mark.parametrize(
    "spec",
    ["solved/bot.toml", "bots/caller.py:Caller", "switching:bots=[bots/caller.py:Caller]+[solved/bot.toml],hands=1"],
)
def test_bots_that_are_files_are_found_if_they_are_permitted(
    permissive: RunningServer, careful: RunningServer, spec: str
) -> None:
    assert opened(permissive, spec)[0] == 200
    status, complaint = opened(careful, spec)
    assert (status, "--allow-programs" in complaint) == (403, True)


@pytest.mark.parametrize("file", ["above.strategy", "../above.strategy", "ELSEWHERE/other.strategy", "../nothing"])
def test_files_outside_the_served_folder_are_refused(
    careful: RunningServer, places: dict[str, Path], file: str
) -> None:
    status, complaint = opened(careful, f"strategy:file={file.replace('ELSEWHERE', str(places['elsewhere']))}")
    assert (status, "outside the served folder" in complaint) == (403, True)


@pytest.mark.parametrize("spec", ["strategy:file=a/\0b", "x" * 300, f"strategy:file={'x' * 300}"])
def test_names_that_no_file_can_have(careful: RunningServer, permissive: RunningServer, spec: str) -> None:
    for server in (careful, permissive):
        status, complaint = opened(server, spec)
        assert (status, bool(complaint)) == (400, True)


def test_files_of_bots_within_lists_are_checked_where_they_are_read(
    careful: RunningServer, places: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a list that begins with something else than a bot, paths stay relative to the current folder."""
    shutil.copy(places["served"] / "solved" / "kuhn.strategy", places["served"] / "twice.strategy")
    (tmp_path / "twice.strategy").write_bytes(b"never read")
    monkeypatch.chdir(tmp_path)
    status, complaint = opened(careful, "random:fold=5+[strategy:file=twice.strategy]")
    assert (status, "outside the served folder" in complaint) == (403, True)


def test_asking_a_team_again_leaves_its_logs_alone(permissive: RunningServer, places: dict[str, Path]) -> None:
    logs = places["served"] / "team-logs"
    team = f"Team=ensemble:members=[call]+[raise],decider=majority,logs={logs}"
    played(places["served"] / "logged", [team, "Carl=call"])
    before = {path: path.read_bytes() for path in logs.rglob("*") if path.is_file()}
    assert any(before.values())
    assert answers(permissive, "logged")["Team"]["why_not"] == "Team does not say its probabilities"
    query = urlencode({"name": "logged", "hand": f"{MATCH}:0", "step": 0})
    assert permissive.get(f"/api/why?{query}").status == 200
    assert {path: path.read_bytes() for path in logs.rglob("*") if path.is_file()} == before


def played(path: Path, specs: list[str]) -> None:
    plan = RunPlan(game_named(GAME), read_entrants(specs), 6, seed=4, seat_orders="fixed")
    play_run(RunFolder.create(path, plan), workers=1)


def answers(server: RunningServer, run: str) -> dict[str, dict[str, Any]]:
    query = urlencode({"name": run, "hand": f"{MATCH}:0", "everyone": "true"})
    answer = server.get(f"/api/hands/answers?{query}")
    assert answer.status == 200, answer.body
    return {each["player"]: each for each in answer.json}


def test_bots_of_a_run_are_built_from_files_that_have_moved_with_it(
    careful: RunningServer, places: dict[str, Path], tmp_path: Path
) -> None:
    before = tmp_path / "laptop" / "work"
    (before / "solved").mkdir(parents=True)
    shutil.copy(places["served"] / "solved" / "kuhn.strategy", before / "solved" / "mine.strategy")
    played(before / "runs" / "first", [f"Solver=strategy:file={before}/solved/mine.strategy", "Carl=call"])
    now = places["served"] / "copied"
    shutil.copytree(before, now)
    shutil.rmtree(before)
    assert answers(careful, "copied/runs/first")["Solver"]["by_step"]
    for step in (0, 1):
        query = urlencode({"name": "copied/runs/first", "hand": f"{MATCH}:0", "step": step})
        answer = careful.get(f"/api/why?{query}")
        assert answer.status == 200, answer.body
    (now / "solved" / "mine.strategy").unlink()
    missing = answers(careful, "copied/runs/first")["Solver"]["why_not"]
    assert f"{before}/solved/mine.strategy is not there any more" in missing
    assert f"in the folders above it up to {places['served']}" in missing


def test_a_file_with_the_same_name_is_not_the_same_file(
    careful: RunningServer, places: dict[str, Path], tmp_path: Path
) -> None:
    shutil.copy(places["served"] / "solved" / "kuhn.strategy", tmp_path / "gone.strategy")
    played(places["served"] / "second", [f"Solver=strategy:file={tmp_path}/gone.strategy", "Carl=call"])
    (tmp_path / "gone.strategy").unlink()
    save_strategy(places["served"] / "gone.strategy", solved(GAME, 20))
    assert "is not there any more" in answers(careful, "second")["Solver"]["why_not"]


def test_a_run_does_not_lead_to_files_that_it_did_not_record(careful: RunningServer, places: dict[str, Path]) -> None:
    entrants = (Entrant("Spy", f"strategy:file={places['elsewhere']}/other.strategy"), Entrant("Carl", "call"))
    plan = RunPlan(game_named(GAME), entrants, 6, seed=4, seat_orders="fixed")
    play_run(RunFolder.create(places["served"] / "forged", plan), workers=1)
    assert "names a file outside the served folder" in answers(careful, "forged")["Spy"]["why_not"]
