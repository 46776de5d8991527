"""Ranges against each other on all run-outs of a board, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.cards import CARD_COUNT
from railbird.cards.strength._kernels import strength_of_ranks
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import inlined, kernel
from railbird.equity.alike_suits import RunOutClasses
from railbird.equity.range_meetings.compared_lanes import LANES, count_lanes
from railbird.equity.range_meetings.meeting_hands import BELOW, UPTO, MeetingHands, SweepSums
from railbird.equity.river._kernels import board_flush_suit

IMPOSSIBLE = np.uint16(0xFFFF)
"""The strength of a hand that holds a card of the run-out: it neither loses nor ties."""
_CARDS = CARD_COUNT
_LOW_BITS = np.uint16(127)
_HIGH_SHIFT = np.uint16(7)


@kernel
def count_combinations(
    hands: MeetingHands,
    leads: NDArray[np.int64],
    board: NDArray[np.uint8],
    run_outs: RunOutClasses,
    tables: StrengthTables,
    lower: NDArray[np.uint16],
    equal: NDArray[np.uint16],
    outcomes: NDArray[np.float64],
) -> float:
    """Compare every lead, a combination of hands of all players but the last, with every hand of the last player.

    Adds the weights of the run-outs to `outcomes` by the set of winners, a mask of players. Wins of the last player
    alone are left out: they are the rest of the returned total weight times the number of run-outs.

    `lower` and `equal` are zeros, with a row for each lead and set of winners among its hands, and a column for each
    hand of the last player: the run-outs on which that hand is lower than, and equal to, the best hand of the lead.
    """
    sets = (1 << leads.shape[1]) - 1
    last = len(hands.starts) - 2
    start, count = hands.starts[last], hands.starts[last + 1] - hands.starts[last]
    width = lower.shape[1]
    by_ranks = np.empty(len(hands.keys), dtype=np.uint16)
    strengths = np.empty(len(hands.ranks), dtype=np.uint16)
    last_strengths = np.full(width, IMPOSSIBLE, dtype=np.uint16)
    full = np.empty(5, dtype=np.uint8)
    copy_into(board, full)
    for place in range(len(run_outs.copies)):
        write_strengths(hands, full, len(board), run_outs.cards, place, tables, by_ranks, strengths)
        for hand in range(count):
            last_strengths[hand] = strengths[hands.members[start + hand]]
        for lead in range(len(leads)):
            best, winners = _best_of_lead(leads, lead, strengths)
            if winners:
                row = (lead * sets + winners - 1) * width
                for lane in range(0, width, LANES):
                    count_lanes(last_strengths, lane, best, run_outs.copies[place], lower, equal, row + lane)
    return _weigh(hands, leads, sets, last, lower, equal, outcomes)


@inlined
def write_strengths(
    hands: MeetingHands,
    full: NDArray[np.uint8],
    known: int,
    run_outs: NDArray[np.uint8],
    place: int,
    tables: StrengthTables,
    by_ranks: NDArray[np.uint16],
    strengths: NDArray[np.uint16],
) -> None:
    """Complete the board with a run-out, and write the strength of every pair of ranks and every hand on it."""
    used = np.uint64(0)
    for i in range(known, 5):
        full[i] = run_outs[place, i - known]
        used |= np.uint64(1) << np.uint64(full[i])
    board_key = np.uint64(0)
    for card in full:
        board_key += tables.keys[card]
    suit = board_flush_suit(board_key)
    suit_ranks = np.uint16(0)
    for card in full:
        if card & 3 == suit:
            suit_ranks |= np.uint16(1 << (card >> 2))
    for pair in range(len(hands.keys)):
        key = np.uint32(np.uint32(board_key) + hands.keys[pair])
        by_ranks[pair] = strength_of_ranks(key, tables.offsets, tables.values)
    for hand in range(len(strengths)):
        strength = by_ranks[hands.ranks[hand]]
        if suit >= 0:
            strength = max(strength, tables.flushes[suit_ranks | hands.suit_ranks[suit, hand]])
        strengths[hand] = IMPOSSIBLE if hands.masks[hand] & used else strength


@inlined
def _best_of_lead(leads: NDArray[np.int64], lead: int, strengths: NDArray[np.uint16]) -> tuple[np.uint16, int]:
    """The best strength in a lead, and the mask of the players who have it; 0 if a hand is impossible."""
    best, winners = np.uint16(0), 0
    for player in range(leads.shape[1]):
        strength = strengths[leads[lead, player]]
        if strength == IMPOSSIBLE:
            return best, 0
        if strength > best:
            best, winners = strength, 1 << player
        elif strength == best:
            winners |= 1 << player
    return best, winners


@inlined
def _weigh(
    hands: MeetingHands,
    leads: NDArray[np.int64],
    sets: int,
    last: int,
    lower: NDArray[np.uint16],
    equal: NDArray[np.uint16],
    outcomes: NDArray[np.float64],
) -> float:
    """Add the counts to the outcomes by the weights of the hands; return the total weight of the combinations."""
    start, end = hands.starts[last], hands.starts[last + 1]
    total = 0.0
    for lead in range(len(leads)):
        used, weight = np.uint64(0), 1.0
        for player in range(last):
            used |= hands.masks[leads[lead, player]]
            weight *= hands.weights[player, leads[lead, player]]
        for member in range(start, end):
            hand = hands.members[member]
            if hands.masks[hand] & used:
                continue
            combined = weight * hands.weights[last, hand]
            total += combined
            for winners in range(1, sets + 1):
                row = lead * sets + winners - 1
                outcomes[winners] += combined * lower[row, member - start]
                outcomes[winners | 1 << last] += combined * equal[row, member - start]
    return total


@kernel
def sweep_run_outs(
    hands: MeetingHands,
    named: int,
    board: NDArray[np.uint8],
    run_outs: RunOutClasses,
    tables: StrengthTables,
    sums: SweepSums,
    shares: NDArray[np.float64],
) -> float:
    """Two or three ranges: sort the hands on every run-out, and sweep them from weakest to strongest.

    Adds to `shares[p, k]` the weight with which player p, one of the first `named`, is one of k + 1 winners; returns
    the total weight of the combinations of hands. Of two players only the first is counted. `sums` are zeros.
    """
    players = len(hands.weights)
    by_ranks = np.empty(len(hands.keys), dtype=np.uint16)
    strengths = np.ones(len(hands.ranks), dtype=np.uint16)
    order = np.empty((2, len(strengths)), dtype=np.int64)
    starts = np.empty((2, 129), dtype=np.int64)
    totals = np.zeros((players, players))
    full = np.empty(5, dtype=np.uint8)
    copy_into(board, full)
    # At first all hands are taken as equal: then all players share the pot in every combination.
    for place in range(-1, len(run_outs.copies)):
        copies, target = 1.0, totals
        if place >= 0:
            write_strengths(hands, full, len(board), run_outs.cards, place, tables, by_ranks, strengths)
            copies, target = np.float64(run_outs.copies[place]), shares
        _sweep(hands, named, strengths, copies, order, starts, sums, target)
    return totals[0, players - 1]


@inlined
def _sweep(
    hands: MeetingHands,
    named: int,
    strengths: NDArray[np.uint16],
    copies: float,
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
    sums: SweepSums,
    shares: NDArray[np.float64],
) -> None:
    """Add the shares on one board, and leave the sums as zeros."""
    count = _sort_possible(strengths, order, starts)
    start = 0
    while start < count:
        end = start
        while end < count and strengths[order[1, end]] == strengths[order[1, start]]:
            _add_hand(hands, order[1, end], UPTO, sums)
            end += 1
        for place in range(start, end):
            hand = order[1, place]
            for player in range(1 if len(hands.weights) == 2 else named):
                weight = copies * hands.weights[player, hand]
                if weight == 0.0:
                    continue
                if len(hands.weights) == 2:
                    _share_of_first(hands, hand, weight, sums, shares)
                else:
                    _share_of_three(hands, player, hand, weight, sums, shares)
        for place in range(start, end):
            _add_hand(hands, order[1, place], BELOW, sums)
        start = end
    _forget(hands, order, count, sums)


@inlined
def _sort_possible(strengths: NDArray[np.uint16], order: NDArray[np.int64], starts: NDArray[np.int64]) -> int:
    """Write the possible hands to `order[1]`, weakest first: a radix sort in two passes of seven bits."""
    for digit in range(129):
        starts[0, digit] = 0
        starts[1, digit] = 0
    count = 0
    for strength in strengths:
        if strength != IMPOSSIBLE:
            starts[0, (strength & _LOW_BITS) + 1] += 1
            starts[1, (strength >> _HIGH_SHIFT) + 1] += 1
            count += 1
    for digit in range(128):
        starts[0, digit + 1] += starts[0, digit]
        starts[1, digit + 1] += starts[1, digit]
    for hand in range(len(strengths)):
        if strengths[hand] != IMPOSSIBLE:
            digit = strengths[hand] & _LOW_BITS
            order[0, starts[0, digit]] = hand
            starts[0, digit] += 1
    for place in range(count):
        digit = strengths[order[0, place]] >> _HIGH_SHIFT
        order[1, starts[1, digit]] = order[0, place]
        starts[1, digit] += 1
    return count


@inlined
def _add_hand(hands: MeetingHands, hand: int, level: int, sums: SweepSums) -> None:
    low, high = hands.cards[hand, 0], hands.cards[hand, 1]
    players = len(hands.weights)
    for player in range(1 if players == 2 else 0, players):
        weight = hands.weights[player, hand]
        sums.total[level, player] += weight
        sums.by_card[level, player, low] += weight
        sums.by_card[level, player, high] += weight
        if players == 3:
            sums.by_pair[level, player, low, high] = weight
            sums.by_pair[level, player, high, low] = weight
            product = hands.weights[(player + 1) % 3, hand] * hands.weights[(player + 2) % 3, hand]
            sums.shared[level, player, low] += product
            sums.shared[level, player, high] += product
            sums.shared[level, player, _CARDS] += product


@inlined
def _forget(hands: MeetingHands, order: NDArray[np.int64], count: int, sums: SweepSums) -> None:
    """Set all sums back to zero, those by pair only where hands were added."""
    players = len(hands.weights)
    for level in range(2):
        for player in range(players):
            sums.total[level, player] = 0.0
            for card in range(_CARDS):
                sums.by_card[level, player, card] = 0.0
            if players == 3:
                for card in range(_CARDS + 1):
                    sums.shared[level, player, card] = 0.0
                for place in range(count):
                    low, high = hands.cards[order[1, place], 0], hands.cards[order[1, place], 1]
                    sums.by_pair[level, player, low, high] = 0.0
                    sums.by_pair[level, player, high, low] = 0.0


@inlined
def _clear_of(hands: MeetingHands, player: int, hand: int, level: int, sums: SweepSums) -> float:
    """The weight of a player's hands, up to a level, that share no card with a hand."""
    low, high = hands.cards[hand, 0], hands.cards[hand, 1]
    clear = sums.total[level, player] - sums.by_card[level, player, low] - sums.by_card[level, player, high]
    # The identical hand, which is not below itself, was subtracted twice.
    return clear + hands.weights[player, hand] if level == UPTO else clear


