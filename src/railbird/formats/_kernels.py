"""Reading a logged hand in compiled code: its number, betting, cards and values in one pass over the text."""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel
from railbird.games._kernels import apply_action, raise_bounds, start_hand
from railbird.games.state_array import (
    ACTING,
    BLINDS,
    BOARD_CARDS,
    CALL,
    FOLD,
    HOLE_CARDS,
    NO_LIMIT,
    OUTCOME,
    PLAYERS,
    PLAYING,
    RAISE,
    ROUND,
    ROUNDS,
    SPENT,
)

# What can be wrong with a text.
FINE = 0
ILLEGAL = 1
UNKNOWN_LETTER = 2
WRONG_SLASH = 3
MISSING_SIZE = 4
WRONG_TOTAL = 5
TOO_LONG = 6
UNWANTED_NUMBER = 7
WRONG_BLIND = 8
UNFINISHED = 9
WRONG_FIELDS = 10
WRONG_NUMBER = 11
WRONG_HANDS = 12
WRONG_HAND_SIZE = 13
NO_CARD = 14
CARD_TWICE = 15
NOT_IN_DECK = 16
WRONG_STREETS = 17
WRONG_BOARD = 18
WRONG_VALUES = 19
NO_VALUE = 20

# Positions of the fields of a hand that was read; they are followed by values, hole cards, board and actions.
WRONG = 0
PLACE = 1
NUMBER = 2
ACTION_COUNT = 3
BOARD_COUNT = 4
HIDDEN_HANDS = 5
HAS_FRACTIONS = 6
VALUES = 7

TOTAL_SHIFT = 2
"""The kind of an action is in the two low bits, its total above them."""
PARTS = 1_000_000
"""Fractional values are in millionths, because logs have up to six decimals."""

_TOO_MANY = 2**40
_MOST_VALUE_DIGITS = 12
_MOST_DECIMALS = 6
_MOST_NUMBER_DIGITS = 18
_COLON, _SLASH, _BAR, _MINUS, _POINT = ord(":"), ord("/"), ord("|"), ord("-"), ord(".")
_ZERO, _TWO, _NINE = ord("0"), ord("2"), ord("9")
_B, _C, _F, _R = ord("b"), ord("c"), ord("f"), ord("r")
_T, _J, _Q, _K, _A = ord("T"), ord("J"), ord("Q"), ord("K"), ord("A")
_D, _H, _S = ord("d"), ord("h"), ord("s")


@kernel
def read_hand(
    hand: NDArray[np.int64],
    text: NDArray[np.uint8],
    deck: np.uint64,
    call_totals: bool,
    is_whole: bool,
    cards: int,
    board: int,
    actions: int,
    fields: NDArray[np.int64],
) -> int:
    """Read `number:betting:cards`, followed by `:values` if it is a whole hand, and play it from the start.

    Writes the fields and returns their number. `deck` has a bit for every card. With `call_totals`, the blinds come
    before the first action and calls carry totals. Hole cards, board and actions are written to `fields` from the
    positions `cards`, `board` and `actions` on.
    """
    start_hand(hand)
    wrong, at = _read_hand_number(text, fields)
    if wrong == FINE and call_totals:
        wrong, at = _read_blinds(hand, text, at)
    if wrong == FINE:
        wrong, at = _read_betting(hand, text, at, call_totals, fields[actions:], fields)
    if wrong == FINE and is_whole and hand[OUTCOME] == PLAYING:
        wrong = UNFINISHED
    if wrong == FINE and at == len(text):
        wrong = WRONG_FIELDS
    if wrong == FINE:
        wrong, at = _read_cards(hand, text, at + 1, deck, fields[cards:], fields[board:], fields)
    if wrong == FINE and (at < len(text)) != is_whole:
        wrong = WRONG_FIELDS
    if wrong == FINE and is_whole:
        wrong, at = _read_values(text, at + 1, hand[PLAYERS], fields)
    fields[WRONG], fields[PLACE] = wrong, at
    return actions + fields[ACTION_COUNT] if wrong == FINE else VALUES


@inlined
def _read_hand_number(text: NDArray[np.uint8], fields: NDArray[np.int64]) -> tuple[int, int]:
    """Read the number of the hand. Return the error, and the position after the colon or of the error."""
    number, at = _read_digits(text, 0, _MOST_NUMBER_DIGITS)
    if at == len(text):
        return WRONG_FIELDS, at
    if number < 0 or text[at] != _COLON:
        return WRONG_NUMBER, at
    fields[NUMBER] = number
    return FINE, at + 1


