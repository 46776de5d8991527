"""Reads PHH (poker hand history) files: TOML text with hands of any variant of the format."""

from __future__ import annotations

import datetime
import re
import tomllib
from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from railbird.errors import FormatError
from railbird.formats.fields import shown
from railbird.formats.lines import LogLines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

Amount: TypeAlias = int | Decimal
"""Chips as written in the file, exact to the cent."""

_NO_LIMIT = ("blinds_or_straddles", "min_bet")
_FIXED_LIMIT = ("blinds_or_straddles", "small_bet", "big_bet")
_STUD = ("bring_in", "small_bet", "big_bet")

LONGEST_HAND = 2_000_000
"""More characters than any hand has."""

REQUIRED_FIELDS: dict[str, tuple[str, ...]] = {
    variant: ("antes", *betting, "starting_stacks", "actions")
    for variant, betting in {
        "FT": _FIXED_LIMIT,
        "NT": _NO_LIMIT,
        "NS": _NO_LIMIT,
        "PO": _NO_LIMIT,
        "FO/8": _FIXED_LIMIT,
        "F7S": _STUD,
        "F7S/8": _STUD,
        "FR": _STUD,
        "N2L1D": _NO_LIMIT,
        "F2L3D": _FIXED_LIMIT,
        "FB": _FIXED_LIMIT,
    }.items()
}
"""The fields that a hand of each variant must have."""


@dataclass(frozen=True, kw_only=True)
class PhhHand:
    """The fields of a hand as written. Arrays are by player, p1 first. A missing field is None or empty."""

    variant: str
    antes: tuple[Amount, ...]
    blinds_or_straddles: tuple[Amount, ...] = ()
    """Small blind first. With two players, p2 posts the first blind and the first ante."""
    bring_in: Amount | None = None
    small_bet: Amount | None = None
    big_bet: Amount | None = None
    min_bet: Amount | None = None
    starting_stacks: tuple[Amount, ...]
    """Stacks, infinite where they are unknown."""
    actions: tuple[str, ...]
    author: str | None = None
    event: str | None = None
    url: str | None = None
    venue: str | None = None
    address: str | None = None
    city: str | None = None
    region: str | None = None
    postal_code: str | None = None
    country: str | None = None
    time: datetime.time | None = None
    time_zone: str | None = None
    time_zone_abbreviation: str | None = None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    hand: int | str | None = None
    level: int | None = None
    seats: tuple[int, ...] = ()
    seat_count: int | None = None
    table: int | str | None = None
    players: tuple[str, ...] = ()
    finishing_stacks: tuple[Amount, ...] = ()
    winnings: tuple[Amount, ...] = ()
    """What each player took from the pots, without uncalled bets that were returned."""
    currency: str | None = None
    currency_symbol: str | None = None
    ante_trimming_status: bool | None = None
    time_limit: Amount | None = None
    time_banks: tuple[Amount, ...] = ()
    other_fields: Mapping[str, object] = field(default_factory=dict)
    """Fields that are not in the format, such as those of users (`_name`)."""


class PhhAction(NamedTuple):
    """A parsed action string."""

    verb: str
    """db, dh, pb, cbr, cc, f, sd or sm; empty for a comment."""
    position: int = -1
    """The player who acts or is dealt to, counted from 0."""
    cards: str = ""
    """Cards of two characters each, `??` if unknown; `-` if a player shows cards that were dealt face up."""
    amount: Amount = 0


class _Kind(NamedTuple):
    """What a field may contain: a description and a test."""

    description: str
    fits: Callable[[object], bool]


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return _is_integer(value) or (isinstance(value, Decimal) and not value.is_nan() and _is_amount(value))


def _is_amount(value: Decimal) -> bool:
    """Whether a number is infinite or of a plausible size. An exponent in the millions would take forever to print."""
    return value.is_infinite() or abs(value.adjusted()) < 1000


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _array(items: str, fits: Callable[[object], bool]) -> _Kind:
    return _Kind(f"an array of {items}", lambda value: isinstance(value, list) and all(map(fits, value)))


