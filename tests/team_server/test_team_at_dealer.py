"""A team over real sockets: a dealer, a team and its members, each in a process of its own."""

from __future__ import annotations

import re
import signal
import socket
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from acpc.players import Player, score_in
from acpc.programs import LONG, bot_program, is_running
from railbird.formats.acpc_log import AcpcLog
from railbird.formats.match_state import format_match_state
from railbird.formats.team_log_lines import NO_ANSWER_TEXT, read_team_hand, read_timing
from railbird.games import CALL, FOLD, State, game_named, random_deal
from railbird.rng import derived_seed, generator
from team_server.dealer_table import GAME, HANDS, Table, counts_of, expected_log
from team_server.member_programs import bot, left_programs, program, started_programs, write_team

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.starting import Start


@pytest.mark.alone
def test_one_member_is_killed_and_one_never_answers(table: Table, tmp_path: Path) -> None:
    """The match ends with a correct log, and the team answers every time, within its limit."""
    write_team(tmp_path, program("calls"), program("dies"), program("never"), time_limit=2.0)
    table.seat_team()
    output = table.finish()
    assert (tmp_path / "match.log").read_text(encoding="utf-8") == expected_log("call", tmp_path)
    assert 1.5 < table.longest_answer() < 2.0
    counts = counts_of(output)
    assert counts["calls"]["answered"] == counts["calls"]["asked"]
    assert counts["never"]["late"] == counts["never"]["asked"]
    assert counts["dies"]["restarted"] == "1"
    assert int(counts["dies"]["answered"]) + int(counts["dies"]["absent"]) == int(counts["dies"]["asked"])


@pytest.mark.parametrize(
    ("behaviour", "outcome"),
    [
        ("garbage", "wrong"),
        ("letter", "wrong"),
        ("illegal", "wrong"),
        ("floods", "wrong"),
        ("floods-late-answers", "wrong"),
        pytest.param("deaf", "late", marks=pytest.mark.alone),
    ],
)
def test_a_bad_member_is_left_out_and_dropped(behaviour: str, outcome: str, table: Table, tmp_path: Path) -> None:
    members = (program(behaviour), program("calls"), bot("call", "Caller"))
    limits = {"time_limit": 0.5 if outcome == "late" else LONG, "most_failures": 1, "failures": "drop"}
    write_team(tmp_path, *members, decider="fixed", hands=[10, 10], **limits)
    game = "holdem.nolimit.2p.reverse_blinds"
    table.seat_team(game=game)
    counts = counts_of(table.finish())
    assert (tmp_path / "match.log").read_text(encoding="utf-8") == expected_log("call", tmp_path, game=game)
    bad = counts[behaviour]
    assert (bad["answered"], bad["chosen"], bad["at the end"]) == ("0", "0", "dropped")
    assert int(bad[outcome]) > 0
    assert int(bad[outcome]) + int(bad["absent"]) == int(bad["asked"])
    for name in ("calls", "Caller"):
        assert counts[name]["answered"] == counts[name]["asked"]
    assert f"{behaviour} is dropped: " in table.errors
    assert (tmp_path / f"team.{behaviour}.out").read_text(encoding="ascii").startswith(f"{behaviour} starts\n")


def test_when_all_members_are_gone_the_team_checks_or_folds(table: Table, tmp_path: Path) -> None:
    write_team(tmp_path, program("dies"), program("garbage"), failures="drop", most_failures=1)
    table.seat_team()
    output = table.finish()
    assert {row["at the end"] for row in counts_of(output).values()} == {"dropped"}
    actions = [
        (view.to_call(view.position) > 0, action)
        for hand in AcpcLog(tmp_path / "match.log")
        if hand.number > 3
        for view, action in hand.decisions()
        if hand.players[view.position] == "Team"
    ]
    assert all(action == (FOLD if is_owed else CALL) for is_owed, action in actions)
    assert len(actions) > HANDS / 2


@pytest.mark.alone
@pytest.mark.parametrize("initialise", [0, pytest.param(3, marks=pytest.mark.deep)])
def test_when_all_members_are_late_the_team_checks_or_folds_in_time(
    initialise: int, table: Table, tmp_path: Path
) -> None:
    """Every decision waits until its deadline, also while the initialiser decides."""
    write_team(tmp_path, program("never"), program("deaf"), initialise=initialise, time_limit=1.0, most_failures=100)
    table.seat_team(hands=1)
    counts = counts_of(table.finish())
    assert all(row["late"] == row["asked"] for row in counts.values())
    assert 0.8 < table.longest_answer() < 1.0


