"""The client: at a server of the tests' own, and at the dealer; what a bot is told is the same as in one process."""

from __future__ import annotations

import select
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Self

import pytest

from acpc.players import RecordingBot
from acpc.programs import LONG
from railbird.acpc import Joined, join
from railbird.acpc.client import play_connected
from railbird.acpc.connection import Connection
from railbird.bots import Bot, Follower
from railbird.compiled import EntryPoints
from railbird.errors import BotError, MatchError
from railbird.formats import hand_reader
from railbird.formats.match_state import MatchStateReader
from railbird.games import CALL, FOLD, Action, game_named, raise_to
from railbird.play import play_match

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from pathlib import Path

    from acpc.starting import Start
    from railbird.games import View

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
NOLIMIT = game_named("holdem.nolimit.2p.reverse_blinds")


class Server:
    """A server of one seat, to which a bot has connected; says what it is told, and hears what comes."""

    def __init__(self, bot: Bot, game: str) -> None:
        self._pool = ThreadPoolExecutor(1)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            self.joined: Future[Joined] = self._pool.submit(join, "127.0.0.1", port, bot, game=game)
            self._socket, _ = listener.accept()
        self._socket.settimeout(LONG)
        self._file = self._socket.makefile("rb")
        assert self.hear() == "VERSION:2.0.0"

    def say(self, text: str) -> None:
        self._socket.sendall(text.encode())

    def hear(self) -> str:
        line = self._file.readline().decode()
        assert line.endswith("\r\n")
        return line[:-2]

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        self._pool.shutdown()


class ScriptedBot(RecordingBot):
    """Plays given actions."""

    def __init__(self, *actions: object) -> None:
        super().__init__()
        self._actions = iter(actions)

    def act(self, view: View) -> Action:
        super().act(view)
        return next(self._actions)  # type: ignore[return-value]


HAND = ["", "c", "cc/", "cc/r", "cc/rf"]


def state(betting: str, *, hand: int = 0) -> str:
    """As the player of position 1 gets it."""
    return f"MATCHSTATE:1:{hand}:{betting}:|9hQd{'/8dAs8s' if '/' in betting else ''}"


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_states_are_answered_when_it_is_the_players_turn(end: str) -> None:
    with Server(ScriptedBot(CALL, FOLD), LIMIT.name) as server:
        server.say("# a comment" + end + "; another" + end + end)
        server.say(state("") + end)
        assert server.hear() == state("") + ":c"
        # These need no answer.
        server.say(state("c") + end + "#" + end + state("cc/") + end)
        server.say(state("cc/r") + end)
        assert server.hear() == state("cc/r") + ":f"
        server.say(state("cc/rf") + end)
        server.close()
        assert server.joined.result(LONG) == Joined(hands=1, chips=-10)


@pytest.mark.parametrize("text", ["# a comment\r\n", "\r\n", ";\n"])
def test_nothing_but_a_comment_may_come(text: str) -> None:
    ours, theirs = socket.socketpair()
    with ours, ThreadPoolExecutor(1) as pool, Connection(theirs) as connection:
        playing = pool.submit(play_connected, connection, ScriptedBot(CALL), game=LIMIT, has_fixed_seats=False)
        file = ours.makefile("rb")
        assert file.readline() == b"VERSION:2.0.0\r\n"
        ours.sendall(text.encode())
        while select.select([theirs], [], [], 0)[0]:
            time.sleep(0.001)  # until it has been read alone
        ours.sendall(f"{state('')}\r\n".encode())
        assert file.readline().decode() == state("") + ":c\r\n"
        ours.shutdown(socket.SHUT_WR)
        assert playing.result(LONG) == Joined(hands=0, chips=0, unfinished_hand=0)


def test_states_may_come_in_pieces_and_together() -> None:
    with Server(ScriptedBot(CALL, raise_to(300)), NOLIMIT.name) as server:
        for letter in state("") + "\r\n":
            server.say(letter)
        assert server.hear() == state("") + ":c"
        server.say("".join(state(betting) + "\r\n" for betting in ("c", "cc/", "cc/r200")))
        assert server.hear() == state("cc/r200") + ":r300"


