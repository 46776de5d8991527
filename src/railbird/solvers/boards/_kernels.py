"""Values of all hands on a board at once, in compiled code.

The hands of a board are sorted by strength. A sweep from the weakest to the strongest keeps the sum of the opponent's
hands passed so far, and for each card the sum of the hands that hold it. A hand beats the first sum minus those of the
two cards that it holds. So the time of a board is proportional to its number of hands, not of pairs of hands (Johanson,
Waugh, Bowling and Zinkevich, Accelerating best response calculation in large extensive games, 2011). Terminals are
processed side by side, one in each lane of a batch.
"""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel
from railbird.lanes import LANES, Lanes, lanes_above, load_lanes, same_lanes, store_lanes
from railbird.solvers.boards.board_arrays import BoardHands, BoardWorkspace, ClassLookup, TerminalBatches

_ROUNDING = 1e-14
"""A difference of sums below this fraction of the sums is a rounding error."""


@kernel
def add_values(
    player: int,
    street: int,
    first: int,
    stop: int,
    hands: BoardHands,
    lookup: ClassLookup,
    batches: TerminalBatches,
    realization_plan: NDArray[np.float64],
    values: NDArray[np.float64],
    workspace: BoardWorkspace,
) -> None:
    """Add the values of the terminals of the batches on boards from `first` to `stop`, against a realization plan."""
    for board in range(first, stop):
        cards = hands.cards[board]
        _write_classes(hands.classes[board], street, lookup, workspace.classes)
        for batch in range(len(batches.size)):
            other, own = batches.other_round[batch], batches.own_round[batch]
            gather(
                workspace.classes[other],
                lookup.base[1 - player, other],
                lookup.width[1 - player, other],
                batches.other_place[batch],
                realization_plan,
                workspace.reach,
            )
            write_results(
                cards,
                hands.level[board],
                batches.is_fold[batch],
                batches.payoffs[batch],
                hands.probability[board],
                workspace,
            )
            scatter(
                workspace.classes[own],
                lookup.base[player, own],
                lookup.width[player, own],
                batches.own_place[batch],
                batches.size[batch],
                workspace.result,
                values,
            )


@inlined
def _write_classes(
    classes: NDArray[np.int32], street: int, lookup: ClassLookup, classes_by_round: NDArray[np.int64]
) -> None:
    """Write the class of each hand by round, from the last round back to the first."""
    for hand in range(len(classes)):
        number = np.int64(classes[hand])
        for now in range(street + 1, 1, -1):
            classes_by_round[now, hand] = number
            number = np.int64(lookup.parents[lookup.parent_starts[now] + number])
        classes_by_round[1, hand] = number


@inlined
def gather(
    classes: NDArray[np.int64],
    base: int,
    width: int,
    places: NDArray[np.int64],
    realization_plan: NDArray[np.float64],
    reach: NDArray[np.float64],
) -> None:
    """Write the probability that the opponent's own choices reach each terminal with each hand."""
    for hand in range(len(classes)):
        start = base + classes[hand] * width
        for lane in range(LANES):
            reach[hand, lane] = realization_plan[start + places[lane]]


@inlined
def write_results(
    cards: NDArray[np.uint8],
    level: NDArray[np.int32],
    is_fold: bool,
    payoffs: NDArray[np.float64],
    probability: float,
    workspace: BoardWorkspace,
) -> None:
    """The values of the terminals of a batch to each hand, from the opponent's reaches."""
    workspace.by_card[:] = 0.0
    below = same_lanes(0.0)
    if is_fold:
        for hand in range(len(cards)):
            below = below + _add_hand(hand, cards, workspace)
            store_lanes(workspace.result, hand, same_lanes(0.0))
    else:
        below = _sweep(level, cards, payoffs, workspace)
    _complete(below, cards, payoffs, probability, workspace)


@inlined
def _add_hand(hand: int, cards: NDArray[np.uint8], workspace: BoardWorkspace) -> Lanes:
    """Add the reach of a hand to the sums of its cards; return it."""
    reach = load_lanes(workspace.reach, hand)
    if cards.shape[1] == 2:
        first, second = np.int64(cards[hand, 0]), np.int64(cards[hand, 1])
        store_lanes(workspace.by_card, first, load_lanes(workspace.by_card, first) + reach)
        store_lanes(workspace.by_card, second, load_lanes(workspace.by_card, second) + reach)
    return reach


@inlined
def _disjoint(below: Lanes, hand: int, cards: NDArray[np.uint8], workspace: BoardWorkspace) -> Lanes:
    """A sum of reaches without the hands that share a card with a hand, which is among them itself.

    With two hole cards it is in the sums of both.
    """
    if cards.shape[1] == 2:
        first, second = load_lanes(workspace.by_card, cards[hand, 0]), load_lanes(workspace.by_card, cards[hand, 1])
        return below - first - second + load_lanes(workspace.reach, hand)
    return below - load_lanes(workspace.reach, hand)


@inlined
def _sweep(
    level: NDArray[np.int32], cards: NDArray[np.uint8], payoffs: NDArray[np.float64], workspace: BoardWorkspace
) -> Lanes:
    """Write the value of a showdown to each hand above losing to all; return the sum over all hands.

    That is win - tie for each weaker hand, plus tie - lose for each hand that is weaker or ties.
    """
    to_weaker = load_lanes(payoffs, 2) - load_lanes(payoffs, 1)
    to_not_stronger = load_lanes(payoffs, 1) - load_lanes(payoffs, 0)
    below = same_lanes(0.0)
    start = 0
    while start < len(level):
        stop = start
        while stop < len(level) and level[stop] == level[start]:
            weaker = below
            if cards.shape[1] == 2:
                # The hand itself is not among the weaker ones: none of them is taken off twice.
                weaker = weaker - load_lanes(workspace.by_card, cards[stop, 0])
                weaker = weaker - load_lanes(workspace.by_card, cards[stop, 1])
            store_lanes(workspace.result, stop, to_weaker * weaker)
            stop += 1
        for hand in range(start, stop):
            below = below + _add_hand(hand, cards, workspace)
        for hand in range(start, stop):
            more = to_not_stronger * _disjoint(below, hand, cards, workspace)
            store_lanes(workspace.result, hand, load_lanes(workspace.result, hand) + more)
        start = stop
    return below


@inlined
def _complete(
    below: Lanes,
    cards: NDArray[np.uint8],
    payoffs: NDArray[np.float64],
    probability: float,
    workspace: BoardWorkspace,
) -> None:
    """Add what losing to all hands without a common card pays, and weigh the result with the board.

    If no such hand reaches the terminal, the difference of sums is a rounding error, which a solver would turn into a
    strategy; the result is then 0.
    """
    least = same_lanes(_ROUNDING) * below
    lose, weight = load_lanes(payoffs, 0), same_lanes(probability)
    for hand in range(len(cards)):
        free = _disjoint(below, hand, cards, workspace)
        result = weight * (load_lanes(workspace.result, hand) + lose * free)
        store_lanes(workspace.result, hand, lanes_above(free, least, result))


@inlined
def scatter(
    classes: NDArray[np.int64],
    base: int,
    width: int,
    places: NDArray[np.int64],
    size: int,
    result: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Add the results to the cells of the player's last choices."""
    for hand in range(len(classes)):
        start = base + classes[hand] * width
        for lane in range(size):
            values[start + places[lane]] += result[hand, lane]