def test_members_that_are_gone_do_not_stop_the_initialiser(table: Table, tmp_path: Path) -> None:
    members = (program("garbage"), program("dies"), bot("call"))
    write_team(tmp_path, *members, decider="random", initialise=1000, time_limit=LONG, failures="drop", most_failures=1)
    table.seat_team()
    counts = counts_of(table.finish())
    assert (tmp_path / "match.log").read_text(encoding="utf-8") == expected_log("call", tmp_path)
    assert [counts[name]["at the end"] for name in ("garbage", "dies", "call")] == ["dropped", "dropped", "playing"]
    assert int(counts["call"]["chosen"]) + int(counts["dies"]["chosen"]) == int(counts["call"]["asked"])


def test_a_full_disk_ends_the_logs_and_not_the_match(table: Table, tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "timings.log").symlink_to("/dev/full")
    write_team(tmp_path, bot("call"), time_limit=LONG, logs="logs")
    table.seat_team()
    table.finish()
    assert (tmp_path / "match.log").read_text(encoding="utf-8") == expected_log("call", tmp_path)
    assert table.errors.count("WARNING") == 1
    assert "TeamLogs ends, and the team plays on: OSError: [Errno 28] No space left on device" in table.errors


@pytest.mark.alone
def test_a_late_answer_is_discarded_and_the_member_plays_on(table: Table, tmp_path: Path) -> None:
    write_team(tmp_path, program("sleeps"), time_limit=1.0, most_failures=100)
    table.seat_team()
    counts = counts_of(table.finish())["sleeps"]
    assert 1 <= int(counts["late"]) <= 4
    assert int(counts["late"]) + int(counts["answered"]) == int(counts["asked"])
    assert counts["restarted"] == "0"


def test_the_logs_hold_what_real_members_did(table: Table, tmp_path: Path) -> None:
    write_team(tmp_path, program("calls"), program("dies"), bot("call", "Caller"), time_limit=LONG, logs="logs")
    table.seat_team()
    counts = counts_of(table.finish())
    timings = [read_timing(line) for line in (tmp_path / "logs" / "timings.log").read_text().splitlines()]
    of_members = Counter(event.member for event in timings if event.kind == "BOT")
    assert of_members == {name: int(row["answered"]) for name, row in counts.items()}
    decisions = [event for event in timings if event.kind == "DECISION"]
    assert len(decisions) == int(counts["calls"]["asked"])
    # Between two decisions the team waits for the dealer.
    waits = [event for event in timings if event.kind == "WAIT"]
    assert [(event.hand, event.street) for event in waits] == [(event.hand, event.street) for event in decisions[:-1]]
    hands = [read_team_hand(line) for line in (tmp_path / "logs" / "ensemble.log").read_text().splitlines()]
    assert [line.hand for line in hands] == [*range(HANDS)]
    answers = [answer for line in hands for street in line.answers for answer in street]
    assert len(answers) == len(decisions)
    assert {answer[0] + answer[2] for answer in answers} == {"cc"}
    assert {answer[1] for answer in answers} == {"c", NO_ANSWER_TEXT}


def team_of(kind: str, specs: list[str], folder: Path, railbird: str) -> list[str]:
    """The members as bots or as programs, with the same seeds."""
    if kind == "bots":
        return [bot(spec, f"m{place}") for place, spec in enumerate(specs)]
    members = []
    for place, spec in enumerate(specs):
        seed = str(derived_seed(0, place))
        name = f"m{place}.sh"
        bot_program(folder, "--bot", spec, "--game", GAME, "--seed", seed, name=name, railbird=railbird)
        members.append(f'[[members]]\nname = "m{place}"\ncommand = "./{name}"\n')
    return members


def test_a_team_of_programs_plays_like_the_bot_in_one_process(
    start: Start, warm_programs: Path, tmp_path: Path
) -> None:
    specs = ["random", "random:fold=0", "exploitable"]
    logs = []
    for command, kind in (("team", "programs"), ("team", "bots"), ("connect", "bots")):
        members = team_of(kind, specs, tmp_path, str(warm_programs / "railbird"))
        write_team(tmp_path, *members, decider="random", initialise=2, time_limit=LONG)
        table = Table(start, tmp_path)
        if command == "team":
            table.seat_team()
            counts = counts_of(table.finish())
            assert all(row["answered"] == row["asked"] for row in counts.values())
            assert all(int(row["chosen"]) > 5 for row in counts.values())
        else:
            table.seat_bot("team.toml")
            table.finish()
        logs.append((tmp_path / "match.log").read_text(encoding="utf-8"))
    assert logs[0] == logs[1] == logs[2]