_NUMBER = _Kind("a number", _is_number)
_INTEGER = _Kind("an integer", _is_integer)
_TEXT = _Kind("a string", _is_text)
_NAME_OR_NUMBER = _Kind("a string or an integer", lambda value: _is_text(value) or _is_integer(value))

_KINDS = {
    **dict.fromkeys(("bring_in", "small_bet", "big_bet", "min_bet", "time_limit"), _NUMBER),
    **dict.fromkeys(("day", "month", "year", "level", "seat_count"), _INTEGER),
    **dict.fromkeys(("hand", "table"), _NAME_OR_NUMBER),
    **dict.fromkeys(
        ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings", "time_banks"),
        _array("numbers", _is_number),
    ),
    **dict.fromkeys(("actions", "players"), _array("strings", _is_text)),
    "seats": _array("integers", _is_integer),
    "time": _Kind("a local time such as 12:30:00", lambda value: isinstance(value, datetime.time)),
    "ante_trimming_status": _Kind("true or false", lambda value: isinstance(value, bool)),
}
_KNOWN_FIELDS = tuple(entry.name for entry in fields(PhhHand) if entry.name != "other_fields")
_BY_PLAYER = (
    "antes",
    "blinds_or_straddles",
    "seats",
    "players",
    "finishing_stacks",
    "winnings",
    "time_banks",
)

_CARDS = re.compile(r"(?:[2-9TJQKA][cdhs]|\?\?)+")
_PLAYER = re.compile(r"p([1-9][0-9]?)")
_AMOUNT = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_VARIANT = re.compile(r"variant\s*=")
_TABLE_HEADER = re.compile(r"\[\s*[0-9]+\s*\]\s*(?:#.*)?")
_NEXT_TABLE = re.compile(rb"^[^\S\n]*\[[^\S\n]*[0-9]+[^\S\n]*\][^\S\n]*(?:#.*)?\n", re.M)
_TOML_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")
_GRAMMAR = (
    "`d db CARDS`, `d dh pN CARDS`, `pN f`, `pN cc`, `pN cbr AMOUNT`, `pN pb`, `pN sd [CARDS]` or `pN sm [CARDS]`"
)


def is_phh_line(text: str) -> bool:
    """Whether a line, without spaces around it, shows that a file is PHH: the variant, or the table of a hand."""
    return _VARIANT.match(text) is not None or _TABLE_HEADER.match(text) is not None


def read_phh(text: str, *, first_line: int = 1) -> PhhHand:
    """Read a `.phh` file, which has one hand. Messages count its lines from `first_line` on."""
    if len(text) >= LONGEST_HAND:
        raise FormatError(f"a hand of more than {LONGEST_HAND:,} characters")
    return _hand(_toml(text, first_line))


def read_phhs(text: str) -> Iterator[PhhHand]:
    """Read a `.phhs` file, whose hands are the tables [1], [2] and so on, hand by hand."""
    for line, hand_text in split_phhs(enumerate(text.split("\n"), start=1)):
        try:
            yield read_phh(hand_text, first_line=line)
        except FormatError as error:
            raise FormatError(f"hand at line {line}: {error}") from None


