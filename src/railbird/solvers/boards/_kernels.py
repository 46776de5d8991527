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
from railbird.solvers.boards.board_arrays import LANES, BoardHands, BoardWorkspace, ClassLookup, TerminalBatches

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
            _gather(
                workspace.classes[other],
                lookup.base[1 - player, other],
                lookup.width[1 - player, other],
                batches.other_place[batch],
                realization_plan,
                workspace.reach,
            )
            _forget_sums(workspace, cards.shape[1] == 2)
            if batches.is_fold[batch]:
                _add_up(cards, workspace)
            else:
                _sweep(hands.level[board], cards, batches.payoffs[batch], workspace)
            _complete(cards, batches.payoffs[batch], hands.probability[board], workspace)
            _scatter(
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
def _gather(
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
    """Compute the sums over all hands."""
    for hand in range(len(cards)):
        _add_hand(hand, cards, workspace)
        for lane in range(LANES):
            workspace.result[hand, lane] = 0.0


@inlined
def _sweep(
    level: NDArray[np.int32], cards: NDArray[np.uint8], payoffs: NDArray[np.float64], workspace: BoardWorkspace
) -> None:
    """Compute the sums over all hands, and the value of a showdown to each hand, relative to losing to all hands.

    That is win - tie for each weaker hand, plus tie - lose for each hand that is weaker or ties.
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
    """Set the result to the part of the weaker hands, which do not include the hand itself."""
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
    """Add the part of the hands that are not stronger, without the hand itself, which both its cards count."""
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
    """Add the payoff of losing to all hands without a common card, and weight the result by the board's probability.

    If no such hand reaches the terminal, the difference of sums is a rounding error, which a solver would turn into a
    strategy; the result is then 0.
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
def _scatter(
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
