"""Hands for real money, in PHH and in PokerStars histories."""

from __future__ import annotations

import json
import re
import tomllib
from time import process_time
from typing import TYPE_CHECKING

import pokerkit
import pytest

from cli.log_texts import FIXTURES
from railbird.formats.logs import check_log, open_log

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cli.conftest import Command


REAL_MONEY = (FIXTURES / "real_money.phhs").read_text()


@pytest.fixture
def real_money(tmp_path: Path) -> Path:
    """Hands as a large archive has them: cents, a rake, a hand that is mucked, and more raises than usual."""
    path = tmp_path / "money.phhs"
    path.write_text(REAL_MONEY)
    return path


def test_21_12_hands_for_real_money_are_read_and_checked(command: Command, real_money: Path) -> None:
    done = command("log", "check", real_money)
    assert (done.status, done.stderr) == (0, "")
    assert "4 hands, 0 errors" in done.stdout
    payoffs = [record.payoffs for record in open_log(real_money)]
    assert payoffs == [(-25, 160, -150), (55, -55), (-100, 30, 29), (12, -12)]
    assert [record.number for record in open_log(real_money)] == [3000000001, 3000000002, 3000000003, 3000000004]


def test_21_12_payoffs_after_the_rake_are_counted(command: Command, real_money: Path) -> None:
    done = command("analyse", real_money, "--json", "--player", "Bob")
    (row,) = json.loads(done.stdout)["tables"]["results"]
    assert row["hands"] == 4
    assert "hands of different games are counted together: in hundredths, unnamed games" in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("winnings = [0, 3.10, 0]", "winnings = [0, 3.30, 0]", "hand 3000000001 states the payoffs -25|180|-150"),
        ("winnings = [0, 3.10, 0]", "winnings = [0, 1.10, 0]", "a rake of 215 where the players put in 25|350|150"),
        ("winnings = [0, 4.30, 4.29]", "winnings = [0, 4.60, 3.99]", "but they are -100|50|50 before a rake of 41"),
        ("cbr 1.50", "cbr 1.505", "action 4 'p3 cbr 1.505': cbr 1.505: amounts have at most two decimals"),
        ("'p2 sm ????'", "'p2 sm ????', 'p1 f'", "the hand is over"),
    ],
)
def test_21_12_wrong_hands_for_real_money_are_noticed(
    command: Command, real_money: Path, old: str, new: str, reason: str
) -> None:
    assert old in REAL_MONEY
    real_money.write_text(REAL_MONEY.replace(old, new, 1))
    done = command("log", "check", real_money)
    assert done.status == 1
    (line,) = done.stderr.splitlines()
    assert reason in line


def test_21_12_pokerkit_reads_what_is_converted(command: Command, real_money: Path, tmp_path: Path) -> None:
    target = tmp_path / "again.phhs"
    done = command("log", "convert", real_money, target)
    assert (done.status, done.stderr) == (0, "")
    assert list(open_log(target)) == list(open_log(real_money))
    with target.open("rb") as file:
        histories = list(pokerkit.HandHistory.load_all(file))
    assert [float(history.starting_stacks[1]) for history in histories] == [48.75, 20.15, 100, 100]
    for history in histories[:3]:
        *_, state = history
        assert not state.status


@pytest.mark.parametrize(
    "number", ["99999999999999999999999", "-5", "'\u0663'", "'12345678901234567890'", "1000000000000000000"]
)
def test_21_12_no_hand_number_is_written_that_is_refused(command: Command, tmp_path: Path, number: str) -> None:
    source, target = tmp_path / "hand.phh", tmp_path / "hand.log"
    text = (FIXTURES / "heads_up.phh").read_text().replace("hand = 12", f"hand = {number}")
    text = text.replace("15_000.0", "20_000").replace("[12100, 22900]", "[12100, 27900]")
    source.write_text(text)
    assert command("log", "convert", source, target).status == 0
    done = command("log", "check", target)
    assert (done.status, done.stderr) == (0, "")


def test_21_12_a_lone_player_is_not_asked(command: Command, tmp_path: Path) -> None:
    """The others are all-in for less than the big blind, which may check but has nobody to bet against."""
    game, source, target = tmp_path / "short.game", tmp_path / "short.log", tmp_path / "short.phhs"
    game.write_text(
        "GAMEDEF\nnolimit\nnumPlayers = 3\nnumRounds = 4\nstack = 50 1000 100\nblind = 50 100 0\n"
        "firstPlayer = 3 1 1 1\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\nEND GAMEDEF\n"
    )
    source.write_text("STATE:0:cc///:AsAh|KsKh|QsQh/2c7d9h/3s/4d:100|0|-100:Ann|Bob|Cleo\n")
    assert command("log", "check", source, "--game", game).status == 0
    assert command("log", "convert", source, target, "--game", game).status == 0
    assert "p2 cc" not in target.read_text()
    with target.open("rb") as file:
        (history,) = pokerkit.HandHistory.load_all(file)
    *_, state = history
    assert list(state.stacks) == [150, 1000, 0]
    assert command("log", "check", target).status == 0


