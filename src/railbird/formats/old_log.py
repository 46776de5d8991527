"""Logs of the ACPC (Annual Computer Poker Competition) up to 2009: `names:hand:betting:cards:net`, in small blinds.

The server of that time had rules of its own. Folding instead of checking is legal, and pots are split in whole chips.
In its no-limit game, called Doyle's game, the blinds are written, calls carry totals, and all-in players keep acting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from railbird.errors import FormatError, GameError
from railbird.formats.betting import format_betting
from railbird.formats.columns import ColumnReader
from railbird.formats.fields import format_card_field, format_names
from railbird.formats.log_file import UnscoredLog
from railbird.games.action import Action
from railbird.games.definition import MOST_PLAYERS, UNLIMITED, UNLIMITED_RAISES, GameDefinition

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from railbird.formats.columns import HandColumns
    from railbird.games.hand_record import HandRecord
    from railbird.games.payoffs import Chips

DOYLE_STACK = 1000
TO_FIVE_AND_TEN = 5
"""The factor from the old server's blinds, 1 and 2, to the blinds of the present games, 5 and 10."""

_COMMENT = "## GAMESTATE"
_HAND = re.compile(r"[^:|]+(\|[^:|]+)+:\s*\d+\s*:")


def is_old_line(text: str) -> bool:
    """Whether a line, without spaces around it, shows that a log is of this kind."""
    return text.startswith(_COMMENT) or _HAND.match(text) is not None


@cache
def old_game(players: int, *, doyle: bool = False, reverse_blinds: bool = False) -> GameDefinition:
    """The old server's game for `players` players. With two, the big blind is listed first and acts last preflop."""
    if not 2 <= players <= MOST_PLAYERS:
        raise GameError(f"{players} players: games have 2 to {MOST_PLAYERS} players")
    small, big = (1, 0) if players == 2 or reverse_blinds else (0, 1)
    blinds = [0] * players
    blinds[small], blinds[big] = 1, 2
    return GameDefinition(
        name=f"old.{'doyle' if doyle else 'limit'}.{players}p",
        betting="nolimit" if doyle else "limit",
        stacks=(DOYLE_STACK if doyle else UNLIMITED,) * players,
        blinds=tuple(blinds),
        raise_sizes=() if doyle else (2, 2, 4, 4),
        first_players=(1 if players == 2 else 2, 0, 0, 0),
        max_raises=(UNLIMITED_RAISES,) * 4 if doyle else (3, 4, 4, 4),
        suits=4,
        ranks=13,
        hole_cards=2,
        board_cards=(0, 3, 1, 1),
        free_folds=True,
        smallest_chip=1,
        all_in_players_act=doyle,
    )


def is_old_game(game: GameDefinition) -> bool:
    """Whether a game is one of the old server's, with blinds of 1 and 2."""
    doyle = not game.is_limit
    return any(game == old_game(game.players, doyle=doyle, reverse_blinds=reverse) for reverse in (False, True))


@dataclass
class OldLog(UnscoredLog):
    """Reads a log hand by hand or in columns. Each iteration reads the file from the start."""

    reverse_blinds: bool = False
    """Whether the big blind of a three-player game is listed before the small one."""
    is_numbered: bool = field(init=False, default=True)
    _readers: dict[GameDefinition, ColumnReader] = field(init=False, default_factory=dict)
    _reader: ColumnReader | None = field(init=False, default=None)

    def __iter__(self) -> Iterator[HandRecord]:
        return chain.from_iterable(self.columns())

    def columns(self) -> Iterator[HandColumns]:
        """Yield the hands in columns, batch by batch. A batch ends where the game changes."""
        self._reader = None
        for number, line in self._lines:
            if not line.strip() or line.startswith("#"):
                continue
            try:
                reader, text, names = self._split(line)
                if reader is not self._reader:
                    yield from self._take_rest()
                    self._reader = reader
                reader.append(text, names, line=number)
            except (FormatError, GameError) as error:
                self._lines.add(number, str(error))
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

    def _split(self, line: str) -> tuple[ColumnReader, str, str]:
        """Split a line into its hand and its names, and pick the reader of its game. Spaces are ignored."""
        names, _, text = _without_spaces(line).partition(":")
        if text.count(":") != 3:
            raise FormatError(f"{text.count(':') + 2} fields between colons: names:hand:betting:cards:net has 5")
        doyle = ":b" in text
        game = old_game(names.count("|") + 1, doyle=doyle, reverse_blinds=self.reverse_blinds)
        reader = self._readers.get(game)
        if reader is None:
            reader = ColumnReader(game, clean_names=_without_spaces, names_first=True, call_totals=doyle)
            self._readers[game] = reader
        return reader, text, names


def _without_spaces(text: str) -> str:
    return text.replace(" ", "")


def rescaled(record: HandRecord, factor: Fraction | int = TO_FIVE_AND_TEN) -> HandRecord:
    """Multiply every amount of a hand by a factor, so that hands of old and new logs can be compared."""
    return replace(
        record,
        game=_rescaled_game(record.game, factor),
        actions=tuple(Action(action.kind, _whole(action.total * factor)) for action in record.actions),
        payoffs=tuple(_plain(chips * factor) for chips in record.payoffs),
        rake=_plain(record.rake * factor),
    )


@lru_cache(maxsize=256)
def _rescaled_game(game: GameDefinition, factor: Fraction | int) -> GameDefinition:
    return replace(
        game,
        name=f"{game.name}.x{factor}",
        stacks=tuple(stack if stack == UNLIMITED else _whole(stack * factor) for stack in game.stacks),
        blinds=tuple(_whole(blind * factor) for blind in game.blinds),
        raise_sizes=tuple(_whole(size * factor) for size in game.raise_sizes),
        antes=tuple(_whole(ante * factor) for ante in game.antes),
        smallest_chip=_whole(game.smallest_chip * factor),
    )


def _whole(chips: Chips) -> int:
    plain = _plain(chips)
    if not isinstance(plain, int):
        raise FormatError(f"{chips} chips: amounts are whole chips")
    return plain


def _plain(chips: Chips) -> Chips:
    """Convert a fraction with a whole value to an integer."""
    return chips.numerator if chips.denominator == 1 else chips


def format_old_hand(record: HandRecord) -> str:
    """Format a hand of the old server's game as a line of an old log."""
    betting = format_betting(record.game, record.actions, call_totals=not record.game.is_limit)
    cards = format_card_field(record.hole_cards, record.board, game=record.game)
    net = "|".join(str(_whole(chips)) for chips in record.payoffs)
    return f"{format_names(record.players, spaces=False)}:{record.number}:{betting}:{cards}:{net}"
