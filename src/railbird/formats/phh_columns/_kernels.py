"""Reads the actions of a plain PHH hand, plays them, and judges its payoffs, in one pass over the text."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel
from railbird.formats._kernels import TOTAL_SHIFT
from railbird.formats.columns._kernels import HIDDEN
from railbird.formats.payoff_checks._kernels import judge_hand, most_lost, write_payoffs_of_shown
from railbird.games._kernels import apply_action, start_hand, write_payoffs
from railbird.games.definition import SHARES, UNLIMITED
from railbird.games.state_array import (
    ACTING,
    ANTES,
    BET,
    BIG_BLIND,
    BLINDS,
    BOARD_CARDS,
    CALL,
    FIRST_PLAYERS,
    FOLD,
    FOLDED,
    NO_LIMIT,
    OUTCOME,
    PLAYERS,
    PLAYING,
    RAISE,
    RAISE_SIZES,
    ROUND,
    SHOWDOWN,
    SPENT,
    STACKS,
    STREET_START,
)

NOT_PLAIN = -1
"""Returned instead of a verdict: the hand is left to the reader of all hands, which also says what is wrong."""

# How the payoffs are stated.
BY_RULES = 0
FINISHING_STACKS = 1
WINNINGS = 2

BOARD = 5
MOST_IN_HAND = 7
_CENTS = 100
_SPACE, _LINE_FEED, _RETURN, _TAB = ord(" "), ord("\n"), ord("\r"), ord("\t")
_QUOTE, _DOUBLE, _COMMA, _POINT, _QUESTION = ord("'"), ord('"'), ord(","), ord("."), ord("?")
_ZERO, _NINE = ord("0"), ord("9")
_B, _C, _D, _F, _H, _M, _P, _R, _S = (ord(letter) for letter in "bcdfhmprs")
_RANKS = np.frombuffer(b"23456789TJQKA", dtype=np.uint8)
_SUITS = np.frombuffer(b"cdhs", dtype=np.uint8)


class PlainRow(NamedTuple):
    """What is written of a hand, and workspace."""

    hole_cards: NDArray[np.uint8]
    """Cards by position."""
    board: NDArray[np.uint8]
    payoffs: NDArray[np.int64]
    """In 2520ths of a chip."""
    actions: NDArray[np.int64]
    numbers: NDArray[np.int64]
    """Number of actions, the rake in 2520ths of a chip, and who was dealt cards, as bits."""
    cards: NDArray[np.uint8]
    """Workspace, like all that follows."""
    held: NDArray[np.uint8]
    right: NDArray[np.int64]
    strengths: NDArray[np.int64]


@kernel
def read_plain_hand(
    hand: NDArray[np.int64],
    amounts: NDArray[np.int64],
    payoffs_by: int,
    unit: int,
    text: NDArray[np.uint8],
    row: PlainRow,
) -> int:
    """Read a hand and return the verdict on its payoffs, or `NOT_PLAIN`.

    `hand` is the array of a game with the right number of players and betting; its chips are set. `amounts` are in
    hundredths, by position: stacks (-1 if not known), antes, blinds, stated payoffs; then the smallest bet, or the
    small and the big bet. `text` is what stands between the brackets of the actions.
    """
    if not _set_chips(hand, amounts, unit):
        return NOT_PLAIN
    start_hand(hand)
    players = hand[PLAYERS]
    for position in range(players):
        row.hole_cards[position, 0] = row.hole_cards[position, 1] = HIDDEN
    for place in range(BOARD):
        row.board[place] = HIDDEN
    mucked = _read_actions(hand, text, unit, row)
    if mucked < 0 or not _write_payoffs(hand, amounts[3 * players :], payoffs_by, unit, mucked, row):
        return NOT_PLAIN
    total = 0
    for position in range(players):
        total += row.payoffs[position]
    row.numbers[1] = max(-total, 0)
    size = 2 * players
    return judge_hand(
        hand,
        row.payoffs[:players],
        SHARES,
        row.numbers[1],
        row.hole_cards[:players],
        row.board,
        unit > 1,
        row.cards[: size + BOARD],
        row.right[:players],
    )


@inlined
def _set_chips(hand: NDArray[np.int64], amounts: NDArray[np.int64], unit: int) -> bool:
    """Set stacks, antes, blinds and bets in chips. Return false if the game is none that is played plainly."""
    players, scale = hand[PLAYERS], _CENTS // unit
    largest = blind = first = 0
    for position in range(players):
        stack, ante, full = amounts[position], amounts[players + position], amounts[2 * players + position]
        if max(stack, 0) % scale or ante % scale or full % scale:
            return False
        chips = UNLIMITED if stack < 0 else stack // scale
        ante //= scale
        full //= scale
        if ante >= chips or chips > UNLIMITED:
            return False
        posted = min(full, chips - ante)
        largest = max(largest, full)
        if posted > 0 and posted >= blind:
            blind = posted
            first = (position + 1) % players
        hand[STACKS + position], hand[ANTES + position], hand[BLINDS + position] = chips - ante, ante, posted
    hand[BIG_BLIND], hand[FIRST_PLAYERS] = blind, first
    small, big = amounts[4 * players], amounts[4 * players + 1]
    if small % scale or big % scale or blind < largest or blind == 0:
        return False
    if hand[NO_LIMIT]:
        return small // scale == blind
    for street in range(4):
        hand[RAISE_SIZES + street] = (small if street < 2 else big) // scale
    return small > 0 and big > 0


@inlined
def _read_actions(hand: NDArray[np.int64], text: NDArray[np.uint8], unit: int, row: PlainRow) -> int:
    """Read and play all actions. Return the positions that mucked as bits, or -1."""
    at = _skip_space(text, 0)
    dealt = mucked = 0
    row.numbers[0] = row.numbers[2] = 0
    used = np.uint64(0)
    while at < len(text):
        quote = text[at]
        if quote not in (_QUOTE, _DOUBLE) or at + 4 >= len(text):
            return -1
        at += 1
        if text[at] == _D:
            at, dealt, used = _read_deal(hand, text, at, dealt, used, row)
        else:
            at, muck, used = _read_turn(hand, text, at, dealt, unit, used, row)
            mucked |= muck
        if at < 0 or at >= len(text) or text[at] != quote:
            return -1
        at = _skip_space(text, at + 1)
        if at < len(text):
            if text[at] != _COMMA:
                return -1
            at = _skip_space(text, at + 1)
    if not _pass_lone_player(hand, row) or hand[OUTCOME] == PLAYING or dealt != _board_size(hand):
        return -1
    return mucked if row.numbers[2] == (1 << hand[PLAYERS]) - 1 else -1


@inlined
def _read_deal(
    hand: NDArray[np.int64], text: NDArray[np.uint8], at: int, dealt: int, used: np.uint64, row: PlainRow
) -> tuple[int, int, np.uint64]:
    """Read `d db CARDS` or `d dh pN CARDS`. Return the end, or -1, the number of board cards, and the cards seen."""
    nothing = (-1, dealt, used)
    if at + 5 >= len(text) or text[at + 1] != _SPACE or text[at + 2] != _D:
        return nothing
    if text[at + 3] == _B and text[at + 4] == _SPACE:
        at += 5
        if not _pass_lone_player(hand, row):
            return nothing
        while at + 1 < len(text) and text[at] not in (_QUOTE, _DOUBLE):
            card = _card(text, at)
            if card < 0 or dealt == BOARD or used >> np.uint64(card) & np.uint64(1):
                return nothing
            used |= np.uint64(1) << np.uint64(card)
            row.board[dealt] = card
            dealt += 1
            at += 2
        return (at, dealt, used) if dealt <= _board_size(hand) else nothing
    if text[at + 3] != _H or text[at + 4] != _SPACE:
        return nothing
    position, at = _position(hand, text, at + 5)
    if position < 0 or row.numbers[2] >> position & 1 or row.hole_cards[position, 0] != HIDDEN:
        return nothing
    row.numbers[2] |= 1 << position
    at, used = _read_hand(text, at, position, used, row)
    return at, dealt, used


@inlined
def _read_hand(
    text: NDArray[np.uint8], at: int, position: int, used: np.uint64, row: PlainRow
) -> tuple[int, np.uint64]:
    """Read two cards of a player, or `????`. Return the end, or -1, and the cards seen."""
    if at + 4 >= len(text):
        return -1, used
    if text[at] == _QUESTION:
        for place in range(at, at + 4):
            if text[place] != _QUESTION:
                return -1, used
        return at + 4, used
    first, second = _card(text, at), _card(text, at + 2)
    if first < 0 or second < 0:
        return -1, used
    if row.hole_cards[position, 0] != HIDDEN:
        held = row.hole_cards[position]
        same = (held[0] == first and held[1] == second) or (held[0] == second and held[1] == first)
        return (at + 4 if same else -1), used
    bits = np.uint64(1) << np.uint64(first) | np.uint64(1) << np.uint64(second)
    if used & bits or first == second:
        return -1, used
    row.hole_cards[position, 0], row.hole_cards[position, 1] = first, second
    return at + 4, used | bits


@inlined
def _read_turn(
    hand: NDArray[np.int64],
    text: NDArray[np.uint8],
    at: int,
    dealt: int,
    unit: int,
    used: np.uint64,
    row: PlainRow,
) -> tuple[int, int, np.uint64]:
    """Read and play `pN f`, `pN cc`, `pN cbr AMOUNT`, or `pN sm [CARDS]`. Return the end, or -1, and who mucked."""
    position, at = _position(hand, text, at)
    if position < 0 or at + 1 >= len(text):
        return -1, 0, used
    if text[at] == _S and text[at + 1] == _M:
        at += 2
        if at < len(text) and text[at] != _SPACE:
            return (at if row.hole_cards[position, 0] == HIDDEN else -1), 1 << position, used
        at, used = _read_hand(text, at + 1, position, used, row)
        return at, 0, used
    if hand[ACTING] != position or dealt != _board_size(hand):
        return -1, 0, used
    kind, total = FOLD, 0
    if text[at] == _F:
        at += 1
    elif text[at] == _C and text[at + 1] == _C:
        kind, at = CALL, at + 2
    elif at + 4 < len(text) and text[at] == _C and text[at + 1] == _B and text[at + 2] == _R and text[at + 3] == _SPACE:
        amount, at = _amount(text, at + 4, unit)
        if amount < 0:
            return -1, 0, used
        kind, total = RAISE, hand[STREET_START + position] + amount
    else:
        return -1, 0, used
    return (at if _act(hand, kind, total, row) else -1), 0, used


@inlined
def _act(hand: NDArray[np.int64], kind: int, total: int, row: PlainRow) -> bool:
    count = row.numbers[0]
    if count == len(row.actions) or not apply_action(hand, kind, total):
        return False
    row.actions[count] = kind | total << TOTAL_SHIFT
    row.numbers[0] = count + 1
    return True


@inlined
def _pass_lone_player(hand: NDArray[np.int64], row: PlainRow) -> bool:
    """Let a player check who is left alone with chips and owes nothing: PHH does not write that."""
    if hand[ACTING] < 0:
        return True
    with_chips = 0
    for position in range(hand[PLAYERS]):
        in_play = not hand[FOLDED] >> position & 1
        with_chips += np.int64(in_play and hand[SPENT + position] < hand[STACKS + position])
    if with_chips > 1 or hand[SPENT + hand[ACTING]] < min(hand[BET], hand[STACKS + hand[ACTING]]):
        return True
    return bool(_act(hand, CALL, 0, row))


@inlined
def _board_size(hand: NDArray[np.int64]) -> int:
    size = 0
    for street in range(hand[ROUND] + 1):
        size += hand[BOARD_CARDS + street]
    return size


@inlined
def _skip_space(text: NDArray[np.uint8], at: int) -> int:
    while at < len(text) and text[at] in (_SPACE, _LINE_FEED, _RETURN, _TAB):
        at += 1
    return at


@inlined
def _position(hand: NDArray[np.int64], text: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """Read `pN ` or `pN` before a quote. Return the position, or -1, and the place after the space."""
    number, start = 0, at + 1
    if at >= len(text) or text[at] != _P:
        return -1, at
    at = start
    while at < len(text) and at < start + 2 and _ZERO <= text[at] <= _NINE:
        number = 10 * number + np.int64(text[at]) - _ZERO
        at += 1
    if not 1 <= number <= hand[PLAYERS] or text[start] == _ZERO or at >= len(text) or text[at] != _SPACE:
        return -1, at
    return number - 1, at + 1


@inlined
def _amount(text: NDArray[np.uint8], at: int, unit: int) -> tuple[int, int]:
    """Read an amount in chips, with up to two decimals. Return -1 if it is none, and the place after it."""
    start, number, decimals = at, 0, 0
    while at < len(text) and at < start + 10 and _ZERO <= text[at] <= _NINE:
        number = 10 * number + np.int64(text[at]) - _ZERO
        at += 1
    if at == start:
        return -1, at
    if at < len(text) and text[at] == _POINT:
        if unit == 1:
            return -1, at  # it may make chips cents
        at += 1
        while at < len(text) and decimals < 2 and _ZERO <= text[at] <= _NINE:
            number = 10 * number + np.int64(text[at]) - _ZERO
            decimals += 1
            at += 1
        if decimals == 0:
            return -1, at
    if unit > 1:
        number *= 100 if decimals == 0 else 10 if decimals == 1 else 1
    return (number if number <= UNLIMITED else -1), at


@inlined
def _card(text: NDArray[np.uint8], at: int) -> int:
    """The card at a place, or -1."""
    for rank in range(13):
        if text[at] == _RANKS[rank]:
            for suit in range(4):
                if text[at + 1] == _SUITS[suit]:
                    return 4 * rank + suit
    return -1


@kernel
def _write_payoffs(
    hand: NDArray[np.int64], stated: NDArray[np.int64], payoffs_by: int, unit: int, mucked: int, row: PlainRow
) -> bool:
    """Write the payoffs as stated, or by the rules, where hands that are not shown lose."""
    players = hand[PLAYERS]
    if payoffs_by != BY_RULES:
        scale = _CENTS // unit
        for position in range(players):
            before = hand[STACKS + position] + hand[ANTES + position]
            if payoffs_by == WINNINGS:
                before = most_lost(hand, position)
            elif before == UNLIMITED:
                return False
            # A share of a chip in hundredths is left to the other reader.
            if stated[position] % scale:
                return False
            row.payoffs[position] = SHARES * (stated[position] // scale - before)
        return True
    if hand[OUTCOME] != SHOWDOWN:
        chips = SHARES if write_payoffs(hand, row.cards, row.payoffs) else 1
        for position in range(players):
            row.payoffs[position] *= chips
        return True
    for position in range(players):
        if row.hole_cards[position, 0] == HIDDEN:
            mucked |= 1 << position
        for place in range(2):
            is_hidden = mucked >> position & 1
            row.cards[2 * position + place] = 0 if is_hidden else row.hole_cards[position, place]
    for place in range(BOARD):
        row.cards[2 * players + place] = row.board[place]
    if not _all_pots_have_a_hand(hand, mucked):
        return False
    write_payoffs_of_shown(hand, row.cards[: 2 * players + BOARD], mucked, row.held, row.strengths, row.payoffs)
    return True


@inlined
def _all_pots_have_a_hand(hand: NDArray[np.int64], mucked: int) -> bool:
    """Whether in every pot for which several players compete at least one of them shows a hand."""
    for position in range(hand[PLAYERS]):
        if hand[FOLDED] >> position & 1:
            continue
        rivals = shown = 0
        for other in range(hand[PLAYERS]):
            if not hand[FOLDED] >> other & 1 and hand[SPENT + other] >= hand[SPENT + position]:
                rivals += 1
                shown += np.int64(not mucked >> other & 1)
        if rivals > 1 and shown == 0:
            return False
    return True
