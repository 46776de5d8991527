"""Logs of one kind written as another, where the other can express them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from railbird.errors import ActionError, FormatError, GameError
from railbird.files import written_whole
from railbird.formats.acpc_log import format_state
from railbird.formats.lines import Problem
from railbird.formats.logs import KINDS, is_hidden, kind_of, payoffs_agree
from railbird.formats.old_log import TO_FIVE_AND_TEN, format_old_hand, old_game, rescaled
from railbird.formats.phh_records import from_record
from railbird.formats.phh_writing import format_phh
from railbird.games.builtin import GAME_NAMES, game_named

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from railbird.formats.logs import Log
    from railbird.games.definition import GameDefinition
    from railbird.games.hand_record import HandRecord

_KIND_OF_ENDING = {".log": "acpc", ".phh": "phh", ".phhs": "phh"}


@dataclass(frozen=True)
class Conversion:
    """What came of a conversion."""

    hands: int
    problems: list[Problem]
    """What could not be read, or not be expressed."""


def convert_log(log: Log, target: Path, *, kind: str | None = None) -> Conversion:
    """Write a log's hands to a file of a kind, which is told by the file's ending if it is not given."""
    kind = _kind_of_ending(target) if kind is None else kind_of(kind)
    hands = 0
    problems: list[Problem] = []
    with written_whole(target) as file:
        for text in _texts(log, kind, target.suffix, problems):
            file.write(text.encode())
            hands += not text.startswith("#")
    return Conversion(hands, sorted(log.problems + problems, key=lambda problem: problem.line))


def _kind_of_ending(target: Path) -> str:
    kind = _KIND_OF_ENDING.get(target.suffix)
    if kind is None:
        raise FormatError(f"{target}: the ending does not tell the kind of log: name one of {', '.join(KINDS)}")
    return kind


def _texts(log: Log, kind: str, ending: str, problems: list[Problem]) -> Iterator[str]:
    """The hands as text, for a log a header first; those that the kind cannot express are collected."""
    game: GameDefinition | None = None
    number = 0
    for record in log:
        try:
            _check_payoffs(record)
            if kind == "acpc-old":
                yield format_old_hand(_under(_old_rules(record.game), record)) + "\n"
            elif kind == "phh":
                number += 1
                yield _phh_text(record, number, ending)
            else:
                present = _under(_present_rules(record.game), record)
                if game is None:
                    game = present.game
                    yield f"# name/game/hands/seed {log.path.stem.replace(' ', '_')} {game.name}.game 0 0\n"
                if present.game != game:
                    raise FormatError(f"a hand of {present.game.name} after hands of {game.name}: a log has one game")
                yield format_state(present) + "\n"
        except (FormatError, GameError, ActionError) as error:
            problems.append(Problem(log.path, record.line, f"hand {record.number} cannot be written: {error}"))


def _check_payoffs(record: HandRecord) -> None:
    if not is_hidden(record) and not payoffs_agree(record.final_state().payoffs(), record.payoffs):
        raise FormatError("its payoffs are not those of its cards and actions")


def _phh_text(record: HandRecord, number: int, ending: str) -> str:
    if ending == ".phh" and number > 1:
        raise FormatError("a .phh file holds one hand: write to a .phhs file")
    header = "" if ending == ".phh" else f"[{number}]\n"
    return header + format_phh(from_record(record))


def _under(rules: tuple[GameDefinition, Fraction], record: HandRecord) -> HandRecord:
    """The hand with its amounts scaled, under other rules; they must allow it, and give the same payoffs."""
    game, factor = rules
    scaled = replace(rescaled(record, factor), game=game)
    payoffs = scaled.final_state().payoffs()
    if all(record.hole_cards) and not payoffs_agree(payoffs, scaled.payoffs):
        raise FormatError("the payoffs are others under the rules of the target, which splits pots in another way")
    return scaled


@lru_cache(maxsize=256)
def _present_rules(game: GameDefinition) -> tuple[GameDefinition, Fraction]:
    """The built-in game that a game becomes, and the factor of its amounts."""
    factor = Fraction(TO_FIVE_AND_TEN if game.smallest_chip == 1 and game.is_limit else 1)
    for name in GAME_NAMES:
        candidate = game_named(name)
        if _amounts(candidate) == tuple(amount * factor for amount in _amounts(game)) and _same_shape(candidate, game):
            return candidate, factor
    raise GameError("no built-in game has these stacks and blinds, and a log names its game")


@lru_cache(maxsize=256)
def _old_rules(game: GameDefinition) -> tuple[GameDefinition, Fraction]:
    old = old_game(game.players, doyle=not game.is_limit)
    factor = Fraction(old.big_blind, game.big_blind)
    if _amounts(old) != tuple(amount * factor for amount in _amounts(game)) or not _same_shape(old, game):
        raise GameError(f"{game.name or 'the game'} is no game of the old server")
    return old, factor


def _amounts(game: GameDefinition) -> tuple[int, ...]:
    """All amounts but unlimited stacks, which have no size."""
    return (*(stack for stack in game.stacks if stack < 2**31 - 1), *game.blinds, *game.raise_sizes, *game.antes)


def _same_shape(first: GameDefinition, second: GameDefinition) -> bool:
    return all(
        getattr(first, name) == getattr(second, name)
        for name in ("betting", "players", "first_players", "max_raises", "suits", "ranks", "hole_cards", "board_cards")
    )
