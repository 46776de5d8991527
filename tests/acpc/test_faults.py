"""What goes wrong at a table: noise is warned of, all else ends the match with one cause, and leaves nothing behind."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from acpc.players import VERSION, Player, seated, shown
from acpc.programs import LONG, is_listening, is_running
from railbird.bots import make_bot
from railbird.games import game_named
from railbird.play import play_match

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acpc.programs import Program
    from acpc.starting import Start

GAME = "holdem.limit.2p.reverse_blinds"
HANDS, SEED = 6, 5
DEFINITION = game_named(GAME)
DEALER = ("dealer", "faults", GAME, HANDS, SEED, "Alice", "Bob")
ONE_CLIENT = (*DEALER, "-b", "-", "-b", "call")
FAULTY = 2
"""The hand in which something goes wrong."""
LONG_TO_END = 5.0
"""Seconds that a process has to end after SIGKILL, which takes a moment on a busy machine."""


class Expected:
    """The log of a match in which everybody always calls."""

    def __init__(self, folder: Path) -> None:
        bots = [make_bot("call"), make_bot("call")]
        log = folder / "faults.log"
        play_match(bots, GAME, hands=HANDS, seed=SEED, names=("Alice", "Bob"), log=log)
        self._lines = log.read_text(encoding="utf-8").replace(f"{GAME}.game", GAME).splitlines(keepends=True)

    def log(self, hands: int = HANDS + 1, *, t_response: int = 600_000) -> str:
        """As long as so many hands had been played; with the score if nothing is said."""
        return "".join(self._lines[: 4 + hands]).replace("t_response 600000", f"t_response {t_response}")


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Expected:
    return Expected(tmp_path_factory.mktemp("expected"))


@pytest.fixture
def nothing_left(tmp_path: Path) -> Iterator[list[int]]:
    """Processes whose ids were written to `*.pid` have ended, and nobody listens on the ports that a test adds."""
    ports: list[int] = []
    yield ports
    left = [int(path.read_text(encoding="ascii")) for path in tmp_path.glob("*.pid")]
    until = time.monotonic() + LONG_TO_END
    while (left := [*filter(is_running, left)]) and time.monotonic() < until:
        time.sleep(0.01)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == []
    assert not any(is_listening(port) for port in ports if port)


class Table:
    """A dealer and what has to come of its match."""

    def __init__(self, start: Start, folder: Path, expected: Expected, ports: list[int]) -> None:
        self._start = start
        self._log = folder / "faults.log"
        self._expected = expected
        self._left = ports

    def start(self, *arguments: str | int) -> Program:
        dealer = self._start(*arguments)
        self._left += dealer.ports
        return dealer

    def assert_failed(self, dealer: Program, *causes: str, hands: int, t_response: int = 600_000) -> None:
        """Exit status 1, one of the causes as the last line, the hands that were finished in the log, and no score."""
        assert dealer.wait() == 1
        assert dealer.errors.splitlines()[-1].startswith(tuple(f"ERROR: {cause}" for cause in causes))
        assert "Traceback" not in dealer.errors
        assert dealer.output == ""
        assert self._log.read_bytes().decode() == self._expected.log(hands, t_response=t_response)

    def assert_finished(self, dealer: Program) -> list[str]:
        """A whole match; the warnings are returned."""
        assert dealer.wait() == 0, dealer.errors[-1000:]
        assert self._log.read_bytes().decode() == self._expected.log()
        assert self._expected.log().endswith(dealer.output)
        return [line for line in dealer.errors.splitlines() if line.startswith("WARNING: ")]


@pytest.fixture
def table(start: Start, tmp_path: Path, expected: Expected, nothing_left: list[int]) -> Table:
    return Table(start, tmp_path, expected, nothing_left)


BAD_FORMAT = "bad state format in response"
UNASKED = "ignoring un-requested response"


NOISE = [
    (b"garbage\r\n", [BAD_FORMAT]),
    (b"\n\r\n", [BAD_FORMAT] * 2),
    (b"\x00\x00\x00\n\x00MATCHSTATE\x00:0:0::|:c\n", [BAD_FORMAT] * 2),
    (b"\xff\xfe\x80 not UTF-8\n", [BAD_FORMAT]),
    (b"MATCHSTATE:0:2\n", [BAD_FORMAT]),
    (b"MATCHSTATE:-1:2::AhAd|:c\n", [BAD_FORMAT]),
    (b"MATCHSTATE:0:2::AhAd|:c\n", [UNASKED]),
    (b"MATCHSTATE:9:2::AhAd|:c\n", [BAD_FORMAT]),
    (b"MATCHSTATE:0:99999999999999999999:::c\n", [UNASKED]),
    (b"MATCHSTATE:" + b"9" * 4000 + b":0:::c\n", [BAD_FORMAT]),
    (b"VERSION:2.0.0\n", [BAD_FORMAT]),
    (b"#comment\n;another\r\n#MATCHSTATE:0:2::AhAd|:c\n", []),
    # Longer lines than the protocol allows come in pieces of 4096 bytes.
    (b"x" * 1_000_000 + b"\n", [BAD_FORMAT] * 245),
    (b"\x00" * 4096 + b"\n", [BAD_FORMAT] * 2),
]


def test_noise_is_warned_of_and_the_match_goes_on(table: Table) -> None:
    dealer = table.start(*ONE_CLIENT)
    with Player(dealer.ports[0], DEFINITION) as player:
        noises = iter(NOISE)
        for state, _ in player.asked():
            noise, _ = next(noises, (b"", []))
            player.send(noise)
            player.answer(state, "c")
    assert next(noises, None) is None
    *warnings, last = table.assert_finished(dealer)
    matches = [re.fullmatch(r"WARNING: seat 1, hand \d+: (.*)", line) for line in warnings]
    expected = [warning for _, warnings in NOISE for warning in warnings]
    assert [match and match[1] for match in matches] == expected[:99]
    assert last.endswith("after 100 warnings, bad lines of this seat are not mentioned any more")
    lines = dealer.errors.split("\r\n")
    for noise in (" garbage", " MATCHSTATE:0:2", " VERSION:2.0.0", " #comment", " ;another"):
        assert any(line.startswith("FROM 1 at ") and line.endswith(noise) for line in lines)


def test_an_answer_may_come_in_pieces(table: Table) -> None:
    dealer = table.start(*ONE_CLIENT)
    with Player(dealer.ports[0], DEFINITION, version=b"VERS") as player:
        player.send(b"ION:2.0.0\r")
        player.send(b"\n")
        state = player.call_until(FAULTY)
        for byte in f"{state}:c\r\n".encode():
            player.send(bytes([byte]))
        state = player.call_until(FAULTY + 1)
        player.send(state.encode())
        player.send(b":c\n")
        player.call()
    assert table.assert_finished(dealer) == []


def test_an_answer_without_its_end_is_none(table: Table) -> None:
    dealer = table.start(*ONE_CLIENT)
    with Player(dealer.ports[0], DEFINITION) as player:
        player.send(player.call_until(FAULTY).encode() + b":c")
    table.assert_failed(dealer, "could not get action from seat 1", hands=FAULTY)


def test_answers_out_of_turn_are_warned_of_and_the_match_goes_on(table: Table) -> None:
    dealer = table.start(*DEALER)
    out_of_turn = 0
    with seated(dealer.ports, DEFINITION) as players:
        for states in shown(players):
            turns = [player.is_asked(state) for player, state in zip(players, states, strict=True)]
            # Those first whose turn it is not.
            for turn in (False, True):
                for player, state, asked in zip(players, states, turns, strict=True):
                    if asked is turn and any(turns):
                        player.answer(state, "c")
                        out_of_turn += not turn
    warnings = table.assert_finished(dealer)
    assert {line.rpartition(": ")[2] for line in warnings} == {UNASKED}
    assert {line.partition(",")[0] for line in warnings} == {"WARNING: seat 1", "WARNING: seat 2"}
    # What is sent after a player's last turn is not read any more.
    assert out_of_turn - 2 <= len(warnings) <= out_of_turn


def test_an_answer_given_twice_counts_once(table: Table) -> None:
    dealer = table.start(*ONE_CLIENT)
    with Player(dealer.ports[0], DEFINITION) as player:
        for state, _ in player.asked():
            player.send(f"{state}:c\r\n{state}:f\r\n".encode())
    assert {line.rpartition(": ")[2] for line in table.assert_finished(dealer)} == {UNASKED}


def test_nobody_connects(table: Table) -> None:
    dealer = table.start(*ONE_CLIENT, "--start_timeout", 200)
    table.assert_failed(dealer, "timed out waiting for seat 1 to connect", hands=0)


def test_the_second_does_not_connect(table: Table) -> None:
    dealer = table.start(*DEALER, "--start_timeout", 800)
    with Player(dealer.ports[0], DEFINITION) as player:
        assert list(player.lines()) == []
    table.assert_failed(dealer, "timed out waiting for seat 2 to connect", hands=0)


@pytest.mark.parametrize("version", [b"", b"VERSION:2.0"])
def test_a_client_that_never_sends_its_version(version: bytes, table: Table) -> None:
    dealer = table.start(*ONE_CLIENT, "--start_timeout", 800)
    with Player(dealer.ports[0], DEFINITION, version=version) as player:
        assert list(player.lines()) == []
    table.assert_failed(dealer, "could not read version string from seat 1", hands=0)


def test_a_client_that_leaves_before_its_version(table: Table) -> None:
    dealer = table.start(*ONE_CLIENT)
    Player(dealer.ports[0], DEFINITION, version=b"").close()
    table.assert_failed(dealer, "could not read version string from seat 1", hands=0)


@pytest.mark.parametrize(
    "line",
    ["#comment", "", "hello", "VERSION:2.0", "version:2.0.0", " VERSION:2.0.0"],
)
def test_a_malformed_version_ends_the_match(line: str, table: Table) -> None:
    dealer = table.start(*ONE_CLIENT)
    with Player(dealer.ports[0], DEFINITION, version=line.encode() + b"\n" + VERSION) as player:
        assert list(player.lines()) == []
    table.assert_failed(dealer, f"invalid version string {line!r} from seat 1", hands=0)


@pytest.mark.parametrize(
    ("version", "is_warned_of"),
    [
        (b"VERSION:1.0.0\n", True),
        (b"VERSION:3.1.4\r\n", True),
        (b"VERSION:2.1.0\n", True),
        (b"VERSION:2.0.0\r\n", False),
    ],
)
def test_another_version_is_warned_of_only(version: bytes, is_warned_of: bool, table: Table) -> None:
    dealer = table.start(*ONE_CLIENT)
    with Player(dealer.ports[0], DEFINITION, version=version) as player:
        player.call()
    warnings = table.assert_finished(dealer)
    assert warnings == ["WARNING: this server is currently using version 2.0.0"] * is_warned_of


def test_a_client_that_never_answers(table: Table) -> None:
    dealer = table.start(*ONE_CLIENT, "-q", "--t_response", 1500)
    with Player(dealer.ports[0], DEFINITION) as player:
        player.call_until(FAULTY)
        assert list(player.lines()) == []
    table.assert_failed(dealer, "could not get action from seat 1", hands=FAULTY, t_response=1500)


def test_a_client_that_leaves_in_mid_hand(table: Table) -> None:
    dealer = table.start(*ONE_CLIENT)
    with Player(dealer.ports[0], DEFINITION) as player:
        player.call_until(FAULTY)
    table.assert_failed(dealer, "could not get action from seat 1", hands=FAULTY)


def test_a_client_that_leaves_when_it_is_not_its_turn(table: Table) -> None:
    dealer = table.start(*DEALER)
    with seated(dealer.ports, DEFINITION) as (alice, bob):
        for states in shown([alice, bob]):
            if alice.is_asked(states[0]):
                alice.answer(states[0], "c")
            if bob.is_asked(states[1]):
                if f":{FAULTY}:" in states[1]:
                    alice.close()
                    bob.answer(states[1], "c")
                    break
                bob.answer(states[1], "c")
        assert len(list(bob.lines())) <= 1
    table.assert_failed(dealer, "could not send state to seat 1", "could not get action from seat 1", hands=FAULTY)


def flood(player: Player, content: bytes) -> None:
    """Send until the connection is closed."""
    with suppress(ConnectionError):
        while True:
            player.send(content)


def test_a_client_that_floods_with_garbage(table: Table) -> None:
    dealer = table.start(*ONE_CLIENT, "-q", "--t_response", 1500)
    with Player(dealer.ports[0], DEFINITION) as player:
        player.call_until(FAULTY)
        flood(player, b"x" * 4095 + b"\n")
    table.assert_failed(dealer, "seat 1 ran out of time", hands=FAULTY, t_response=1500)


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"no end" * 10_000, "seat 1 ran out of time"),
        (b"#\n" * 30_000, "could not get action from seat 1"),  # comments are not charged
        (b"\n" * 60_000, "seat 1 ran out of time"),
    ],
)
def test_a_client_that_floods_from_the_start(content: bytes, cause: str, table: Table) -> None:
    dealer = table.start(*ONE_CLIENT, "-q", "--t_response", 300)
    with Player(dealer.ports[0], DEFINITION) as player:
        flood(player, content)
    table.assert_failed(dealer, cause, hands=0, t_response=300)


def test_all_clients_are_sent_their_states_before_an_error_ends_the_match(start: Start) -> None:
    dealer = start(*DEALER, "-q", "--t_per_hand", 0)
    with (
        Player(dealer.ports[0], DEFINITION) as alice,
        Player(dealer.ports[1], DEFINITION, version=VERSION + b"garbage, and nothing may take any time\r\n") as bob,
    ):
        assert [line.partition("::")[0] for line in alice.lines()] == ["MATCHSTATE:0:0"]
        assert [line.partition("::")[0] for line in bob.lines()] == ["MATCHSTATE:1:0"]
    assert dealer.wait() == 1
    assert dealer.errors.endswith("ERROR: seat 2 ran out of time\n")


def test_a_second_client_on_a_port_is_refused(table: Table) -> None:
    dealer = table.start(*DEALER)
    with seated(dealer.ports, DEFINITION) as players:
        states = shown(players)
        next(states)
        for port in dealer.ports:
            assert not is_listening(port)


def test_a_second_client_that_waits_on_a_port_is_sent_away(table: Table) -> None:
    dealer = table.start(*DEALER)
    with (
        Player(dealer.ports[1], DEFINITION) as bob,
        Player(dealer.ports[1], DEFINITION) as other,
        Player(dealer.ports[0], DEFINITION) as alice,
    ):
        assert list(other.lines()) == []
        for states in shown([alice, bob]):
            for player, state in zip((alice, bob), states, strict=True):
                if player.is_asked(state):
                    player.answer(state, "c")
    assert table.assert_finished(dealer) == []


def test_a_port_in_use(start: Start, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        dealer = start(*DEALER, "-p", f"0,{port}")
        assert dealer.wait() == 1
        assert dealer.output == ""
        assert len(dealer.errors.splitlines()) == 1
        assert dealer.errors.startswith(
            f"ERROR: could not create listen socket for player 2 on 127.0.0.1:{port}: Address already in use"
        )
    assert not (tmp_path / "faults.log").exists()


def script(folder: Path, text: str, *, name: str = "bot.sh") -> str:
    path = folder / name
    path.write_text(text, encoding="ascii")
    path.chmod(0o755)
    return f"./{name}"


def test_an_executable_that_cannot_be_started(table: Table, tmp_path: Path) -> None:
    bot = script(tmp_path, "no program\n")
    dealer = table.start(*DEALER, "-b", bot)
    table.assert_failed(dealer, "bot.sh cannot be started: Exec format error", hands=0)


def test_an_executable_that_ends_at_once(table: Table, tmp_path: Path) -> None:
    bot = script(tmp_path, "#!/bin/sh\necho $$ > bot.pid\necho cannot play against $1 $2\nexit 3\n")
    dealer = table.start(*DEALER, "-b", bot)
    table.assert_failed(dealer, "the program of seat 1 ended with status 3 before it connected", hands=0)
    output = (tmp_path / "faults.player1.out").read_text(encoding="ascii")
    assert output == f"cannot play against 127.0.0.1 {dealer.ports[0]}\n"


PROGRAM = f"""#!{sys.executable} -S
import os, signal, socket, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open("bot.pid", "w") as file:
    file.write(str(os.getpid()))
