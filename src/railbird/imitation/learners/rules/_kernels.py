"""The best condition to add to a rule, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel
from railbird.imitation.learners.tree.splitting._kernels import clear, present_ranks

EQUAL, AT_MOST, AT_LEAST = 0, 1, 2


@inlined
def foil_gain(positives: float, covered: float, default_rate: float) -> float:
    """The information that a condition gains about its positives (Quinlan 1990), with one added to both counts."""
    return positives * (np.log2((positives + 1) / (covered + 1)) - np.log2(default_rate))


@inlined
def offer(
    best: NDArray[np.float64], gain: float, attribute: int, kind: int, rank: int, positives: float, covered: float
) -> None:
    """Keep a condition that is better than the best so far."""
    if gain > best[0] and positives > 0:
        best[0] = gain
        best[1] = attribute
        best[2] = kind
        best[3] = rank
        best[4] = positives
        best[5] = covered


@kernel
def best_condition(
    cells: NDArray[np.int32],
    sizes: NDArray[np.int64],
    offsets: NDArray[np.int64],
    is_used: NDArray[np.bool_],
    rows: NDArray[np.int32],
    is_positive: NDArray[np.uint8],
    default_rate: float,
    weights: NDArray[np.float64],
    histogram: NDArray[np.float64],
    ranks: NDArray[np.int32],
    is_present: NDArray[np.uint8],
    best: NDArray[np.float64],
) -> None:
    """Find the condition with the most gain: `best` gets gain, attribute, kind, rank, positives and covered rows.

    Nominal attributes (without an offset) are tried with each value and used once; numeric ones with each limit.
    `best[0]` is the gain that has to be surpassed.
    """
    for attribute in range(len(cells)):
        if is_used[attribute]:
            continue
        present, _ = present_ranks(
            cells[attribute], rows, weights, is_positive, sizes[attribute], histogram, ranks, is_present
        )
        if offsets[attribute] < 0:
            for place in range(present):
                rank = ranks[place]
                positives = histogram[rank, 1]
                covered = positives + histogram[rank, 0]
                offer(best, foil_gain(positives, covered, default_rate), attribute, EQUAL, rank, positives, covered)
        else:
            all_positives, everything = 0.0, 0.0
            for place in range(present):
                all_positives += histogram[ranks[place], 1]
                everything += histogram[ranks[place], 0] + histogram[ranks[place], 1]
            below, total = 0.0, 0.0
            for place in range(present - 1):
                below += histogram[ranks[place], 1]
                total += histogram[ranks[place], 0] + histogram[ranks[place], 1]
                gain = foil_gain(below, total, default_rate)
                offer(best, gain, attribute, AT_MOST, ranks[place], below, total)
                above, others = all_positives - below, everything - total
                gain = foil_gain(above, others, default_rate)
                offer(best, gain, attribute, AT_LEAST, ranks[place + 1], above, others)
        clear(histogram, ranks, present, is_present)
