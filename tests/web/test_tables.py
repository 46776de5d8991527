"""Tables over the wire: who sees which cards, who may act when, and what goes wrong."""

from __future__ import annotations

import json
import socket
import stat
import sys
import time
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed

from acpc.programs import LONG
from railbird.cards import format_cards
from railbird.games import format_game, game_named, seeded_deals
from railbird.web import WebSettings
from railbird.web.serving import MOST_MESSAGE_BYTES
from web.conftest import other_server
from web.table_players import CARD, FASTEST, WirePlayer, at_table, open_table, sit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from web.clients import RunningServer

GAME = "holdem.limit.3p"
DYING = """
from railbird.bots import Bot
from railbird.games import CALL

class Dying(Bot):
    def act(self, view):
        if view.hand:
            raise RuntimeError("out of luck")
        return CALL
"""
HANGING = """
import time
from railbird.bots import Bot

class Hanging(Bot):
    def act(self, view):
        time.sleep(3600)
"""


@pytest.fixture(scope="module")
def permissive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that may start programs."""
    with other_server(WebSettings(folder=tmp_path_factory.mktemp("own"), port=0, programs=True)) as running:
        yield running


def visible_cards(message: dict[str, Any], *, seat: int | None) -> set[str]:
    """The cards that somebody may see in a message about a hand."""
    visible = set(message["board"])
    for number, player in enumerate(message["players"]):
        if number == seat or (message["is_showdown"] and not player["has_folded"]):
            visible |= set(player["cards"])
    return visible


def check_cards(player: WirePlayer, *, seed: int, seat: int | None) -> int:
    """Every card on the wire is one that this seat may see; returns the number of hands."""
    game = game_named(GAME)
    deals = list(islice(seeded_deals(game, seed), 20))
    for text, message in zip(player.texts, player.messages, strict=True):
        on_the_wire = set(CARD.findall(text))
        if message["type"] != "hand":
            assert not on_the_wire
            continue
        assert on_the_wire <= visible_cards(message, seat=seat)
        deal = deals[message["hand"]]
        assert message["board"] == [format_cards([card]) for card in deal.board[: len(message["board"])]]
        if seat is not None:
            hole_cards = deal.hole_cards[(seat - message["hand"]) % 3]
            assert message["players"][seat]["cards"] == [format_cards([card]) for card in hole_cards]
    return len({message["hand"] for message in player.messages if message["type"] == "hand"})


def test_nobody_is_sent_a_card_that_is_hidden_from_them(server: RunningServer) -> None:
    table = open_table(server, ["", "random:fold=0.3", "call"], hands=6, seed=7)
    key = sit(server, table)
    with at_table(server, table) as spectator, at_table(server, table, key) as player:
        player.play(6)
        spectator.receive_until(lambda message: message["type"] == "table" and message["is_over"])
        assert check_cards(player, seed=7, seat=0) == 6
        assert check_cards(spectator, seed=7, seat=None) == 6
        assert spectator.table["you"] is None
        assert player.table["you"] == 0


def test_only_spectators_of_bots_see_all_cards(server: RunningServer) -> None:
    table = open_table(server, ["call", "random", "call"], hands=3, seed=3)
    with at_table(server, table) as spectator:
        spectator.send("speed", seconds=FASTEST)
        spectator.receive_until(lambda message: message["type"] == "hand")
        assert not any(any(player["cards"]) for player in spectator.hand["players"])
        spectator.send("see all")
        spectator.receive_until(lambda message: message["type"] == "table" and message["sees_all"])
        seen = spectator.receive_until(lambda message: message["type"] == "hand")
        assert all(all(player["cards"]) for player in seen["players"])
    guarded = open_table(server, ["", "call", "call"])
    with at_table(server, guarded) as spectator:
        for wanted in ("see all", "pause", "step"):
            spectator.send(wanted)
            assert spectator.refusal().startswith("only a match between bots")


def test_a_match_of_bots_pauses_and_steps(server: RunningServer) -> None:
    table = open_table(server, ["call", "call", "call"], hands=50, seed=3)
    with at_table(server, table) as spectator:
        spectator.send("pause")
        spectator.receive_until(lambda message: message["type"] == "table" and message["is_paused"])
        spectator.send("step")
        spectator.receive_until(lambda message: message["type"] == "table")
        before = (spectator.hand.get("hand", 0), spectator.hand.get("step", 0))
        spectator.send("step")
        spectator.receive_until(
            lambda message: message["type"] == "hand" and (message["hand"], message["step"]) > before
        )
        assert spectator.hand["step"] <= before[1] + 2


def test_messages_that_make_no_sense_are_refused_and_the_table_goes_on(server: RunningServer) -> None:
    table = open_table(server, ["", "call", "call"], hands=2, seed=5)
    key = sit(server, table)
    with at_table(server, table, key) as player:
        player.receive_until(lambda message: message["type"] == "hand" and message["choices"])
        for text, complaint in [
            ("", "the message is not JSON"),
            ("{", "the message is not JSON"),
            ("[" * 5000, "the message is not JSON"),
            ("[]", 'the message does not say what to do, like {"do": "deal"}'),
            ('{"do": 7}', 'the message does not say what to do, like {"do": "deal"}'),
            ('{"do": "steal"}', "a table cannot 'steal'"),
            ('{"do": "deal"}', "the hand is not over"),
            ('{"do": "act", "action": "call"}', "that decision is over"),
            ('{"do": "act", "hand": 0, "step": 99, "action": "call"}', "that decision is over"),
        ]:
            player.send_text(text)
            assert player.refusal() == complaint
        player.send_text(b"\xff\xfe")
        assert player.refusal() == "the message is not JSON"
        player.act("jump")
        assert player.refusal() == "an action is fold, call or raise"
        player.act("call")
        player.play(1)


def test_actions_out_of_turn_and_of_spectators_are_refused(server: RunningServer) -> None:
    table = open_table(server, ["", "", "call"], hands=2, seed=5)
    keys = [sit(server, table, name) for name in ("Ann", "Bob")]
    with (
        at_table(server, table, keys[0]) as ann,
        at_table(server, table, keys[1]) as bob,
        at_table(server, table) as spectator,
    ):
        ann.receive_until(lambda message: message["type"] == "hand" and message["choices"])
        bob.receive_until(lambda message: message["type"] == "hand" and message["acting"] == 0)
        assert bob.hand["choices"] is None
        bob.act("call")
        assert bob.refusal() == "it is not your turn"
        spectator.receive_until(lambda message: message["type"] == "hand")
        spectator.act("fold")
        assert spectator.refusal() == "spectators do not play: take a seat"
        ann.act("call")
        bob.receive_until(lambda message: message["type"] == "hand" and message["choices"])


def test_a_raise_has_to_be_legal_in_no_limit(server: RunningServer) -> None:
    table = open_table(server, ["", "call"], game="holdem.nolimit.2p.reverse_blinds", hands=1, seed=1)
    with at_table(server, table, sit(server, table)) as player:
        player.receive_until(lambda message: message["type"] == "hand" and message["choices"])
        raises = player.hand["choices"]["raise"]
        assert (raises["low"], raises["high"], raises["is_fixed"]) == (200, 20_000, False)
        assert {"to": 20_000, "word": "All-in"} in raises["sizes"]
        for size in (199, 20_001, "many", None, True, 250.5):
            player.act("raise", to=size)
            assert player.refusal() == f"a raise to {size}: give 200 to 20,000"
        player.act("raise", to=300)
        player.receive_until(lambda m: m["type"] == "hand" and m["street"] == "Flop" and m["choices"])
        assert [entry["text"] for entry in player.hand["history"]][:3] == ["calls 50", "raises to 300", "calls 200"]
        assert player.hand["choices"] is not None
        assert player.hand["choices"]["raise"]["low"] == 100


def test_an_oversized_message_ends_the_connection_but_not_the_table(server: RunningServer) -> None:
    table = open_table(server, ["", "call", "call"], hands=1)
    key = sit(server, table)
    with at_table(server, table, key) as player:
        player.send_text("x" * (MOST_MESSAGE_BYTES + 1))
        with pytest.raises(ConnectionClosed):
            player.receive_until(lambda _: False)
    with at_table(server, table, key) as player:
        player.play(1)


def test_a_seat_is_kept_by_its_key(server: RunningServer) -> None:
    table = open_table(server, ["", "call", "call"], hands=3, seed=2)
    key = sit(server, table)
    with at_table(server, table, key) as player:
        player.receive_until(lambda message: message["type"] == "hand" and message["choices"])
        before = player.hand
    with at_table(server, table, "wr%C3%B6ng") as other:
        other.receive_until(lambda message: message["type"] == "hand")
        assert other.table.get("you") is None
    with at_table(server, table, key) as player:
        again = player.receive_until(lambda message: message["type"] == "hand" and message["choices"])
        assert (again["hand"], again["step"]) == (before["hand"], before["step"])
        assert again["players"][0]["cards"] == before["players"][0]["cards"]
        player.play(3)
    answer = server.post(f"/api/tables/{table}/seat", {"name": "Eve"})
    assert (answer.status, answer.json["error"]) == (409, "that seat is not free: watch, or open another table")


@pytest.mark.alone
def test_an_absent_person_is_folded_by_rule(server: RunningServer) -> None:
    table = open_table(server, ["", "raise", "raise"], hands=1, seconds=1, seed=2)
    key = sit(server, table)
    with at_table(server, table, key) as player:
        player.receive_until(lambda message: message["type"] == "hand" and message["choices"])
    with at_table(server, table) as spectator:
        spectator.receive_until(lambda message: message["type"] == "table" and message["is_over"])
        folds = [entry for entry in spectator.hand["history"] if entry["seat"] == 0]
        assert [entry["text"] for entry in folds] == ["folds"]


def test_two_people_take_the_seats_of_one_table(server: RunningServer) -> None:
    table = open_table(server, ["", "", "call"], hands=2, seed=11)
    keys = [sit(server, table, name) for name in ("Ann", "Bob")]
    with at_table(server, table, keys[0]) as ann, at_table(server, table, keys[1]) as bob:
        playing = [Thread(target=player.play, args=(2,)) for player in (ann, bob)]
        for thread in playing:
            thread.start()
        for thread in playing:
            thread.join(LONG)
        assert check_cards(ann, seed=11, seat=0) == 2
        assert check_cards(bob, seed=11, seat=1) == 2


def test_a_bot_that_dies_is_announced_and_the_table_goes_on(permissive: RunningServer) -> None:
    file = permissive.settings.folder / "dying.py"
    file.write_text(DYING)
    table = open_table(permissive, ["", f"{file}:Dying", "call"], hands=3, seed=2)
    with at_table(permissive, table, sit(permissive, table)) as player:
        player.play(3)
        player.receive_until(lambda message: message["type"] == "table" and message["is_over"])
        (failure,) = player.table["failures"].values()
        assert "out of luck" in failure
        assert failure.endswith("From now on it checks or folds.")
        assert player.table["notice"] == "The match is over."


def test_a_bot_that_never_returns_is_announced_and_the_table_goes_on(
    permissive: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird.web.match_table.BOT_SECONDS", 0.3)
    file = permissive.settings.folder / "hanging.py"
    file.write_text(HANGING)
    table = open_table(permissive, ["", f"{file}:Hanging", "call"], hands=2, seed=2)
    with at_table(permissive, table, sit(permissive, table)) as player:
        player.play(2)
        player.receive_until(lambda message: message["type"] == "table" and message["is_over"])
        assert player.table["failures"]["1"].startswith("seat 2: the bot took more than 0.3 seconds. From now on")
        assert player.table["notice"] == "The match is over."


def test_a_program_that_ends_at_the_table(permissive: RunningServer) -> None:
    program = permissive.settings.folder / "quits"
    program.write_text(
        f"#!{sys.executable}\nimport socket, sys\n"
        "s = socket.create_connection((sys.argv[1], int(sys.argv[2])))\ns.sendall(b'VERSION:2.0.0\\r\\n')\ns.recv(10)\n"
    )
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    table = open_table(permissive, ["", str(program)], game="holdem.limit.2p.reverse_blinds", hands=2)
    with at_table(permissive, table, sit(permissive, table)) as player:
        player.play(2)
        player.receive_until(lambda message: message["type"] == "table" and message["is_over"])
        assert "1" in player.table["failures"]


def test_no_request_can_start_a_program_or_load_code_without_the_permission(
    server: RunningServer, tmp_path: Path
) -> None:
    trace = tmp_path / "trace"
    code = tmp_path / "bot.py"
    code.write_text(f"open({str(trace)!r}, 'w').close()\n{DYING}")
    toml = tmp_path / "bot.toml"
    toml.write_text(f'type = "{code}:Dying"\n')
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {trace}\n")
    program.chmod(0o755)
    inside = server.settings.folder / "inside"
    inside.write_text(program.read_text())
    inside.chmod(0o755)
    specs = (f"{code}:Dying", str(toml), str(program), str(inside), f"switching:bots=[{code}:Dying]+[call],hands=1")
    for spec in (*specs, "trainer:bot=[call],out=somewhere"):
        answer = server.post("/api/tables", {"game": GAME, "seats": ["", spec, "call"]})
        assert answer.status == 403, (spec, answer.body)
        assert "--allow-programs" in answer.json["error"]
    outside = server.post("/api/tables", {"game": GAME, "seats": ["", f"strategy:file={tmp_path}/x.strategy", "call"]})
    assert outside.status == 403
    assert "outside the served folder" in outside.json["error"]
    assert not trace.exists()


def test_a_game_of_the_served_folder_is_played(server: RunningServer, tmp_path: Path) -> None:
    folder = server.settings.folder
    (folder / "games").mkdir(exist_ok=True)
    definition = format_game(replace(game_named("leduc.limit.3p"), raise_sizes=(4, 8)))
    (folder / "games" / "dear leduc.game").write_text(definition)
    (folder / "games" / "no.game").write_text("GAMEDEF\nwater\n")
    (folder / "games" / "~odd.game").write_text(definition)
    (tmp_path / "outside.game").write_text(definition)
    (folder / "games" / "link.game").symlink_to(tmp_path / "outside.game")
    choices = server.get("/api/table-choices").json
    offered = {game["name"]: game["players"] for game in choices["games"]}
    assert offered["games/dear leduc.game"] == 3
    assert not {"games/no.game", "games/link.game"} & offered.keys()
    damaged = {game["name"]: game["problem"] for game in choices["damaged_games"]}
    assert damaged["games/no.game"].startswith("games/no.game: line 2: unknown key 'water'")
    assert "\n" not in damaged["games/no.game"]
    assert str(folder) not in damaged["games/no.game"]
    assert "games/link.game" not in damaged
    table = open_table(server, ["", "call", "random"], game="games/dear leduc.game", hands=2)
    with at_table(server, table, sit(server, table)) as player:
        player.play(2)
        assert player.table["game"] == "dear leduc"
    for game, status, complaint in [
        ("games/no.game", 400, "games/no.game: line 2: unknown key 'water'"),
        ("games/link.game", 404, "is not in the served folder"),
        (str(tmp_path / "outside.game"), 404, "is not in the served folder"),
        ("../outside.game", 404, "is not in the served folder"),
        ("games/none.game", 404, "is not in the served folder"),
    ]:
        answer = server.post("/api/tables", {"game": game, "seats": ["", "call", "call"]})
        assert (answer.status, complaint in answer.json["error"]) == (status, True), answer.body
        assert str(folder) not in answer.json["error"]


@pytest.mark.parametrize(
    ("body", "status", "complaint"),
    [
        (b"{", 400, "the request is not JSON"),
        ({"game": "poker", "seats": [""]}, 400, "no game is called 'poker'"),
        ({"game": GAME, "seats": ["", "call"]}, 400, "2 seats for holdem.limit.3p, which 3 players play"),
        ({"game": GAME, "seats": ["", "cal", "call"]}, 400, "no bot is called 'cal'"),
        ({"game": "kuhn.limit.2p", "seats": ["", "cfr-limit"]}, 400, "the strategy is for another game"),
        ({"game": GAME, "seats": ["", "random:luck=2", "call"]}, 400, "no option luck"),
        ({"game": GAME, "seats": ["", "call", "call"], "hands": 0}, 400, "hands: input should be greater"),
        ({"game": GAME, "seats": ["", "call", "call"], "wish": 1}, 400, "wish: extra inputs are not permitted"),
    ],
)
def test_tables_that_cannot_be_opened(server: RunningServer, body: object, status: int, complaint: str) -> None:
    answer = server.post("/api/tables", body)
    assert answer.status == status
    assert complaint in answer.json["error"]
    assert "\n" not in answer.json["error"]


def test_a_table_that_is_not_there(server: RunningServer) -> None:
    with server.live("/live/tables/nothing") as connection:
        with pytest.raises(ConnectionClosed) as closed:
            connection.recv(timeout=LONG)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason[:13]) == (4404, "no such table")
    assert server.get("/api/tables/nothing/log").status == 404


def test_the_log_is_given_out_when_the_match_is_over(server: RunningServer) -> None:
    table = open_table(server, ["", "call"], game="kuhn.limit.2p", hands=2, seed=1)
    assert server.get(f"/api/tables/{table}/log").status == 409
    with at_table(server, table, sit(server, table)) as player:
        player.play(2)
        player.receive_until(lambda message: message["type"] == "table" and message["is_over"])
    log = server.get(f"/api/tables/{table}/log").body.decode()
    assert [line.partition(":")[0] for line in log.splitlines() if not line.startswith("#")] == [
        "STATE",
        "STATE",
        "SCORE",
    ]


def test_results_have_a_rate_with_its_interval(server: RunningServer) -> None:
    table = open_table(server, ["", "random", "random"], hands=12, seed=4)
    with at_table(server, table, sit(server, table)) as player:
        player.play(12)
        player.receive_until(lambda message: message["type"] == "table" and message["is_over"])
        seats = player.table["seats"]
        assert [seat["hands"] for seat in seats] == [12, 12, 12]
        assert sum(seat["chips"] for seat in seats) == pytest.approx(0)
        assert all("±" in seat["rate"] for seat in seats)


def test_people_with_one_name_are_told_apart(server: RunningServer) -> None:
    table = open_table(server, ["", "", "call"], hands=1, seed=1)
    with at_table(server, table, sit(server, table)), at_table(server, table, sit(server, table)) as player:
        status = player.receive_until(lambda message: message["type"] == "table" and not message["seats"][1]["is_open"])
        names = [seat["name"] for seat in status["seats"]]
    assert names == ["Ann", "Ann 2", "call"]


def test_asking_twice_for_the_next_hand_does_not_ask_for_the_one_after(server: RunningServer) -> None:
    table = open_table(server, ["", "call", "random"], hands=3, seed=1)
    with at_table(server, table, sit(server, table)) as player:
        player.play(1)
        player.send("deal")
        player.send("deal")
        player.play(1)
        player.send("speed", seconds=0)
        status = player.receive_until(lambda message: message["type"] == "table" and message["seats"][0]["hands"] == 2)
        assert not status["seats"][0]["is_ready"]


def test_tables_side_by_side_lose_no_message(server: RunningServer) -> None:
    """Messages are numbered, and every player checks the numbers. The benchmark has 20 tables."""
    with ExitStack() as stack:
        players = []
        for seed in range(5):
            table = open_table(server, ["", "call", "random"], hands=2, seed=seed)
            players.append(stack.enter_context(at_table(server, table, sit(server, table))))
        for player in players:
            player.play(2)
        assert all(len(player.messages) > 10 for player in players)


def test_a_person_plays_at_a_dealer_elsewhere(server: RunningServer, tmp_path: Path) -> None:
    from io import StringIO

    from railbird.acpc import Dealer, DealerOptions
    from railbird.bots import parse_spec
    from railbird.play import MatchPlan

    plan = MatchPlan("far", game_named(GAME), f"{GAME}.game", 2, 9, ("me", "one", "two"))
    out = StringIO()
    bots = [None, parse_spec("call"), parse_spec("call")]
    dealer = Dealer(plan, bots, options=DealerOptions(quiet=True, log=False), out=out, record=StringIO())
    thread = Thread(target=dealer.run, daemon=True)
    thread.start()
    until = time.monotonic() + LONG
    while "\n" not in out.getvalue() and time.monotonic() < until:
        time.sleep(0.02)
    port = int(out.getvalue().split()[0])
    wanted = {"game": GAME, "host": "127.0.0.1", "port": port}
    table = server.post("/api/remote-tables", wanted).json["table"]
    with at_table(server, table, sit(server, table), fast=False) as player:
        player.play(2)
        player.send("deal")
        player.receive_until(lambda message: message["type"] == "table" and message["is_over"])
        assert player.table["notice"].startswith("The dealer has ended the match: 2 hands")
        assert check_cards(player, seed=9, seat=0) == 2
    thread.join(LONG)


def test_a_dealer_that_disconnects_in_the_middle_of_a_hand(server: RunningServer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(LONG)
        wanted = {"game": GAME, "host": "127.0.0.1", "port": listener.getsockname()[1]}
        table = server.post("/api/remote-tables", wanted).json["table"]
        with at_table(server, table, sit(server, table), fast=False) as player:
            dealer, _ = listener.accept()
            dealer.settimeout(LONG)
            with dealer, dealer.makefile("rb") as lines:
                assert lines.readline() == b"VERSION:2.0.0\r\n"
                dealer.sendall(b"MATCHSTATE:0:4::AsKs||\r\n")
            player.receive_until(lambda message: message["type"] == "table" and message["is_over"])
            assert player.table["notice"] == "The dealer has closed the connection in hand 4: 0 hands, 0 chips."


def test_a_dealer_that_is_not_there(server: RunningServer) -> None:
    table = server.post("/api/remote-tables", {"game": GAME, "host": "nowhere.invalid", "port": 9}).json["table"]
    with at_table(server, table, sit(server, table), fast=False) as player:
        player.receive_until(lambda message: message["type"] == "table" and message["is_over"])
        assert player.table["notice"].startswith("cannot connect to nowhere.invalid:9")


def test_messages_are_plain_json(server: RunningServer) -> None:
    table = open_table(server, ["call", "call", "call"], hands=1)
    with at_table(server, table) as spectator:
        spectator.receive()
        assert json.loads(spectator.texts[0])["game"] == GAME