sock = socket.create_connection((sys.argv[1], int(sys.argv[2])))
sock.sendall(b"VERSION:2.0.0\\n")
while WAITING:
    pass
"""
IGNORES_EVERYTHING = PROGRAM.replace("WAITING", "signal.pause() is None")
LEAVES_WITH_THE_DEALER = PROGRAM.replace("WAITING", "sock.recv(4096)")
LEAVES_WHEN_TOLD = IGNORES_EVERYTHING.replace("SIG_IGN", "SIG_DFL")


def test_an_executable_that_ignores_its_end(table: Table, tmp_path: Path) -> None:
    dealer = table.start(*DEALER, "-b", script(tmp_path, IGNORES_EVERYTHING), "-b", "call", "-q", "--t_response", 200)
    table.assert_failed(dealer, "could not get action from seat 1", hands=0, t_response=200)


def test_what_an_executable_has_started_ends_with_the_match(table: Table, tmp_path: Path) -> None:
    helper = script(tmp_path, IGNORES_EVERYTHING, name="helper.py")
    bot = script(tmp_path, f'#!/bin/sh\n{helper} "$@" &\necho $$ > shell.pid\nwait\n')
    dealer = table.start(*DEALER, "-b", bot, "-b", "call", "-q", "--t_response", 200)
    table.assert_failed(dealer, "could not get action from seat 1", hands=0, t_response=200)
    assert len(list(tmp_path.glob("*.pid"))) == 2


@pytest.mark.parametrize(
    ("number", "status", "program"),
    [(signal.SIGTERM, 1, LEAVES_WHEN_TOLD), (signal.SIGINT, 130, LEAVES_WITH_THE_DEALER)],
)
def test_a_dealer_that_gets_a_signal_leaves_nothing_behind(
    number: signal.Signals, status: int, program: str, table: Table, tmp_path: Path
) -> None:
    dealer = table.start(*DEALER, "-b", script(tmp_path, program))
    with Player(dealer.ports[1], DEFINITION) as player:
        next(player.lines())
        dealer.kill(number)
        assert list(player.lines()) == []
    assert dealer.wait() == status
    assert "Traceback" not in dealer.errors


def test_a_dealer_that_gets_several_signals_leaves_nothing_behind(start: Start, tmp_path: Path) -> None:
    dealer = start(*DEALER, "-b", script(tmp_path, IGNORES_EVERYTHING))
    with Player(dealer.ports[1], DEFINITION) as player:
        next(player.lines())
        pid = int((tmp_path / "bot.pid").read_text(encoding="ascii"))
        dealer.kill(signal.SIGTERM)
        assert list(player.lines()) == []
    while is_running(dealer.pid):
        dealer.kill(signal.SIGTERM)
        time.sleep(0.05)
    dealer.wait()
    is_left = is_running(pid)
    if is_left:
        os.kill(pid, signal.SIGKILL)
    assert not is_left


def test_the_log_is_whole_when_nobody_reads_the_output(table: Table, expected: Expected, tmp_path: Path) -> None:
    dealer = table.start(*ONE_CLIENT)
    with Player(dealer.ports[0], DEFINITION) as player:
        state = player.call_until(FAULTY)
        dealer.close_output()
        player.answer(state, "c")
        player.call()
    dealer.wait()
    assert (tmp_path / "faults.log").read_text(encoding="utf-8") == expected.log()


def test_a_client_that_never_reads(start: Start, tmp_path: Path) -> None:
    # The big blind of three players, when the others fold, is never asked: states fill its connection.
    words = ("dealer", "deaf", "holdem.limit.3p", 2_000_000, SEED, "a", "b", "c", "-l", "-q", "-f")
    dealer = start(*words, "-b", "fold", "-b", "-", "-b", "fold", "--t_response", 500)
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", dealer.ports[1]))
        deaf.sendall(VERSION)
        late = threading.Timer(LONG / 2, dealer.kill)
        late.start()
        assert dealer.wait() == 1
        late.cancel()
    assert dealer.errors.splitlines()[-1] == "ERROR: could not send state to seat 2"
