"""Values of a best response on one board, for all hands and all lines of betting, in compiled code.

A round is passed twice. Downwards, the reach of the opponent's choices is multiplied along the betting, for each hand.
Upwards, the values of the hands that the responder may hold are added up where the opponent chooses, and the best
choice is taken where the responder does. Terminals are valued for all hands at once: with sums over the opponent's
hands, without those that share a card, in a sweep from the weakest hand to the strongest (Johanson, Waugh, Bowling and
Zinkevich, Accelerating best response calculation in large extensive games, 2011).
"""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel
from railbird.solvers.flops.round_arrays import DECK, FOLD, NEXT_ROUND, NODE, BettingRound, HandsOnBoard


@inlined
def _push(
    first: int,
    stop: int,
    responder: int,
    betting: BettingRound,
    hands: HandsOnBoard,
    stored: NDArray[np.float64] | NDArray[np.float32] | NDArray[np.uint8],
    scale: float,
    base: int,
    width: int,
    reach: NDArray[np.float64],
    next_reach: NDArray[np.float64],
    fold_reach: NDArray[np.float64],
    showdown_reach: NDArray[np.float64],
    node_reach: NDArray[np.float64],
) -> None:
    """Pass entries from `first` to `stop` downwards: the reach of the opponent's choices with each hand."""
    low, high = betting.node_starts[first], betting.node_starts[stop]
    first_fold, first_showdown = betting.fold_starts[first], betting.showdown_starts[first]
    for hand in range(len(hands.number)):
        number = hands.number[hand]
        row = base + hands.card_class[hand] * width
        for entry in range(first, stop):
            node_reach[betting.node_starts[entry] - low] = reach[number, entry]
        for node in range(low, high):
            chosen = betting.player[node] != responder
            for edge in range(betting.first_edge[node], betting.first_edge[node + 1]):
                value = node_reach[node - low]
                if chosen:
                    value *= stored[row + betting.slot[node] + edge - betting.first_edge[node]] * scale
                target = betting.target[edge]
                if betting.kind[edge] == NODE:
                    node_reach[target - low] = value
                elif betting.kind[edge] == NEXT_ROUND:
                    next_reach[number, target] = value
                elif betting.kind[edge] == FOLD:
                    fold_reach[hand, target - first_fold] = value
                else:
                    showdown_reach[hand, target - first_showdown] = value


@inlined
def _value_folds(
    payoffs: NDArray[np.float64],
    hands: HandsOnBoard,
    count: int,
    reach: NDArray[np.float64],
    total: NDArray[np.float64],
    by_card: NDArray[np.float64],
) -> None:
    """Replace the reach of the opponent's hands at `count` folds by the values of the responder's hands."""
    _forget(count, total, by_card)
    for hand in range(len(hands.number)):
        _add_hand(hand, hands.cards, count, reach, total, by_card)
    for hand in range(len(hands.number)):
        one, two = hands.cards[hand, 0], hands.cards[hand, 1]
        for fold in range(count):
            free = total[fold] - by_card[one, fold] - by_card[two, fold] + reach[hand, fold]
            reach[hand, fold] = payoffs[fold] * free


@inlined
def _value_showdowns(
    payoffs: NDArray[np.float64],
    hands: HandsOnBoard,
    count: int,
    reach: NDArray[np.float64],
    values: NDArray[np.float64],
    total: NDArray[np.float64],
    by_card: NDArray[np.float64],
) -> None:
    """Values of the responder's hands at `count` showdowns: win - tie for each weaker hand, tie - lose for each that
    is not stronger, lose for each that can be held."""
    _forget(count, total, by_card)
    start = 0
    while start < len(hands.level):
        stop = start
        while stop < len(hands.level) and hands.level[stop] == hands.level[start]:
            one, two = hands.cards[stop, 0], hands.cards[stop, 1]
            for showdown in range(count):
                weaker = total[showdown] - by_card[one, showdown] - by_card[two, showdown]
                values[stop, showdown] = (payoffs[2, showdown] - payoffs[1, showdown]) * weaker
            stop += 1
        for hand in range(start, stop):
            _add_hand(hand, hands.cards, count, reach, total, by_card)
        for hand in range(start, stop):
            one, two = hands.cards[hand, 0], hands.cards[hand, 1]
            for showdown in range(count):
                not_stronger = total[showdown] - by_card[one, showdown] - by_card[two, showdown] + reach[hand, showdown]
                values[hand, showdown] += (payoffs[1, showdown] - payoffs[0, showdown]) * not_stronger
        start = stop
    for hand in range(len(hands.number)):
        one, two = hands.cards[hand, 0], hands.cards[hand, 1]
        for showdown in range(count):
            free = total[showdown] - by_card[one, showdown] - by_card[two, showdown] + reach[hand, showdown]
            values[hand, showdown] += payoffs[0, showdown] * free


@inlined
def _forget(count: int, total: NDArray[np.float64], by_card: NDArray[np.float64]) -> None:
    for place in range(count):
        total[place] = 0.0
    for card in range(len(by_card)):
        for place in range(count):
            by_card[card, place] = 0.0


