"""The competition's logs since 2010: STATE lines, comments before them, a SCORE line at the end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from railbird.errors import FormatError, GameError
from railbird.formats.betting import format_betting
from railbird.formats.fields import format_card_field, format_chips, read_chips, read_hand_number
from railbird.formats.hand_reader import HandReader
from railbird.formats.lines import LogLines
from railbird.games.builtin import game_named

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from railbird.formats.lines import Problem
    from railbird.games.definition import GameDefinition
    from railbird.games.hand_record import HandRecord
    from railbird.games.payoffs import Chips

_STATE = re.compile(r"STATE\s*:")
_SCORE = re.compile(r"SCORE\s*:")


@dataclass
class AcpcLog:
    """A log that is read hand by hand. The game is the one given, or the one that the header names."""

    path: Path
    game: GameDefinition | None = None
    header: MatchHeader | None = None
    score: dict[str, Chips] = field(default_factory=dict)
    """By player: the total of the SCORE line, once it has been read."""
    score_line: int = 0
    _lines: LogLines = field(init=False)
    _reader: HandReader | None = None

    def __post_init__(self) -> None:
        self._lines = LogLines(self.path)

    @property
    def problems(self) -> list[Problem]:
        """What could not be used so far."""
        return self._lines.problems

    def __iter__(self) -> Iterator[HandRecord]:
        for number, line in self._lines:
            try:
                if line.startswith("STATE:") or _STATE.match(line):
                    yield self._read_state(line, number)
                elif line.startswith("#"):
                    self._read_comment(line)
                elif _SCORE.match(line):
                    self._read_score(line, number)
                elif line:
                    raise FormatError(f"{line[:40]!r} is neither STATE, SCORE nor a comment")
            except (FormatError, GameError) as error:
                self._lines.add(number, str(error))

    def _read_comment(self, line: str) -> None:
        if line.startswith("# name/game/hands/seed "):
            self.header = read_header(line)
            if self.game is None:
                self.game = game_named(self.header.game_name)

    def _read_state(self, line: str, line_number: int) -> HandRecord:
        if " " in line:
            line = ":".join(_fields(line))
        text, _, names = line.partition(":")[2].rpartition(":")
        if text.count(":") != 3:
            raise FormatError(
                f"{line.count(':') + 1} fields between colons: STATE:hand:betting:cards:values:names has 6"
            )
        reader = self._reader
        if reader is None:
            if self.game is None:
                self.game = guess_game(text)
            reader = self._reader = HandReader(self.game)
        return reader.read(text, names, line=line_number)

    def _read_score(self, line: str, line_number: int) -> None:
        fields = _fields(line)
        if len(fields) != 3:
            raise FormatError(f"{len(fields)} fields between colons: SCORE:values:names has 3")
        values, names = fields[1].split("|"), fields[2].split("|")
        if len(values) != len(names):
            raise FormatError(f"a score of {len(values)} values for {len(names)} names")
        self.score_line = line_number
        self.score = {name: read_chips(value) for name, value in zip(names, values, strict=True)}


@dataclass(frozen=True)
class MatchHeader:
    """The first line of a log."""

    name: str
    game_file: str
    hands: int
    seed: int

    @property
    def game_name(self) -> str:
        """The game file without its folder and ending."""
        return PurePosixPath(self.game_file).name.removesuffix(".game")


def read_header(line: str) -> MatchHeader:
    """Read `# name/game/hands/seed NAME GAMEFILE HANDS SEED`."""
    words = line.split()
    try:
        _, _, name, game_file, hands, seed = words
        return MatchHeader(name, game_file, read_hand_number(hands), read_hand_number(seed))
    except ValueError:
        raise FormatError(
            f"header {line[:80]!r}: after name/game/hands/seed come a name, a game file and two numbers"
        ) from None


def _fields(line: str) -> list[str]:
    """The fields between colons, what follows a # left out. Spaces, as print has them, are not part of numbers."""
    *fields, names = line.partition(" #")[0].split(":")
    return [text.replace(" ", "") for text in fields] + ["|".join(map(str.strip, names.split("|")))]


def guess_game(text: str) -> GameDefinition:
    """The usual game of a hand, `number:betting:cards:values`, without a header."""
    _, betting, cards, values = text.split(":")
    held = cards.split("/", maxsplit=1)[0].split("|")
    deck = "holdem" if all(len(hand) in (0, 4) for hand in held) else "kuhn"
    kind = "nolimit" if _is_no_limit(betting, values) and deck == "holdem" else "limit"
    suffix = ".reverse_blinds" if len(held) == 2 and deck == "holdem" else ""
    return game_named(f"{deck}.{kind}.{len(held)}p{suffix}")


def _is_no_limit(betting: str, values: str) -> bool:
    """Raises tell it by their sizes. Without one, the blinds do: 50 and 100 are won and lost, or 5 and 10."""
    if "r" in betting:
        return any(letter.isdigit() for letter in betting)
    return any(len(value.lstrip("-")) > 2 or value.lstrip("-") == "50" for value in values.split("|"))


def format_state(record: HandRecord) -> str:
    """A hand as a STATE line."""
    cards = format_card_field(record.hole_cards, record.board, record.game)
    values = "|".join(map(format_chips, record.payoffs))
    betting = format_betting(record.game, record.actions)
    return f"STATE:{record.number}:{betting}:{cards}:{values}:{'|'.join(record.players)}"