@inlined
def _read_blinds(hand: NDArray[np.int64], text: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """Read all blinds in the order in which they are posted, from the smallest to the largest."""
    posted = 0
    while at < len(text) and text[at] == _B:
        start = at
        blind, at = _read_number(text, at + 1)
        smaller, as_large = _blinds_up_to(hand, blind)
        if blind < 1 or not smaller <= posted < smaller + as_large:
            return WRONG_BLIND, start
        posted += 1
    smaller, _ = _blinds_up_to(hand, _TOO_MANY)
    return (FINE if posted == smaller else WRONG_BLIND), at


@inlined
def _blinds_up_to(hand: NDArray[np.int64], chips: int) -> tuple[int, int]:
    """Number of smaller blinds, and of blinds of the same size."""
    smaller = as_large = 0
    for position in range(hand[PLAYERS]):
        blind = hand[BLINDS + position]
        smaller += 0 < blind < chips
        as_large += blind == chips
    return smaller, as_large


@inlined
def _read_betting(
    hand: NDArray[np.int64],
    text: NDArray[np.uint8],
    at: int,
    call_totals: bool,
    actions: NDArray[np.int64],
    fields: NDArray[np.int64],
) -> tuple[int, int]:
    """Read legal actions up to a colon, and play them."""
    count = slashes = 0
    while at < len(text) and text[at] != _COLON:
        if text[at] == _SLASH:
            slashes += 1
            if slashes > hand[ROUND]:
                return WRONG_SLASH, at
            at += 1
            continue
        if slashes != hand[ROUND] and hand[ACTING] >= 0:
            return WRONG_SLASH, at
        if count == len(actions):
            return TOO_LONG, at
        wrong, action, end = _read_action(hand, text, at, call_totals)
        if wrong != FINE:
            return wrong, at
        actions[count] = action
        count += 1
        at = end
    fields[ACTION_COUNT] = count
    return (FINE if slashes == hand[ROUND] else WRONG_SLASH), at


@inlined
def _read_action(hand: NDArray[np.int64], text: NDArray[np.uint8], at: int, call_totals: bool) -> tuple[int, int, int]:
    """Play the action at a position. Return the error, the action, and the position after it."""
    letter = text[at]
    total, end = _read_number(text, at + 1)
    position = hand[ACTING]
    if letter == _R:
        kind, has_number = RAISE, hand[NO_LIMIT] != 0
    elif letter == _C:
        kind, has_number = CALL, call_totals
    elif letter == _F:
        kind, has_number = FOLD, False
    else:
        return UNKNOWN_LETTER, 0, at
    if total >= 0 and not has_number:
        return UNWANTED_NUMBER, 0, at
    if kind == RAISE and total < 0:
        if hand[NO_LIMIT]:
            return MISSING_SIZE, 0, at
        total = raise_bounds(hand)[1] if position >= 0 else 0
    if not apply_action(hand, kind, total):
        return ILLEGAL, 0, at
    if kind == RAISE:
        return FINE, RAISE | total << TOTAL_SHIFT, end
    if total >= 0 and total != hand[SPENT + position]:
        return WRONG_TOTAL, 0, at
    return FINE, kind, end


@inlined
def _read_number(text: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """The number at a position, or -1, and the position after it."""
    number = -1
    while at < len(text) and _ZERO <= text[at] <= _NINE:
        # No stack is that large: beyond the limit a number only has to stay too large.
        number = min(max(number, 0) * 10 + np.int64(text[at]) - _ZERO, _TOO_MANY)
        at += 1
    return number, at


@inlined
def _read_cards(
    hand: NDArray[np.int64],
    text: NDArray[np.uint8],
    at: int,
    deck: np.uint64,
    hole_cards: NDArray[np.int64],
    board: NDArray[np.int64],
    fields: NDArray[np.int64],
) -> tuple[int, int]:
    """Read the hole cards by position and the board, up to a colon or the end."""
    size = hand[HOLE_CARDS]
    left = deck
    fields[HIDDEN_HANDS] = 0
    for position in range(hand[PLAYERS]):
        if position > 0:
            if at == len(text) or text[at] != _BAR:
                return WRONG_HANDS, at
            at += 1
        wrong, at, count, left = _read_some_cards(
            text, at, deck, left, hole_cards[size * position : size * position + size]
        )
        if wrong != FINE:
            return wrong, at
        if count == 0:
            fields[HIDDEN_HANDS] |= 1 << position
        elif count != size:
            return WRONG_HAND_SIZE, at
    if at < len(text) and text[at] == _BAR:
        return WRONG_HANDS, at
    return _read_board(hand, text, at, deck, left, board, fields)


@inlined
def _read_board(
    hand: NDArray[np.int64],
    text: NDArray[np.uint8],
    at: int,
    deck: np.uint64,
    left: np.uint64,
    board: NDArray[np.int64],
    fields: NDArray[np.int64],
) -> tuple[int, int]:
    """Read the board street by street, for the streets that the betting has reached."""
    street = 1
    dealt = 0
    while at < len(text) and text[at] == _SLASH:
        if street >= hand[ROUNDS]:
            return WRONG_STREETS, at
        size = hand[BOARD_CARDS + street]
        wrong, at, count, left = _read_some_cards(text, at + 1, deck, left, board[dealt : dealt + size])
        if wrong != FINE:
            return wrong, at
        if count != size:
            return WRONG_STREETS, at
        dealt += size
        street += 1
    if at < len(text) and text[at] != _COLON:
        return WRONG_STREETS, at
    fields[BOARD_COUNT] = dealt
    expected = 0
    for reached in range(1, hand[ROUND] + 1):
        expected += hand[BOARD_CARDS + reached]
    return (FINE if dealt == expected else WRONG_BOARD), at


@inlined
def _read_some_cards(
    text: NDArray[np.uint8], at: int, deck: np.uint64, left: np.uint64, cards: NDArray[np.int64]
) -> tuple[int, int, int, np.uint64]:
    """Read cards up to a separator. Return the error, the end, the number of cards, and the rest of the deck."""
    count = 0
    while at < len(text) and text[at] != _BAR and text[at] != _SLASH and text[at] != _COLON:
        rank = _rank(text[at])
        suit = _suit(text[at + 1]) if at + 1 < len(text) else -1
        if rank < 0 or suit < 0:
            return NO_CARD, at, count, left
        card = 4 * rank + suit
        bit = np.uint64(1) << np.uint64(card)
        if not deck & bit:
            return NOT_IN_DECK, at, count, left
        if not left & bit:
            return CARD_TWICE, at, count, left
        left ^= bit
        if count < len(cards):
            cards[count] = card
        count += 1
        at += 2
    return FINE, at, count, left


@inlined
def _rank(letter: int) -> int:
    if _TWO <= letter <= _NINE:
        return np.int64(letter) - _TWO
    for rank, other in enumerate((_T, _J, _Q, _K, _A)):
        if letter == other:
            return rank + 8
    return -1


@inlined
def _suit(letter: int) -> int:
    for suit, other in enumerate((_C, _D, _H, _S)):
        if letter == other:
            return suit
    return -1


@inlined
def _read_values(text: NDArray[np.uint8], at: int, players: int, fields: NDArray[np.int64]) -> tuple[int, int]:
    """Read what each player won or lost, in millionths if a value is fractional."""
    fractions = 0
    for position in range(players):
        if position > 0:
            if at == len(text):
                return WRONG_VALUES, at
            at += 1
        start = at
        value, at = _read_value(text, at)
        if at == start or (at < len(text) and text[at] != _BAR):
            return NO_VALUE, start
        fields[VALUES + position] = value
        fractions += value % PARTS != 0
    if at != len(text):
        return WRONG_VALUES, at
    fields[HAS_FRACTIONS] = fractions
    if fractions == 0:
        for position in range(players):
            fields[VALUES + position] //= PARTS
    return FINE, at


@inlined
def _read_value(text: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """A number with up to six decimals, in millionths, and the position after it; `at` if there is no number."""
    start = at
    is_negative = at < len(text) and text[at] == _MINUS
    whole, at = _read_digits(text, at + is_negative, _MOST_VALUE_DIGITS)
    if whole < 0:
        return 0, start
    parts = 0
    if at < len(text) and text[at] == _POINT:
        first = at + 1
        parts, at = _read_digits(text, first, _MOST_DECIMALS)
        if parts < 0:
            return 0, start
        for _ in range(_MOST_DECIMALS - (at - first)):
            parts *= 10
    value = whole * PARTS + parts
    return (-value if is_negative else value), at


@inlined
def _read_digits(text: NDArray[np.uint8], at: int, most: int) -> tuple[int, int]:
    """A number of at most `most` digits, or -1, and the position after it."""
    number = -1
    end = at + most
    while at < min(end, len(text)) and _ZERO <= text[at] <= _NINE:
        number = max(number, 0) * 10 + np.int64(text[at]) - _ZERO
        at += 1
    return number, at
