"""Logs of the ACPC since 2010: STATE lines, comments before them, a SCORE line at the end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import chain
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import FormatError, GameError
from railbird.formats.betting import format_betting
from railbird.formats.columns import ColumnReader
from railbird.formats.columns._kernels import write_lines
from railbird.formats.fields import format_card_field, format_names, format_values, read_chips, read_hand_number
from railbird.formats.lines import LogLines
from railbird.games.builtin import GAME_NAMES, game_named
from railbird.games.state_array import array_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from railbird.formats.columns import HandColumns
    from railbird.formats.lines import Problem
    from railbird.games.definition import GameDefinition
    from railbird.games.hand_record import HandRecord
    from railbird.games.payoffs import Chips

_HEADER = "# name/game/hands/seed "
_STATE = re.compile(r"STATE\s*:")
_SCORE = re.compile(r"SCORE\s*:")
_LINES_TO_LOOK_AT = 200
_ROOM_FOR_LINES = 2**18
"""Bytes that are written at once: more than any line has, apart from its names."""
_SMALL_BLIND_OF_NO_LIMIT = 50


@dataclass(frozen=True)
class Score:
    """A SCORE line: what each player won in the hands before it."""

    line: int
    names: tuple[str, ...]
    values: tuple[Chips, ...]


@dataclass
class AcpcLog:
    """A log that is read hand by hand, or in columns, each time anew."""

    path: Path
    game: GameDefinition | None = None
    """The one given; else, once the log is read, the one that its header names or that its hands show."""
    header: MatchHeader | None = field(init=False, default=None)
    scores: list[Score] = field(init=False, default_factory=list)
    """Those that have been read so far."""
    _given_game: GameDefinition | None = field(init=False)
    _lines: LogLines = field(init=False)
    _reader: ColumnReader | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._given_game = self.game
        self._lines = LogLines(self.path)

    @property
    def problems(self) -> list[Problem]:
        """What could not be used so far."""
        return self._lines.problems

    @property
    def position(self) -> int:
        """How many bytes of the file have been read so far."""
        return self._lines.position

    def __iter__(self) -> Iterator[HandRecord]:
        return chain.from_iterable(self.columns())

    def columns(self) -> Iterator[HandColumns]:
        """The hands in columns, batch by batch. A batch ends at a score, so that no hand comes after a later score."""
        self.game, self.header, self.scores, self._reader = self._given_game, None, [], None
        for number, line in self._lines:
            if not line.startswith("STATE"):
                yield from self._taken()
            try:
                self._read_line(line, number)
            except FormatError as error:
                self._lines.add(number, str(error))
            except GameError as error:
                self._lines.add(number, str(error))
                if not line.startswith("#"):
                    break  # the same would be said of every hand
            yield from self._filled()
        yield from self._taken()

    def _filled(self) -> Iterator[HandColumns]:
        """Read the plain hands that come next, and give out batches that are full."""
        reader = self._reader
        while reader is not None and (reader.is_full or reader.fill(self._lines)):
            yield reader.take()

    def _taken(self) -> Iterator[HandColumns]:
        """The hands that have been read and not been given out, if there are any."""
        if self._reader is not None and len(self._reader):
            yield self._reader.take()

    def _read_line(self, line: str, number: int) -> None:
        """Read a line that is not one of many plain hands."""
        if _STATE.match(line):
            self._read_state(line, number)
        elif line.startswith("#"):
            self._read_comment(line)
        elif _SCORE.match(line):
            self._read_score(line, number)
        elif line:
            raise FormatError(f"{line[:40]!r} is neither STATE, SCORE nor a comment")

    def _read_comment(self, line: str) -> None:
        if line.startswith(_HEADER):
            self.header = read_header(line)
            if self._given_game is None:
                self.game, self._reader = game_named(self.header.game_name), None

    def _read_state(self, line: str, line_number: int) -> None:
        if " " in line:
            line = ":".join(_fields(line))
        text, _, names = line.partition(":")[2].rpartition(":")
        if text.count(":") != 3:
            raise FormatError(
                f"{line.count(':') + 1} fields between colons: STATE:hand:betting:cards:values:names has 6"
            )
        if self._reader is None:
            if self.game is None:
                self.game = guess_game(self._hands_from(line_number))
            self._reader = ColumnReader(self.game, clean_names=_clean_names)
        self._reader.append(text, names, line=line_number)

    def _hands_from(self, first: int) -> Iterator[str]:
        """The hands of a number of lines from the first on, without their names."""
        for number, line in LogLines(self.path):
            if number >= first + _LINES_TO_LOOK_AT:
                return
            if number >= first and _STATE.match(line):
                yield ":".join(_fields(line)[1:-1])

    def _read_score(self, line: str, line_number: int) -> None:
        fields = _fields(line)
        if len(fields) != 3:
            raise FormatError(f"{len(fields)} fields between colons: SCORE:values:names has 3")
        values, names = fields[1].split("|"), fields[2].split("|")
        if len(values) != len(names):
            raise FormatError(f"a score of {len(values)} values for {len(names)} names")
        self.scores.append(Score(line_number, tuple(names), tuple(map(read_chips, values))))


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


def format_header(header: MatchHeader) -> str:
    """The first line of a log, without its end."""
    return f"{_HEADER}{header.name} {header.game_file} {header.hands} {header.seed}"


def format_time_limits(*, response: int, hand: int, per_hand: int) -> str:
    """The comments that follow the header in the log of a dealer, with their ends. All times are in milliseconds."""
    return f"#--t_response {response}\n#--t_hand {hand}\n#--t_per_hand {per_hand}\n"


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
    return [text.replace(" ", "") for text in fields] + [_names_of(names)]


def _clean_names(text: str) -> str:
    """A field of names, as it stands in a line, without the comment and the spaces that are no part of names."""
    return _names_of(text.partition(" #")[0]) if " " in text else text


def _names_of(text: str) -> str:
    return "|".join(map(str.strip, text.split("|")))


def guess_game(texts: Iterable[str]) -> GameDefinition:
    """The usual game of a log without a header, from hands of it: `number:betting:cards:values` each.

    A hand may tell nothing: where nobody has raised or lost, it is limit or no-limit; where a hand of one card ended
    without a board, Kuhn or Leduc. So all hands are asked; if none tells, it is limit, and Kuhn.
    """
    hands = [text.split(":") for text in texts if text.count(":") == 3]
    held = hands[0][2].partition("/")[0].split("|") if hands else []
    if all(len(cards) in (0, 4) for cards in held):
        told = [answer for _, betting, _, values in hands if (answer := _is_no_limit(betting, values)) is not None]
        kind = "nolimit" if told and told[0] else "limit"
        name = f"holdem.{kind}.{len(held)}p{'.reverse_blinds' if len(held) == 2 else ''}"
    else:
        has_board = any("/" in cards for _, _, cards, _ in hands)
        name = f"{'leduc' if has_board else 'kuhn'}.limit.{len(held)}p"
    if name not in GAME_NAMES:
        raise GameError(f"the log names no game, and {name} is no built-in one: give the game with --game")
    return game_named(name)


def _is_no_limit(betting: str, values: str) -> bool | None:
    """Raises tell it by their sizes. Without one, somebody has lost a blind, which is 50 or 100, or 5 or 10."""
    if "r" in betting:
        return any(letter.isdigit() for letter in betting)
    try:
        lost = -min(map(read_chips, values.split("|")))
    except FormatError:
        return None
    return lost >= _SMALL_BLIND_OF_NO_LIMIT if lost else None


def format_state(record: HandRecord) -> str:
    """A hand as a STATE line, without its end; `HandRecord.of` makes the record of a hand that has just ended."""
    betting = format_betting(record.game, record.actions)
    cards = format_card_field(record.hole_cards, record.board, game=record.game)
    values, names = format_values(record.payoffs), format_names(record.players)
    return f"STATE:{record.number}:{betting}:{cards}:{values}:{names}"


def format_states(hands: HandColumns) -> bytes:
    """Hands as STATE lines, with their ends."""
    names = [format_names((name,)).encode() for name in hands.names]
    text = np.empty(_ROOM_FOR_LINES + hands.game.players * max(map(len, names)), dtype=np.uint8)
    hand, arrays = array_of(hands.game), hands.arrays
    letters, ends = np.frombuffer(b"".join(names), dtype=np.uint8), np.cumsum([0, *map(len, names)], dtype=np.int64)
    blocks = []
    written = 0
    while written < len(hands):
        size, written = write_lines(hand, arrays, hands.parts, letters, ends, text, written)
        if size < 0:
            hands.record(written).final_state()  # which says what is wrong
        blocks.append(text[:size].tobytes())
    return b"".join(blocks)


def format_score(totals: Sequence[Chips], players: tuple[str, ...]) -> str:
    """What each player won in all hands, as a SCORE line without its end."""
    return f"SCORE:{format_values(totals)}:{format_names(players)}"
