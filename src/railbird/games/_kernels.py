"""The betting rules in compiled code: exactly those of the reference dealer, with one exception (see `raise_bounds`).

The public state of a hand is a small array (see `state_array`); cards are separate.
"""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into, random_below
from railbird.cards.strength._kernels import strength_of_array
from railbird.compiled import inlined, kernel, short_kernel
from railbird.games.definition import MOST_ACTIONS_IN_ROUND, MOST_CARDS_IN_HAND, MOST_PLAYERS, SHARES
from railbird.games.state_array import (
    ACTING,
    ACTIONS,
    ALL_BUT_ONE_FOLDED,
    ALL_IN_PLAYERS_ACT,
    ANTES,
    BET,
    BIG_BLIND,
    BLINDS,
    BOARD_CARDS,
    CALL,
    CALLED,
    FIRST_PLAYERS,
    FOLD,
    FOLDED,
    FREE_FOLDS,
    HOLE_CARDS,
    MAX_RAISES,
    MINIMUM_RAISE,
    NO_LIMIT,
    OUTCOME,
    PLAYERS,
    RAISE,
    RAISE_SIZES,
    RAISES,
    ROUND,
    ROUNDS,
    SHOWDOWN,
    SMALLEST_CHIP,
    SPENT,
    STACKS,
    STREET_START,
    THREE_CARD_HANDS,
)


@kernel
def start(hand: NDArray[np.int64]) -> tuple[int, int, int, tuple[bool, int, int]]:
    """Post the blinds, let the first player act, and return the node."""
    start_hand(hand)
    return _node(hand)


@short_kernel
def act(hand: NDArray[np.int64], action: tuple[int, int]) -> tuple[int, int, int, tuple[bool, int, int]]:
    """Apply an action and return the node; if it is illegal, the outcome is -1 and `hand` is left undefined."""
    kind, total = action
    if (total and kind != RAISE) or not apply_action(hand, kind, total):
        return -1, 0, 0, (False, 0, 0)
    return _node(hand)


@inlined
def _node(hand: NDArray[np.int64]) -> tuple[int, int, int, tuple[bool, int, int]]:
    """The outcome, the round, the acting position, and the legal actions: whether to fold, lowest and highest raise."""
    if hand[ACTING] < 0:
        return hand[OUTCOME], hand[ROUND], hand[ACTING], (False, 0, 0)
    low, high = raise_bounds(hand)
    return hand[OUTCOME], hand[ROUND], hand[ACTING], (can_fold(hand), low, high)


@inlined
def start_hand(hand: NDArray[np.int64]) -> None:
    """Post the blinds and let the first player act."""
    hand[ROUND:] = 0
    for position in range(hand[PLAYERS]):
        hand[SPENT + position] = hand[BLINDS + position]
    hand[BET] = hand[BIG_BLIND]
    hand[MINIMUM_RAISE] = max(2 * hand[BIG_BLIND], 1)
    acting = 0
    for position in range(hand[PLAYERS]):
        acting += np.int64(_acts(hand, position))
    if acting == 0:
        _show_down(hand)
    else:
        _next_to_act(hand, hand[FIRST_PLAYERS] + hand[PLAYERS] - 1)


@inlined
def raise_bounds(hand: NDArray[np.int64]) -> tuple[int, int]:
    """The lowest and highest total to which the acting player may raise; (0, 0) if no raise is allowed."""
    street = hand[ROUND]
    if hand[RAISES] >= hand[MAX_RAISES + street]:
        return 0, 0
    if hand[ACTIONS] + hand[PLAYERS] > MOST_ACTIONS_IN_ROUND or _players_with_chips(hand) <= 1:
        return 0, 0
    stack = hand[STACKS + hand[ACTING]]
    if not hand[NO_LIMIT]:
        # As at the reference dealer, a player whose whole stack just calls may call it a raise, and everybody else acts
        # again. The only difference from that dealer: it also accepts a raise when the bet is above the player's stack.
        # That lowers the bet to the stack, and players who then call take chips back.
        if hand[BET] > stack:
            return 0, 0
        size = min(hand[BET] + hand[RAISE_SIZES + street], stack)
        return size, size
    if hand[MINIMUM_RAISE] <= stack:
        return hand[MINIMUM_RAISE], stack
    # With too few chips for a full raise the player may go all-in, if that is more than the current bet.
    return (stack, stack) if hand[BET] < stack else (0, 0)