def test_21_14_phh_is_checked_faster_than_its_toml_is_parsed(tmp_path: Path) -> None:
    """About 10,000 hands a second; parsing TOML takes as long as the old check took for a fifth of them."""
    hands = re.split(r"^\[\d\]\n", REAL_MONEY, flags=re.M)[1:]
    path = tmp_path / "money.phhs"
    path.write_text("".join(f"[{number}]\n{hands[number % 3]}" for number in range(1, 1501)))
    check_log(open_log(path))  # which compiles

    def parse() -> None:
        for number in range(1, 1501):
            tomllib.loads(hands[number % 3])

    checking, parsing = (min(timed(work) for _ in range(3)) for work in (lambda: check_log(open_log(path)), parse))
    assert checking < parsing


def timed(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


STARS = (FIXTURES / "pokerstars.txt").read_text(encoding="utf-8")


@pytest.fixture
def stars(tmp_path: Path) -> Path:
    """Hands with a rake, sitting out, a name with a colon, a side pot, play money, and a dead blind."""
    path = tmp_path / "stars.txt"
    path.write_text(STARS, encoding="utf-8")
    return path


def test_21_15_pokerstars_histories_are_read_and_checked(command: Command, stars: Path) -> None:
    done = command("log", "check", stars)
    assert (done.status, done.stderr) == (0, "")
    assert "4 hands, 0 errors" in done.stdout
    hands = {record.number % 10: dict(zip(record.players, record.payoffs, strict=True)) for record in open_log(stars)}
    assert hands == {
        1: {"Ann": -25, "Bob: the 2nd": -150, "Dan": 160},
        2: {"Bob": 1850, "Cleo": -2000, "Ann": -100},
        3: {"Ann": 5, "Bob": -5},
        4: {"Bob": -100, "Cleo": -200, "Eve": 60, "Ann": 160},
    }


def test_21_15_pokerstars_hands_are_shown_and_analysed(command: Command, stars: Path) -> None:
    done = command("log", "show", stars, "--hand", "100000000002")
    assert "  position 1: Cleo, Kc Ks, blind 50" in done.stdout
    assert "  Bob: +1850" in done.stdout
    content = json.loads(command("analyse", stars, "--json").stdout)
    assert {row["player"]: row["hands"] for row in content["tables"]["results"]}["Ann"] == 4


def test_21_15_pokerstars_hands_are_converted_to_phh(command: Command, stars: Path, tmp_path: Path) -> None:
    target = tmp_path / "stars.phhs"
    done = command("log", "convert", stars, target)
    assert done.stdout == f"{target}: 3 hands\n"
    assert "hand 100000000004 cannot be written: PHH cannot express a game with first players" in done.stderr
    assert list(open_log(target)) == list(open_log(stars))[:3]
    assert command("log", "check", target).status == 0
    back = command("log", "convert", target, tmp_path / "back.txt", "--to", "pokerstars")
    assert back.status == 2
    assert back.stderr == "railbird: logs of the kind pokerstars are only read: name one of acpc, acpc-old, phh\n"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "Dan: raises $1 to $1.50",
            "Dan: raises $1 to $0.60",
            "line 11: 'Dan: raises $1 to $0.60': raise to 60 is not",
        ),
        ("Bob: the 2nd: calls $1\n", "Bob: the 2nd: calls $2\n", "the player owes 100, not 200"),
        ("Dan collected $3.10", "Dan collected $3.20", "which add up to -5: they must add up to the rake, -15"),
        ("Dan collected $3.10 from pot\n", "", "nobody collects the pot"),
        ("Dan: bets $2\n", "", "line 17: 'Bob: the 2nd: folds': Dan is to act"),
        ("Dan: bets $2\n", "Dan: dances\n", "line 17: 'Dan: dances': this is no action that is known"),
        ("[9d 3d Qc]\nBob", "[9d 3d 7h]\nBob", "duplicate card 7h"),
        ("*** FLOP *** [9d", "*** FIRST FLOP *** [9d", "hands with several boards are not read"),
        ("Hold'em No Limit ($0.25", "Omaha Pot Limit ($0.25", "only cash hands of Hold'em No Limit are read"),
        ("Hold'em No Limit ($0.25", "Tournament #1, Hold'em No Limit ($0.25", "only cash hands of Hold'em No Limit"),
        ("Table 'Made up' 6-max Seat #5 is the button\n", "", "the button or the seats are missing"),
        ("Bob: the 2nd: posts big blind $0.50\n", "", "nobody posts the big blind of 0.50"),
    ],
)
def test_21_15_wrong_pokerstars_hands_are_one_line_each(
    command: Command, stars: Path, old: str, new: str, reason: str
) -> None:
    assert old in STARS
    stars.write_text(STARS.replace(old, new, 1), encoding="utf-8")
    done = command("log", "check", stars)
    assert done.status == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{stars}:1: ")
    assert reason in line
    assert ": 3 hands, 1 error" in done.stdout or ": 4 hands, 1 error" in done.stdout


def test_21_15_any_line_lost_is_a_problem_and_the_other_hands_are_read(stars: Path) -> None:
    lines = STARS.splitlines(keepends=True)
    for place in range(len(lines)):
        stars.write_text("".join(lines[:place] + lines[place + 1 :]), encoding="utf-8")
        check = check_log(open_log(stars, kind="pokerstars"))
        assert check.hands >= 3 - (place > 0 and "PokerStars" in lines[place])
        assert all(len(str(problem).splitlines()) == 1 for problem in check.problems)