def test_a_dealer_that_closes_the_connection(table: Table, tmp_path: Path) -> None:
    write_team(tmp_path, program("calls"), bot("call"))
    game = game_named(GAME)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        team = table.start("team", "team.toml", "127.0.0.1", listener.getsockname()[1], "--game", GAME)
        dealer, _ = listener.accept()
    with dealer:
        state = format_match_state(State.start(game, random_deal(game, generator(0))).view(1))
        dealer.sendall(f"{state}\r\n".encode())
        assert dealer.makefile().readline() == "VERSION:2.0.0\n"
        assert dealer.makefile().readline() == f"{state}:c\n"
    assert team.wait() == 1
    assert team.errors.splitlines()[-1] == "railbird: the server closed the connection in hand 0"
    assert counts_of(team.output)["calls"]["answered"] == "1"


@pytest.mark.parametrize(
    ("number", "status", "member"),
    [(signal.SIGINT, 130, "never"), (signal.SIGTERM, 1, "stays"), (signal.SIGHUP, 1, "never")],
)
def test_a_signal_ends_the_team_and_all_its_members(
    number: signal.Signals, status: int, member: str, table: Table, tmp_path: Path
) -> None:
    """Even one that neither heeds the end of the match nor SIGTERM."""
    write_team(tmp_path, program("calls"), program(member), bot("call"), time_limit=0.5)
    team = table.seat_team(hands=1_000_000)
    while not (tmp_path / "match.log").exists() or "STATE:2:" not in (tmp_path / "match.log").read_text():
        assert is_running(team.pid), team.errors
        time.sleep(0.02)
    pids = [pid for started in started_programs(tmp_path).values() for pid in started]
    assert len(pids) == 2
    assert all(map(is_running, pids))
    team.kill(number)
    assert team.wait() == status
    assert not any(map(is_running, pids))
    assert "Traceback" not in team.errors
    assert table.dealer is not None
    assert table.dealer.wait() == 1


def test_clients_connect_to_their_ports(table: Table, tmp_path: Path) -> None:
    write_team(tmp_path, '[[members]]\nname = "Guest"\nport = 0\n', bot("call"), time_limit=LONG)
    team = table.seat_team()
    while not (match := re.search(r"waiting for Guest on port (\d+)\n", team.errors)):
        time.sleep(0.02)
    guest = table.start("connect", "127.0.0.1", match[1], "--bot", "raise", "--game", GAME)
    counts = counts_of(table.finish())["Guest"]
    assert counts["answered"] == counts["asked"] == counts["chosen"]
    assert guest.output.endswith(f"{HANDS} hands, {score_in(tmp_path / 'match.log')['Team']} chips\n")


def test_a_client_may_connect_again(table: Table, tmp_path: Path) -> None:
    write_team(tmp_path, '[[members]]\nname = "Guest"\nport = 0\n', bot("call"), time_limit=LONG)
    team = table.seat_team()
    while not (match := re.search(r"waiting for Guest on port (\d+)\n", team.errors)):
        time.sleep(0.02)
    with Player(int(match[1]), game_named(GAME)) as first:
        first.call_until(3)
    with Player(int(match[1]), game_named(GAME)) as second:
        second.call()
    counts = counts_of(table.finish())["Guest"]
    assert counts["restarted"] == "1"


def test_a_team_with_programs_in_the_arena(start: Start, warm_programs: Path, tmp_path: Path) -> None:
    """As an executable, which the arena starts like that of any other program."""
    write_team(tmp_path, program("calls"), bot("call"))
    team = tmp_path / "team.sh"
    team.write_text(
        f'#!/bin/sh\nexec {warm_programs / "railbird"} team "$(dirname "$0")/team.toml" "$@" --game {GAME}\n'
    )
    team.chmod(0o755)
    match = start("match", "./team.sh", "call", "--hands", 5, "--seed", 1, "--game", GAME)
    assert match.wait() == 0, match.errors
    assert "failed" not in match.output + match.errors
    assert left_programs(tmp_path) == []