@inlined
def can_fold(hand: NDArray[np.int64]) -> bool:
    """Whether the player may fold: only with chips to call and chips left, unless the game has free folds."""
    position = hand[ACTING]
    owes = hand[SPENT + position] < hand[BET] and hand[SPENT + position] < hand[STACKS + position]
    return owes or hand[FREE_FOLDS] != 0


@inlined
def apply_action(hand: NDArray[np.int64], kind: int, total: int) -> bool:
    """Apply an action of the acting player; return false if it is illegal."""
    position = hand[ACTING]
    if position < 0:
        return False
    stack = hand[STACKS + position]
    if kind == FOLD:
        if not can_fold(hand):
            return False
        hand[FOLDED] |= 1 << position
    elif kind == CALL:
        hand[SPENT + position] = min(hand[BET], stack)
        hand[CALLED] += np.int64(_acts(hand, position))
    elif kind == RAISE:
        low, high = raise_bounds(hand)
        if high == 0 or total < low or total > high:
            return False
        # A short all-in leaves the minimum raise unchanged, and reopens the betting.
        hand[MINIMUM_RAISE] = max(hand[MINIMUM_RAISE], 2 * total - hand[BET])
        hand[BET] = total
        hand[SPENT + position] = total
        hand[RAISES] += 1
        hand[CALLED] = np.int64(_acts(hand, position))
    else:
        return False
    hand[ACTIONS] += 1
    _end_of_turn(hand, position)
    return True


@inlined
def _end_of_turn(hand: NDArray[np.int64], position: int) -> None:
    """Pass the turn to the next player, start the next round, or end the hand."""
    left = acting = 0
    for other in range(hand[PLAYERS]):
        left += 1 - (hand[FOLDED] >> other & 1)
        acting += np.int64(_acts(hand, other))
    if left == 1:
        hand[OUTCOME] = ALL_BUT_ONE_FOLDED
        hand[ACTING] = -1
    elif hand[CALLED] < acting:
        _next_to_act(hand, position)
    elif acting > 1 and hand[ROUND] + 1 < hand[ROUNDS]:
        _next_round(hand)
    else:
        _show_down(hand)


@inlined
def _show_down(hand: NDArray[np.int64]) -> None:
    """End the betting; the rest of the board is dealt if players are all-in."""
    hand[OUTCOME] = SHOWDOWN
    hand[ACTING] = -1
    hand[ROUND] = hand[ROUNDS] - 1


@inlined
def _acts(hand: NDArray[np.int64], position: int) -> bool:
    """Whether a player still acts: not folded, and with chips left unless all-in players act too."""
    has_chips = hand[SPENT + position] < hand[STACKS + position]
    return not hand[FOLDED] >> position & 1 and (has_chips or hand[ALL_IN_PLAYERS_ACT] != 0)


@inlined
def _next_round(hand: NDArray[np.int64]) -> None:
    hand[ROUND] += 1
    hand[ACTIONS] = 0
    hand[RAISES] = 0
    hand[CALLED] = 0
    hand[MINIMUM_RAISE] = hand[BET] + max(hand[BIG_BLIND], 1)
    for position in range(hand[PLAYERS]):
        hand[STREET_START + position] = hand[SPENT + position]
    _next_to_act(hand, hand[FIRST_PLAYERS + hand[ROUND]] + hand[PLAYERS] - 1)


@inlined
def _next_to_act(hand: NDArray[np.int64], position: int) -> None:
    """Pass the turn to the next player after a position who still acts."""
    players = hand[PLAYERS]
    for step in range(1, players + 1):
        candidate = (position + step) % players
        if _acts(hand, candidate):
            hand[ACTING] = candidate
            return


@inlined
def _players_with_chips(hand: NDArray[np.int64]) -> int:
    """The number of players who have not folded and have chips left."""
    acting = 0
    for position in range(hand[PLAYERS]):
        in_play = not hand[FOLDED] >> position & 1
        acting += np.int64(in_play and hand[SPENT + position] < hand[STACKS + position])
    return acting


