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
_AT_ONCE = 4
"""Run-outs whose strengths are compared together: each counter is then fetched and stored a quarter as often."""


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

    `lower` and `equal` have at least a row for each lead and set of winners among its hands, and a column for each
    hand of the last player: the run-outs on which that hand is lower than, and equal to, the best hand of the lead.
    """
    sets = (1 << leads.shape[1]) - 1
    _clear(lower, equal, len(leads) * sets)
    by_ranks = np.empty(len(hands.keys), dtype=np.uint16)
    # Beyond the hands of the last player, which come first, vectors see strengths that no counter is read for.
    strengths = np.zeros((_AT_ONCE, len(hands.ranks) + LANES), dtype=np.uint16)
    copies = np.empty(_AT_ONCE, dtype=np.uint16)
    holder_starts, holders = np.zeros(_CARDS + 2, dtype=np.int64), np.empty(2 * len(hands.cards), dtype=np.int64)
    _list_holders(hands.cards, holder_starts, holders)
    full = np.empty(5, dtype=np.uint8)
    copy_into(board, full)
    for first in range(0, len(run_outs.copies), _AT_ONCE):
        present = min(_AT_ONCE, len(run_outs.copies) - first)
        for row in range(present):
            _complete(full, len(board), run_outs.cards, first + row)
            _write_strengths(hands, full, tables, by_ranks, strengths[row])
            _mark_impossible(full[len(board) :], holder_starts, holders, strengths[row])
        for row in range(_AT_ONCE):
            copies[row] = run_outs.copies[first + row] if row < present else 0
        if sets == 1:
            _compare_hands(leads, strengths, copies, lower, equal)
        else:
            _compare_leads(leads, strengths, copies[:present], lower, equal)
    combined = np.empty(hands.starts[-1] - hands.starts[-2])
    return _weigh(hands, leads, sets, lower, equal, combined, outcomes)


@inlined
def _clear(lower: NDArray[np.uint16], equal: NDArray[np.uint16], rows: int) -> None:
    for row in range(rows):
        for column in range(lower.shape[1]):
            lower[row, column] = 0
            equal[row, column] = 0


@inlined
def _compare_hands(
    leads: NDArray[np.int64],
    strengths: NDArray[np.uint16],
    copies: NDArray[np.uint16],
    lower: NDArray[np.uint16],
    equal: NDArray[np.uint16],
) -> None:
    """Compare the hands of two players, on all run-outs with each counter that is fetched."""
    width = lower.shape[1]
    of_copies = (copies[0], copies[1], copies[2], copies[3])
    for lead in range(len(leads)):
        hand = leads[lead, 0]
        bests = (
            _possible(strengths[0, hand]),
            _possible(strengths[1, hand]),
            _possible(strengths[2, hand]),
            _possible(strengths[3, hand]),
        )
        for lane in range(0, width, LANES):
            count_lanes(strengths, lane, bests, of_copies, lower, equal, lead * width + lane)


@inlined
def _possible(strength: np.uint16) -> np.uint16:
    """The strength; 0, below all others, of an impossible hand."""
    return np.uint16(0) if strength == IMPOSSIBLE else strength


@inlined
def _compare_leads(
    leads: NDArray[np.int64],
    strengths: NDArray[np.uint16],
    copies: NDArray[np.uint16],
    lower: NDArray[np.uint16],
    equal: NDArray[np.uint16],
) -> None:
    """Compare the best hands of leads with the hands of the last player; each set of winners has other counters."""
    width, columns = lower.shape[1], strengths.shape[1]
    sets = (1 << leads.shape[1]) - 1
    for row in range(len(copies)):
        for lead in range(len(leads)):
            best, winners = _best_of_lead(leads, lead, strengths[row])
            if winners:
                counter = (lead * sets + winners - 1) * width
                for lane in range(0, width, LANES):
                    count_lanes(strengths, row * columns + lane, (best,), (copies[row],), lower, equal, counter + lane)


@inlined
def _list_holders(cards: NDArray[np.uint8], starts: NDArray[np.int64], holders: NDArray[np.int64]) -> None:
    """Write the hands with each card, one list after another: card c has those from `starts[c]` to `starts[c + 1]`.

    `starts` are zeros, with a place to spare.
    """
    for hand in range(len(cards)):
        starts[cards[hand, 0] + 2] += 1
        starts[cards[hand, 1] + 2] += 1
    for card in range(_CARDS):
        starts[card + 2] += starts[card + 1]
    for hand in range(len(cards)):
        for card in cards[hand]:
            holders[starts[card + 1]] = hand
            starts[card + 1] += 1


@inlined
def _complete(full: NDArray[np.uint8], known: int, run_outs: NDArray[np.uint8], place: int) -> None:
    """Put a run-out behind the known cards of the board."""
    for i in range(known, 5):
        full[i] = run_outs[place, i - known]


@inlined
def _write_strengths(
    hands: MeetingHands,
    full: NDArray[np.uint8],
    tables: StrengthTables,
    by_ranks: NDArray[np.uint16],
    strengths: NDArray[np.uint16],
) -> None:
    """Write the strength of every pair of ranks and every hand on a full board."""
    board_key = np.uint64(0)
    for card in full:
        board_key += tables.keys[card]
    for pair in range(len(hands.keys)):
        key = np.uint32(np.uint32(board_key) + hands.keys[pair])
        by_ranks[pair] = strength_of_ranks(key, tables.offsets, tables.values)
    for hand in range(len(hands.ranks)):
        strengths[hand] = by_ranks[hands.ranks[hand]]
    suit = board_flush_suit(board_key)
    if suit >= 0:
        suit_ranks = np.uint16(0)
        for card in full:
            if card & 3 == suit:
                suit_ranks |= np.uint16(1 << (card >> 2))
        for hand in range(len(hands.ranks)):
            flush = tables.flushes[suit_ranks | hands.suit_ranks[suit, hand]]
            strengths[hand] = max(strengths[hand], flush)


@inlined
def _mark_impossible(
    run_out: NDArray[np.uint8],
    holder_starts: NDArray[np.int64],
    holders: NDArray[np.int64],
    strengths: NDArray[np.uint16],
) -> None:
    """Write the strength of the hands that hold a card of the run-out."""
    for card in run_out:
        for holder in range(holder_starts[card], holder_starts[card + 1]):
            strengths[holders[holder]] = IMPOSSIBLE


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
    lower: NDArray[np.uint16],
    equal: NDArray[np.uint16],
    combined: NDArray[np.float64],
    outcomes: NDArray[np.float64],
) -> float:
    """Add the counts to the outcomes by the weights of the hands; return the total weight of the combinations."""
    last = leads.shape[1]
    total = 0.0
    for lead in range(len(leads)):
        used, weight = np.uint64(0), 1.0
        for player in range(last):
            used |= hands.masks[leads[lead, player]]
            weight *= hands.weights[player, leads[lead, player]]
        for hand in range(len(combined)):
            combined[hand] = 0.0 if hands.masks[hand] & used else weight * hands.weights[last, hand]
            total += combined[hand]
        for winners in range(1, sets + 1):
            row = lead * sets + winners - 1
            won = tied = 0.0
            for hand in range(len(combined)):
                won += combined[hand] * lower[row, hand]
                tied += combined[hand] * equal[row, hand]
            outcomes[winners] += won
            outcomes[winners | 1 << last] += tied
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
    holder_starts, holders = np.zeros(_CARDS + 2, dtype=np.int64), np.empty(2 * len(hands.cards), dtype=np.int64)
    _list_holders(hands.cards, holder_starts, holders)
    full = np.empty(5, dtype=np.uint8)
    copy_into(board, full)
    # At first all hands are taken as equal: then all players share the pot in every combination.
    for place in range(-1, len(run_outs.copies)):
        copies, target = 1.0, totals
        if place >= 0:
            _complete(full, len(board), run_outs.cards, place)
            _write_strengths(hands, full, tables, by_ranks, strengths)
            _mark_impossible(full[len(board) :], holder_starts, holders, strengths)
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
