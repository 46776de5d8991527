"""Plain twins of the kernels, shared by several tests: slow, obvious, and without a line of the package."""

from __future__ import annotations

from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING

import eval7
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

_PEER_CARDS = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
_KIND_OF_SHAPE = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}


def plain_value(cards: Iterable[int]) -> tuple[int, tuple[int, ...]]:
    """What decides between two hands, the kind (0 to 8) and then ranks, for the best five of the cards."""
    return max(_value_of_five(five) for five in combinations(cards, 5))


def _value_of_five(cards: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    ranks = [card // 4 for card in cards]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    order = tuple(rank for _, rank in groups)
    if order == (12, 3, 2, 1, 0):
        order = (3, 2, 1, 0, -1)  # the ace of five-high straights
    straight = len(order) == 5 and order[0] - order[4] == 4
    flush = len({card % 4 for card in cards}) == 1
    kind = _KIND_OF_SHAPE[tuple(count for count, _ in groups)]
    if flush:
        kind = 5
    if straight:
        kind = 8 if flush else 4
    return kind, order


def peer_value(cards: Iterable[int]) -> int:
    """The strength of five to seven cards in another evaluator's scale."""
    return eval7.evaluate([_PEER_CARDS[card] for card in cards])


def random_cards(rng: np.random.Generator, count: int, *, without: Iterable[int] = ()) -> list[int]:
    """So many different cards in random order."""
    left = sorted(set(range(52)) - set(without))
    return rng.choice(left, count, replace=False).tolist()


def plain_known(
    hands: Sequence[Sequence[int]], board: Sequence[int] = (), dead: Sequence[int] = ()
) -> tuple[list[list[int]], int]:
    """For each player how often it is one of 1, 2, ... winners, run-out by run-out; and the run-outs."""
    shared = [[0] * len(hands) for _ in hands]
    run_outs = 0
    used = {card for cards in (*hands, board, dead) for card in cards}
    left = [_PEER_CARDS[card] for card in range(52) if card not in used]
    on_board = [_PEER_CARDS[card] for card in board]
    held = [[_PEER_CARDS[card] for card in hand] for hand in hands]
    for run_out in combinations(left, 5 - len(board)):
        full_board = [*on_board, *run_out]
        values = [eval7.evaluate([*full_board, *hand]) for hand in held]
        best = max(values)
        winners = values.count(best)
        for player, value in enumerate(values):
            if value == best:
                shared[player][winners - 1] += 1
        run_outs += 1
    return shared, run_outs


def plain_shares(
    ranges: Sequence[dict[tuple[int, int], float]], board: Sequence[int], dead: Sequence[int] = ()
) -> list[list[float]]:
    """For each player the probabilities of being one of 1, 2, ... winners, by every combination of weighted hands."""
    sums = [[0.0] * len(ranges) for _ in ranges]
    total = 0.0
    for hands in product(*ranges):
        if len({card for hand in hands for card in hand}) < 2 * len(hands):
            continue
        weight = prod(weights[hand] for weights, hand in zip(ranges, hands, strict=True))
        shared, run_outs = plain_known(hands, board, dead)
        total += weight * run_outs
        for player, counts in enumerate(shared):
            for winners, count in enumerate(counts):
                sums[player][winners] += weight * count
    return [[share / total for share in shares] for shares in sums]


def disjoint(hands: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """By two hands: 1 if they have no card in common. Floats multiply fast, and are exact up to 2**53."""
    masks = np.array([sum(1 << card for card in hand) for hand in hands])
    return (masks[:, np.newaxis] & masks == 0).astype(np.float64)


def pairs_of(firsts: NDArray[np.bool_], others: NDArray[np.bool_], apart: NDArray[np.float64]) -> int:
    """The ordered pairs of disjoint hands, one of a row of `ones` and one of the same row of `others`."""
    return int(((firsts.astype(np.float64) @ apart) * others).sum())


def plain_random(hand: Sequence[int], board: Sequence[int] = (), dead: Sequence[int] = ()) -> list[int]:
    """A hand against random ones, each run-out and each opposing hand or pair of hands judged one by one.

    Hands beaten and tied; ordered pairs both beaten, one beaten and one tied, both tied; the run-outs.
    """
    left = sorted(set(range(52)) - {*hand, *board, *dead})
    opposing = list(combinations(left, 2))
    run_outs = list(combinations(left, 5 - len(board)))
    beaten = np.zeros((len(run_outs), len(opposing)), dtype=np.bool_)
    tied = np.zeros_like(beaten)
    for row, run_out in enumerate(run_outs):
        full_board = [_PEER_CARDS[card] for card in (*board, *run_out)]
        own = eval7.evaluate([*full_board, *(_PEER_CARDS[card] for card in hand)])
        for column, (first, second) in enumerate(opposing):
            if first not in run_out and second not in run_out:
                value = eval7.evaluate([*full_board, _PEER_CARDS[first], _PEER_CARDS[second]])
                beaten[row, column] = value < own
                tied[row, column] = value == own
    apart = disjoint(opposing)
    return [
        int(beaten.sum()),
        int(tied.sum()),
        pairs_of(beaten, beaten, apart),
        2 * pairs_of(beaten, tied, apart),
        pairs_of(tied, tied, apart),
        len(run_outs),
    ]
