"""Values of all hands on a board at once, in compiled code.

The hands of a board are sorted by strength. A sweep from the weakest to the strongest keeps the sum of the opponent's
hands passed so far, and for each card the sum of those that hold it: what a hand beats is the first without those that
share one of its cards. So a board takes time in proportion to its hands, not to the pairs of them (Johanson, Waugh,
Bowling and Zinkevich, Accelerating best response calculation in large extensive games, 2011). Terminals are
worked on side by side, one in each lane of a batch.
"""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel
from railbird.solvers.boards.board_arrays import LANES, BoardHands, BoardWorkspace, ClassLookup, TerminalBatches

_ROUNDING = 1e-14
"""A difference of sums that is smaller than this part of them is nothing but rounding."""


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
    """By round and hand: the class, from that of the latest round back."""
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
    """The reach of the opponent's choices to each terminal with each hand."""
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
    _forget_sums(workspace, cards.shape[1] == 2)
    if is_fold:
        _add_up(cards, workspace)
    else:
        _sweep(level, cards, payoffs, workspace)
    _complete(cards, payoffs, probability, workspace)


@inlined
def _forget_sums(workspace: BoardWorkspace, two_cards: bool) -> None:
    workspace.below[:] = 0.0
    if two_cards:
        workspace.by_card[:] = 0.0


@inlined
def _add_hand(hand: int, cards: NDArray[np.uint8], workspace: BoardWorkspace) -> None:
    for lane in range(LANES):
        workspace.below[lane] += workspace.reach[hand, lane]
    if cards.shape[1] == 2:
        first, second = cards[hand, 0], cards[hand, 1]
        for lane in range(LANES):
            workspace.by_card[first, lane] += workspace.reach[hand, lane]
        for lane in range(LANES):
            workspace.by_card[second, lane] += workspace.reach[hand, lane]


@inlined
def _add_up(cards: NDArray[np.uint8], workspace: BoardWorkspace) -> None:
    """The sums over all hands."""
    for hand in range(len(cards)):
        _add_hand(hand, cards, workspace)
        for lane in range(LANES):
            workspace.result[hand, lane] = 0.0


@inlined
def _sweep(
    level: NDArray[np.int32], cards: NDArray[np.uint8], payoffs: NDArray[np.float64], workspace: BoardWorkspace
) -> None:
    """Sums over all hands, and results: the value of a showdown to each hand above losing to all.

    That is win - tie for each weaker hand, and tie - lose for each that is weaker or ties.
    """
    start = 0
    while start < len(level):
        stop = start
        while stop < len(level) and level[stop] == level[start]:
            _set_to_weaker(stop, cards, payoffs, workspace)
            stop += 1
        for hand in range(start, stop):
            _add_hand(hand, cards, workspace)
        for hand in range(start, stop):
            _add_not_stronger(hand, cards, payoffs, workspace)
        start = stop


@inlined
def _set_to_weaker(
    hand: int, cards: NDArray[np.uint8], payoffs: NDArray[np.float64], workspace: BoardWorkspace
) -> None:
    """The hand itself is not among the weaker ones: with two hole cards, none of them is taken off twice."""
    if cards.shape[1] == 2:
        first, second = cards[hand, 0], cards[hand, 1]
        for lane in range(LANES):
            weaker = workspace.below[lane] - workspace.by_card[first, lane] - workspace.by_card[second, lane]
            workspace.result[hand, lane] = (payoffs[2, lane] - payoffs[1, lane]) * weaker
    else:
        for lane in range(LANES):
            workspace.result[hand, lane] = (payoffs[2, lane] - payoffs[1, lane]) * workspace.below[lane]


@inlined
def _add_not_stronger(
    hand: int, cards: NDArray[np.uint8], payoffs: NDArray[np.float64], workspace: BoardWorkspace
) -> None:
    """The hand itself is among these, and with two hole cards in the sums of both."""
    if cards.shape[1] == 2:
        first, second = cards[hand, 0], cards[hand, 1]
        for lane in range(LANES):
            not_stronger = (
                workspace.below[lane]
                - workspace.by_card[first, lane]
                - workspace.by_card[second, lane]
                + workspace.reach[hand, lane]
            )
            workspace.result[hand, lane] += (payoffs[1, lane] - payoffs[0, lane]) * not_stronger
    else:
        for lane in range(LANES):
            not_stronger = workspace.below[lane] - workspace.reach[hand, lane]
            workspace.result[hand, lane] += (payoffs[1, lane] - payoffs[0, lane]) * not_stronger


@inlined
def _complete(
    cards: NDArray[np.uint8], payoffs: NDArray[np.float64], probability: float, workspace: BoardWorkspace
) -> None:
    """Add what losing to all hands without a common card is payoffs, and weigh the result with the board.

    Where no such hand leads to the terminal, differences of sums leave a rounding error, which a solver would turn
    into a strategy: there the result is 0.
    """
    for hand in range(len(cards)):
        if cards.shape[1] == 2:
            first, second = cards[hand, 0], cards[hand, 1]
            for lane in range(LANES):
                free = workspace.below[lane] - workspace.by_card[first, lane] - workspace.by_card[second, lane]
                free += workspace.reach[hand, lane]
                result = probability * (workspace.result[hand, lane] + payoffs[0, lane] * free)
                workspace.result[hand, lane] = result if free > _ROUNDING * workspace.below[lane] else 0.0
        else:
            for lane in range(LANES):
                free = workspace.below[lane] - workspace.reach[hand, lane]
                result = probability * (workspace.result[hand, lane] + payoffs[0, lane] * free)
                workspace.result[hand, lane] = result if free > _ROUNDING * workspace.below[lane] else 0.0


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
