"""Plans of runs: who plays whom, in which seats, with which cards."""

from __future__ import annotations

import io
from itertools import permutations
from typing import TYPE_CHECKING

import polars as pl
import pytest

from arena.runs import LIMIT, LIMIT_3P, NOLIMIT, NOLIMIT_3P, fields_of, hands_of, plan_of, written
from railbird.arena import Entrant, RunPlan, check_games, read_entrants, with_shadows
from railbird.arena.bot_files import file_hashes
from railbird.arena.playing import play_chunk
from railbird.bots import make_bot
from railbird.errors import BotError, FormatError, GameError
from railbird.games import game_named
from railbird.play import play_match

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.arena import Chunk

BOT_FILE = """
from railbird.bots.reference.simple import CallBot

class Mine(CallBot):
    def __init__(self, *, depth: int = 0) -> None:
        pass
"""
SEVEN = ["fold", "call", "raise", "random", "random:fold=0", "random:call=0", "random:raise=0"]


def names(*texts: str) -> list[str]:
    return [entrant.name for entrant in read_entrants(texts)]


def test_a_name_of_ones_own() -> None:
    assert read_entrants(["Loose=random:fold=0", "call"]) == (
        Entrant("Loose", "random:fold=0"),
        Entrant("call", "call"),
    )


def test_a_bot_is_called_by_its_spec_in_one_word() -> None:
    assert names("call", "random:fold=0.1,raise=2") == ["call", "random(fold=0.1;raise=2)"]


def test_equal_bots_get_different_names() -> None:
    assert names("call", "call", "fold", "call", "fold") == ["call", "call.2", "fold", "call.3", "fold.2"]
    assert names("call.2=fold", "call", "call") == ["call.2", "call", "call.3"]


def test_files_are_named_briefly_and_found_from_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, "mine.py", BOT_FILE)
    program = written(tmp_path, "a program", "#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert read_entrants(["mine.py:Mine:depth=3", "./a program", "Deep=mine.py:Mine"]) == (
        Entrant("mine.py(Mine;depth=3)", f"{file}:Mine:depth=3", files=file_hashes([f"{file}:Mine"])),
        Entrant("a_program", str(program), files=file_hashes([str(program)])),
        Entrant("Deep", f"{file}:Mine", files=file_hashes([f"{file}:Mine"])),
    )


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("rndom", r"no bot is called 'rndom' \(did you mean random\?\)"),
        ("Loose=cal", r"no bot is called 'cal' \(did you mean call\?\)"),
        ("random:fold=much", "is not a number"),
        ("call:depth=3", "no option depth; its options are none"),
        ("none.py:Bot", "there is no file none.py"),
    ],
)
def test_a_bot_that_cannot_be_had(spec: str, says: str) -> None:
    with pytest.raises(BotError, match=says):
        read_entrants(["call", spec])


def test_seven_bots_at_tables_of_three() -> None:
    plan = plan_of(*SEVEN, game=LIMIT_3P, matches=2)
    assert len(plan.tables) == len({*plan.tables}) == 35
    assert all(sum(bot in table for table in plan.tables) == 15 for bot in range(7))
    chunks = plan.chunks()
    assert [chunk.number for chunk in chunks] == list(range(35 * 6 * 2))
    for table, seated in enumerate(plan.tables):
        for match in range(2):
            chosen = [chunk for chunk in chunks if (chunk.table, chunk.match) == (table, match)]
            assert [chunk.permutation for chunk in chosen] == list(range(6))
            assert {chunk.seats for chunk in chosen} == {*permutations(seated)}


def test_a_table_in_one_order_of_seats() -> None:
    chunks = plan_of(*SEVEN, game=LIMIT_3P, seat_orders="single").chunks()
    assert len(chunks) == 35
    assert all(chunk.permutation == 0 and list(chunk.seats) == sorted(chunk.seats) for chunk in chunks)


def test_seeds_of_matches() -> None:
    chunks = plan_of("call", "fold", "raise", seed=7, matches=3).chunks()
    by_match = [{chunk.seed for chunk in chunks if chunk.match == match} for match in range(3)]
    assert by_match[0] == {7}
    assert all(len(seeds) == 1 for seeds in by_match)
    assert len(set.union(*by_match)) == 3
    others = plan_of("call", "fold", "raise", seed=8, matches=3).chunks()
    assert {chunk.seed for chunk in chunks}.isdisjoint(chunk.seed for chunk in others)


def cards(plan: RunPlan, chunk: Chunk) -> list[str]:
    return [fields[3] for fields in fields_of(play_chunk(plan, chunk), plan.game)]


@pytest.mark.parametrize("game", [LIMIT, NOLIMIT_3P])
def test_the_first_match_has_the_cards_of_the_dealer(game: str, tmp_path: Path) -> None:
    """All call, so that all cards are seen."""
    players = game_named(game).players
    plan = plan_of(*["call"] * players, game=game, seed=12345, matches=2)
    play_match([make_bot("call")] * players, game, hands=10, seed=12345, log=tmp_path / "m.log")
    lines = (tmp_path / "m.log").read_text(encoding="utf-8").splitlines()[4:-1]
    dealt = [line.split(":")[3] for line in lines]
    first, second = ([chunk for chunk in plan.chunks() if chunk.match == match] for match in range(2))
    assert cards(plan, first[0]) == dealt
    assert {*cards(plan, second[0])}.isdisjoint(dealt)