def test_nothing_is_compiled_or_loaded_for_an_unusual_line(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []
    look_up = EntryPoints.__getattr__

    def recorded(points: EntryPoints, name: str) -> Callable[..., object]:
        looked_up.append(name)
        return look_up(points, name)

    monkeypatch.setattr(EntryPoints, "__getattr__", recorded)
    monkeypatch.delattr(hand_reader._direct, "read_hand", raising=False)  # as in a new process
    with Server(ScriptedBot(FOLD, CALL), LIMIT.name) as server:
        looked_up.clear()
        for betting, answer in (("cc/r", "f"), ("", "c")):  # the hand begins in its middle, and then once more
            server.say(state(betting) + "\r\n")
            assert server.hear() == f"{state(betting)}:{answer}"
    assert not looked_up


@pytest.mark.parametrize("betting", ["", "c", "cc/", "cc/r", "cc/rf"])
def test_a_server_that_closes_ends_the_match(betting: str) -> None:
    with Server(ScriptedBot(CALL, CALL), LIMIT.name) as server:
        for shown in HAND[: HAND.index(betting) + 1]:
            server.say(state(shown) + "\r\n")
            if shown in ("", "cc/r"):
                server.hear()
        # Half a line is no line.
        server.say("MATCHSTATE:1:1")
        server.close()
        is_whole = betting == "cc/rf"
        expected = Joined(hands=1, chips=-10) if is_whole else Joined(hands=0, chips=0, unfinished_hand=0)
        assert server.joined.result(LONG) == expected


@pytest.mark.parametrize(
    "line", ["hello", "MATCHSTATE:1:0", "MATCHSTATE:1:0:ccccccc:|9hQd", "MATCHSTATE:1:0::|9hQx", "\x00", ":"]
)
def test_an_invalid_state_is_an_error(line: str) -> None:
    with Server(ScriptedBot(), LIMIT.name) as server:
        server.say(line + "\r\n")
        with pytest.raises(MatchError, match=f"the server sent no valid state of {LIMIT.name}: "):
            server.joined.result(LONG)


@pytest.mark.parametrize("answer", [None, "c", (1, 0), 7])
def test_an_answer_that_is_not_an_action_is_an_error(answer: object) -> None:
    with Server(ScriptedBot(answer), LIMIT.name) as server:
        server.say(state("") + "\r\n")
        with pytest.raises(BotError, match="is not an action"):
            server.joined.result(LONG)


@pytest.mark.parametrize("pieces", [[HAND], [[betting] for betting in HAND], [HAND[:1], HAND[1:4], HAND[4:]]])
def test_what_a_bot_hears_of_a_hand(pieces: list[list[str]]) -> None:
    """The same whether the states come one by one or together, even those in which it is asked."""
    bot = ScriptedBot(CALL, FOLD)
    with Server(bot, LIMIT.name) as server:
        for piece in pieces:
            server.say("".join(state(betting) + "\r\n" for betting in piece))
        assert [server.hear(), server.hear()] == [state("") + ":c", state("cc/r") + ":f"]
        server.close()
        server.joined.result(LONG)
    assert [(name, *rest[:2]) for name, *rest in bot.heard] == [
        ("reset",),
        ("match_starts", LIMIT.name, 1),
        ("hand_starts", 0, 1),
        ("act", 1, 1),
        ("action_played", 1, CALL),
        ("action_played", 0, CALL),
        ("street_starts", 1, 1),
        ("action_played", 0, raise_to(20)),
        ("act", 1, 1),
        ("action_played", 1, FOLD),
        ("hand_ends", (10, -10), 1),
    ]


def follow(*states: str) -> list[str]:
    """What a bot is told when it sees these states; names of hooks, with the number of the hand or of hands."""
    bot = RecordingBot()
    follower, reader = Follower(bot), MatchStateReader(LIMIT)
    for line in states:
        follower.see(reader.read(line))
    numbered = ("hand_starts", "hands_played")
    return [f"{name} {rest[0]}" if name in numbered else str(name) for name, *rest in bot.heard]


def test_missed_states_are_reported_in_order() -> None:
    assert follow(state("cc/rf")) == follow(*map(state, HAND))


def test_a_state_that_is_shown_twice_is_reported_once() -> None:
    assert follow(*[state(betting) for betting in HAND for _ in range(2)]) == follow(*map(state, HAND))


def test_every_third_hand() -> None:
    events = follow(*[f"MATCHSTATE:{hand % 2}:{hand}:f:{'9hQd|' if hand % 2 == 0 else '|9hQd'}" for hand in range(7)])
    assert [event for event in events if event.startswith("hands_played")] == ["hands_played 3", "hands_played 6"]
    place = events.index("hands_played 3")
    assert events[place - 1 : place + 2] == ["hand_ends", "hands_played 3", "hand_starts 3"]
    assert events.count("match_starts") == 1


def test_a_new_match_is_a_reset() -> None:
    hands = [f"MATCHSTATE:1:{hand}:f:|9hQd" for hand in (0, 1, 2, 0, 1, 2, 3)]
    events = follow(*hands)
    place = events.index("reset")
    assert events[place - 1 : place + 3] == ["hands_played 3", "reset", "match_starts", "hand_starts 0"]
    assert events.count("reset") == 1
    # Hands are counted from the start of the match.
    assert events[-1] == "hand_ends"
    assert events.count("hands_played 3") == 2


def test_the_same_number_again_with_other_cards_is_a_new_match() -> None:
    events = follow("MATCHSTATE:1:0::|9hQd", "MATCHSTATE:1:0::|AhAd")
    assert events == ["match_starts", "hand_starts 0", "reset", "match_starts", "hand_starts 0"]


@pytest.mark.parametrize("game", [LIMIT.name, "holdem.nolimit.3p", "kuhn.limit.3p"])
def test_a_bot_hears_the_same_over_a_connection_and_in_one_process(game: str, start: Start, tmp_path: Path) -> None:
    players, hands, seed = game_named(game).players, 20, 4
    here = [RecordingBot(seed=seat) for seat in range(players)]
    result = play_match(here, game, hands=hands, seed=seed, log=tmp_path / "here.log")
    there = [RecordingBot(seed=seat) for seat in range(players)]
    dealer = start("dealer", "there", game, hands, seed, *result.names, "-q")
    with ThreadPoolExecutor(players) as pool:
        futures = [
            pool.submit(join, "127.0.0.1", port, bot, game=game) for port, bot in zip(dealer.ports, there, strict=True)
        ]
        joined = [future.result(LONG) for future in futures]
    assert dealer.wait() == 0
    assert joined == [Joined(hands, chips) for chips in result.totals]
    for bot, other in zip(here, there, strict=True):
        assert bot.heard == other.heard
        assert {name for name, *_ in bot.heard} >= {"match_starts", "hand_starts", "action_played", "hand_ends", "act"}
        assert bot.heard[-1][0] == "hand_ends"


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(MatchError, match=f"cannot connect to 127.0.0.1:{port}: Connection refused"):
        join("127.0.0.1", port, ScriptedBot(), game=LIMIT, patience=0.05)


def test_a_host_that_has_no_name() -> None:
    with pytest.raises(MatchError, match=r"cannot connect to a\.\.b:1: "):
        join("a..b", 1, ScriptedBot(), game=LIMIT, patience=0)


def test_a_server_that_is_not_there_yet_is_tried_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as pool:
        port = listener.getsockname()[1]
        listener.close()
        joined = pool.submit(join, "127.0.0.1", port, ScriptedBot(), game=LIMIT, patience=LONG)
        with socket.create_server(("127.0.0.1", port)) as late:
            late.accept()[0].close()
        assert joined.result(LONG) == Joined(0, 0)


def test_lines_of_a_connection() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()) as other,
        Connection(listener.accept()[0]) as connection,
    ):
        other.sendall(b"one\r\ntwo\n\nth")
        assert [connection.read_line() for _ in range(3)] == ["one", "two", ""]
        with pytest.raises(MatchError, match="timed out"):
            connection.read_line(until=0.0)
        other.sendall(b"ree\r\n" + b"x" * 5000 + b"\n" + b"half")
        assert connection.read_line() == "three"
        assert [connection.read_line() for _ in range(2)] == ["x" * 4096, "x" * 904]
        other.close()
        assert connection.read_line() is None
