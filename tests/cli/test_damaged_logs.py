"""Logs that are damaged, incomplete or odd, by the commands that answered wrongly before."""

from __future__ import annotations

import gzip
import random
import zlib
from typing import TYPE_CHECKING

import pytest

from cli.log_texts import FIXTURES, GOOD, complaints, many, with_flipped_bit

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Command


@pytest.mark.deep
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
