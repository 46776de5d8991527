"""Lines of logs, damaged or not, for the tests of commands."""

from __future__ import annotations

from pathlib import Path

from railbird.errors import RailbirdError
from railbird.formats.logs import check_log, open_log

FIXTURES = Path(__file__).parent.parent / "formats" / "fixtures"
GOOD = "STATE:{}:frc/rc/rc/rc:AdJd|6dQc|5cQs/As6s2c/Ah/8d:70|-70|0:Alice|Bob|Charlie\n"
HIDDEN = "STATE:{}:frc/rc/rc/rc:AdJd||/As6s2c/Ah/8d:{}:Alice|Bob|Charlie\n"
"""Charlie folds before the flop, without having put in a chip. Bob's cards are unknown."""


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