@pytest.mark.parametrize(("game", "bots"), [(NOLIMIT, 3), (LIMIT_3P, 4)])
def test_cards_follow_positions_at_every_table_and_in_every_order(game: str, bots: int) -> None:
    """Whoever sits there: position 0 of hand 3 has the same cards in all chunks, and another player in each order."""
    plan = plan_of(*["call"] * bots, game=game, hands=6)
    chunks = plan.chunks()
    dealt = [cards(plan, chunk) for chunk in chunks]
    assert all(hands == dealt[0] for hands in dealt)
    orders = [hands_of(play_chunk(plan, chunk)) for chunk in chunks if chunk.table == 0]
    for hand in range(6):
        seated = [
            tuple(table.row(hand, named=True)[f"player_{at}"] for at in range(plan.game.players)) for table in orders
        ]
        assert {*seated} == {*permutations(seated[0])}


def test_the_button_moves_on_from_hand_to_hand() -> None:
    plan = plan_of("A=call", "B=call", "C=call", game=LIMIT_3P, hands=4, seat_orders="single")
    table = hands_of(play_chunk(plan, plan.chunks()[0]))
    assert ["".join(row) for row in table.select("player_0", "player_1", "player_2").iter_rows()] == [
        "ABC",
        "BCA",
        "CAB",
        "ABC",
    ]


@pytest.mark.parametrize("option", ["", ":seed=3"])
def test_14_1_no_seed_is_given_twice_in_a_run(tmp_path: Path, option: str) -> None:
    """Not at another table, in another match, in another order of seats or in another seat, whatever the options."""
    file = written(
        tmp_path,
        "seeded.py",
        "from railbird.bots import Bot\n"
        "class Seeded(Bot):\n"
        "    def __init__(self, *, seed=0):\n"
        "        self.seed = seed\n"
        "    def act(self, view):\n"
        "        raise ValueError(f'seed {self.seed}')\n",
    )
    plan = plan_of(*(f"{name}={file}:Seeded{option}" for name in "ABC"), hands=1, matches=2)

    def seeds() -> list[str]:
        given = []
        for chunk in plan.chunks():
            messages = pl.read_parquet(io.BytesIO(play_chunk(plan, chunk).incidents))["message"]
            given += messages.str.extract(r"(seed \d+)").unique(maintain_order=True).to_list()
        return given

    first = seeds()
    assert len({*first}) == len(first) == 2 * 3 * 2 * 2
    assert seeds() == first


@pytest.mark.parametrize(
    ("bots", "others", "says"),
    [
        (["call", "fold"], {}, "2 bots for holdem.limit.3p of 3 players"),
        ([], {}, "0 bots for holdem.limit.3p of 3 players"),
        (["call", "fold", "raise"], {"matches": 0}, "0 matches: play at least 1"),
        (["call", "fold", "raise"], {"hands": 0}, "a match of 0 hands"),
        (["call", "fold", "raise"], {"seconds_per_action": 0.0}, r"0.0 seconds for an action"),
        (["call", "fold", "raise"], {"seconds_per_action": float("nan")}, "nan seconds for an action"),
        (["call", "fold", "raise"], {"seconds_per_action": float("inf")}, "inf seconds for an action"),
    ],
)
def test_a_plan_that_cannot_be(bots: list[str], others: dict[str, object], says: str) -> None:
    with pytest.raises(GameError, match=says):
        plan_of(*bots, game=LIMIT_3P, **others)  # type: ignore[arg-type]


def test_equal_names() -> None:
    with pytest.raises(BotError, match="A, B, A: the bots of a run must have different names"):
        plan_of("A=call", "B=call", "A=fold", game=LIMIT_3P)


@pytest.mark.parametrize("place", [0, 4])
@pytest.mark.parametrize("name", ["a|b", "a b\n"])
def test_a_name_that_logs_cannot_express_is_refused_anywhere(name: str, place: int) -> None:
    entrants = [Entrant(f"p{number}", "call") for number in range(5)]
    entrants[place] = Entrant(name, "call")
    with pytest.raises(FormatError):
        RunPlan(game=game_named(LIMIT_3P), entrants=tuple(entrants), hands=1, seed=0)


def test_members_of_other_people_are_not_asked_whether_they_know_the_game(tmp_path: Path) -> None:
    (tmp_path / "failing.py").write_text(
        "from railbird.bots.reference.simple import CallBot\n"
        "class Failing(CallBot):\n"
        "    def match_starts(self, game, seat): raise RuntimeError('not yet')\n",
        encoding="ascii",
    )
    entrants = read_entrants([f"switching:bots=[{tmp_path}/failing.py:Failing]+[call],hands=2", "call"])
    check_games(entrants, game_named(LIMIT))
    entrants = read_entrants(["switching:bots=[ev]+[call],hands=2", "call"])
    with pytest.raises(BotError, match="kuhn"):
        check_games(entrants, game_named("kuhn.limit.2p"))


def test_shadows_are_asked_about_the_game_too() -> None:
    entrants = with_shadows(read_entrants(["call", "fold", "raise"]), ["call=cfr-limit"])
    with pytest.raises(BotError, match="for another game"):
        check_games(entrants, game_named(LIMIT_3P))