@short_kernel
def write_payoffs(hand: NDArray[np.int64], cards: NDArray[np.uint8], payoffs: NDArray[np.int64]) -> bool:
    """Write the payoffs of a finished hand: in chips (return true) or in 2520ths of a chip (return false).

    `cards` are the hole cards by position, including folded hands, then the board; a showdown needs all of them.
    """
    strengths = np.empty(MOST_PLAYERS, dtype=np.int64)
    held = np.empty(MOST_CARDS_IN_HAND, dtype=np.uint8)
    _share_pots(hand, cards, strengths, held, payoffs)
    players = hand[PLAYERS]
    for position in range(players):
        if payoffs[position] % SHARES:
            return False
    for position in range(players):
        payoffs[position] //= SHARES
    return True


@inlined
def _share_pots(
    hand: NDArray[np.int64],
    cards: NDArray[np.uint8],
    strengths: NDArray[np.int64],
    held: NDArray[np.uint8],
    payoffs: NDArray[np.int64],
) -> None:
    """Write the payoffs in 2520ths of a chip; `strengths` and `held` are workspace."""
    if hand[OUTCOME] == SHOWDOWN:
        _write_strengths(hand, cards, held, strengths)
    else:
        strengths[: hand[PLAYERS]] = 0
    share_pots(hand, strengths, payoffs)


@inlined
def share_pots(hand: NDArray[np.int64], strengths: NDArray[np.int64], payoffs: NDArray[np.int64]) -> None:
    """Write the payoffs in 2520ths of a chip, from the strengths of the hands; those of folded hands are ignored.

    There is a pot for each level of contribution; it includes the chips of players who folded, but they cannot win.
    """
    players = hand[PLAYERS]
    for position in range(players):
        payoffs[position] = -SHARES * (hand[SPENT + position] + hand[ANTES + position])
    # The antes are a pot of level 0, for all players who have not folded.
    pot = 0
    for position in range(players):
        pot += hand[ANTES + position]
    if pot > 0:
        _share_pot(hand, pot, 0, strengths, payoffs)
    paid = 0
    level = _next_level(hand, paid)
    while level > 0:
        above = _next_level(hand, level)
        pot = 0
        for position in range(players):
            spent = hand[SPENT + position]
            # Chips above the last level, of players who folded, belong to the last pot.
            stays = above == 0 and hand[FOLDED] >> position & 1
            pot += max(0, (spent if stays else min(spent, level)) - paid)
        _share_pot(hand, pot, level, strengths, payoffs)
        paid = level
        level = above


@kernel
def _write_strengths(
    hand: NDArray[np.int64],
    cards: NDArray[np.uint8],
    room: NDArray[np.uint8],
    strengths: NDArray[np.int64],
) -> None:
    """Write the strengths of the hands at showdown by position; `room` is workspace for the cards of a hand."""
    hole_cards = hand[HOLE_CARDS]
    board_start = hand[PLAYERS] * hole_cards
    held = room[: hole_cards + len(cards) - board_start]
    for i in range(board_start, len(cards)):
        held[hole_cards + i - board_start] = cards[i]
    for position in range(hand[PLAYERS]):
        if not hand[FOLDED] >> position & 1:
            for i in range(hole_cards):
                held[i] = cards[position * hole_cards + i]
            strengths[position] = _strength(held, hand[THREE_CARD_HANDS] != 0)


@kernel
def write_strengths_on(
    hands: NDArray[np.uint8], board: NDArray[np.uint8], three_card_hands: bool, strengths: NDArray[np.int64]
) -> None:
    """Write the strength of each hand, one per row, on a board."""
    held = np.empty(hands.shape[1] + len(board), dtype=np.uint8)
    copy_into(board, held[hands.shape[1] :])
    for row in range(len(hands)):
        copy_into(hands[row], held)
        strengths[row] = _strength(held, three_card_hands)


@inlined
def _strength(cards: NDArray[np.uint8], three_card_hands: bool) -> int:
    """The strength of up to seven cards."""
    if len(cards) >= 5:
        return np.int64(strength_of_array(cards))
    if three_card_hands:
        return np.int64(_strength_of_three(cards))
    return np.int64(_strength_of_few(cards))


@inlined
def _strength_of_few(cards: NDArray[np.uint8]) -> int:
    """The strength of fewer than five cards: by category, up to four of a kind, then by ranks."""
    shape = ranks = groups = 0
    for copies in range(4, 0, -1):
        for rank in range(12, -1, -1):
            count = 0
            for card in cards:
                count += np.int64(card >> 2 == rank)
            if count == copies:
                # The largest group has the highest bits, so that fewer but larger groups give the higher number.
                shape |= copies << 3 * (3 - groups)
                ranks |= rank << 4 * (3 - groups)
                groups += 1
    return shape << 16 | ranks


