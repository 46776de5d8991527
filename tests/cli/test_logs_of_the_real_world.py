"""Issue 21, lines 9 to 15, by the commands that answered wrongly before it. Nothing is imported that is younger."""

from __future__ import annotations

import gzip
import json
import random
import re
import subprocess
import sys
import tomllib
import zlib
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import pokerkit
import pytest

from railbird.errors import RailbirdError
from railbird.formats.logs import check_log, open_log

if TYPE_CHECKING:
    from collections.abc import Callable

    from cli.conftest import Command

FIXTURES = Path(__file__).parent.parent / "formats" / "fixtures"
GOOD = "STATE:{}:frc/rc/rc/rc:AdJd|6dQc|5cQs/As6s2c/Ah/8d:70|-70|0:Alice|Bob|Charlie\n"


def many(hands: int) -> str:
    return "".join(map(GOOD.format, range(hands)))


def with_flipped_bit(content: bytes, place: int) -> bytes:
    """A copy of which one bit is wrong."""
    damaged = bytearray(content)
    damaged[place // 8] ^= 1 << place % 8
    return bytes(damaged)


def complaints(path: Path) -> list[str]:
    """What is wrong with a log, also if it is of no known kind."""
    try:
        return list(map(str, check_log(open_log(path)).problems))
    except RailbirdError as error:
        return [str(error)]


def test_21_9_no_flipped_bit_of_a_gzip_file_is_more_than_a_problem(tmp_path: Path) -> None:
    rng = random.Random(9)
    packed = gzip.compress("".join(GOOD.format(rng.randrange(10**9)) for _ in range(200)).encode(), mtime=0)
    path = tmp_path / "damaged.log.gz"
    damaged = 0
    for place in rng.sample(range(8 * len(packed)), 400):
        path.write_bytes(with_flipped_bit(packed, place))
        messages = complaints(path)
        assert all(message.startswith(str(path)) and len(message.splitlines()) == 1 for message in messages)
        damaged += bool(messages)
    assert damaged > 300


@pytest.fixture
def damaged_log(tmp_path: Path) -> Path:
    """A log that can be read up to its middle, where the compressed data makes no sense."""
    rng = random.Random(2)
    packed = gzip.compress("".join(GOOD.format(rng.randrange(10**9)) for _ in range(5_000)).encode(), mtime=0)
    path = tmp_path / "damaged.log.gz"
    for place in range(4 * len(packed), 8 * len(packed)):
        path.write_bytes(with_flipped_bit(packed, place))
        try:
            gzip.decompress(path.read_bytes())
        except zlib.error:
            return path
        except (OSError, EOFError):
            continue
    raise AssertionError("no bit makes such a file")


@pytest.mark.parametrize(
    "arguments",
    [
        ["log", "check", "LOG"],
        ["log", "convert", "LOG", "OUT.phhs"],
        ["log", "show", "LOG", "--hand", "1"],
        ["analyse", "LOG"],
        ["report", "LOG", "OUT.html"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_21_9_a_damaged_gzip_file_is_one_line_in_every_command(
    command: Command, tmp_path: Path, damaged_log: Path, arguments: list[str]
) -> None:
    names = {"LOG": str(damaged_log), "OUT.phhs": str(tmp_path / "out.phhs"), "OUT.html": str(tmp_path / "out.html")}
    done = command(*[names.get(argument, argument) for argument in arguments])
    assert done.status in (1, 2)
    assert done.stderr.count("the file cannot be read any further: ") == 1


def test_21_9_a_gzip_file_that_is_damaged_at_once_says_so(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "damaged.log.gz"
    packed = gzip.compress(many(3).encode(), mtime=0)
    path.write_bytes(packed[:12] + b"\xff" * 8 + packed[20:])
    done = command("log", "check", path)
    assert (done.status, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "not a log of a known kind" in line
    assert "the file cannot be read any further: " in line


HIDDEN = "STATE:{}:frc/rc/rc/rc:AdJd||/As6s2c/Ah/8d:{}:Alice|Bob|Charlie\n"
"""Charlie folds before the flop, without having put in a chip. Bob's cards are unknown."""


@pytest.mark.parametrize(
    ("payoffs", "reason"),
    [
        ("70|-60|0", "which add up to 10: they must add up to 0"),
        ("60|-70|0", "which add up to -10: they must add up to 0"),
        ("80|-80|0", "but nobody can win more than the others put in, and the players put in 70|70|0"),
        ("-80|80|0", "but nobody can lose more than they put in, and the players put in 70|70|0"),
        ("-70|60|10", "but nobody can win more than the others put in, and the players put in 70|70|0"),
        ("70|-60|-10", "but nobody can lose more than they put in, and the players put in 70|70|0"),
        ("999999999999|-999999999999|0", "but nobody can win more than the others put in"),
    ],
)
def test_21_11_payoffs_that_cannot_be_are_noticed_where_cards_are_hidden(
    command: Command, tmp_path: Path, payoffs: str, reason: str
) -> None:
    path = tmp_path / "hidden.log"
    path.write_text(HIDDEN.format(0, "70|-70|0") + HIDDEN.format(1, "-70|70|0") + HIDDEN.format(2, payoffs))
    done = command("log", "check", path)
    assert done.status == 1
    assert done.stderr.startswith(f"{path}:3: hand 2 states the payoffs {payoffs}, ")
    assert reason in done.stderr
    assert "3 hands, 1 error, 2 with hidden cards" in done.stdout


DOUBTFUL = GOOD.format(0) + GOOD.format(1).replace("70|-70", "60|-60") + HIDDEN.format(2, "70|-60|0") + GOOD.format(3)


@pytest.fixture
def doubtful_log(tmp_path: Path) -> Path:
    """Four hands, of which two have wrong payoffs."""
    path = tmp_path / "doubtful.log"
    path.write_text(DOUBTFUL)
    return path


DOUBT = ":2: hand 1 states the payoffs 60|-60|0, but they are 70|-70|0"


def test_21_11_analyse_leaves_doubtful_payoffs_out_unless_it_is_told_to_trust(
    command: Command, doubtful_log: Path
) -> None:
    done = command("analyse", doubtful_log, "--json")
    assert done.status == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{doubtful_log}{DOUBT}; 2 hands are left out")
    assert json.loads(done.stdout)["hands"] == 2
    trusted = command("analyse", doubtful_log, "--json", "--trust")
    assert (trusted.status, trusted.stderr) == (0, "")
    content = json.loads(trusted.stdout)
    assert content["hands"] == 4
    assert [row["chips"] for row in content["tables"]["results"]] == [270, -260, 0]


def test_21_11_report_leaves_doubtful_payoffs_out_unless_it_is_told_to_trust(
    command: Command, doubtful_log: Path, tmp_path: Path
) -> None:
    done = command("report", doubtful_log, tmp_path / "out.json")
    assert done.status == 1
    assert f"{doubtful_log}{DOUBT}; 2 hands are left out" in done.stderr
    assert "sections on 2 hands" in done.stdout
    trusted = command("report", doubtful_log, tmp_path / "out.json", "--trust")
    assert (trusted.status, trusted.stderr) == (0, "")
    assert "sections on 4 hands" in trusted.stdout


def test_21_11_convert_leaves_doubtful_payoffs_out_unless_it_is_told_to_trust(
    command: Command, doubtful_log: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out.phhs"
    done = command("log", "convert", doubtful_log, target)
    assert done.status == 1
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == [f"{doubtful_log}:{line}" for line in (2, 3)]
    assert done.stdout == f"{target}: 2 hands\n"
    trusted = command("log", "convert", doubtful_log, target, "--trust")
    assert (trusted.status, trusted.stdout) == (0, f"{target}: 4 hands\n")


def test_21_11_show_says_that_payoffs_cannot_be(command: Command, doubtful_log: Path) -> None:
    done = command("log", "show", doubtful_log, "--hand", "1")
    assert done.status == 0
    assert "Alice: +60" in done.stdout
    assert done.stderr == "railbird: hand 1 states the payoffs 60|-60|0, but they are 70|-70|0\n"


def raked(winnings: str) -> str:
    """Two players split 166 chips, less a rake, on a flush of the board."""
    return (FIXTURES / "limit.phh").read_text() + f"winnings = {winnings}\n"


@pytest.mark.parametrize("winnings", ["[0, 83, 83]", "[0, 85, 85]", "[0, 80, 81]", "[0, 72, 73]"])
def test_21_11_a_rake_is_understood(command: Command, tmp_path: Path, winnings: str) -> None:
    path = tmp_path / "raked.phh"
    path.write_text(raked(winnings))
    done = command("log", "check", path)
    assert (done.status, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("winnings", "reason"),
    [
        ("[0, 90, 90]", "states the payoffs -30|20|20, but they are -30|15|15"),
        ("[1, 83, 83]", "but they are -30|15|15 before a rake of 3"),
        ("[0, 89, 79]", "but they are -30|15|15 before a rake of 2"),
        ("[0, 20, 20]", "a rake of 130 where the players put in 30|70|70: a rake is at most a quarter of the pot"),
    ],
)
def test_21_11_a_rake_is_no_excuse(command: Command, tmp_path: Path, winnings: str, reason: str) -> None:
    path = tmp_path / "raked.phh"
    path.write_text(raked(winnings))
    done = command("log", "check", path)
    assert done.status == 1
    assert reason in done.stderr


def log_of_players(players: int, hands: int) -> str:
    """Hands of six, of whom each plays about as often as the others."""
    rng = random.Random(players)
    line = "STATE:{}:r300ffffc/r600c/cc/cc:5d5c|9hQd|8dAs||2c2d|/3c3h4d/Ks/Kc:-50|-600|650|0|0|0:{}\n"
    lines = ["# name/game/hands/seed ring holdem.nolimit.6p.game 0 0\n"]
    for hand in range(hands):
        names = {(5 * hand + place) % players for place in range(5)}
        while len(names) < 6:
            names.add(rng.randrange(players))
        lines.append(line.format(hand, "|".join(f"player{name}" for name in names)))
    return "".join(lines)


def seconds_of_categories(command: Command, path: Path) -> float:
    started = process_time()
    done = command("analyse", path, "--table", "categories")
    assert done.status == 0
    return process_time() - started


def test_21_10_analyse_grows_in_a_line_with_the_players(command: Command, tmp_path: Path) -> None:
    few, many = tmp_path / "few.log", tmp_path / "many.log"
    few.write_text(log_of_players(500, 500))
    many.write_text(log_of_players(4_000, 4_000))
    seconds_of_categories(command, few)  # which compiles
    of_few, of_many = (seconds_of_categories(command, path) for path in (few, many))
    assert of_many < 3 * 8 * of_few + 1


def test_21_10_the_screen_shows_the_players_with_the_most_hands(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "many.log"
    path.write_text(log_of_players(300, 200))
    done = command("analyse", path, "--table", "results")
    rows = [line.split() for line in done.stdout.splitlines()[2:]]
    assert len(rows) == 100
    hands = [int(row[1]) for row in rows]
    assert hands == sorted(hands, reverse=True)
    assert done.stderr.startswith("railbird: 100 of 300 players are shown, those with the most hands: ")
    named = command("analyse", path, "--table", "results", "--player", "player299", "--player", "player7")
    assert [line.split()[0] for line in named.stdout.splitlines()[2:]] == ["player7", "player299"]
    assert named.stderr == ""
    command("analyse", path, "--table", "results", "--csv", tmp_path)
    assert len((tmp_path / "results.csv").read_text().splitlines()) == 301
    unknown = command("analyse", path, "--player", "x")
    assert unknown.stderr.endswith(" and 280 others\n")


ANALYSE_AND_MEASURE = """
import sys, time
from benchmarks.peak_memory import peak_bytes
from railbird.cli import main
sys.argv = ["railbird", "analyse", sys.argv[1]]
try:
    main()
except SystemExit as end:
    assert not end.code
print(peak_bytes(), time.process_time(), file=sys.stderr)
"""


@pytest.mark.deep
@pytest.mark.alone
def test_21_10_120_000_players_take_less_than_20_seconds_and_a_gigabyte(tmp_path: Path) -> None:
    path = tmp_path / "many.log"
    path.write_text(log_of_players(120_000, 120_000))
    command = [sys.executable, "-c", ANALYSE_AND_MEASURE, str(path)]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True, text=True)
    peak, seconds = done.stderr.splitlines()[-1].split()
    assert int(peak) < 1_000_000_000
    assert float(seconds) < 20


HEADER = "# name/game/hands/seed ring holdem.limit.3p.game {} 0\n"


def numbered(*numbers: int) -> str:
    return "".join(map(GOOD.format, numbers))


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (HEADER.format(5) + numbered(0, 1, 2), 4, "the header announces 5 hands, but only 3 hands are there"),
        (HEADER.format(4) + numbered(0, 1, 3, 4), 4, "hand 3 after hand 1: hand 2 is missing"),
        (numbered(3, 4, 9), 3, "hand 9 after hand 4: hands 5 to 8 are missing"),
        (numbered(3, 4, 4, 5), 3, "hand 4 after hand 4: it is repeated or out of order"),
        (numbered(0, 1) + numbered(0, 1), 3, "hand 0 after hand 1: it is repeated or out of order"),
        (2 * (HEADER.format(3) + numbered(0, 1, 2)) + HEADER.format(3) + numbered(0, 1), 11, "announces 3 hands"),
    ],
)
def test_21_13_check_notices_hands_that_are_missing_or_repeated(
    command: Command, tmp_path: Path, text: str, line: int, reason: str
) -> None:
    path = tmp_path / "match.log"
    path.write_text(text)
    done = command("log", "check", path)
    assert done.status == 1
    (notice,) = done.stderr.splitlines()
    assert notice.startswith(f"{path}:{line}: ")
    assert reason in notice
    assert ", 0 errors, 1 missing or repeated" in done.stdout


@pytest.mark.parametrize(
    "text",
    [
        HEADER.format(3) + numbered(0, 1, 2),
        numbered(17, 18, 19),
        2 * (HEADER.format(2) + numbered(0, 1)),
        2 * (numbered(0, 1) + "SCORE:140|-140|0:Alice|Bob|Charlie\n"),
    ],
)
def test_21_13_check_has_nothing_to_notice_in_whole_matches(command: Command, tmp_path: Path, text: str) -> None:
    path = tmp_path / "match.log"
    path.write_text(text)
    done = command("log", "check", path)
    assert (done.status, done.stderr) == (0, "")


def test_21_13_a_hand_that_cannot_be_read_is_not_also_missing(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "match.log"
    path.write_text(HEADER.format(3) + numbered(0) + "STATE:1:nonsense\n" + numbered(2))
    done = command("log", "check", path)
    assert done.status == 1
    assert len(done.stderr.splitlines()) == 1


def test_21_13_check_notices_repeated_hands_of_phh_files(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "session.phhs"
    text = (FIXTURES / "session.phhs").read_text()
    path.write_text(text + text.replace("[1]", "[3]").replace("[2]", "[4]"))
    done = command("log", "check", path)
    assert done.status == 1
    assert [line.partition(": ")[2] for line in done.stderr.splitlines()] == [
        "hand 1 stands in line 3 already",
        "hand 2 stands in line 12 already",
    ]


def test_21_13_convert_without_a_usable_hand_leaves_the_target_alone(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "out.phhs"
    for existing in (None, "older\n"):
        if existing is not None:
            target.write_text(existing)
        done = command("log", "convert", FIXTURES / "kuhn_3p.log", target)
        assert (done.status, done.stdout) == (1, "")
        assert f"kuhn_3p.log has no hand that can be written, so {target} is not" in done.stderr
        assert [path.name for path in tmp_path.iterdir()] == ["out.phhs"] * (existing is not None)
    assert target.read_text() == "older\n"


def test_21_13_convert_says_a_repeated_complaint_once_with_its_count(command: Command, tmp_path: Path) -> None:
    done = command("log", "convert", FIXTURES / "kuhn_3p.log", tmp_path / "out.phhs")
    complaint, _ = done.stderr.splitlines()
    assert complaint.startswith(f"{FIXTURES / 'kuhn_3p.log'}:2: hand 0 cannot be written: ")
    assert complaint.endswith(" (2 more hands like this)")


@pytest.mark.parametrize("number", ["1_0", "+10", "\u0661\u0660", "1\u00b2", "1e1", "0x10"])
def test_21_13_numbers_of_game_files_are_plain_digits(command: Command, tmp_path: Path, number: str) -> None:
    game = tmp_path / "own.game"
    game.write_text(
        f"GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 1\nblind = {number} 5\nraiseSize = 10\nfirstPlayer = 2\n"
        "maxRaises = 3\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0\nEND GAMEDEF\n"
    )
    done = command("log", "check", FIXTURES / "limit_3p.log", "--game", game)
    assert done.status == 2
    (line,) = done.stderr.splitlines()
    assert line.endswith(f"own.game: line 5: blind = {number} 5: write integers in plain digits")


@pytest.mark.parametrize(
    "name", ["Red\x1b[31m", "Bell\x07", "Tab\there", "Up\x9b2A", "Over\rwritten", "Back\u202ewards"]
)
@pytest.mark.parametrize(
    "arguments",
    [
        ["log", "show", "LOG", "--hand", "7"],
        ["analyse", "LOG"],
        ["log", "check", "LOG"],
        ["analyse", "LOG", "--player", "x"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_21_13_control_characters_in_names_are_never_printed_raw(
    command: Command, tmp_path: Path, name: str, arguments: list[str]
) -> None:
    path = tmp_path / "names.log"
    score = f"SCORE:1|2|3:{name}|Bob|Charlie\n"
    path.write_text(GOOD.format(7).replace("Alice", name) + score, encoding="utf-8")
    done = command(*[str(path) if argument == "LOG" else argument for argument in arguments])
    printed = done.stdout + done.stderr
    assert not any(ord(letter) < 32 and letter != "\n" for letter in printed)
    assert not any(0x7F <= ord(letter) < 0xA0 or letter == "\u202e" for letter in printed)
    assert name[:2] in printed


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
