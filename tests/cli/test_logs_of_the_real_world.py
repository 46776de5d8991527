"""Issue 21, lines 9 to 15, by the commands that answered wrongly before it. Nothing is imported that is younger."""

from __future__ import annotations

import gzip
import random
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from railbird.errors import RailbirdError
from railbird.formats.logs import check_log, open_log

if TYPE_CHECKING:
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
