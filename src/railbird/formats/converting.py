"""Converts logs from one kind to another, as far as the target can express their hands."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import IO, TYPE_CHECKING, NamedTuple

from railbird.errors import ActionError, FormatError, GameError
from railbird.files import written_whole
from railbird.formats.acpc_log import MatchHeader, format_header, format_score, format_state
from railbird.formats.columns import HandColumns
from railbird.formats.fields import format_chips
from railbird.formats.lines import Problem
from railbird.formats.logs import KINDS, kind_of
from railbird.formats.old_log import TO_FIVE_AND_TEN, format_old_hand, old_game, rescaled
from railbird.formats.payoff_checks import is_doubtful, payoff_verdicts, problems_with_payoffs
from railbird.formats.phh_records import from_record
from railbird.formats.phh_writing import format_phh
from railbird.games.builtin import GAME_NAMES, game_named
from railbird.games.definition import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from railbird.formats.logs import Log
    from railbird.games.definition import GameDefinition
    from railbird.games.hand_record import HandRecord
    from railbird.games.payoffs import Chips
    from railbird.games.state import State

_WRITTEN = tuple(kind for kind in KINDS if kind != "pokerstars")
_MOST_DIGITS = 12
_NUMBER_OF_HAND = re.compile(r"^hand \d+ ")
_KIND_OF_ENDING = {".log": "acpc", ".phh": "phh", ".phhs": "phh"}


class _NothingWrittenError(Exception):
    """No hand could be written, so that the file is given up."""


@dataclass(frozen=True)
class Conversion:
    """The outcome of a conversion."""

    hands: int
    problems: list[Problem]
    """The hands that could not be read or could not be expressed in the target."""

    def complaints(self) -> Iterator[str]:
        """Yield the problems, one line for all hands with the same problem: the first of them, and their number."""
        alike: dict[str, list[Problem]] = {}
        for problem in self.problems:
            alike.setdefault(_NUMBER_OF_HAND.sub("", problem.reason), []).append(problem)
        for first, *others in alike.values():
            more = f" ({len(others):,} more hands like this)" if len(others) > 1 else " (and another hand like this)"
            yield f"{first}{more if others else ''}"


def convert_log(log: Log, target: Path, *, kind: str | None = None, trust: bool = False) -> Conversion:
    """Write the hands of a log to a file of the given kind (default: by the file's extension).

    Hands whose payoffs are not those of their cards and actions are left out, unless the log is trusted. Without a
    hand that can be written, the file is not written, and a file that is there stays as it is.
    """
    kind = _kind_of_ending(target) if kind is None else kind_of(kind)
    problems: list[Problem] = []
    with suppress(_NothingWrittenError), written_whole(target) as file:
        writer = _writer(kind, file, ending=target.suffix, name=log.path.stem, trust=trust)
        for record in log if trust else _without_doubtful(log, problems):
            try:
                writer.write(record, list(record.states()))
            except (FormatError, GameError, ActionError) as error:
                problems.append(Problem(log.path, record.line, f"hand {record.number} cannot be written: {error}"))
        if not writer.hands:
            raise _NothingWrittenError
        writer.finish()
    return Conversion(writer.hands, sorted(log.problems + problems, key=lambda problem: problem.line))


def _without_doubtful(log: Log, problems: list[Problem]) -> Iterator[HandRecord]:
    """Yield the hands whose payoffs are not doubtful, and add what is wrong with the others to the problems."""
    for columns in log.columns():
        verdicts = payoff_verdicts(columns)
        problems += problems_with_payoffs(log.path, columns, verdicts)
        yield from columns.where(~is_doubtful(verdicts))


def _kind_of_ending(target: Path) -> str:
    kind = _KIND_OF_ENDING.get(target.suffix)
    if kind is None:
        raise FormatError(f"{target}: the extension does not show the kind of log: name one of {', '.join(_WRITTEN)}")
    return kind


def _writer(kind: str, file: IO[bytes], *, ending: str, name: str, trust: bool) -> _Writer:
    if kind == "acpc":
        return _AcpcWriter(file, trust, re.sub(r"[^\w.-]", "_", name))
    if kind == "acpc-old":
        return _OldWriter(file, trust)
    if kind == "pokerstars":
        raise FormatError(f"logs of the kind pokerstars are only read: name one of {', '.join(_WRITTEN)}")
    return _PhhWriter(file, trust, is_single=ending == ".phh")


@dataclass
class _Writer(ABC):
    """Writes to a file the hands that the format can express."""

    file: IO[bytes]
    trust: bool
    """Whether payoffs are written as they are."""
    hands: int = field(init=False, default=0)
    """Number of hands written so far."""

    def write(self, record: HandRecord, states: Sequence[State]) -> None:
        """Write a hand with the given states. If the format cannot express it, raise and write nothing."""
        self.file.write(self.text(record, states).encode())
        self.hands += 1

    @abstractmethod
    def text(self, record: HandRecord, states: Sequence[State]) -> str:
        """The hand as text."""

    def finish(self) -> None:  # noqa: B027
        """Write what is known only after the last hand. Most formats have nothing to add."""


class _OldWriter(_Writer):
    def text(self, record: HandRecord, states: Sequence[State]) -> str:  # noqa: ARG002
        return format_old_hand(_under(_old_rules(record.game), record, trust=self.trust)) + "\n"


@dataclass
class _PhhWriter(_Writer):
    is_single: bool

    def text(self, record: HandRecord, states: Sequence[State]) -> str:
        if self.is_single and self.hands:
            raise FormatError("a .phh file holds one hand: write to a .phhs file")
        return format_phh(from_record(record, states), number=None if self.is_single else self.hands + 1)


@dataclass
class _AcpcWriter(_Writer):
    """Writes a header first, and a score last if all hands have the same players with distinct names."""

    name: str
    _game: GameDefinition | None = field(init=False, default=None)
    _totals: dict[str, Chips] = field(init=False, default_factory=dict)
    _has_score: bool = field(init=False, default=True)

    def text(self, record: HandRecord, states: Sequence[State]) -> str:  # noqa: ARG002
        present = _under(_present_rules(record.game), record, trust=self.trust)
        if self._game is not None and present.game != self._game:
            raise FormatError(f"a hand of {present.game.name} after hands of {self._game.name}: a log has one game")
        line = format_state(present) + "\n"
        if self._game is None:
            self._game = present.game
            self._totals = dict.fromkeys(present.players, 0)
            line = self._header() + line
        self._add_up(present)
        return line

    def _add_up(self, record: HandRecord) -> None:
        if len(set(record.players)) < len(record.players) or set(record.players) != set(self._totals):
            self._has_score = False
        if self._has_score:
            for name, chips in zip(record.players, record.payoffs, strict=True):
                self._totals[name] += chips

    def _header(self) -> str:
        """The header, padded to a fixed length so that it can be overwritten in place. The seed is unknown."""
        game = self._game.name if self._game else ""
        text = format_header(MatchHeader(self.name, f"{game}.game", self.hands, seed=0))
        return text + " " * (_MOST_DIGITS - len(str(self.hands))) + "\n"

    def finish(self) -> None:
        if self._has_score:
            score = format_score(tuple(self._totals.values()), tuple(self._totals))
            self.file.write(f"{score}\n".encode())
        self.file.seek(0)
        self.file.write(self._header().encode())


class _Rules(NamedTuple):
    """The game under whose rules a converted hand is written."""

    game: GameDefinition
    factor: Fraction
    """The factor by which all amounts are scaled."""
    is_same: bool
    """Whether the games differ in their names only."""


def _under(rules: _Rules, record: HandRecord, *, trust: bool) -> HandRecord:
    """Scale a hand to the rules of the target, which must allow its actions and give the same payoffs."""
    if record.rake:
        raise FormatError(f"a rake of {format_chips(record.rake)} was taken: logs of the ACPC have no rake")
    if rules.is_same:
        return replace(record, game=rules.game)
    scaled = replace(rescaled(record, rules.factor), game=rules.game)
    scaled.final_state()  # raises an error if an action is not legal
    if not trust and is_doubtful(payoff_verdicts(next(HandColumns.of_records([scaled])))).any():
        raise FormatError("the payoffs would differ under the rules of the target, which splits pots in another way")
    return scaled


@lru_cache(maxsize=256)
def _present_rules(game: GameDefinition) -> _Rules:
    """The built-in game that corresponds to a game."""
    factor = Fraction(TO_FIVE_AND_TEN if game.smallest_chip == 1 and game.is_limit else 1)
    for name in GAME_NAMES:
        candidate = game_named(name)
        if _amounts(candidate) == tuple(amount * factor for amount in _amounts(game)) and _same_shape(candidate, game):
            return _Rules(candidate, factor, replace(game, name=name) == candidate)
    raise GameError("no built-in game has these stacks and blinds, and the header of an ACPC log must name its game")


@lru_cache(maxsize=256)
def _old_rules(game: GameDefinition) -> _Rules:
    """The game of the old server that corresponds to a game."""
    old = old_game(game.players, doyle=not game.is_limit)
    factor = Fraction(old.big_blind, game.big_blind)
    if _amounts(old) != tuple(amount * factor for amount in _amounts(game)) or not _same_shape(old, game):
        raise GameError(f"{game.name or 'the game'} is not a game of the old server")
    return _Rules(old, factor, replace(game, name=old.name) == old)


def _amounts(game: GameDefinition) -> tuple[int, ...]:
    """All amounts of a game except unlimited stacks."""
    return (*(stack for stack in game.stacks if stack != UNLIMITED), *game.blinds, *game.raise_sizes, *game.antes)


def _same_shape(first: GameDefinition, second: GameDefinition) -> bool:
    return all(
        getattr(first, name) == getattr(second, name)
        for name in ("betting", "players", "first_players", "max_raises", "suits", "ranks", "hole_cards", "board_cards")
    )