def split_phhs(lines: LogLines | Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Split the numbered lines of a `.phhs` file into hands: the number of the first line, and the text as `.phh`.

    So a bad hand does not affect the others, and only one hand is in memory at a time. A hand that is too long is cut
    at a length that still shows that.
    """
    first_line = 1
    hand: list[str] = []
    length = 0
    for number, line in lines:
        if _TABLE_HEADER.fullmatch(line.strip()) is None:
            if length <= LONGEST_HAND:
                hand.append(line)
                length += len(line) + 1
            continue
        if length > LONGEST_HAND or _has_fields(hand):
            yield first_line, "\n".join(hand)
        first_line = number + 1
        hand.clear()
        length = 0
        if isinstance(lines, LogLines):
            # Whole hands at once are faster than lines.
            while (text := lines.next_section(_NEXT_TABLE)) is not None:
                if _has_fields(text.split("\n")):
                    yield first_line, text
                first_line = lines.number + 1
    if length > LONGEST_HAND or _has_fields(hand):
        yield first_line, "\n".join(hand)


def _has_fields(lines: list[str]) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in lines)


def _toml(text: str, first_line: int) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise FormatError("bad TOML: arrays or tables are nested too deeply") from None
    except (ValueError, ArithmeticError) as error:
        place = _TOML_PLACE.search(str(error))
        if place is None:
            raise FormatError(f"bad TOML: {error}") from None
        line, column = int(place.group(1)) + first_line - 1, place.group(2)
        raise FormatError(f"line {line}, column {column}: bad TOML: {str(error)[: place.start()]}") from None


def _hand(values: dict[str, Any]) -> PhhHand:
    """Make a hand of the fields, and check their types and their numbers of entries."""
    variant = values.get("variant")
    if not isinstance(variant, str) or variant not in REQUIRED_FIELDS:
        problem = "is missing" if variant is None else shown(variant)
        raise FormatError(f"variant {problem}: give one of {', '.join(REQUIRED_FIELDS)}")
    for name in REQUIRED_FIELDS[variant]:
        if name not in values:
            raise FormatError(f"{name} is missing: a hand of variant {variant} needs it")
    known = {name: _checked(name, values[name]) for name in _KNOWN_FIELDS if name in values}
    others = {name: value for name, value in values.items() if name not in known}
    hand = PhhHand(**known, other_fields=others)
    _check_lengths(hand)
    for number, action in enumerate(hand.actions, start=1):
        parse_phh_action(action, number=number, players=len(hand.starting_stacks))
    return hand


def _checked(name: str, value: object) -> Any:
    kind = _KINDS.get(name, _TEXT)
    if not kind.fits(value):
        raise FormatError(f"{name} = {shown(value)}: write {kind.description}")
    return tuple(value) if isinstance(value, list) else value


def _check_lengths(hand: PhhHand) -> None:
    players = len(hand.starting_stacks)
    if players < 2:
        raise FormatError(f"starting_stacks for {players} players: a hand has at least 2")
    for name in _BY_PLAYER:
        entries = len(getattr(hand, name))
        if entries not in (0, players) or (entries == 0 and name in REQUIRED_FIELDS[hand.variant]):
            raise FormatError(f"{name} has {entries} entries, starting_stacks has {players}: give one for each player")
    for position, stack in enumerate(hand.starting_stacks):
        if stack <= 0:
            raise FormatError(f"starting_stacks: p{position + 1} has {stack}: stacks are above 0, or inf if not known")


def parse_phh_action(text: str, *, number: int, players: int) -> PhhAction:
    """Parse an action string. `number` is its number in the hand, from 1; text after a # is commentary."""
    match text.partition("#")[0].split():
        case []:
            return PhhAction("")
        case ["d", "db", cards] if _CARDS.fullmatch(cards):
            return PhhAction("db", cards=cards)
        case ["d", "dh", player, cards] if _CARDS.fullmatch(cards):
            action = PhhAction("dh", _position(player), cards)
        case [player, "pb" | "f" | "cc" | "sd" | "sm" as verb]:
            action = PhhAction(verb, _position(player))
        case [player, "cbr", amount] if _AMOUNT.fullmatch(amount):
            action = PhhAction("cbr", _position(player), amount=Decimal(amount))
        case [player, "sd" | "sm" as verb, cards] if _CARDS.fullmatch(cards) or (verb, cards) == ("sm", "-"):
            action = PhhAction(verb, _position(player), cards)
        case _:
            raise FormatError(f"action {number} {shown(text)}: write {_GRAMMAR}, then `# comment` if you like")
    if not 0 <= action.position < players:
        raise FormatError(f"action {number} {shown(text)}: the players are p1 to p{players}")
    return action


def _position(player: str) -> int:
    match = _PLAYER.fullmatch(player)
    return int(match.group(1)) - 1 if match else -1
