"""Reads and writes a player's answers to the dealer: the match state it was sent, a colon, and an action.

Answers are read as the reference dealer of the ACPC reads them, down to the numbers of `scanf` in C: spaces and a sign
may precede a number, and one that is too large keeps its last bits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from railbird.formats.betting import action_text
from railbird.games.action import CALL, FOLD, Action, raise_to

if TYPE_CHECKING:
    from railbird.games.definition import GameDefinition

_NUMBER = r"\s*([+-]?\d+)"
_HEADER = re.compile(rf"MATCHSTATE:{_NUMBER}:{_NUMBER}:", re.ASCII)
_LETTER = re.compile(r"[fckrb]", re.ASCII | re.IGNORECASE)
_SIZED = re.compile(rf"[fck]|[rb]{_NUMBER}", re.ASCII | re.IGNORECASE)
_CARDS = re.compile(r"(?:[2-9TJQKA][cdhs])+", re.ASCII | re.IGNORECASE)
_WITHOUT_SIZE = {"f": FOLD, "c": CALL, "k": CALL}
_LARGEST = 2**31 - 1


@dataclass(frozen=True)
class Answer:
    """The action in a line, if the line answers the match state that was sent, and a warning if anything is wrong."""

    action: Action | None
    warning: str = ""
    is_of_another_state: bool = False
    """Whether the line answers another match state than the one that was sent."""


def format_answer(asked: str, action: Action, game: GameDefinition) -> str:
    """Format the line that answers a match state with an action, without the line break.

    The reference reads larger numbers than it can hold as small ones; so the largest that it can hold is written.
    """
    if action.total > _LARGEST:
        action = action._replace(total=_LARGEST)
    return f"{asked}:{action_text(action, game)}"


def read_answer(line: str, asked: str, game: GameDefinition) -> Answer:
    """Read the answer to the match state that was sent. An unreadable action counts as a call."""
    if line.startswith(asked) and line.startswith(":", len(asked)):
        return _read_rest(line[len(asked) :], game.is_limit)
    expected, state = _read_betting_fields(asked, game), _read_betting_fields(line, game)
    if expected is None or state is None:
        return Answer(None, "bad state format in response")
    if state.situation != expected.situation:
        return Answer(None, "ignoring un-requested response", is_of_another_state=True)
    rounds = asked[: expected.end].count("/") + 1
    shown, cards = _read_cards(asked, expected, rounds, game), _read_cards(line, state, rounds, game)
    if shown is None or cards is None:
        return Answer(None, "bad state format in response")
    if cards.known != shown.known:
        return Answer(None, "ignoring un-requested response", is_of_another_state=True)
    return _read_action_at(line, cards.end, game.is_limit)


@lru_cache(maxsize=256)
def _read_rest(rest: str, is_limit: bool) -> Answer:
    """Read what follows the match state, which is the same in most answers of a match."""
    return _read_action_at(rest, 0, is_limit)


class _BettingFields(NamedTuple):
    situation: tuple[int, int, tuple[Action, ...]]
    """Position, hand and actions."""
    end: int


class _Cards(NamedTuple):
    known: tuple[str, str]
    """The player's own cards and the board, in upper case."""
    end: int


def _read_betting_fields(line: str, game: GameDefinition) -> _BettingFields | None:
    """Read a match state up to its cards. A / in the betting is ignored."""
    header = _HEADER.match(line)
    if header is None or (position := _unsigned(header.group(1), bits=8)) >= game.players:
        return None
    actions: list[Action] = []
    place = header.end()
    while place < len(line) and line[place] != ":":
        if line[place] == "/":
            place += 1
            continue
        action, place = _read_leniently(line, place, game.is_limit)
        if action is None:
            return None
        actions.append(action)
    situation = (position, _unsigned(header.group(2), bits=32), tuple(actions))
    return _BettingFields(situation, min(place + 1, len(line)))


def _read_cards(line: str, state: _BettingFields, rounds: int, game: GameDefinition) -> _Cards | None:
    """Read the hands and the board cards of `rounds` rounds. The | and / between them are optional."""
    place, own = state.end, ""
    for position in range(game.players):
        place += position > 0 and line.startswith("|", place)
        hand = _cards_at(line, place, game.hole_cards)
        if 0 < len(hand) < 2 * game.hole_cards:
            return None
        own = hand if position == state.situation[0] else own
        place += len(hand)
    board = ""
    for street in range(rounds):
        place += street > 0 and line.startswith("/", place)
        dealt = _cards_at(line, place, game.board_cards[street])
        if len(dealt) < 2 * game.board_cards[street]:
            return None
        board += dealt
        place += len(dealt)
    return _Cards((own, board), place)


def _cards_at(line: str, place: int, most: int) -> str:
    """The cards that follow each other at a place, at most `most` of them, in upper case."""
    match = _CARDS.match(line, place)
    return match.group()[: 2 * most].upper() if match else ""


def _read_action_at(line: str, place: int, is_limit: bool) -> Answer:
    """Read the action after the colon at a place. Ignore what follows it."""
    action = _read_leniently(line, place + 1, is_limit)[0] if line.startswith(":", place) else None
    if action is None:
        return Answer(CALL, "bad action format in response, changed to call")
    return Answer(action)


def _read_leniently(line: str, place: int, is_limit: bool) -> tuple[Action | None, int]:
    """Read an action in upper or lower case, also k for a check and b for a bet; return it and where it ends."""
    match = (_LETTER if is_limit else _SIZED).match(line, place)
    if match is None:
        return None, place
    action = _WITHOUT_SIZE.get(match.group()[0].lower())
    if action is None:
        action = raise_to(0 if is_limit else _signed(match.group(1)))
    return action, match.end()


def _unsigned(text: str, *, bits: int) -> int:
    """A number as `scanf` stores it in an unsigned integer of `bits` bits, on a machine of 64 bits."""
    number = int(text)
    return (number if abs(number) < 2**64 else -1) % (1 << bits)


def _signed(text: str) -> int:
    """A number as `scanf` stores it in a signed integer of 32 bits, on a machine of 64 bits."""
    number = min(max(int(text), -(2**63)), 2**63 - 1)
    return (number + 2**31) % 2**32 - 2**31