@inlined
def _strength_of_three(cards: NDArray[np.uint8]) -> int:
    """The strength of three cards: straight flush, three of a kind, straight, flush, pair, high card, then by ranks.

    (Rhode Island hold'em, Gilpin and Sandholm 2005.) Aces are high and, in a straight with 2 and 3, low.
    """
    first, second, third = np.int64(cards[0] >> 2), np.int64(cards[1] >> 2), np.int64(cards[2] >> 2)
    low = min(first, second, third)
    high = max(first, second, third)
    middle = first + second + third - low - high
    wheel = low == 0 and middle == 1 and high == 12
    straight = wheel or (middle == low + 1 and high == low + 2)
    flush = cards[0] & 3 == cards[1] & 3 and cards[0] & 3 == cards[2] & 3
    if straight:
        return (5 if flush else 3) << 32 | (1 if wheel else high)
    if low == high:
        category = 4
    elif flush:
        category = 2
    else:
        category = np.int64(middle in (low, high))
    return category << 32 | np.int64(_strength_of_few(cards))


@inlined
def _next_level(hand: NDArray[np.int64], paid: int) -> int:
    """The lowest contribution above `paid` of a player who can win; 0 if there is none."""
    level = 0
    for position in range(hand[PLAYERS]):
        spent = hand[SPENT + position]
        if not hand[FOLDED] >> position & 1 and spent > paid and (level == 0 or spent < level):
            level = spent
    return level


@kernel
def _share_pot(
    hand: NDArray[np.int64],
    pot: int,
    level: int,
    strengths: NDArray[np.int64],
    payoffs: NDArray[np.int64],
) -> None:
    """Split a pot among the strongest hands of the players who paid its level."""
    best = np.int64(-1)
    winners = 0
    for position in range(hand[PLAYERS]):
        if not hand[FOLDED] >> position & 1 and hand[SPENT + position] >= level:
            if strengths[position] > best:
                best = strengths[position]
                winners = 0
            winners += np.int64(strengths[position] == best)
    odd_chips = pot % (winners * hand[SMALLEST_CHIP]) if hand[SMALLEST_CHIP] else 0
    share = SHARES * (pot - odd_chips) // winners
    for position in range(hand[PLAYERS]):
        in_play = not hand[FOLDED] >> position & 1 and hand[SPENT + position] >= level
        if in_play and strengths[position] == best:
            payoffs[position] += share + SHARES * odd_chips
            odd_chips = 0


@kernel
def simulate(
    first: NDArray[np.int64],
    deck: NDArray[np.uint8],
    hands: int,
    at_random: bool,
    state: NDArray[np.uint64],
    totals: NDArray[np.int64],
) -> None:
    """Deal and play `hands` hands, and sum the payoffs by position, in 2520ths of a chip."""
    hand = first.copy()
    players = first[PLAYERS]
    dealt = players * first[HOLE_CARDS]
    for street in range(first[ROUNDS]):
        dealt += first[BOARD_CARDS + street]
    cards = deck[:dealt]
    payoffs = np.empty(players, dtype=np.int64)
    strengths = np.empty(MOST_PLAYERS, dtype=np.int64)
    held = np.empty(MOST_CARDS_IN_HAND, dtype=np.uint8)
    for _ in range(hands):
        for place in range(dealt):
            other = np.uint64(place) + random_below(state, np.uint64(len(deck) - place))
            deck[place], deck[other] = deck[other], deck[place]
        copy_into(first, hand)
        while hand[ACTING] >= 0:
            if at_random:
                _act_at_random(hand, state)
            else:
                apply_action(hand, CALL, 0)
        _share_pots(hand, cards, strengths, held, payoffs)
        for position in range(players):
            totals[position] += payoffs[position]


@inlined
def _act_at_random(hand: NDArray[np.int64], state: NDArray[np.uint64]) -> None:
    """Fold, call or raise the minimum with equal probability; call if the choice is illegal."""
    choice = np.int64(random_below(state, np.uint64(3)))
    lowest, _ = raise_bounds(hand)
    if (choice == FOLD and not can_fold(hand)) or (choice == RAISE and lowest == 0):
        choice = CALL
    apply_action(hand, choice, lowest)
