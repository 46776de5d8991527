"""`railbird match`, `tournament`, `export` and `bots` as their users meet them: in processes of their own."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING

import pytest

import railbird
from arena.runs import (
    LIMIT,
    NOLIMIT,
    calling_program,
    digest,
    plan_of,
    programs_running,
    shards,
    wait_for,
    without_cost,
    written,
)
from railbird.arena import RunFolder, play_run, read_results
from railbird.arena.store import LAYOUT
from railbird.games import format_game, game_named

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.starting import Start

BOTS = """
import time
from pathlib import Path
from railbird.bots.reference.simple import RaiseBot

class Failing(RaiseBot):
    def act(self, view):
        raise KeyError("lost")

class Endless(RaiseBot):
    def act(self, view):
        while True:
            pass

class Holding(RaiseBot):
    '''Waits in the second match.'''
    def match_starts(self, game, seat):
        if seat == 1:
            Path(__file__).with_name("held").touch()
            time.sleep(600)
"""
MATCH = ("match", "call", "random:fold=0", "--hands", 20, "--seed", 5, "--workers", 1)
FIELD = ("fold", "call", "raise", "Loose=random:fold=0")
TOURNAMENT = ("tournament", *FIELD, "--hands", 10, "--seed", 5, "--workers", 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    written(tmp_path, "bots.py", BOTS)
    return tmp_path


def output(start: Start, *arguments: str | int) -> str:
    program = start(*arguments)
    assert program.wait() == 0, program.errors
    assert without_cost(program.errors) == ""
    return program.output


def complaint(start: Start, *arguments: str | int) -> str:
    """Of input that is wrong: one line, without any output."""
    program = start(*arguments)
    assert program.wait() == 2
    assert program.output == ""
    errors = without_cost(program.errors)
    assert errors.startswith("railbird: ")
    assert errors.count("\n") == 1
    return errors


def test_a_match_as_a_table(start: Start, tmp_path: Path) -> None:
    summary, headings, *rows, footnote, ranks = output(start, *MATCH, "--out", "run", "--wide").splitlines()
    assert summary == f"{LIMIT}, 20 hands in each of 2 orders of seats, seed 5"
    assert headings.split("  ")[-1] == "hands"
    assert all(name in headings for name in ("bot ", " mbb/hand ", " bb/100 ", " chips "))
    assert "95 % interval, from 20 deals, each with all its orders of seats one sample" in footnote
    assert ranks == (
        "Ranks are by total bankroll; a range of ranks is a tie, where differences are not significant at 95 %."
    )
    results = read_results(RunFolder.open(tmp_path / "run"))
    order = sorted((0, 1), key=lambda bot: -results.chips(bot))
    for bot, row in zip(order, rows, strict=True):
        rate = results.win_rate(bot)
        big_blinds = rate.times(100 / 10)
        assert row.split()[:2] == ["1-2", results.names[bot]]
        assert f" {big_blinds.mean:+,.1f} ± {big_blinds.margin:,.1f} " in row
        assert f" {results.chips(bot):+,.0f} " in row
        assert row.endswith(" 40")
    assert sum(results.chips(bot) for bot in order) == 0


def test_a_match_as_json(start: Start) -> None:
    content = json.loads(output(start, *MATCH, "--json"))
    wanted = ("game", "hands", "matches", "seat_orders", "orders", "seed", "tables", "intervals")
    assert {name: content[name] for name in wanted} == {
        "game": LIMIT,
        "hands": 20,
        "matches": 1,
        "seat_orders": "all",
        "orders": 2,
        "seed": 5,
        "tables": 1,
        "intervals": {"from": "20 deals, each with all its orders of seats one sample", "caveats": []},
    }
    first, second = content["bots"]
    assert {first["name"], second["name"]} == {"call", "random(fold=0)"}
    assert {first["spec"], second["spec"]} == {"call", "random:fold=0"}
    assert [first["rank"], second["rank"]] == [first["run_off_rank"], second["run_off_rank"]] == [1, 2]
    assert first["chips"] == -second["chips"] > 0
    assert first["hands"] == 40
    rate = first["bb_per_100"]
    assert rate["samples"] == 20
    assert rate["mean"] == pytest.approx(100 * first["chips"] / 40 / 10)
    assert first["mbb_per_hand"]["mean"] == pytest.approx(10 * rate["mean"])
    low, high = rate["interval"]
    assert low < rate["mean"] < high
    assert (low + high) / 2 == pytest.approx(rate["mean"])
    assert first["bb_per_100_ahead_of"][second["name"]]["mean"] == pytest.approx(2 * rate["mean"])
    assert {**rate, "p_value": first["bb_per_100_with"][second["name"]]["p_value"], "is_significant": False} == (
        first["bb_per_100_with"][second["name"]]
    )
    assert first["incidents"] == second["incidents"] == {}


def test_a_single_hand_has_no_interval_and_is_valid_json(start: Start) -> None:
    content = json.loads(
        output(start, "match", "call", "raise", "--hands", 1, "--orders", "single", "--workers", 1, "--json"),
        parse_constant=lambda name: pytest.fail(f"{name} is no JSON"),
    )
    assert content["seat_orders"] == "single"
    assert content["bots"][0]["bb_per_100"]["interval"] == [None, None]
    assert content["bots"][0]["bb_per_100"]["samples"] == 1


def test_a_seed_repeats_a_match_and_a_random_seed_is_printed(start: Start) -> None:
    first = output(start, *MATCH)
    assert output(start, *MATCH) == first
    assert output(start, *MATCH[:-4], "--seed", 6, "--workers", 1) != first
    chosen = json.loads(output(start, *MATCH[:-4], "--workers", 1, "--json"))
    again = json.loads(output(start, *MATCH[:-4], "--workers", 1, "--json", "--seed", chosen["seed"]))
    assert again == chosen
    other = json.loads(output(start, *MATCH[:-4], "--workers", 1, "--json"))
    assert other["seed"] != chosen["seed"]


def test_a_tournament_as_tables(start: Start) -> None:
    lines = output(start, *TOURNAMENT, "--matches", 2, "--wide").splitlines()
    assert lines[0] == "holdem.limit.3p, 4 tables, 2 matches each, 10 hands in each of 6 orders of seats, seed 5"
    assert "run-off" in lines[1]
    names = [line.split()[1] for line in lines[2:6]]
    assert {*names} == {"fold", "call", "raise", "Loose"}
    assert [line.split()[0] for line in lines[2:6]] == ["1-3", "1-3", "1-4", "3-4"]
    assert all(line.endswith(" 360") for line in lines[2:6])
    assert lines[7] == (
        "bb/100 of a bot (row) at the tables where another one (column) sits; * differs from 0 at 95 %, over 12 "
        "comparisons, corrected by Holm"
    )
    assert lines[8].split() == names
    assert [line.split()[0] for line in lines[9:13]] == names
    # What is the same in every deal has no interval.
    assert 9 <= sum(line.count("±") for line in lines[9:13]) <= 12
    assert "from 20 deals" in lines[13]


def test_a_tournament_as_json(start: Start) -> None:
    content = json.loads(output(start, *TOURNAMENT, "--json"))
    assert (content["game"], content["tables"]) == ("holdem.limit.3p", 4)
    assert [bot["rank"] for bot in content["bots"]] == [1, 2, 3, 4]
    assert sorted(bot["run_off_rank"] for bot in content["bots"]) == [1, 2, 3, 4]
    assert sum(bot["chips"] for bot in content["bots"]) == pytest.approx(0, abs=1e-6)
    for bot in content["bots"]:
        others = {other["name"] for other in content["bots"]} - {bot["name"]}
        for table in ("bb_per_100_with", "bb_per_100_ahead_of", "bb_per_100_more_in_the_place_of"):
            assert {*bot[table]} == others


def test_no_limit_shows_the_all_in_adjusted_rate(start: Start) -> None:
    arguments = ("match", "call", "random:fold=0,call=1,raise=9", "--hands", 20, "--seed", 1, "--workers", 1)
    assert "all-in adjusted" not in output(start, *arguments)
    table = output(start, *arguments, "--game", NOLIMIT)
    assert "all-in adjusted" in table.splitlines()[1]
    first, _ = json.loads(output(start, *arguments, "--game", NOLIMIT, "--json"))["bots"]
    plain, adjusted = first["bb_per_100"], first["bb_per_100_all_in_adjusted"]
    assert plain["mean"] != adjusted["mean"]
    row = next(line for line in table.splitlines() if line.startswith(("1 ", "1-2 ")))
    assert f" {plain['mean']:+,.1f} ± " in row
    assert f" {adjusted['mean']:+,.1f} ± " in row


def test_a_game_file_and_three_bots(start: Start, tmp_path: Path) -> None:
    written(tmp_path, "mine.game", format_game(game_named("leduc.limit.3p")))
    three = ("match", "call", "fold", "raise", "--hands", 2, "--seed", 1, "--workers", 1)
    assert output(start, *three).startswith("holdem.limit.3p, 2 hands in each of 6 orders of seats, seed 1\n")
    assert output(start, *three, "--game", "mine.game").startswith("mine, 2 hands in each of 6 orders")


@pytest.mark.alone
def test_incidents_are_shown(folder: Path, start: Start) -> None:
    """On two workers, which end what a bot does not."""
    arguments = ("match", "Bad=bots.py:Failing", "Slow=bots.py:Endless", "--hands", 1, "--seed", 1)
    table = output(start, *arguments, "--workers", 2, "--seconds", 0.2, "--out", "run")
    rows = {line.split()[1]: line for line in table.splitlines()[2:4]}
    assert " incidents " in table.splitlines()[1]
    assert " 8 failed " in rows["Bad"]
    assert " 8 late " in rows["Slow"]
    content = json.loads(output(start, "match", "--resume", "run", "--json"))
    assert {bot["name"]: bot["incidents"] for bot in content["bots"]} == {"Bad": {"failed": 8}, "Slow": {"late": 8}}
    stored = RunFolder.open(folder / "run").incidents()
    assert {*stored.filter(player="Slow")["message"]} == {"more than 0.2 seconds"}
    assert stored.filter(player="Bad")["message"][0].startswith("seat 1: the bot failed in hand 0: KeyError: 'lost'")


def test_programs_take_part(start: Start, tmp_path: Path) -> None:
    program = calling_program(tmp_path)
    arguments = ("--hands", 10, "--seed", 3, "--workers", 1, "--json")
    mine = json.loads(output(start, "match", f"It=./{program.name}", "random", *arguments, "--out", "run"))
    theirs = json.loads(output(start, "match", "It=call", "random", *arguments))
    keys = ("name", "rank", "chips", "hands", "incidents")
    assert [[bot[key] for key in keys] for bot in mine["bots"]] == [
        [bot[key] for key in keys] for bot in theirs["bots"]
    ]
    assert "It may remember earlier hands" in mine["intervals"]["from"]
    assert programs_running(tmp_path) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("#!/no/such/shell\n", "program cannot be started: No such file or directory"),
        ("#!/bin/sh\nexit 3\n", "ended with status 3 before it connected"),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_program_that_cannot_be_started_is_one_line(
    workers: int, text: str, says: str, start: Start, tmp_path: Path
) -> None:
    written(tmp_path, "program", text).chmod(0o755)
    assert says in complaint(start, "match", "./program", "call", "--workers", workers)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["match"], "name the bots, like: railbird match call raise"),
        (["match", "call"], "1 bot for holdem.limit.2p.reverse_blinds of 2 players"),
        (["match", "call", "fold", "raise", "--game", LIMIT], "3 bots for 2 seats: try a tournament"),
        (
            ["match", "call", "fold", "raise", "random"],
            "a match of 4 bots has no default game: name one for 4 players with --game",
        ),
        (["match", "call", "cal"], "no bot is called 'cal' (did you mean call?)"),
        (["match", "A=call", "A=fold"], "A, A: the bots of a run must have different names"),
        (["match", "a|b=call", "fold"], "'a|b'"),
        (["match", "call", "random:fold=-1"], "cannot be built"),
        (["match", "call", "fold", "--game", "chess"], "chess"),
        (["match", "call", "fold", "--hands", "0"], "'--hands'"),
        (["match", "call", "fold", "--seed", "-1"], "'--seed'"),
        (["match", "call", "fold", "--seconds", "0"], "0.0 seconds for an action"),
        (["match", "call", "fold", "--seconds", "inf"], "inf seconds for an action"),
        (["match", "call", "fold", "--out", "full"], "full already exists"),
        (["match", "call", "fold", "--cluster", "nowhere"], "no cluster answers at nowhere"),
        (["tournament", "call", "fold"], "2 bots for holdem.limit.3p of 3 players"),
        (["tournament", "--resume", "none"], "none is not a run: it has no run.toml"),
        (["tournament", "call", "fold", "raise", "--resume", "full"], "already knows its bots"),
        (["match", "--resume", "full", "--out", "other"], "already knows its out"),
        (["match", "--extend", "full", "--seed", "1"], "already knows its seed"),
        (["match", "--extend", "full", "--hands", "20"], "full is not finished: resume it before you extend it"),
        (["match", "call", "fold", "--orders", "some"], "write all, rotations, single, or a number"),
        (["match", "call", "fold", "--orders", "3"], "3 orders of seats: 2 players have 2, so draw 1 to 2"),
        (["match", "call", "fold", "--until", "call,raise"], "name two or more of call, fold, or all"),
        (["match", "call", "fold", "--until", "all"], "an order is decided after 10 at the earliest"),
        (["match", "--resume", "full", "--hands", "9", "--seed", "2"], "already knows its hands, seed"),
        (["match", "all-in-equity", "call", "--game", "kuhn.limit.2p"], "no all-in equity in kuhn.limit.2p"),
        (["export", "none", "logs"], "none is not a run"),
        (["export", "full", "logs"], "railbird tournament --resume full plays"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], says: str, start: Start, tmp_path: Path) -> None:
    RunFolder.create(tmp_path / "full", plan_of("call", "fold"))
    before = {*tmp_path.rglob("*")}
    assert says in complaint(start, *arguments)
    left = {path for path in {*tmp_path.rglob("*")} - before if not path.name.startswith("errors.")}
    assert left == set()


def test_a_run_in_another_layout(start: Start, tmp_path: Path) -> None:
    RunFolder.create(tmp_path / "run", plan_of("call", "fold"))
    file = tmp_path / "run" / "run.toml"
    text = file.read_text(encoding="utf-8").replace(f"layout = {LAYOUT}", "layout = 77")
    file.write_text(text, encoding="utf-8")
    for command in (["tournament", "--resume", "run"], ["export", "run", "logs"]):
        message = complaint(start, *command)
        assert "layout 77" in message
        assert f"which reads layout {LAYOUT}" in message
        assert railbird.__version__ in message


def test_a_damaged_file_is_warned_of_and_played_again(start: Start, tmp_path: Path) -> None:
    expected = output(start, *MATCH, "--out", "run")
    whole, (path, *_) = digest(tmp_path / "run"), sorted((tmp_path / "run" / "hands").iterdir())
    path.write_bytes(path.read_bytes()[:-1])
    assert f"{path.name} is damaged" in complaint(start, "export", "run", "logs")
    resumed = start("match", "--resume", "run", "--workers", 1)
    assert resumed.wait() == 0
    assert resumed.output == expected
    assert without_cost(resumed.errors) == f"run/hands/{path.name} is damaged: its match is played again\n"
    assert digest(tmp_path / "run") == whole


def test_a_finished_run_is_shown_at_once(start: Start, tmp_path: Path) -> None:
    """Its bot is gone, so it cannot be played."""
    written(tmp_path, "bots.py", BOTS.replace("KeyError", "ValueError"))
    first = output(start, "match", "call", "Bad=bots.py:Failing", "--hands", 5, "--workers", 1, "--out", "run")
    (tmp_path / "bots.py").unlink()
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*.*")}
    assert output(start, "match", "--resume", "run") == first
    assert output(start, "tournament", "--resume", "run") == first
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*.*")} == times


def test_interrupted_in_one_process(folder: Path, start: Start) -> None:
    command = start("match", "bots.py:Holding", "call", "--hands", 5, "--workers", 1, "--out", "run")
    wait_for((folder / "held").exists, what="match that is under way")
    command.kill(signal.SIGINT)
    assert command.wait() == 130
    assert without_cost(command.errors) == (
        "railbird: 1 of 2 matches are stored: resume with railbird match --resume run\nrailbird: interrupted\n"
    )
    assert len(shards(folder / "run")) == 1


def test_interrupted_without_a_folder_there_is_nothing_to_go_on_with(folder: Path, start: Start) -> None:
    command = start("match", "bots.py:Holding", "call", "--hands", 5, "--workers", 1)
    wait_for((folder / "held").exists, what="match that is under way")
    command.kill(signal.SIGINT)
    assert (command.wait(), without_cost(command.errors)) == (130, "railbird: interrupted\n")


def test_a_run_that_stops_when_an_order_is_decided_and_is_extended(start: Start, tmp_path: Path) -> None:
    arguments = ("raise", "random", "--hands", 5, "--seed", 4, "--workers", 1)
    stopped = output(start, "match", *arguments, "--matches", 40, "--until", "all", "--out", "run")
    assert "The order raise, random is decided at 95 %, by a normal mixture test" in stopped
    matches = RunFolder.open(tmp_path / "run").plan.matches
    assert 10 <= matches < 40
    longer = output(start, "match", "--extend", "run", "--matches", matches + 1, "--workers", 1)
    assert longer == output(start, "match", *arguments, "--matches", matches + 1)


@pytest.mark.parametrize(("option", "ending"), [((), "log"), (("--phh",), "phhs")])
def test_export(option: tuple[str, ...], ending: str, start: Start, tmp_path: Path) -> None:
    play_run(RunFolder.create(tmp_path / "run", plan_of("call", "random", hands=4)))
    assert output(start, "export", "run", "new/out", *option) == "2 files in new/out\n"
    files = sorted(path.name for path in (tmp_path / "new" / "out").iterdir())
    assert files == [f"table0.match0.{number}.{ending}" for number in range(2)]
    checked = output(start, "log", "check", f"new/out/{files[0]}")
    assert "4 hands" in checked


def test_bots_are_listed(start: Start) -> None:
    lines = output(start, "bots").splitlines()
    for name, rule in (
        ("fold", "Folds whenever it owes chips"),
        ("call", "Always calls"),
        ("random", "Folds, calls and"),
    ):
        assert lines[lines.index(name) + 1].strip().startswith(rule)
    rows = {row["name"]: row for row in json.loads(output(start, "bots", "--json"))}
    assert {"fold", "call", "raise", "random"} <= {*rows}
    assert rows["call"]["options"] == {}
    assert {"fold", "call", "raise", "seed"} <= {*rows["random"]["options"]}
