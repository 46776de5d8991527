"""Logs of the ACPC (Annual Computer Poker Competition) since 2010: comments, STATE lines and a final SCORE line."""

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
from railbird.formats.log_file import LogFile
from railbird.games.builtin import GAME_NAMES, game_named
from railbird.games.state_array import array_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from railbird.formats.columns import HandColumns
    from railbird.games.definition import GameDefinition
    from railbird.games.hand_record import HandRecord
    from railbird.games.payoffs import Chips

_HEADER = "# name/game/hands/seed "
_STATE = re.compile(r"STATE\s*:")
_SCORE = re.compile(r"SCORE\s*:")
_LINES_TO_LOOK_AT = 200
_LINE_BUFFER_SIZE = 2**18
"""Bytes written at once: longer than any line without its names."""
_SMALL_BLIND_OF_NO_LIMIT = 50


@dataclass(frozen=True)
class Score:
    """A SCORE line: what each player won in the hands before it."""

    line: int
    names: tuple[str, ...]
    values: tuple[Chips, ...]


@dataclass
class AcpcLog(LogFile):
    """Reads a log hand by hand or in columns. Each iteration reads the file from the start."""

    game: GameDefinition | None = None
    """The game of the log. If it is None, reading sets it from the header or, without a header, from the hands."""
    header: MatchHeader | None = field(init=False, default=None)
    scores: list[Score] = field(init=False, default_factory=list)
    """The scores read so far."""
    is_numbered: bool = field(init=False, default=True)
    _given_game: GameDefinition | None = field(init=False)
    _reader: ColumnReader | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._given_game = self.game

    def __iter__(self) -> Iterator[HandRecord]:
        return chain.from_iterable(self.columns())

    def columns(self) -> Iterator[HandColumns]:
        """Yield the hands in columns, batch by batch. A batch ends at each score, so hands and scores stay in order."""
        self.game, self.header, self.scores, self._reader = self._given_game, None, [], None
        for number, line in self._lines:
            if not line.startswith("STATE"):
                yield from self._take_rest()
            try:
                self._read_line(line, number)
            except FormatError as error:
                self._lines.add(number, str(error))
            except GameError as error:
                self._lines.add(number, str(error))
                if not line.startswith("#"):
                    break  # every other hand would fail in the same way
            yield from self._full_batches()
        yield from self._take_rest()

    def _full_batches(self) -> Iterator[HandColumns]:
        """Read the run of plain hands that comes next, and yield each full batch."""
        reader = self._reader
        while reader is not None and (reader.is_full or reader.fill(self._lines)):
            yield reader.take()

    def _take_rest(self) -> Iterator[HandColumns]:
        """Yield the hands that were read but not yet yielded, if there are any."""
        if self._reader is not None and len(self._reader):
            yield self._reader.take()

    def _read_line(self, line: str, number: int) -> None:
        """Read a line that the compiled reader of plain hands left over."""
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
        """Yield the hands in the lines that start at line `first`, without their names."""
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
    """The header, which is the first line of a log."""

    name: str
    game_file: str
    hands: int
    seed: int

    @property
    def game_name(self) -> str:
        """The name of the game file, without its folder and extension."""
        return PurePosixPath(self.game_file).name.removesuffix(".game")


def is_acpc_line(text: str) -> bool:
    """Whether a line, without spaces around it, shows that a log is of this kind."""
    return text.startswith(_HEADER.rstrip()) or any(pattern.match(text) for pattern in (_STATE, _SCORE))


def format_header(header: MatchHeader) -> str:
    """Format the first line of a log, without the line break."""
    return f"{_HEADER}{header.name} {header.game_file} {header.hands} {header.seed}"


def format_time_limits(*, response: int, hand: int, per_hand: int) -> str:
    """Format the comments after the header of a dealer's log, with line breaks. All times are in milliseconds."""
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
    """Split a line at its colons, without the comment. Spaces are removed from every field except the names."""
    *fields, names = line.partition(" #")[0].split(":")
    return [text.replace(" ", "") for text in fields] + [_names_of(names)]


def _clean_names(text: str) -> str:
    """Remove the comment and the spaces around names from a field of names."""
    return _names_of(text.partition(" #")[0]) if " " in text else text


def _names_of(text: str) -> str:
    return "|".join(map(str.strip, text.split("|")))


def guess_game(texts: Iterable[str]) -> GameDefinition:
    """Guess the game of a log without a header from its hands, each written `number:betting:cards:values`.

    A single hand may not be enough. A hand without raises and losses can be limit or no-limit; a hand with one hole
    card that ended without a board can be Kuhn or Leduc. So all hands are considered; if none of them decides, the
    guess is limit, and Kuhn.
    """
    hands = [text.split(":") for text in texts if text.count(":") == 3]
    held = hands[0][2].partition("/")[0].split("|") if hands else []
    if all(len(cards) in (0, 4) for cards in held):
        guesses = [guess for _, betting, _, values in hands if (guess := _is_no_limit(betting, values)) is not None]
        kind = "nolimit" if guesses and guesses[0] else "limit"
        name = f"holdem.{kind}.{len(held)}p{'.reverse_blinds' if len(held) == 2 else ''}"
    else:
        has_board = any("/" in cards for _, _, cards, _ in hands)
        name = f"{'leduc' if has_board else 'kuhn'}.limit.{len(held)}p"
    if name not in GAME_NAMES:
        raise GameError(f"the log names no game, and {name} is not a built-in game: give the game with --game")
    return game_named(name)


def _is_no_limit(betting: str, values: str) -> bool | None:
    """Whether a hand is no-limit; None if it does not show that.

    Raises have sizes in no-limit only. Without raises, the loser lost a blind: 50 or 100 in no-limit, 5 or 10 in limit.
    """
    if "r" in betting:
        return any(letter.isdigit() for letter in betting)
    try:
        lost = -min(map(read_chips, values.split("|")))
    except FormatError:
        return None
    return lost >= _SMALL_BLIND_OF_NO_LIMIT if lost else None


def format_state(record: HandRecord) -> str:
    """Format a hand as a STATE line without the line break. `HandRecord.of` makes a record from a finished hand."""
    betting = format_betting(record.game, record.actions)
    cards = format_card_field(record.hole_cards, record.board, game=record.game)
    values, names = format_values(record.payoffs), format_names(record.players)
    return f"STATE:{record.number}:{betting}:{cards}:{values}:{names}"


def format_states(hands: HandColumns) -> bytes:
    """Format hands as STATE lines with line breaks."""
    names = [format_names((name,)).encode() for name in hands.names]
    text = np.empty(_LINE_BUFFER_SIZE + hands.game.players * max(map(len, names)), dtype=np.uint8)
    hand, arrays = array_of(hands.game), hands.arrays
    letters, ends = np.frombuffer(b"".join(names), dtype=np.uint8), np.cumsum([0, *map(len, names)], dtype=np.int64)
    blocks = []
    written = 0
    while written < len(hands):
        size, written = write_lines(hand, arrays, hands.parts, letters, ends, text, written)
        if size < 0:
            hands.record(written).final_state()  # raises the error that explains the failure
        blocks.append(text[:size].tobytes())
    return b"".join(blocks)


def format_score(totals: Sequence[Chips], players: tuple[str, ...]) -> str:
    """Format what each player won in all hands as a SCORE line, without the line break."""
    return f"SCORE:{format_values(totals)}:{format_names(players)}"
