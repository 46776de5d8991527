"""Hands in columns in compiled code: read from the lines of a log, and written as lines."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.compiled import inlined, kernel
from railbird.formats._kernels import (
    ACTION_COUNT,
    BOARD_COUNT,
    FINE,
    HAS_FRACTIONS,
    HIDDEN_HANDS,
    NUMBER,
    PARTS,
    TOTAL_SHIFT,
    VALUES,
    WRONG,
    read_hand,
)
from railbird.games._kernels import apply_action, start_hand
from railbird.games.state_array import (
    ACTING,
    BLINDS,
    BOARD_CARDS,
    CALL,
    FOLD,
    HOLE_CARDS,
    NO_LIMIT,
    PLAYERS,
    RAISE,
    ROUND,
    ROUNDS,
    SPENT,
)

HIDDEN = 255
"""Stands for a card that is unknown or was not dealt."""

# Why a pass over lines has stopped.
FULL = 0
LEFT = 1  # a line that is not a plain hand, or is incomplete
NEW_NAMES = 2

LONGEST_NUMBER = 20
"""In digits, with a sign."""
_COLON, _SLASH, _BAR, _MINUS, _POINT, _SHARP = ord(":"), ord("/"), ord("|"), ord("-"), ord("."), ord("#")
_LINE_FEED, _CARRIAGE_RETURN, _ZERO = ord("\n"), ord("\r"), ord("0")
_B, _C, _F, _R = ord("b"), ord("c"), ord("f"), ord("r")
_STATE = np.frombuffer(b"STATE:", dtype=np.uint8)
_RANKS, _SUITS = np.frombuffer(b"23456789TJQKA", dtype=np.uint8), np.frombuffer(b"cdhs", dtype=np.uint8)


class HandArrays(NamedTuple):
    """The columns of hands (see `hand_columns`); `offsets` has one more entry than there are hands."""

    numbers: NDArray[np.int64]
    lines: NDArray[np.int64]
    players: NDArray[np.int32]
    hole_cards: NDArray[np.uint8]
    board: NDArray[np.uint8]
    payoffs: NDArray[np.int64]
    offsets: NDArray[np.int64]
    actions: NDArray[np.int64]


class NamesTable(NamedTuple):
    """A hash table of the fields of names seen so far, with the players that each of them seats."""

    slots: NDArray[np.int64]
    """Slots by hash, with linear probing: the number of a field, counted from 1, or 0 for a free slot."""
    text: NDArray[np.uint8]
    ends: NDArray[np.int64]
    """Field f is the text from `ends[f]` to `ends[f + 1]`."""
    players: NDArray[np.int32]
    """The row of the name, by field and position."""


class LineFormat(NamedTuple):
    """The format of the lines of a log."""

    names_first: bool
    call_totals: bool
    deck: np.uint64
    cards: int
    """Position of the first hole card among the fields that `read_hand` writes; the board and the actions follow."""
    board: int
    actions: int
    longest: int
    """The largest length of a line."""
    is_whole: bool
    """Whether lines end with the results of the hand."""


@kernel
def read_lines(
    text: NDArray[np.uint8],
    line: int,
    form: LineFormat,
    hand: NDArray[np.int64],
    fields: NDArray[np.int64],
    names: NamesTable,
    hands: HandArrays,
    count: int,
) -> tuple[int, int, int, int]:
    """Read the plain hands at the start of a text line by line, and append them to the columns.

    `line` is the number of the line before the first. Return the reason for stopping, the position, the number of the
    last line, and the number of hands. A line that is not a plain hand, or has an error, is left to the caller.
    """
    at = 0
    while True:
        if count == len(hands.numbers) or hands.offsets[count] + len(fields) - form.actions > len(hands.actions):
            return FULL, at, line, count
        end = _end_of_line(text, at)
        if end < 0 or end - at > form.longest:
            return LEFT, at, line, count
        body, body_end, name, name_end = _split_line(text, at, end, form)
        if body < 0:
            return LEFT, at, line, count
        entry = _field_of_names(names, text[name:name_end])
        if entry < 0:
            return NEW_NAMES, at, line, count
        read_hand(
            hand,
            text[body:body_end],
            form.deck,
            form.call_totals,
            form.is_whole,
            form.cards,
            form.board,
            form.actions,
            fields,
        )
        if fields[WRONG] != FINE:
            return LEFT, at, line, count
        line += 1
        hands.lines[count] = line
        copy_into(names.players[entry], hands.players[count])
        append_hand(fields, form, hand[PLAYERS], hand[HOLE_CARDS], hands, count)
        count += 1
        at = end + 1


@inlined
def _end_of_line(text: NDArray[np.uint8], at: int) -> int:
    """The position of the next line feed, or -1."""
    while at < len(text):
        if text[at] == _LINE_FEED:
            return at
        at += 1
    return -1


@inlined
def _split_line(text: NDArray[np.uint8], at: int, end: int, form: LineFormat) -> tuple[int, int, int, int]:
    """The bounds of the hand and of the names, or -1 if the line does not have the fields of a hand."""
    while end > at and text[end - 1] == _CARRIAGE_RETURN:
        end -= 1
    nothing = (-1, 0, 0, 0)
    if form.names_first:
        colon = _next_colon(text, at, end)
        betting = _next_colon(text, colon + 1, end) + 1
        if at == end or text[at] == _SHARP or betting >= end or (text[betting] == _B) != form.call_totals:
            return nothing
        return colon + 1, end, at, colon
    if end - at < len(_STATE):
        return nothing
    for place in range(len(_STATE)):
        if text[at + place] != _STATE[place]:
            return nothing
    body = colon = at + len(_STATE)
    for field in range(4):
        colon = _next_colon(text, colon + (field > 0), end)
    if colon >= end:
        return nothing
    return body, colon, colon + 1, end


@inlined
def _next_colon(text: NDArray[np.uint8], at: int, end: int) -> int:
    """The position of the next colon, or the end."""
    while at < end and text[at] != _COLON:
        at += 1
    return at


@inlined
def _field_of_names(names: NamesTable, field: NDArray[np.uint8]) -> int:
    """The number of a field of names, or -1."""
    mask = np.uint64(len(names.slots) - 1)
    slot = hash_of(field) & mask
    while names.slots[slot] > 0:
        entry = names.slots[slot] - 1
        start, end = names.ends[entry], names.ends[entry + 1]
        if end - start == len(field):
            place = 0
            while place < len(field) and names.text[start + place] == field[place]:
                place += 1
            if place == len(field):
                return entry
        slot = (slot + np.uint64(1)) & mask
    return -1


@kernel
def hash_of(field: NDArray[np.uint8]) -> np.uint64:
    """The FNV-1a hash of bytes."""
    value = np.uint64(14695981039346656037)
    for letter in field:
        value = (value ^ np.uint64(letter)) * np.uint64(1099511628211)
    return value


@kernel
def append_hand(
    fields: NDArray[np.int64], form: LineFormat, players: int, size: int, hands: HandArrays, count: int
) -> None:
    """Append the hand that `read_hand` has read to the columns, with values in millionths."""
    hands.numbers[count] = fields[NUMBER]
    scale = 1 if fields[HAS_FRACTIONS] else PARTS
    for position in range(players):
        hands.payoffs[count, position] = fields[VALUES + position] * scale
        is_hidden = fields[HIDDEN_HANDS] >> position & 1
        for place in range(size):
            card = fields[form.cards + size * position + place]
            hands.hole_cards[count, position, place] = HIDDEN if is_hidden else card
    for place in range(hands.board.shape[1]):
        hands.board[count, place] = fields[form.board + place] if place < fields[BOARD_COUNT] else HIDDEN
    first = hands.offsets[count]
    for place in range(fields[ACTION_COUNT]):
        hands.actions[first + place] = fields[form.actions + place]
    hands.offsets[count + 1] = first + fields[ACTION_COUNT]


@kernel
def write_betting(
    hand: NDArray[np.int64], actions: NDArray[np.int64], call_totals: bool, text: NDArray[np.uint8]
) -> int:
    """Write the betting string of a hand. Return its length, or -1 if an action is illegal."""
    return _write_betting(hand, actions, call_totals, text, 0)


@kernel
def write_lines(
    hand: NDArray[np.int64],
    hands: HandArrays,
    parts: int,
    names: NDArray[np.uint8],
    name_ends: NDArray[np.int64],
    text: NDArray[np.uint8],
    first: int,
) -> tuple[int, int]:
    """Write hands as STATE lines, starting with hand `first`, until the text is full.

    Return the length of the text, or -1 if an action is illegal, and the next hand to write. The text must have space
    for at least one hand. Name n is the part of `names` from end n to end n + 1.
    """
    at = 0
    for number in range(first, len(hands.numbers)):
        actions = hands.actions[hands.offsets[number] : hands.offsets[number + 1]]
        length = _most_letters(hands, number, len(actions), name_ends)
        if at + length > len(text):
            return at, number
        at = _write_letters(_STATE, text, at)
        at = _write_number(hands.numbers[number], text, at)
        text[at] = _COLON
        at = _write_betting(hand, actions, False, text, at + 1)
        if at < 0:
            return at, number
        text[at] = _COLON
        at = _write_cards(hand, hands.hole_cards[number], hands.board[number], text, at + 1)
        for position in range(hand[PLAYERS]):
            text[at] = _BAR if position else _COLON
            at = _write_value(hands.payoffs[number, position], parts, text, at + 1)
        for position in range(hand[PLAYERS]):
            text[at] = _BAR if position else _COLON
            name = hands.players[number, position]
            at = _write_letters(names[name_ends[name] : name_ends[name + 1]], text, at + 1)
        text[at] = _LINE_FEED
        at += 1
    return at, len(hands.numbers)


@inlined
def _most_letters(hands: HandArrays, number: int, actions: int, name_ends: NDArray[np.int64]) -> int:
    """Upper bound of the length of the line of this hand."""
    letters = len(_STATE) + LONGEST_NUMBER + (actions + 1) * (LONGEST_NUMBER + 1)
    letters += 3 * (hands.hole_cards[number].size + hands.board.shape[1])
    for name in hands.players[number]:
        letters += 2 * LONGEST_NUMBER + name_ends[name + 1] - name_ends[name]
    return letters + 16


@inlined
def _write_betting(
    hand: NDArray[np.int64], actions: NDArray[np.int64], call_totals: bool, text: NDArray[np.uint8], at: int
) -> int:
    """Play a hand from its start and write its actions, with a slash at each new round. Return the end of the text."""
    start_hand(hand)
    if call_totals:
        at = _write_blinds(hand, text, at)
    street = 0
    # Blinds that put all players all-in end the hand on the last street.
    at, street = _write_slashes(hand, street, text, at)
    for action in actions:
        kind, total, position = action & (1 << TOTAL_SHIFT) - 1, action >> TOTAL_SHIFT, hand[ACTING]
        if not apply_action(hand, kind, total):
            return -1
        if kind == RAISE:
            text[at] = _R
            at = _write_number(total, text, at + 1) if hand[NO_LIMIT] else at + 1
        else:
            text[at] = _F if kind == FOLD else _C
            at = _write_number(hand[SPENT + position], text, at + 1) if call_totals and kind == CALL else at + 1
        at, street = _write_slashes(hand, street, text, at)
    return at


@inlined
def _write_slashes(hand: NDArray[np.int64], street: int, text: NDArray[np.uint8], at: int) -> tuple[int, int]:
    while street < hand[ROUND]:
        text[at] = _SLASH
        at += 1
        street += 1
    return at, street


@inlined
def _write_blinds(hand: NDArray[np.int64], text: NDArray[np.uint8], at: int) -> int:
    """Write all blinds, from the smallest to the largest."""
    last = 0
    while True:
        least = 0
        for position in range(hand[PLAYERS]):
            blind = hand[BLINDS + position]
            if blind > last and (least == 0 or blind < least):
                least = blind
        if least == 0:
            return at
        for position in range(hand[PLAYERS]):
            if hand[BLINDS + position] == least:
                text[at] = _B
                at = _write_number(least, text, at + 1)
        last = least


@inlined
def _write_cards(
    hand: NDArray[np.int64],
    hole_cards: NDArray[np.uint8],
    board: NDArray[np.uint8],
    text: NDArray[np.uint8],
    at: int,
) -> int:
    """Write the hole cards by position, separated by bars, then the board cards of each dealt street after a slash."""
    for position in range(len(hole_cards)):
        if position:
            text[at] = _BAR
            at += 1
        for card in hole_cards[position]:
            at = _write_card(card, text, at)
    dealt = 0
    for street in range(1, hand[ROUNDS]):
        size = hand[BOARD_CARDS + street]
        if board[dealt + size - 1] == HIDDEN:
            return at
        text[at] = _SLASH
        at += 1
        for place in range(dealt, dealt + size):
            at = _write_card(board[place], text, at)
        dealt += size
    return at


@inlined
def _write_card(card: int, text: NDArray[np.uint8], at: int) -> int:
    if card == HIDDEN:
        return at
    text[at], text[at + 1] = _RANKS[card >> 2], _SUITS[card & 3]
    return at + 2


@inlined
def _write_value(value: int, parts: int, text: NDArray[np.uint8], at: int) -> int:
    """Write an amount as chips, with up to six decimals and no trailing zeros."""
    if value < 0:
        text[at] = _MINUS
        at += 1
        value = -value
    whole, decimals = value // parts, (2 * (value % parts) * PARTS + parts) // (2 * parts)
    at = _write_number(whole + decimals // PARTS, text, at)
    decimals %= PARTS
    if decimals == 0:
        return at
    text[at] = _POINT
    at += 1
    digit = PARTS // 10
    while decimals:
        text[at] = _ZERO + decimals // digit
        decimals %= digit
        digit //= 10
        at += 1
    return at


@inlined
def _write_number(number: int, text: NDArray[np.uint8], at: int) -> int:
    """Write a non-negative number."""
    digits = 1
    rest = number // 10
    while rest:
        digits += 1
        rest //= 10
    for place in range(at + digits - 1, at - 1, -1):
        text[place] = _ZERO + number % 10
        number //= 10
    return at + digits


@inlined
def _write_letters(letters: NDArray[np.uint8], text: NDArray[np.uint8], at: int) -> int:
    for letter in letters:
        text[at] = letter
        at += 1
    return at