@inlined
def _share_of_first(
    hands: MeetingHands, hand: int, weight: float, sums: SweepSums, shares: NDArray[np.float64]
) -> None:
    below = _clear_of(hands, 1, hand, BELOW, sums)
    upto = _clear_of(hands, 1, hand, UPTO, sums)
    shares[0, 0] += weight * below
    shares[0, 1] += weight * (upto - below)


@inlined
def _share_of_three(
    hands: MeetingHands, player: int, hand: int, weight: float, sums: SweepSums, shares: NDArray[np.float64]
) -> None:
    second, third = (player + 1) % 3, (player + 2) % 3
    nobody_ties = sums.total[BELOW, second] == sums.total[UPTO, second]
    nobody_ties &= sums.total[BELOW, third] == sums.total[UPTO, third]
    won = one_may_tie = both_may_tie = 0.0
    for levels in range(1 if nobody_ties else 4):
        pairs = _pairs(hands, player, hand, levels & 1, levels >> 1, sums)
        if levels == 0:
            won = pairs
        elif levels == 3:
            both_may_tie = pairs
        else:
            one_may_tie += pairs
    shares[player, 0] += weight * won
    if not nobody_ties:
        shares[player, 1] += weight * (one_may_tie - 2 * won)
        shares[player, 2] += weight * (both_may_tie - one_may_tie + won)


