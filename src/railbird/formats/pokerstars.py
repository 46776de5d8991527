"""Reads the text of PokerStars hand histories: no-limit hold'em cash hands, line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from railbird.errors import FormatError
from railbird.formats.fields import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MOST_LINES = 2_000
"""More lines than any hand has."""

_MONEY = r"[^\d\s.()]{0,3}(\d{1,12}(?:\.\d{1,2})?)"
_CARDS = r"\[([2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs])*)\]"
_ALL_IN = r"(?: and is all-in)?"
_FIRST_LINE = re.compile(r"PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #(\d{1,18}): +(.*)")
_STAKES = re.compile(rf"Hold'em No Limit \({_MONEY}/{_MONEY}(?: [A-Z]{{3}})?\) - .*")
_TABLE = re.compile(r"Table '.*' .*Seat #(\d{1,2}) is the button")
_SEAT = re.compile(rf"Seat (\d{{1,2}}): (.+) \({_MONEY} in chips(?:, .*)?\)(.*)")
_STREET = re.compile(rf"\*\*\* (FLOP|TURN|RIVER) \*\*\* (?:\[[^\]]*\] )?{_CARDS}")
_DEALT = re.compile(rf"Dealt to (.+) {_CARDS}")
_RETURNED = re.compile(rf"Uncalled bet \({_MONEY}\) returned to (.+)")
_COLLECTED = re.compile(rf"(.+) collected {_MONEY} from (?:main |side )?pot(?:-\d)?")
_RAKE = re.compile(rf"Total pot .*\| Rake {_MONEY}.*")
_SUMMARY_CARDS = re.compile(rf"Seat (\d{{1,2}}): .*(?:mucked|showed) {_CARDS}.*")
_VERBS = (
    ("small blind", re.compile(rf"posts small blind {_MONEY}{_ALL_IN}")),
    ("big blind", re.compile(rf"posts big blind {_MONEY}{_ALL_IN}")),
    ("both blinds", re.compile(rf"posts small & big blinds {_MONEY}{_ALL_IN}")),
    ("ante", re.compile(rf"posts the ante {_MONEY}{_ALL_IN}")),
    ("fold", re.compile(rf"folds(?: {_CARDS})?")),
    ("check", re.compile(r"checks")),
    ("call", re.compile(rf"calls {_MONEY}{_ALL_IN}")),
    ("bet", re.compile(rf"bets {_MONEY}{_ALL_IN}")),
    ("raise", re.compile(rf"raises {_MONEY} to {_MONEY}{_ALL_IN}")),
    ("show", re.compile(rf"shows {_CARDS}.*")),
    ("", re.compile(r"mucks hand|doesn't show hand|sits out|is sitting out|cannot .*|said, .*")),
)
_TWICE = ("*** FIRST ", "*** SECOND ")


class PokerStarsAction(NamedTuple):
    """What a player does, or the board cards that are dealt."""

    line: int
    text: str
    verb: str
    """small blind, big blind, both blinds, ante, fold, check, call, bet or raise; board for board cards."""
    player: str = ""
    amount: Decimal = Decimal(0)
    """The amount of a blind, ante, call or bet; of a raise, the total of the street."""
    cards: str = ""


@dataclass
class PokerStarsHand:
    """A hand as written. Players are the seats in the order of the file."""

    number: int
    line: int
    """The number of the first line."""
    is_money: bool
    """Whether amounts are money with cents; otherwise they are play chips."""
    big_blind: Decimal
    button: int = 0
    """The seat with the button."""
    seats: dict[str, int] = field(default_factory=dict)
    """The seats of the players."""
    stacks: dict[str, Decimal] = field(default_factory=dict)
    actions: list[PokerStarsAction] = field(default_factory=list)
    hole_cards: dict[str, str] = field(default_factory=dict)
    collected: dict[str, Decimal] = field(default_factory=dict)
    rake: Decimal | None = None


def is_pokerstars_line(text: str) -> bool:
    """Whether a line, without spaces around it, begins a hand."""
    return _FIRST_LINE.match(text) is not None


def split_hands(lines: Iterable[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    """Split numbered lines into hands. Lines before the first hand are left out."""
    hand: list[tuple[int, str]] = []
    for number, line in lines:
        text = line.strip()
        if is_pokerstars_line(text):
            if hand:
                yield hand
            hand = [(number, text)]
        elif hand and text and len(hand) <= MOST_LINES:
            hand.append((number, text))
    if hand:
        yield hand


def read_pokerstars(lines: Sequence[tuple[int, str]]) -> PokerStarsHand:
    """Read the numbered lines of a hand, from its first line on."""
    if len(lines) > MOST_LINES:
        raise FormatError(f"a hand of more than {MOST_LINES:,} lines")
    hand = _begin(*lines[0])
    is_summary = False
    for number, text in lines[1:]:
        is_summary = is_summary or text.startswith("*** SUMMARY")
        if is_summary:
            _read_summary(hand, text)
        else:
            _read_line(hand, number, text)
    if not hand.button or len(hand.seats) < 2:
        raise FormatError("the button or the seats are missing: a hand has `Table ... Seat #N is the button` and seats")
    return hand


def _begin(number: int, text: str) -> PokerStarsHand:
    match = _FIRST_LINE.match(text)
    if match is None:
        raise FormatError(f"{shown(text)} does not begin a hand")
    stakes = _STAKES.fullmatch(match.group(2))
    if stakes is None:
        raise FormatError(f"{shown(match.group(2))}: only cash hands of Hold'em No Limit are read")
    is_money = re.search(r"\(\d", match.group(2)) is None or "." in stakes.group(1) + stakes.group(2)
    return PokerStarsHand(int(match.group(1)), number, is_money, Decimal(stakes.group(2)))


def _read_line(hand: PokerStarsHand, number: int, text: str) -> None:
    """Read a line before the summary. Lines that say nothing about the play are left out."""
    if text.startswith(_TWICE):
        raise FormatError(f"line {number}: {shown(text)}: hands with several boards are not read")
    if (match := _TABLE.match(text)) is not None:
        hand.button = int(match.group(1))
    elif (match := _SEAT.fullmatch(text)) is not None and not hand.actions:
        hand.seats[match.group(2)], hand.stacks[match.group(2)] = int(match.group(1)), Decimal(match.group(3))
    elif (match := _STREET.match(text)) is not None:
        hand.actions.append(PokerStarsAction(number, text, "board", cards=match.group(2).replace(" ", "")))
    elif (match := _DEALT.fullmatch(text)) is not None:
        hand.hole_cards[match.group(1)] = match.group(2).replace(" ", "")
    elif (match := _COLLECTED.fullmatch(text)) is not None and match.group(1) in hand.seats:
        before = hand.collected.get(match.group(1), Decimal(0))
        hand.collected[match.group(1)] = before + Decimal(match.group(2))
    else:
        _read_action(hand, number, text)


def _read_action(hand: PokerStarsHand, number: int, text: str) -> None:
    player = max((name for name in hand.seats if text.startswith(f"{name}: ")), key=len, default=None)
    if player is None:
        return
    for verb, pattern in _VERBS:
        match = pattern.fullmatch(text[len(player) + 2 :].rstrip())
        if match is None:
            continue
        if verb in ("fold", "show") and match.group(1):
            hand.hole_cards[player] = match.group(1).replace(" ", "")
        if verb and verb != "show":
            amount = match.group(match.lastindex) if match.lastindex and verb != "fold" else "0"
            hand.actions.append(PokerStarsAction(number, text, verb, player, Decimal(amount)))
        return
    raise FormatError(f"line {number}: {shown(text)}: this is no action that is known")


def _read_summary(hand: PokerStarsHand, text: str) -> None:
    if (match := _RAKE.fullmatch(text)) is not None:
        hand.rake = Decimal(match.group(1))
    elif (match := _SUMMARY_CARDS.fullmatch(text)) is not None:
        for name, seat in hand.seats.items():
            if seat == int(match.group(1)):
                hand.hole_cards.setdefault(name, match.group(2).replace(" ", ""))
