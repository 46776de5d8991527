"""Options of the dealer: duplicate matches, fixed seats, logs on and off, quiet, append, ports."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from acpc.players import Player, score_in, seated, shown
from acpc.programs import is_listening
from railbird.bots import make_bot
from railbird.formats.acpc_log import AcpcLog
from railbird.formats.logs import check_log
from railbird.games import game_named
from railbird.play import MatchPlan, play_match

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.starting import Start

LIMIT, THREE = "holdem.limit.2p.reverse_blinds", "holdem.nolimit.3p"
HANDS, SEED = 12, 9


def played(names: tuple[str, ...], bots: dict[str, str], game: str, log: Path) -> str:
    """The log of the match in one process, as a dealer writes it that is told the name of the game."""
    definition = game_named(game)
    plan = MatchPlan(log.stem, definition, f"{game}.game", HANDS, SEED, tuple(names))
    built = [make_bot(bots[name], seed=seed) for name, seed in zip(names, plan.bot_seeds(), strict=True)]
    play_match(built, definition, hands=HANDS, seed=SEED, names=names, log=log)
    return log.read_text(encoding="utf-8").replace(f"{game}.game", game)


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        listeners = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [listener.getsockname()[1] for listener in listeners]


@pytest.mark.parametrize("game", [LIMIT, THREE])
def test_duplicate_plays_all_permutations_with_the_same_cards(game: str, start: Start, tmp_path: Path) -> None:
    specs = {"Zoe": "random:seed=1", "Al": "raise", "Bea": "random:fold=0.1,seed=3"}
    names = tuple(specs)[: game_named(game).players]
    bots = [word for name in names for word in ("-b", specs[name])]
    dealer = start("dealer", "dup", game, HANDS, SEED, *names, *bots, "-q", "--duplicate")
    assert dealer.wait() == 0
    # In the order in which the names were given, which is that of positions, not of letters.
    orders = list(permutations(names))
    assert sorted(path.name for path in tmp_path.glob("*.log")) == [
        f"dup.{number}.log" for number in range(len(orders))
    ]
    dealt = set()
    for number, order in enumerate(orders):
        path = tmp_path / f"dup.{number}.log"
        (tmp_path / "alone").mkdir(exist_ok=True)
        assert path.read_text(encoding="utf-8") == played(order, specs, game, tmp_path / "alone" / path.name)
        records = list(AcpcLog(path))
        assert tuple(score_in(path)) == order
        assert [record.players[0] for record in records[: len(order)]] == list(order)
        dealt.add(tuple(record.hole_cards for record in records))
    assert len(dealt) == 1
    ports = f"{' '.join('0' for _ in names)}\n"
    assert dealer.output.count(ports) == len(orders)
    assert dealer.output.count("SCORE:") == len(orders)


@pytest.mark.parametrize("are_given", [False, True])
def test_duplicate_with_a_client_that_connects_for_each_match(are_given: bool, start: Start, tmp_path: Path) -> None:
    game = game_named(LIMIT)
    given = free_ports(2) if are_given else []
    options = ["-p", ",".join(map(str, given))] if are_given else []
    bots = ("-b", "-", "-b", "call", "-q", "--duplicate")
    dealer = start("dealer", "dup", LIMIT, HANDS, SEED, "Me", "You", *options, *bots)
    for seat in (0, 1):
        ports = [int(port) for port in dealer.read_line().split()]
        assert ports[1 - seat] == 0
        assert not are_given or ports[seat] == given[seat]
        with Player(ports[seat], game) as player:
            player.call()
        assert dealer.read_line().endswith(":Me|You\n" if seat == 0 else ":You|Me\n")
    assert dealer.wait() == 0
    specs = {"Me": "call", "You": "call"}
    for number, order in enumerate(permutations(specs)):
        path = tmp_path / f"dup.{number}.log"
        content = path.read_text(encoding="utf-8")
        path.unlink()
        assert content == played(order, specs, LIMIT, path)


def test_fixed_seats(start: Start, tmp_path: Path) -> None:
    words = ("dealer", "m", THREE, HANDS, SEED, "a", "b", "c", "-b", "call", "-b", "random", "-b", "raise", "-q")
    assert start(*words).wait() == 0
    turning = list(AcpcLog(tmp_path / "m.log"))
    assert start(*words, "-f").wait() == 0
    fixed = list(AcpcLog(tmp_path / "m.log"))
    assert [record.players for record in turning[:4]] == [tuple(order) for order in ("abc", "bca", "cab", "abc")]
    assert {record.players for record in fixed} == {("a", "b", "c")}
    assert [record.hole_cards for record in fixed] == [record.hole_cards for record in turning]
    assert check_log(AcpcLog(tmp_path / "m.log")).problems == []
    # The last position is the first to act, and it always raises.
    assert all(record.actions[0].is_raise for record in fixed)


def test_fixed_seats_over_connections(start: Start) -> None:
    dealer = start("dealer", "m", LIMIT, 3, SEED, "a", "b", "-f")
    with seated(dealer.ports, game_named(LIMIT)) as players:
        for states in shown(players):
            assert [state.split(":")[1] for state in states] == ["0", "1"]
            for player, state in zip(players, states, strict=True):
                if player.is_asked(state):
                    player.answer(state, "c")
    assert dealer.wait() == 0


BOTS = ("-b", "call", "-b", "raise")


@pytest.mark.parametrize(
    ("options", "files"),
    [
        ((), {"m.log"}),
        (("-L", "-t"), {"m.log"}),
        (("-l",), set()),
        (("-T",), {"m.log", "m.tlog"}),
        (("-l", "-T"), {"m.tlog"}),
    ],
)
def test_files(options: tuple[str, ...], files: set[str], start: Start, tmp_path: Path) -> None:
    assert start("dealer", "m", LIMIT, 3, SEED, "a", "b", *BOTS, *options).wait() == 0
    assert {path.name for path in tmp_path.glob("m.*")} == files


def test_quiet(start: Start, tmp_path: Path) -> None:
    words = ("dealer", "m", LIMIT, 3, SEED, "a", "b", *BOTS)
    loud, quiet = start(*words), start(*words, "-q")
    loud.wait()
    quiet.wait()
    header, score = quiet.errors.splitlines()[:4], quiet.errors.splitlines()[4:]
    lines = loud.errors.splitlines()
    assert lines[:4] == header
    assert [lines[-1]] == score
    assert (lines[4].split()[0], lines[-2].split()[0]) == ("STARTED", "FINISHED")
    assert {line.split()[0] for line in lines[5:-2]} == {"TO", "FROM"}


def test_append_without_a_transaction_log(start: Start, tmp_path: Path) -> None:
    log = tmp_path / "m.log"
    words = ("dealer", "m", LIMIT, 3, SEED, "a", "b", *BOTS, "-q")
    assert start(*words).wait() == 0
    once = log.read_bytes()
    assert start(*words, "-a").wait() == 0
    assert log.read_bytes() == once + once
    assert start(*words).wait() == 0
    assert log.read_bytes() == once


def test_transactions(start: Start, tmp_path: Path) -> None:
    assert start("dealer", "m", LIMIT, 3, SEED, "a", "b", *BOTS, "-T").wait() == 0
    lines = (tmp_path / "m.tlog").read_text(encoding="ascii").splitlines()
    records = list(AcpcLog(tmp_path / "m.log"))
    letters = "fcr"
    expected = [(letters[action.kind], str(record.number)) for record in records for action in record.actions]
    assert [tuple(line.split()[:2]) for line in lines] == expected
    times = [float(time) for line in lines for time in line.split()[2:4]]
    assert all(later >= earlier for earlier, later in zip(times[::2], times[1::2], strict=True))
    assert times[-1] > times[0] > 1.6e9


def test_ports_that_are_given(start: Start) -> None:
    free = free_ports(2)
    dealer = start("dealer", "m", LIMIT, 3, SEED, "a", "b", "-p", ",".join(map(str, free)))
    assert dealer.ports == free
    assert all(map(is_listening, free))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((LIMIT, 3, 0, "a", "b", "-p", "x"), "ports 'x': write numbers below 65536 like 18000,18001"),
        ((LIMIT, 3, 0, "a", "b", "-p", "1" * 5000), ": write numbers below 65536 like 18000,18001"),
        ((LIMIT, 3, 0, "a", "b", "-p", "70000,1"), "ports '70000,1'"),
        ((LIMIT, 3, 0, "a", "b", "-p", "1,2,3"), "3 ports for 2 seats"),
        (
            (LIMIT, 3, 0, "a", "b", "-p", "18000,18001", "-b", "-", "-b", "call"),
            "port 18001: seat 2 has a bot in this process, which needs no port; write 0 for it",
        ),
        ((LIMIT, 3, 0, "a", "b", "-p", "18000", *BOTS, "--duplicate"), "port 18000: seat 1 has a bot in this process"),
        ((LIMIT, 3, 0, "a"), "1 names for a game of 2 players"),
        ((LIMIT, 3, 0, "a", "b", "c"), "3 names for a game of 2 players"),
        ((LIMIT, 0, 0, "a", "b"), "'hands'"),
        ((LIMIT, 3, -1, "a", "b"), "-1"),
        ((LIMIT, 3, 2**32, "a", "b"), "'seed'"),
        (("chess", 3, 0, "a", "b"), "no game is called 'chess'"),
    ],
)
def test_arguments_that_are_wrong_are_one_line(
    words: tuple[str | int, ...], says: str, start: Start, tmp_path: Path
) -> None:
    dealer = start("dealer", "m", *words)
    assert dealer.wait() == 2
    assert len(dealer.errors.splitlines()) == 1
    assert says in dealer.errors
    assert not (tmp_path / "m.log").exists()


@pytest.mark.parametrize(
    ("match", "name"),
    [("m", "a|b"), ("m", "a:b"), ("m", "a\nb"), ("m", ""), ("a match", "a"), ("m\n", "a"), ("m", "\udcff")],
)
def test_names_that_would_spoil_the_log(match: str, name: str, start: Start, tmp_path: Path) -> None:
    dealer = start("dealer", match, LIMIT, 1, SEED, name, "z", *BOTS)
    assert dealer.wait() == 2
    assert len(dealer.errors.splitlines()) == 1


@pytest.mark.parametrize(("options", "is_open"), [((), False), (("--host", "0.0.0.0"), True)])
def test_the_dealer_listens_on_this_machine_only_unless_told(
    options: tuple[str, ...], is_open: bool, start: Start
) -> None:
    """A server that is bound to 127.0.0.1 does not hear of 127.0.0.2; one that is bound to all addresses does."""
    dealer = start("dealer", "m", LIMIT, 1, SEED, "a", "b", "-b", "-", "-b", "call", *options)
    with socket.socket() as other:
        assert (other.connect_ex(("127.0.0.2", dealer.ports[0])) == 0) == is_open
    with socket.socket() as here:
        here.connect_ex(("127.0.0.1", dealer.ports[0]))
    assert dealer.wait() == 1


def test_with_fixed_seats_an_exploiting_bot_knows_its_opponents(start: Start, tmp_path: Path) -> None:
    """The seat of a position cannot be worked out from the number of the hand: the view has to say it."""
    (tmp_path / "watching.py").write_text(
        "from railbird.bots.reference.exploiting import ExploitingBot\n"
        "class Watching(ExploitingBot):\n"
        "    def match_starts(self, game, seat):\n"
        "        super().match_starts(game, seat)\n"
        "        self.seat = seat\n"
        "    def hand_ends(self, view, payoffs):\n"
        "        assert view.seat == self.seat == view.position, 'seats are fixed'\n"
        "        open('folders', 'w').write(str(sorted(self.reliable_folders)))\n",
        encoding="ascii",
    )
    bots = ["-b", "watching.py:Watching:reactions=5", "-b", "exploitable", "-b", "all-in-equity"]
    dealer = start("dealer", "m", "holdem.limit.3p", 60, 1, "a", "b", "c", "-q", "-f", *bots)
    assert dealer.wait() == 0
    assert (tmp_path / "folders").read_text() == "[1]"
