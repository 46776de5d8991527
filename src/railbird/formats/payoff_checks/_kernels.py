"""Judges stated payoffs in one replay of the betting of each hand."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.cards.strength._kernels import strength_of_array
from railbird.compiled import inlined, kernel
from railbird.formats._kernels import TOTAL_SHIFT
from railbird.formats.columns._kernels import HIDDEN, HandArrays
from railbird.games._kernels import apply_action, share_pots, start_hand, write_payoffs
from railbird.games.definition import SHARES
from railbird.games.state_array import ANTES, FOLDED, HOLE_CARDS, OUTCOME, PLAYERS, PLAYING, SHOWDOWN, SPENT

# What can be said of the payoffs of a hand.
SOUND = 0
HIDDEN_CARDS = 1  # nothing is wrong as far as can be seen, but unknown cards decide who wins
UNPLAYABLE = 2  # the betting is not legal, or not over
WRONG = 3  # not those of the cards and actions
UNBALANCED = 4  # they do not add up to 0, or to minus the rake
TOO_HIGH = 5  # more than the player can win
TOO_LOW = 6  # more than the player can lose
TOO_MUCH_RAKE = 7

MILLION = 1_000_000
"""Payoffs agree if they are equal to six decimals, with which they are printed."""
LEAST_POTS_PER_RAKE = 4
"""A pot is at least this many times its rake: a quarter of the pot is more than any house takes."""


@kernel
def judge_payoffs(
    hand: NDArray[np.int64],
    hands: HandArrays,
    parts: int,
    rakes: NDArray[np.int64],
    has_odd_chips: bool,
    verdicts: NDArray[np.int64],
) -> None:
    """Write the verdict on each hand. Payoffs and rakes are in `parts` of a chip.

    `hand` is the array of the game. With `has_odd_chips`, or where there is a rake, winners may share a pot in whole
    chips, so that shares differ by less than a chip.
    """
    players = hand[PLAYERS]
    start_hand(hand)
    first = hand.copy()
    cards = np.empty(players * hand[HOLE_CARDS] + hands.board.shape[1], dtype=np.uint8)
    right = np.empty(players, dtype=np.int64)
    for number in range(len(hands.numbers)):
        copy_into(first, hand)
        stated = hands.payoffs[number]
        if not plays_out(hand, hands.actions[hands.offsets[number] : hands.offsets[number + 1]]):
            verdicts[number] = UNPLAYABLE
        else:
            verdicts[number] = judge_hand(
                hand,
                stated,
                parts,
                rakes[number],
                hands.hole_cards[number],
                hands.board[number],
                has_odd_chips,
                cards,
                right,
            )


@kernel
def judge_hand(
    hand: NDArray[np.int64],
    stated: NDArray[np.int64],
    parts: int,
    rake: int,
    hole_cards: NDArray[np.uint8],
    board: NDArray[np.uint8],
    has_odd_chips: bool,
    cards: NDArray[np.uint8],
    right: NDArray[np.int64],
) -> int:
    """The verdict on a hand that is over. `cards` and `right` are workspace."""
    if hand[OUTCOME] == SHOWDOWN and not _gather(hand, hole_cards, board, cards):
        return _judge_bounds(hand, stated, parts, rake)
    scale = SHARES if write_payoffs(hand, cards, right) else 1
    for position in range(hand[PLAYERS]):
        right[position] *= scale
    slack = 1 if has_odd_chips or rake > 0 else 0
    return _judge_exactly(hand, stated, parts, rake, right, slack)


@kernel
def settle_shown(
    hand: NDArray[np.int64],
    actions: NDArray[np.int64],
    cards: NDArray[np.uint8],
    mucked: int,
    payoffs: NDArray[np.int64],
) -> None:
    """Write the payoffs of a showdown in 2520ths of a chip; hands whose bit is set in `mucked` lose to others.

    `cards` are the hole cards by position, any for those that were folded or mucked, then the board.
    """
    start_hand(hand)
    plays_out(hand, actions)
    size = hand[HOLE_CARDS]
    held = np.empty(len(cards) - (hand[PLAYERS] - 1) * size, dtype=np.uint8)
    write_payoffs_of_shown(hand, cards, mucked, held, np.empty(hand[PLAYERS], dtype=np.int64), payoffs)


@inlined
def write_payoffs_of_shown(
    hand: NDArray[np.int64],
    cards: NDArray[np.uint8],
    mucked: int,
    held: NDArray[np.uint8],
    strengths: NDArray[np.int64],
    payoffs: NDArray[np.int64],
) -> None:
    """Write the payoffs of a hand that is over in 2520ths of a chip. `held` and `strengths` are workspace."""
    size = hand[HOLE_CARDS]
    copy_into(cards[hand[PLAYERS] * size :], held[size:])
    for position in range(hand[PLAYERS]):
        strengths[position] = 0
        if not (hand[FOLDED] | mucked) >> position & 1:
            copy_into(cards[position * size : position * size + size], held)
            strengths[position] = 1 + np.int64(strength_of_array(held))
    share_pots(hand, strengths, payoffs)


@inlined
def plays_out(hand: NDArray[np.int64], actions: NDArray[np.int64]) -> bool:
    """Play a hand that has just begun. Return whether all actions are legal and the hand is over."""
    for action in actions:
        if not apply_action(hand, action & (1 << TOTAL_SHIFT) - 1, action >> TOTAL_SHIFT):
            return False
    return hand[OUTCOME] != PLAYING


@inlined
def _gather(
    hand: NDArray[np.int64], hole_cards: NDArray[np.uint8], board: NDArray[np.uint8], cards: NDArray[np.uint8]
) -> bool:
    """Copy the cards of a showdown, any cards for folded hands. Return whether all that decide it are known."""
    place = 0
    for position in range(len(hole_cards)):
        has_folded = hand[FOLDED] >> position & 1
        for card in hole_cards[position]:
            if card == HIDDEN and not has_folded:
                return False
            cards[place] = 0 if has_folded else card
            place += 1
    for card in board:
        if card == HIDDEN:
            return False
        cards[place] = card
        place += 1
    return True


@inlined
def _judge_exactly(
    hand: NDArray[np.int64],
    stated: NDArray[np.int64],
    parts: int,
    rake: int,
    right: NDArray[np.int64],
    slack: int,
) -> int:
    """The verdict if the right payoffs before the rake are known; they are in 2520ths of a chip."""
    if slack:
        verdict = _judge_bounds(hand, stated, parts, rake)
        if verdict in (UNBALANCED, TOO_MUCH_RAKE):
            return verdict
    for position in range(hand[PLAYERS]):
        is_winner = right[position] > -SHARES * most_lost(hand, position)
        surplus = _difference(stated[position], parts, right[position])
        if slack == 0 or not is_winner:
            if abs(surplus) >= max(parts * SHARES // MILLION, 1):
                return WRONG
        elif surplus >= parts * SHARES or surplus <= -SHARES * min(rake + parts, MILLION * parts):
            return WRONG
    return SOUND


@inlined
def _difference(stated: int, parts: int, right: int) -> int:
    """How much more is stated than is right, in `parts` times 2520ths of a chip, up to a million chips."""
    chips = min(max(stated // parts - right // SHARES, -MILLION), MILLION)
    return chips * parts * SHARES + stated % parts * SHARES - right % SHARES * parts


@inlined
def _judge_bounds(hand: NDArray[np.int64], stated: NDArray[np.int64], parts: int, rake: int) -> int:
    """The verdict from the betting alone: what each player can win and lose, and the sum."""
    total = pot = 0
    for position in range(hand[PLAYERS]):
        lost = most_lost(hand, position)
        pot += lost
        # Values have six decimals, or are rounded to parts.
        if stated[position] > _most_won(hand, position) * parts + 1:
            return TOO_HIGH
        if stated[position] < -lost * parts - 1:
            return TOO_LOW
        total += stated[position]
    if abs(total + rake) > hand[PLAYERS]:
        return UNBALANCED
    return TOO_MUCH_RAKE if LEAST_POTS_PER_RAKE * (rake - parts) > pot * parts else HIDDEN_CARDS


@inlined
def most_lost(hand: NDArray[np.int64], position: int) -> int:
    """The chips that a player loses without winning any: those that others have matched, and the ante."""
    most = 0
    for other in range(hand[PLAYERS]):
        if other != position:
            most = max(most, hand[SPENT + other])
    spent = hand[SPENT + position]
    # Uncalled chips are returned, but not after a free fold.
    return (spent if hand[FOLDED] >> position & 1 else min(spent, most)) + hand[ANTES + position]


@inlined
def _most_won(hand: NDArray[np.int64], position: int) -> int:
    """The most chips that a player can win of the others; after a fold, minus those that the player put in."""
    own = hand[SPENT + position]
    if hand[FOLDED] >> position & 1:
        return -own - hand[ANTES + position]
    is_deepest = True
    for other in range(hand[PLAYERS]):
        is_deepest = is_deepest and (hand[FOLDED] >> other & 1 or hand[SPENT + other] <= own)
    chips = 0
    for other in range(hand[PLAYERS]):
        if other != position:
            spent = hand[SPENT + other]
            # The last pot has all chips of players who folded, also those above all others.
            chips += spent if is_deepest and hand[FOLDED] >> other & 1 else min(spent, own)
            chips += hand[ANTES + other]
    return chips