@inlined
def _pairs(hands: MeetingHands, player: int, hand: int, second_level: int, third_level: int, sums: SweepSums) -> float:
    """The weight of the pairs of opposing hands, each up to its level, without a card in common among the three.

    All pairs that avoid the cards of the hand; less, card by card, those that share this card; plus the pairs of a
    hand with itself, which share two cards and were subtracted twice.
    """
    second, third = (player + 1) % 3, (player + 2) % 3
    low, high = hands.cards[hand, 0], hands.cards[hand, 1]
    level = min(second_level, third_level)
    identical = sums.shared[level, player, _CARDS] - sums.shared[level, player, low] - sums.shared[level, player, high]
    if level == UPTO:
        identical += hands.weights[second, hand] * hands.weights[third, hand]
    every = _clear_of(hands, second, hand, second_level, sums) * _clear_of(hands, third, hand, third_level, sums)
    return every - _sharing(second, second_level, third, third_level, low, high, sums) + identical


@inlined
def _sharing(
    second: int, second_level: int, third: int, third_level: int, low: int, high: int, sums: SweepSums
) -> float:
    """The sum over all other cards of the product of the weights of both players' hands with this card."""
    # Four sums side by side, because the order of additions, which the compiler keeps, would make one of them slow.
    first_sum = second_sum = third_sum = fourth_sum = 0.0
    for card in range(0, _CARDS, 4):
        first_sum += _product(second, second_level, third, third_level, low, high, card, sums)
        second_sum += _product(second, second_level, third, third_level, low, high, card + 1, sums)
        third_sum += _product(second, second_level, third, third_level, low, high, card + 2, sums)
        fourth_sum += _product(second, second_level, third, third_level, low, high, card + 3, sums)
    own = _product(second, second_level, third, third_level, low, high, low, sums)
    own += _product(second, second_level, third, third_level, low, high, high, sums)
    return (first_sum + second_sum) + (third_sum + fourth_sum) - own


@inlined
def _product(
    second: int, second_level: int, third: int, third_level: int, low: int, high: int, card: int, sums: SweepSums
) -> float:
    """The weights of both players' hands with a card and without those of the hand, multiplied."""
    of_second = sums.by_card[second_level, second, card] - (
        sums.by_pair[second_level, second, low, card] + sums.by_pair[second_level, second, high, card]
    )
    of_third = sums.by_card[third_level, third, card] - (
        sums.by_pair[third_level, third, low, card] + sums.by_pair[third_level, third, high, card]
    )
    return of_second * of_third
