"""Reads the hands of a PHH file into columns: plain hands in a compiled pass, all others one by one."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.compiled import EntryPoints
from railbird.errors import ActionError, FormatError, GameError
from railbird.formats.columns import HandColumns
from railbird.formats.hand_reader import MOST_ACTIONS
from railbird.formats.payoff_checks import HIDDEN_CARDS, JudgedHands, payoff_verdicts, problems_with_payoffs
from railbird.formats.phh import read_phh, split_phhs
from railbird.formats.phh_columns import _kernels
from railbird.formats.phh_columns.plain_fields import amount_of, amounts_of, has_cents, plain_fields, strings_of
from railbird.formats.phh_games import BOARD_CARDS, CENTS, LIMIT_RAISES, by_position
from railbird.formats.phh_records import hand_number, to_record
from railbird.games.definition import MOST_PLAYERS, UNLIMITED, UNLIMITED_RAISES, GameDefinition
from railbird.games.state_array import ANTES, BLINDS, FIRST_PLAYERS, RAISE_SIZES, ROUND, SIZE, STACKS, array_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from railbird.formats.lines import LogLines, Problem

_BATCH = 1024
"""The most plain hands in a batch of columns."""
_PAYOFFS = {_kernels.FINISHING_STACKS: "finishing_stacks", _kernels.WINNINGS: "winnings"}
_CHIPS = ("starting_stacks", "antes", "blinds_or_straddles")
_BETS = ("min_bet", "small_bet", "big_bet")
_BY_PLAYER = (*_CHIPS, "players", "seats", *_PAYOFFS.values())


class PhhColumnReader:
    """Reads the hands of a file. What is wrong with a hand is added to the problems of its lines."""

    def __init__(self, lines: LogLines) -> None:
        self._lines = lines
        self._row = _empty_row()
        self._hands = _PlainHands()

    def batches(self) -> Iterator[HandColumns]:
        """Yield the hands in batches of one game each."""
        for first_line, text in split_phhs(self._lines):
            plain = self._read_plain(text)
            if plain is None:
                yield from self._hands.take()
                yield from self._read_any(text, first_line)
                continue
            game = plain.game()
            if not self._hands.has_room_for(game):
                yield from self._hands.take()
            self._hands.append(game, plain, self._row, line=first_line)
        yield from self._hands.take()

    def judged_hands(self) -> Iterator[JudgedHands]:
        """Yield the verdicts on the payoffs of all hands. Plain hands need no columns, unless they are doubtful."""
        numbers: list[tuple[int, int, int]] = []
        problems: list[Problem] = []
        for first_line, text in split_phhs(self._lines):
            plain = self._read_plain(text)
            if plain is not None and plain.verdict <= HIDDEN_CARDS:
                numbers.append((_number_of(plain.fields.get("hand")), first_line, plain.verdict))
            else:
                for columns in self._read_any(text, first_line):
                    verdicts = payoff_verdicts(columns)
                    numbers.append((columns.numbers.item(0), first_line, verdicts.item(0)))
                    problems += problems_with_payoffs(self._lines.path, columns, verdicts)
            if len(numbers) == _BATCH:
                yield JudgedHands.of(numbers, problems)
                numbers, problems = [], []
        if numbers:
            yield JudgedHands.of(numbers, problems)

    def _read_any(self, text: str, first_line: int) -> Iterator[HandColumns]:
        """Read a hand in any form of TOML, or add what is wrong with it to the problems."""
        try:
            record = to_record(read_phh(text, first_line=first_line))
        except (FormatError, GameError, ActionError) as error:
            self._lines.add(first_line, str(error))
            return
        yield from HandColumns.of_records([replace(record, line=first_line)])

    def _read_plain(self, text: str) -> _PlainHand | None:
        """Read a plain hand into the row, or return None."""
        fields = plain_fields(text)
        template = None if fields is None else _template_of(fields)
        if fields is None or template is None:
            return None
        game, array = template
        unit, (amounts, payoffs_by) = _unit_of(fields), _amounts_of(fields, game.players)
        if amounts is None or not fields["actions"]:
            return None
        letters = np.frombuffer(fields["actions"].encode(), dtype=np.uint8)
        verdict = _direct.read_plain_hand(array, amounts, payoffs_by, unit, letters, self._row)
        return None if verdict == _kernels.NOT_PLAIN else _PlainHand(fields, verdict, game, array, unit)


class _PlainHand(NamedTuple):
    """A hand that the kernel has read."""

    fields: Mapping[str, str]
    verdict: int
    template: GameDefinition
    array: NDArray[np.int64]
    """The array of the template, with the chips of the hand."""
    unit: int

    def game(self) -> GameDefinition:
        """The game of the hand, until the next hand is read."""
        return _game_of(self.array[:ROUND].tobytes(), self.template, self.unit)


def _unit_of(fields: Mapping[str, str]) -> int:
    """The number of chips in a unit, as `phh_games.chips_per_unit` has it; amounts of actions are not looked at."""
    if "currency_symbol" in fields:
        return CENTS
    return CENTS if any(has_cents(fields[name]) for name in (*_CHIPS, *_BETS) if name in fields) else 1


def _template_of(fields: Mapping[str, str]) -> tuple[GameDefinition, NDArray[np.int64]] | None:
    """A game with the same players and betting, and its array; None if a field is missing or has too few entries."""
    if not all(name in fields for name in ("variant", *_CHIPS)):
        return None
    players = fields["starting_stacks"].count(",") + 1
    is_limit = fields["variant"][1:-1] == "FT"
    if not (is_limit or fields["variant"][1:-1] == "NT") or not 2 <= players <= MOST_PLAYERS:
        return None
    if not all(name in fields for name in (_BETS[1:] if is_limit else _BETS[:1])):
        return None
    if any(fields[name].count(", ") + 1 != players for name in _BY_PLAYER if name in fields and name != "players"):
        return None
    if "players" in fields and len(strings_of(fields["players"])) != players:
        return None
    return _template(players, is_limit)


@lru_cache(maxsize=2 * MOST_PLAYERS)
def _template(players: int, is_limit: bool) -> tuple[GameDefinition, NDArray[np.int64]]:
    game = GameDefinition(
        betting="limit" if is_limit else "nolimit",
        stacks=(UNLIMITED,) * players,
        blinds=(1,) * players,
        raise_sizes=(1,) * 4 if is_limit else (),
        first_players=(0,) * 4,
        max_raises=LIMIT_RAISES if is_limit else (UNLIMITED_RAISES,) * 4,
        suits=4,
        ranks=13,
        hole_cards=2,
        board_cards=BOARD_CARDS,
    )
    return game, array_of(game)


def _amounts_of(fields: Mapping[str, str], players: int) -> tuple[NDArray[np.int64] | None, int]:
    """The amounts in the order of the kernel, and how payoffs are stated."""
    stacks, antes, blinds = (amounts_of(fields[name]) for name in _CHIPS)
    if 0 in stacks:
        return None, 0
    payoffs_by = _kernels.BY_RULES
    payoffs = [0] * players
    for kind, name in _PAYOFFS.items():
        # Without known stacks, finishing stacks say nothing.
        if name in fields and payoffs_by == _kernels.BY_RULES and not (name == "finishing_stacks" and -1 in stacks):
            payoffs_by, payoffs = kind, amounts_of(fields[name])
    bets = [amount_of(fields[name]) for name in _BETS if name in fields]
    if len(bets) > len(_BETS) - 1:
        return None, 0
    amounts = [*stacks, *by_position(antes), *by_position(blinds), *payoffs, *bets, 0]
    return np.array(amounts, dtype=np.int64), payoffs_by


@lru_cache(maxsize=256)
def _game_of(array: bytes, template: GameDefinition, unit: int) -> GameDefinition:
    """The game whose chips the kernel has set."""
    numbers = np.frombuffer(array, dtype=np.int64).tolist()
    players = template.players
    antes = tuple(numbers[ANTES : ANTES + players])
    stacks = [chips + ante for chips, ante in zip(numbers[STACKS : STACKS + players], antes, strict=True)]
    return replace(
        template,
        stacks=tuple(stacks),
        blinds=tuple(numbers[BLINDS : BLINDS + players]),
        antes=antes if any(antes) else (),
        raise_sizes=tuple(numbers[RAISE_SIZES : RAISE_SIZES + 4]) if template.is_limit else (),
        first_players=(numbers[FIRST_PLAYERS], 0, 0, 0),
        chips_per_unit=unit,
    )


class _PlainHands:
    """Plain hands of one game that were read but not yet taken."""

    def __init__(self) -> None:
        self._game: GameDefinition | None = None
        self._clear()

    def _clear(self) -> None:
        self._names: dict[str, int] = {}
        self._numbers: list[tuple[int, int, int, int]] = []
        """Number, line, verdict and rake of each hand."""
        self._players: list[list[int]] = []
        self._cards: list[bytes] = []
        """Hole cards and board of each hand."""
        self._payoffs: list[NDArray[np.int64]] = []
        self._actions: list[NDArray[np.int64]] = []

    def has_room_for(self, game: GameDefinition) -> bool:
        """Whether a hand of this game can join the others."""
        is_same = self._game is game or self._game == game
        return not self._numbers or (is_same and len(self._numbers) < _BATCH)

    def append(self, game: GameDefinition, hand: _PlainHand, row: _kernels.PlainRow, *, line: int) -> None:
        """Add the hand in the row."""
        self._game = game
        fields, players = hand.fields, game.players
        names = strings_of(fields["players"]) if "players" in fields else _names(players)
        actions, rake, _ = row.numbers.tolist()
        self._numbers.append((_number_of(fields.get("hand")), line, hand.verdict, rake))
        self._players.append([self._names.setdefault(name, len(self._names)) for name in names])
        self._cards.append(row.hole_cards[:players].tobytes() + row.board.tobytes())
        self._payoffs.append(row.payoffs[:players].copy())
        self._actions.append(row.actions[:actions].copy())

    def take(self) -> Iterator[HandColumns]:
        """Yield the hands, if there are any, and forget them."""
        game, hands = self._game, len(self._numbers)
        if game is None or not hands:
            return
        numbers = np.array(self._numbers, dtype=np.int64)
        cards = np.frombuffer(b"".join(self._cards), dtype=np.uint8).reshape(hands, -1)
        held = 2 * game.players
        columns = HandColumns(
            game,
            tuple(self._names),
            numbers[:, 0].copy(),
            np.array(self._players, dtype=np.int32),
            cards[:, :held].reshape(hands, game.players, 2).copy(),
            cards[:, held:].copy(),
            actions=np.concatenate(self._actions),
            offsets=np.array([0, *accumulate(map(len, self._actions))], dtype=np.int64),
            payoffs=np.array(self._payoffs),
            lines=numbers[:, 1].copy(),
            rakes=numbers[:, 3].copy() if numbers[:, 3].any() else None,
            verdicts=numbers[:, 2].copy(),
        )
        self._clear()
        yield columns


def _number_of(text: str | None) -> int:
    return hand_number(text.strip("'\"") if text else None)


@lru_cache(maxsize=MOST_PLAYERS)
def _names(players: int) -> tuple[str, ...]:
    return tuple(f"p{position + 1}" for position in range(players))


def _empty_row() -> _kernels.PlainRow:
    return _kernels.PlainRow(
        hole_cards=np.empty((MOST_PLAYERS, 2), dtype=np.uint8),
        board=np.empty(_kernels.BOARD, dtype=np.uint8),
        payoffs=np.empty(MOST_PLAYERS, dtype=np.int64),
        actions=np.empty(MOST_ACTIONS, dtype=np.int64),
        numbers=np.zeros(3, dtype=np.int64),
        cards=np.zeros(2 * MOST_PLAYERS + _kernels.BOARD, dtype=np.uint8),
        held=np.empty(_kernels.MOST_IN_HAND, dtype=np.uint8),
        right=np.empty(MOST_PLAYERS, dtype=np.int64),
        strengths=np.empty(MOST_PLAYERS, dtype=np.int64),
    )


_direct = EntryPoints(
    read_plain_hand=(
        _kernels.read_plain_hand,
        (
            np.empty(SIZE, dtype=np.int64),
            np.empty(0, dtype=np.int64),
            0,
            1,
            np.frombuffer(b"-", dtype=np.uint8),
            _empty_row(),
        ),
    )
)
