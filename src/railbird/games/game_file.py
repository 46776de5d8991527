"""Game definitions in the `.game` format of the ACPC server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.errors import GameError
from railbird.games.definition import MOST_PLAYERS, MOST_ROUNDS, UNLIMITED, UNLIMITED_RAISES, GameDefinition

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_KEYS = {
    key.lower(): key
    for key in (
        "numPlayers",
        "numRounds",
        "stack",
        "blind",
        "raiseSize",
        "firstPlayer",
        "maxRaises",
        "numSuits",
        "numRanks",
        "numHoleCards",
        "numBoardCards",
        "threeCardHands",
    )
}
"""The ACPC keys, and `threeCardHands`, which we add for Rhode Island hold'em; the ACPC server does not know it."""

_NUMBER = re.compile(r"-?[0-9]+")


@dataclass(frozen=True)
class _Setting:
    """The numbers after a key, and their line number."""

    line: int
    numbers: tuple[int, ...]


def parse_game(text: str, *, name: str = "") -> GameDefinition:
    """Parse a definition. Keys are case-insensitive, `=` is optional, and lines that begin with # are skipped.

    The defaults are those of the reference dealer: unlimited stacks, and in rounds without a number, player 1 for
    firstPlayer and 255 for maxRaises. The dealer ignores surplus numbers; here they are an error.
    """
    betting: str | None = None
    settings: dict[str, _Setting] = {}
    for line, words in _definition_lines(text):
        key = words[0].lower()
        if key in ("limit", "nolimit"):
            betting = _only(words, betting, line)
        elif key not in _KEYS:
            raise GameError(
                f"line {line}: unknown key {words[0]!r}: the keys are limit, nolimit, {', '.join(_KEYS.values())}"
            )
        elif key in settings:
            raise GameError(f"line {line}: {_KEYS[key]} is already in line {settings[key].line}: give it once")
        else:
            settings[key] = _Setting(line, _numbers(words[1:], _KEYS[key], line))
    if betting is None:
        raise GameError("the betting is missing: write a line `limit` or `nolimit`")
    return _definition(betting, settings, name)


def _definition_lines(text: str) -> Iterable[tuple[int, list[str]]]:
    """The lines between GAMEDEF and END GAMEDEF, split into words."""
    inside = False
    for line, content in enumerate(text.splitlines(), start=1):
        words = content.replace("=", " ").split()
        if not words or words[0].startswith("#"):
            continue
        marker = " ".join(words).upper()
        if marker == "END GAMEDEF":
            return
        if marker == "GAMEDEF":
            inside = True
        elif not inside:
            raise GameError(f"line {line}: {content.strip()!r} before GAMEDEF: a definition begins with that line")
        else:
            yield line, words
    raise GameError("END GAMEDEF is missing" if inside else "GAMEDEF is missing: a definition begins with that line")


def _only(words: list[str], before: str | None, line: int) -> str:
    if len(words) > 1:
        raise GameError(f"line {line}: {' '.join(words)!r}: {words[0]} must be alone on its line")
    if before is not None:
        raise GameError(f"line {line}: {words[0]} after {before}: write one of limit and nolimit, once")
    return words[0].lower()


def _numbers(words: list[str], key: str, line: int) -> tuple[int, ...]:
    if not words:
        raise GameError(f"line {line}: {key} has no number")
    if not all(map(_NUMBER.fullmatch, words)):
        raise GameError(f"line {line}: {key} = {' '.join(words)[:40]}: write integers in plain digits")
    numbers = tuple(map(int, words))
    if not all(0 <= number <= UNLIMITED for number in numbers):
        raise GameError(f"line {line}: {key} = {' '.join(words)[:40]}: numbers run from 0 to {UNLIMITED}")
    return numbers


def _definition(betting: str, settings: Mapping[str, _Setting], name: str) -> GameDefinition:
    players, rounds = _single(settings, "numplayers"), _single(settings, "numrounds")
    if not (players <= MOST_PLAYERS and rounds <= MOST_ROUNDS):
        raise GameError(
            f"a game for {players} players with {rounds} rounds: "
            f"a game has at most {MOST_PLAYERS} players and {MOST_ROUNDS} rounds"
        )
    limit = betting == "limit"
    return GameDefinition(
        name=name,
        betting="limit" if limit else "nolimit",
        stacks=_several(settings, "stack", players) if "stack" in settings else (UNLIMITED,) * players,
        blinds=_several(settings, "blind", players),
        raise_sizes=_several(settings, "raisesize", rounds) if limit else (),
        first_players=tuple(first - 1 for first in _up_to(settings, "firstplayer", rounds, default=1)),
        max_raises=_up_to(settings, "maxraises", rounds, default=UNLIMITED_RAISES),
        suits=_single(settings, "numsuits"),
        ranks=_single(settings, "numranks"),
        hole_cards=_single(settings, "numholecards"),
        board_cards=_several(settings, "numboardcards", rounds),
        three_card_hands="threecardhands" in settings and _single(settings, "threecardhands") != 0,
    )


def _single(settings: Mapping[str, _Setting], key: str) -> int:
    return _several(settings, key, 1)[0]


def _several(settings: Mapping[str, _Setting], key: str, count: int) -> tuple[int, ...]:
    setting = settings.get(key)
    if setting is None:
        raise GameError(f"{_KEYS[key]} is missing")
    if len(setting.numbers) != count:
        raise GameError(f"line {setting.line}: {len(setting.numbers)} numbers for {_KEYS[key]}: it needs {count}")
    return setting.numbers


def _up_to(settings: Mapping[str, _Setting], key: str, count: int, *, default: int) -> tuple[int, ...]:
    """The numbers of a setting, padded with the default to `count`."""
    setting = settings.get(key)
    given = () if setting is None else setting.numbers
    if setting is not None and len(given) > count:
        raise GameError(f"line {setting.line}: {len(given)} numbers for {_KEYS[key]}: it has at most {count}")
    return given + (default,) * (count - len(given))


def format_game(game: GameDefinition) -> str:
    """Format a definition; `parse_game` reads it back."""
    if game.antes or game.free_folds or game.smallest_chip or game.all_in_players_act:
        raise GameError(f"{game.name or 'the game'} has antes or rules that .game files cannot express")
    lines = ["GAMEDEF", game.betting, f"numPlayers = {game.players}", f"numRounds = {game.rounds}"]
    if any(stack != UNLIMITED for stack in game.stacks):
        lines.append(f"stack = {_joined(game.stacks)}")
    lines.append(f"blind = {_joined(game.blinds)}")
    if game.is_limit:
        lines.append(f"raiseSize = {_joined(game.raise_sizes)}")
    lines.append(f"firstPlayer = {_joined(first + 1 for first in game.first_players)}")
    if any(most != UNLIMITED_RAISES for most in game.max_raises):
        lines.append(f"maxRaises = {_joined(game.max_raises)}")
    lines += [f"numSuits = {game.suits}", f"numRanks = {game.ranks}", f"numHoleCards = {game.hole_cards}"]
    lines.append(f"numBoardCards = {_joined(game.board_cards)}")
    if game.three_card_hands:
        lines.append("threeCardHands = 1")
    lines.append("END GAMEDEF")
    return "\n".join(lines) + "\n"


def _joined(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
