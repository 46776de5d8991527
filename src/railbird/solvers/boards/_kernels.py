"""Values of all hands on a board at once, in compiled code.

The hands of a board are sorted by strength. A sweep from the weakest to the strongest keeps the sum of the opponent's
hands passed so far, and for each card the sum of those that hold it: what a hand beats is the first without those that
share one of its cards. So a board takes time in proportion to its hands, not to the pairs of them (Johanson, Waugh,
Bowling and Zinkevich, Accelerating best response calculation in large extensive games, 2011). Ends are
worked on side by side, one in each lane of a batch.
"""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel
from railbird.solvers.boards.board_arrays import LANES, Batches, Hands, Known, Room

_ROUNDING = 1e-14
"""A difference of sums that is smaller than this part of them is nothing but rounding."""


@kernel
def add_values(
    player: int,
    street: int,
    first: int,
    stop: int,
    hands: Hands,
    known: Known,
    batches: Batches,
    plan: NDArray[np.float64],
    values: NDArray[np.float64],
    room: Room,
) -> None:
    """Add what the ends of the batches are worth on boards from `first` to `stop`, if the opponent follows the plan."""
    for board in range(first, stop):
        cards = hands.cards[board]
        _write_known(hands.classes[board], street, known, room.known)
        for batch in range(len(batches.size)):
            other, own = batches.other_round[batch], batches.own_round[batch]
            _gather(
                room.known[other],
                known.base[1 - player, other],
                known.width[1 - player, other],
                batches.other_place[batch],
                plan,
                room.reach,
            )
            _forget_sums(room, cards.shape[1] == 2)
            if batches.is_fold[batch]:
                _add_up(cards, room)
            else:
                _sweep(hands.level[board], cards, batches.worth[batch], room)
            _complete(cards, batches.worth[batch], hands.share[board], room)
            _scatter(
                room.known[own],
                known.base[player, own],
                known.width[player, own],
                batches.own_place[batch],
                batches.size[batch],
                room.result,
                values,
            )


@inlined
def _write_known(classes: NDArray[np.int32], street: int, known: Known, found: NDArray[np.int64]) -> None:
    """By round and hand: the class, from that of the latest round back."""
    for hand in range(len(classes)):
        number = np.int64(classes[hand])
        for now in range(street + 1, 1, -1):
            found[now, hand] = number
            number = np.int64(known.parents[known.parent_starts[now] + number])
        found[1, hand] = number


@inlined
def _gather(
    classes: NDArray[np.int64],
    base: int,
    width: int,
    places: NDArray[np.int64],
    plan: NDArray[np.float64],
    reach: NDArray[np.float64],
) -> None:
    """How likely the opponent's choices lead to each end with each hand."""
    for hand in range(len(classes)):
        start = base + classes[hand] * width
        for lane in range(LANES):
            reach[hand, lane] = plan[start + places[lane]]


@inlined
def _forget_sums(room: Room, two_cards: bool) -> None:
    room.below[:] = 0.0
    if two_cards:
        room.by_card[:] = 0.0


@inlined
def _add_hand(hand: int, cards: NDArray[np.uint8], room: Room) -> None:
    for lane in range(LANES):
        room.below[lane] += room.reach[hand, lane]
    if cards.shape[1] == 2:
        first, second = cards[hand, 0], cards[hand, 1]
        for lane in range(LANES):
            room.by_card[first, lane] += room.reach[hand, lane]
        for lane in range(LANES):
            room.by_card[second, lane] += room.reach[hand, lane]


@inlined
def _add_up(cards: NDArray[np.uint8], room: Room) -> None:
    """The sums over all hands."""
    for hand in range(len(cards)):
        _add_hand(hand, cards, room)
        for lane in range(LANES):
            room.result[hand, lane] = 0.0


@inlined
def _sweep(level: NDArray[np.int32], cards: NDArray[np.uint8], worth: NDArray[np.float64], room: Room) -> None:
    """Sums over all hands, and results: what a showdown is worth to each hand above losing to all.

    That is win - tie for each weaker hand, and tie - lose for each that is weaker or ties.
    """
    start = 0
    while start < len(level):
        stop = start
        while stop < len(level) and level[stop] == level[start]:
            _set_to_weaker(stop, cards, worth, room)
            stop += 1
        for hand in range(start, stop):
            _add_hand(hand, cards, room)
        for hand in range(start, stop):
            _add_not_stronger(hand, cards, worth, room)
        start = stop


@inlined
def _set_to_weaker(hand: int, cards: NDArray[np.uint8], worth: NDArray[np.float64], room: Room) -> None:
    """The hand itself is not among the weaker ones: with two hole cards, none of them is taken off twice."""
    if cards.shape[1] == 2:
        first, second = cards[hand, 0], cards[hand, 1]
        for lane in range(LANES):
            weaker = room.below[lane] - room.by_card[first, lane] - room.by_card[second, lane]
            room.result[hand, lane] = (worth[2, lane] - worth[1, lane]) * weaker
    else:
        for lane in range(LANES):
            room.result[hand, lane] = (worth[2, lane] - worth[1, lane]) * room.below[lane]


@inlined
def _add_not_stronger(hand: int, cards: NDArray[np.uint8], worth: NDArray[np.float64], room: Room) -> None:
    """The hand itself is among these, and with two hole cards in the sums of both."""
    if cards.shape[1] == 2:
        first, second = cards[hand, 0], cards[hand, 1]
        for lane in range(LANES):
            reached = room.below[lane] - room.by_card[first, lane] - room.by_card[second, lane] + room.reach[hand, lane]
            room.result[hand, lane] += (worth[1, lane] - worth[0, lane]) * reached
    else:
        for lane in range(LANES):
            reached = room.below[lane] - room.reach[hand, lane]
            room.result[hand, lane] += (worth[1, lane] - worth[0, lane]) * reached


@inlined
def _complete(cards: NDArray[np.uint8], worth: NDArray[np.float64], share: float, room: Room) -> None:
    """Add what losing to all hands without a common card is worth, and weigh the result with the board.

    Where no such hand leads to the end, differences of sums leave a rounding error, of which a solver would make a
    strategy: the result is 0.
    """
    for hand in range(len(cards)):
        if cards.shape[1] == 2:
            first, second = cards[hand, 0], cards[hand, 1]
            for lane in range(LANES):
                free = room.below[lane] - room.by_card[first, lane] - room.by_card[second, lane]
                free += room.reach[hand, lane]
                result = share * (room.result[hand, lane] + worth[0, lane] * free)
                room.result[hand, lane] = result if free > _ROUNDING * room.below[lane] else 0.0
        else:
            for lane in range(LANES):
                free = room.below[lane] - room.reach[hand, lane]
                result = share * (room.result[hand, lane] + worth[0, lane] * free)
                room.result[hand, lane] = result if free > _ROUNDING * room.below[lane] else 0.0


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
