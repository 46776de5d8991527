"""Bots in the dealer's process, as clients in processes of their own, and as executables: the match is the same."""

from __future__ import annotations

import re
import socket
import time
from typing import TYPE_CHECKING

import pytest

from acpc.players import score_in
from acpc.programs import COLD, LONG, bot_program
from railbird.formats.acpc_log import AcpcLog
from railbird.formats.logs import check_log
from railbird.games import game_named
from railbird.play import MatchPlan

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.programs import Program
    from acpc.starting import Start

GAMES = [
    "holdem.limit.2p.reverse_blinds",
    "holdem.nolimit.2p.reverse_blinds",
    "holdem.limit.3p",
    "holdem.nolimit.3p",
]
BOTS = ("random:fold=0.1,call=0.6,raise=0.3", "random:fold=0.2,call=0.4,raise=0.4", "random")
NAMES = ("Alice", "Bob", "Carol")
HANDS, SEED = 60, 11


def arguments(game: str, *bots: str) -> list[str]:
    """Of a dealer, which gives the bots of its own process seeds of their own."""
    named = NAMES[: game_named(game).players]
    chosen = [word for bot in bots for word in ("-b", bot)]
    return ["dealer", "match", game, str(HANDS), str(SEED), *named, *chosen]


def client(seat: int, game: str) -> list[str]:
    definition = game_named(game)
    plan = MatchPlan("match", definition, game, hands=HANDS, seed=SEED, names=NAMES[: definition.players])
    return ["--bot", BOTS[seat], "--game", game, "--seed", str(plan.bot_seeds()[seat])]


def executable(folder: Path, seat: int, game: str, *, railbird: str) -> str:
    return f"./{bot_program(folder, *client(seat, game), name=f'bot{seat}.sh', railbird=railbird).name}"


def finished_log(dealer: Program, folder: Path) -> bytes:
    """The log of a match, which is taken away."""
    assert len(dealer.ports) > 1
    assert dealer.wait() == 0, dealer.errors
    assert "WARNING" not in dealer.errors
    path = folder / "match.log"
    content = path.read_bytes()
    path.unlink()
    assert content.decode().endswith(dealer.output)
    return content


def log_in_one_process(start: Start, game: str, folder: Path) -> bytes:
    dealer = start(*arguments(game, *BOTS[: game_named(game).players]))
    assert dealer.ports == [0] * game_named(game).players
    return finished_log(dealer, folder)


@pytest.mark.parametrize("game", GAMES)
def test_clients_in_processes_of_their_own_play_the_same_match(game: str, start: Start, tmp_path: Path) -> None:
    expected = log_in_one_process(start, game, tmp_path)
    dealer = start(*arguments(game))
    assert len({*dealer.ports}) == game_named(game).players
    clients = [start("connect", "127.0.0.1", port, *client(seat, game)) for seat, port in enumerate(dealer.ports)]
    assert finished_log(dealer, tmp_path) == expected
    assert [program.wait() for program in clients] == [0] * len(clients)

    log = tmp_path / "again.log"
    log.write_bytes(expected)
    assert check_log(AcpcLog(log)).problems == []
    outputs = [program.output for program in clients]
    assert outputs == [f"{HANDS} hands, {chips} chips\n" for chips in score_in(log).values()]


@pytest.mark.parametrize(("game", "executables", "cold"), [(GAMES[0], 1, True), (GAMES[3], 3, False)])
def test_executables_play_the_same_match(
    game: str, executables: int, cold: bool, start: Start, warm_programs: Path, tmp_path: Path
) -> None:
    expected = log_in_one_process(start, game, tmp_path)
    railbird = COLD if cold else str(warm_programs / "railbird")
    bots = [executable(tmp_path, seat, game, railbird=railbird) for seat in range(executables)]
    dealer = start(*arguments(game, *bots, *BOTS[executables : game_named(game).players]))
    assert finished_log(dealer, tmp_path) == expected
    for seat in range(executables):
        output = (tmp_path / f"match.player{seat + 1}.out").read_text(encoding="utf-8")
        assert re.fullmatch(rf"{HANDS} hands, -?[\d.]+ chips\n", output)


def test_a_client_an_executable_and_a_bot_play_the_same_match(
    start: Start, warm_programs: Path, tmp_path: Path
) -> None:
    game = GAMES[2]
    expected = log_in_one_process(start, game, tmp_path)
    dealer = start(
        *arguments(game, "-", executable(tmp_path, 1, game, railbird=str(warm_programs / "railbird")), BOTS[2])
    )
    assert dealer.ports[2] == 0
    program = start("connect", "127.0.0.1", dealer.ports[0], *client(0, game))
    assert finished_log(dealer, tmp_path) == expected
    assert program.wait() == 0


def test_traffic_of_bots_is_recorded_as_that_of_clients(start: Start, tmp_path: Path) -> None:
    game = GAMES[3]

    def lines(program: Program) -> list[str]:
        return re.sub(r" at \d+\.\d{6}", "", program.errors).split("\n")

    bots = start(*arguments(game, *BOTS))
    bots.wait()
    dealer = start(*arguments(game))
    for seat, port in enumerate(dealer.ports):
        start("connect", "127.0.0.1", port, *client(seat, game))
    dealer.wait()
    assert sum(line.startswith("FROM ") for line in lines(dealer)) > HANDS
    assert lines(bots) == lines(dealer)


def test_a_client_waits_for_its_server_and_says_if_it_disconnects_within_a_hand(start: Start) -> None:
    game = "holdem.limit.2p.reverse_blinds"
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        program = start("connect", "127.0.0.1", port, "--bot", "call", "--game", game)
        until = time.monotonic() + LONG
        while "no server listens" not in program.errors:
            assert time.monotonic() < until
            time.sleep(0.01)
        listener.listen()
        listener.settimeout(LONG)
        connection, _ = listener.accept()
        connection.settimeout(LONG)
    with connection, connection.makefile("rb") as lines:
        assert lines.readline() == b"VERSION:2.0.0\r\n"
        connection.sendall(b"MATCHSTATE:1:7::|9hQd\r\n")
        assert lines.readline() == b"MATCHSTATE:1:7::|9hQd:c\r\n"
    assert (program.wait(), program.output) == (1, "0 hands, 0 chips\n")
    assert program.errors == (
        f"WARNING: no server listens on 127.0.0.1:{port} yet; trying for 10 seconds\n"
        "railbird: the server closed the connection in hand 7\n"
    )
