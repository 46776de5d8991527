"""Reads and writes the lines of the three logs of a team: timings, ensemble and statistics (Thiel 2013, 3.3.6).

    BOT 0 PREFLOP Fair 2572msec
    Mem1|Mem2:0:cccc/cf/fc/:Kd9h|Kd9h/Ad8d6s/Ts/:1.0[C]|0.0/0.0|1.0[C]/1.0[C]|0.0/1.0[C]|0.0
    Mem1|Mem2:15:0:-4.761904761/-5.833333333|-5.238095238/-6.25:0.559244197|0.440755802

Beyond that notation, a member that did not answer is `-`, raises of no-limit games have their total (`r300`), and runs
append the imagined earnings of the hand to its line: `:combined=10.0|-5.0`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias, cast, get_args

from railbird.cards import format_cards, parse_cards
from railbird.errors import CardError, FormatError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.cards import Card

TimingKind: TypeAlias = Literal["DECISION", "BOT", "WAIT"]
NO_ANSWER_TEXT = "-"
_STREETS = ("PREFLOP", "FLOP", "TURN", "RIVER")
_ANSWER = re.compile(r"[fc-]|r\d*")
_ANSWERS = re.compile(r"(?:[fc-]|r\d*)*")
_TIMING = re.compile(r"([A-Z]+) (\d+) ([A-Z]+)(?: (\S+))? (\d+)msec", re.ASCII)
_CHOSEN = "[C]"
_DIGITS_BEYOND = 3
"""Digits that are cut off after the ninth, because the notation truncates."""


@dataclass(frozen=True)
class TimingEvent:
    """How long something took: the decision, the answer of a member, or the wait for the other players."""

    kind: TimingKind
    hand: int
    street: int
    milliseconds: int
    member: str = ""
    """The member that answered; empty for other events."""


@dataclass(frozen=True)
class TeamHandLine:
    """The decisions of a team in a hand. Ratings and chosen members are by decision, over all streets."""

    names: tuple[str, ...]
    hand: int
    answers: tuple[tuple[tuple[str, ...], ...], ...]
    """By street and decision, the answers of the members: `f`, `c`, `r`, or `-`."""
    hole_cards: tuple[Card, ...]
    board: tuple[tuple[Card, ...], ...]
    """The cards dealt on each street after the first; empty for streets that were not reached."""
    ratings: tuple[tuple[float, ...], ...]
    chosen: tuple[tuple[int, ...], ...]
    earnings: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    """Imagined earnings of the members by method, as far as a run keeps them; None if a member did not answer."""


@dataclass(frozen=True)
class TeamStatisticsLine:
    """The statistics behind a decision. Values and ratings are by member."""

    names: tuple[str, ...]
    hand: int
    street: int
    values: tuple[tuple[float, ...], ...]
    ratings: tuple[float, ...]


def format_timing(event: TimingEvent) -> str:
    """Format an event of the timings log, without the line break."""
    member = f" {event.member}" if event.member else ""
    return f"{event.kind} {event.hand} {_STREETS[event.street]}{member} {event.milliseconds}msec"


def read_timing(line: str) -> TimingEvent:
    """Read a line of the timings log."""
    match = _TIMING.fullmatch(line)
    kind, hand, street, member, milliseconds = match.groups() if match else ("", "", "", None, "")
    if kind not in get_args(TimingKind) or street not in _STREETS or (kind == "BOT") != (member is not None):
        raise FormatError(f"{line[:80]!r} is not an event like DECISION 0 PREFLOP 4msec or BOT 0 FLOP Fair 12msec")
    return TimingEvent(
        cast("TimingKind", kind), int(hand), _STREETS.index(street), int(milliseconds), member=member or ""
    )


def format_team_hand(line: TeamHandLine) -> str:
    """Format a line of the ensemble log, without the line break."""
    answers = "/".join(["".join(["".join(decision) for decision in street]) for street in line.answers])
    own = format_cards(line.hole_cards)
    cards = "/".join(["|".join([own] * len(line.names)), *map(format_cards, line.board)])
    ratings = "/".join([_marked(*decision) for decision in zip(line.ratings, line.chosen, strict=True)])
    parts = [_names_text(line.names), str(line.hand), answers, cards, ratings]
    if line.earnings:
        parts.append("/".join([f"{name}={_values_text(values, '|')}" for name, values in line.earnings.items()]))
    return ":".join(parts)


def read_team_hand(line: str) -> TeamHandLine:
    """Read a line of the ensemble log."""
    parts = line.split(":")
    if len(parts) not in (5, 6):
        raise _wrong(line, f"it has {len(parts)} parts between colons, not 5 or 6")
    names, hand, answers, cards, ratings, *earnings = parts
    members = tuple(names.split("|"))
    count = len(members)
    by_street = tuple(_decisions(street, count, line) for street in answers.split("/"))
    own, *board = cards.split("/")
    hands = own.split("|")
    if hands != [hands[0]] * count:
        raise _wrong(line, f"{own!r} does not have the same hand {count} times, once for each member")
    rated = [_rated(decision, count, line) for decision in filter(None, ratings.split("/"))]
    if len(rated) != sum(map(len, by_street)):
        raise _wrong(line, f"it has {len(rated)} ratings for {sum(map(len, by_street))} decisions")
    return TeamHandLine(
        members,
        _whole(hand, line),
        by_street,
        _cards(hands[0], line),
        tuple(_cards(street, line) for street in board),
        tuple(values for values, _ in rated),
        tuple(chosen for _, chosen in rated),
        _earnings(earnings[0], count, line) if earnings else {},
    )


def format_team_statistics(line: TeamStatisticsLine) -> str:
    """Format a line of the statistics log, without the line break."""
    values = "|".join([_values_text(member, "/") for member in line.values])
    return f"{_names_text(line.names)}:{line.hand}:{line.street}:{values}:{_values_text(line.ratings, '|')}"


def read_team_statistics(line: str) -> TeamStatisticsLine:
    """Read a line of the statistics log."""
    parts = line.split(":")
    if len(parts) != 5:
        raise _wrong(line, f"it has {len(parts)} parts between colons, not 5")
    names, hand, street, values, ratings = parts
    members = tuple(names.split("|"))
    by_member = tuple(tuple(_number(value, line) for value in member.split("/")) for member in values.split("|"))
    rated = tuple(_number(value, line) for value in ratings.split("|"))
    if len(by_member) != len(members) or len(rated) != len(members):
        raise _wrong(line, f"it has {len(by_member)} values and {len(rated)} ratings for {len(members)} members")
    return TeamStatisticsLine(members, _whole(hand, line), _whole(street, line), by_member, rated)


def _names_text(names: Sequence[str]) -> str:
    return "|".join(names)


def _number_text(value: float) -> str:
    """Truncated to nine decimals, without zeros at the end."""
    text = f"{value:.12f}"[:-_DIGITS_BEYOND].rstrip("0")
    if not text.endswith("."):
        return text
    return "0.0" if text == "-0." else text + "0"


def _values_text(values: Sequence[float | None], separator: str) -> str:
    return separator.join([NO_ANSWER_TEXT if value is None else _number_text(value) for value in values])


def _marked(ratings: Sequence[float], chosen: Sequence[int]) -> str:
    return "|".join(
        [_number_text(rating) + (_CHOSEN if member in chosen else "") for member, rating in enumerate(ratings)]
    )


def _decisions(street: str, count: int, line: str) -> tuple[tuple[str, ...], ...]:
    answers = _ANSWER.findall(street)
    if not _ANSWERS.fullmatch(street) or len(answers) % count:
        raise _wrong(line, f"{street!r} does not have {count} answers f, c, r or - for each decision")
    return tuple(tuple(answers[place : place + count]) for place in range(0, len(answers), count))


def _rated(text: str, count: int, line: str) -> tuple[tuple[float, ...], tuple[int, ...]]:
    values = text.split("|")
    if len(values) != count:
        raise _wrong(line, f"{text!r} does not have {count} ratings")
    chosen = tuple(member for member, value in enumerate(values) if value.endswith(_CHOSEN))
    return tuple(_number(value.removesuffix(_CHOSEN), line) for value in values), chosen


def _earnings(text: str, count: int, line: str) -> dict[str, tuple[float | None, ...]]:
    earnings: dict[str, tuple[float | None, ...]] = {}
    for part in text.split("/"):
        name, equals, values = part.partition("=")
        texts = values.split("|")
        if not equals or len(texts) != count:
            raise _wrong(line, f"{part!r} is not a method with the earnings of {count} members")
        earnings[name] = tuple(None if text == NO_ANSWER_TEXT else _number(text, line) for text in texts)
    return earnings


def _cards(text: str, line: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text) if text else ()
    except CardError as error:
        raise _wrong(line, str(error)) from None


def _number(text: str, line: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise _wrong(line, f"{text!r} is not a number") from None


def _whole(text: str, line: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise _wrong(line, f"{text!r} is not a whole number")
    return int(text)


def _wrong(line: str, why: str) -> FormatError:
    return FormatError(f"{line[:80]!r} is not a line of a team's log: {why}")
