"""Counts of pairs of hands by their classes, in compiled code.

The hands of a board are swept from the weakest to the strongest. A vector counts the hands passed so far by class, and
is added to the row of each class that follows; pairs that share a card are taken out again, card by card.
"""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.abstraction.joint.pair_counts import CardRuns, HandGroups, PairWorkspace
from railbird.compiled import inlined, kernel


@kernel
def count_pairs(
    hands: NDArray[np.uint8],
    strengths: NDArray[np.uint16],
    classes: NDArray[np.int32],
    workspace: PairWorkspace,
    wins: NDArray[np.int32],
    ties: NDArray[np.int32],
) -> None:
    """Add the pairs of hands without a common card, by class: those that the row wins, and those that tie.

    Hands are those of `sort_hands`, weakest first. Hands of the same strength and class are a group.
    """
    groups, runs = workspace.groups, workspace.runs
    groups.below[:] = 0
    groups.newest[:] = -1
    runs.length[:] = 0
    start = first = 0
    while start < len(hands):
        copy_into(runs.length, runs.before)
        end, stop = start, first
        while end < len(hands) and strengths[end] == strengths[start]:
            stop = _add_to_group(classes[end], first, stop, groups)
            _add_to_run(hands[end, 0], groups.newest[classes[end]], first, runs)
            _add_to_run(hands[end, 1], groups.newest[classes[end]], first, runs)
            end += 1
        _add_groups(first, stop, groups, wins, ties)
        _take_out_runs(groups.of_class, runs, wins, ties)
        start, first = end, stop


@inlined
def _add_to_group(number: int, first: int, stop: int, groups: HandGroups) -> int:
    """Add a hand of the current strength, whose groups are those from `first` to `stop`; the new `stop`."""
    if groups.newest[number] < first:
        groups.newest[number] = stop
        groups.of_class[stop], groups.size[stop] = number, 0
        stop += 1
    groups.size[groups.newest[number]] += 1
    return stop


@inlined
def _add_to_run(card: int, group: int, first: int, runs: CardRuns) -> None:
    """Count a hand of a group among those that hold a card."""
    run = runs.length[card] - 1
    while run >= 0 and runs.group[card, run] >= first:
        if runs.group[card, run] == group:
            runs.size[card, run] += 1
            return
        run -= 1
    runs.group[card, runs.length[card]], runs.size[card, runs.length[card]] = group, 1
    runs.length[card] += 1


@inlined
def _add_groups(first: int, stop: int, groups: HandGroups, wins: NDArray[np.int32], ties: NDArray[np.int32]) -> None:
    """Add all pairs of the groups of one strength with weaker hands and with each other, then count them as weaker."""
    for group in range(first, stop):
        size, number = groups.size[group], groups.of_class[group]
        row = wins[number]
        for column in range(len(groups.below)):
            row[column] += size * groups.below[column]
        for other in range(first, stop):
            ties[number, groups.of_class[other]] += size * groups.size[other]
        # A hand shares both cards with itself, so that it is taken out twice.
        ties[number, number] += size
    for group in range(first, stop):
        groups.below[groups.of_class[group]] += groups.size[group]


@inlined
def _take_out_runs(
    of_class: NDArray[np.int32], runs: CardRuns, wins: NDArray[np.int32], ties: NDArray[np.int32]
) -> None:
    """Take out the pairs of the latest strength that share a card."""
    for card in range(len(runs.length)):
        before, count = runs.before[card], runs.length[card]
        for run in range(before, count):
            size, number = runs.size[card, run], of_class[runs.group[card, run]]
            for other in range(before):
                wins[number, of_class[runs.group[card, other]]] -= size * runs.size[card, other]
            for other in range(before, count):
                ties[number, of_class[runs.group[card, other]]] -= size * runs.size[card, other]


@kernel
def add_counts(size: int, counts: NDArray[np.int32], totals: NDArray[np.int64]) -> None:
    """Add counts that stand for `size` boards to the totals."""
    for row in range(len(counts)):
        for column in range(len(counts)):
            totals[row, column] += size * counts[row, column]