@inlined
def _add_hand(
    hand: int,
    cards: NDArray[np.uint8],
    count: int,
    reach: NDArray[np.float64],
    total: NDArray[np.float64],
    by_card: NDArray[np.float64],
) -> None:
    one, two = cards[hand, 0], cards[hand, 1]
    for place in range(count):
        total[place] += reach[hand, place]
    for place in range(count):
        by_card[one, place] += reach[hand, place]
    for place in range(count):
        by_card[two, place] += reach[hand, place]


@inlined
def _pull(
    first: int,
    stop: int,
    responder: int,
    betting: BettingRound,
    hands: HandsOnBoard,
    next_values: NDArray[np.float64],
    fold_values: NDArray[np.float64],
    showdown_values: NDArray[np.float64],
    node_values: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Pass entries from `first` to `stop` upwards: the value of each of the responder's hands."""
    low, high = betting.node_starts[first], betting.node_starts[stop]
    first_fold, first_showdown = betting.fold_starts[first], betting.showdown_starts[first]
    for hand in range(len(hands.number)):
        number = hands.number[hand]
        for node in range(high - 1, low - 1, -1):
            responds = betting.player[node] == responder
            total = 0.0
            for edge in range(betting.first_edge[node], betting.first_edge[node + 1]):
                target = betting.target[edge]
                if betting.kind[edge] == NODE:
                    value = node_values[target - low]
                elif betting.kind[edge] == NEXT_ROUND:
                    value = next_values[number, target]
                elif betting.kind[edge] == FOLD:
                    value = fold_values[hand, target - first_fold]
                else:
                    value = showdown_values[hand, target - first_showdown]
                if not responds:
                    total += value
                elif edge == betting.first_edge[node]:
                    total = value
                else:
                    total = max(total, value)
            node_values[node - low] = total
        for entry in range(first, stop):
            values[number, entry] = node_values[betting.node_starts[entry] - low]


@kernel
def push_round(
    responder: int,
    betting: BettingRound,
    hands: HandsOnBoard,
    stored: NDArray[np.float64] | NDArray[np.float32] | NDArray[np.uint8],
    scale: float,
    base: int,
    width: int,
    reach: NDArray[np.float64],
    next_reach: NDArray[np.float64],
    fold_values: NDArray[np.float64],
) -> None:
    """Pass a round before the last downwards, and value its folds. `reach` is by hand and entry."""
    count = fold_values.shape[1]
    total, by_card = np.empty(count), np.empty((DECK, count))
    none = np.empty((1, 1))
    nodes = np.empty(len(betting.player))
    _push(
        0, len(betting.node_starts) - 1, responder, betting, hands, stored, scale, base, width,
        reach, next_reach, fold_values, none, nodes,
    )  # fmt: skip
    _value_folds(betting.fold_payoffs[responder], hands, count, fold_values, total, by_card)


@kernel
def pull_round(
    responder: int,
    betting: BettingRound,
    hands: HandsOnBoard,
    next_values: NDArray[np.float64],
    fold_values: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Pass a round before the last upwards; `values` is by hand and entry."""
    none = np.empty((1, 1))
    nodes = np.empty(len(betting.player))
    _pull(0, len(betting.node_starts) - 1, responder, betting, hands, next_values, fold_values, none, nodes, values)


@kernel
def value_last_round(
    responder: int,
    group: int,
    betting: BettingRound,
    hands: HandsOnBoard,
    stored: NDArray[np.float64] | NDArray[np.float32] | NDArray[np.uint8],
    scale: float,
    base: int,
    width: int,
    reach: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Value the last round on a board, `group` entries at a time, so that their numbers stay in fast memory."""
    entries = len(betting.node_starts) - 1
    nodes = folds = showdowns = 0
    for first in range(0, entries, group):
        stop = min(first + group, entries)
        nodes = max(nodes, betting.node_starts[stop] - betting.node_starts[first])
        folds = max(folds, betting.fold_starts[stop] - betting.fold_starts[first])
        showdowns = max(showdowns, betting.showdown_starts[stop] - betting.showdown_starts[first])
    most = max(folds, showdowns, 1)
    total, by_card = np.empty(most), np.empty((DECK, most))
    none = np.empty((1, 1))
    node_numbers = np.empty(nodes)
    fold_values = np.empty((len(hands.number), max(folds, 1)))
    showdown_reach = np.empty((len(hands.number), max(showdowns, 1)))
    showdown_values = np.empty((len(hands.number), max(showdowns, 1)))
    for first in range(0, entries, group):
        stop = min(first + group, entries)
        low_fold, high_fold = betting.fold_starts[first], betting.fold_starts[stop]
        low, high = betting.showdown_starts[first], betting.showdown_starts[stop]
        _push(
            first, stop, responder, betting, hands, stored, scale, base, width,
            reach, none, fold_values, showdown_reach, node_numbers,
        )  # fmt: skip
        _value_folds(
            betting.fold_payoffs[responder, low_fold:high_fold], hands, high_fold - low_fold, fold_values, total,
            by_card,
        )  # fmt: skip
        _value_showdowns(
            betting.showdown_payoffs[responder, :, low:high], hands, high - low, showdown_reach, showdown_values,
            total, by_card,
        )  # fmt: skip
        _pull(first, stop, responder, betting, hands, none, fold_values, showdown_values, node_numbers, values)
