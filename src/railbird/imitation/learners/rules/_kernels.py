"""The best condition to add to a rule, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel
from railbird.imitation.learners.tree.splitting._kernels import ValueHistogram, clear, present_ranks

EQUAL, AT_MOST, AT_LEAST = 0, 1, 2


@inlined
def foil_gain(positives: float, covered: float, default_rate: float) -> float:
    """The information that a condition gains about its positives (Quinlan 1990), with one added to both counts."""
    return positives * (np.log2((positives + 1) / (covered + 1)) - np.log2(default_rate))


@inlined
def offer(
    best: NDArray[np.float64],
    default_rate: float,
    attribute: int,
    kind: int,
    rank: int,
    positives: float,
    covered: float,
) -> None:
    """Keep a condition if it gains more than the best so far."""
    gain = foil_gain(positives, covered, default_rate)
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
    histogram: ValueHistogram,
    best: NDArray[np.float64],
) -> None:
    """Find the condition with the most gain: `best` gets gain, attribute, kind, rank, positives and covered rows.

    Nominal attributes (without an offset) are tried with each value and used once; numeric ones with each limit.
    `best[0]` is the gain that has to be surpassed.
    """
    for attribute in range(len(cells)):
        if is_used[attribute]:
            continue
        present, _ = present_ranks(cells[attribute], rows, weights, is_positive, sizes[attribute], histogram)
        counts, ranks = histogram.weights, histogram.ranks[:present]
        if offsets[attribute] < 0:
            for rank in ranks:
                positives, covered = counts[rank, 1], counts[rank, 0] + counts[rank, 1]
                offer(best, default_rate, attribute, EQUAL, rank, positives, covered)
        else:
            _offer_limits(best, default_rate, attribute, ranks, counts)
        clear(histogram, present)


@inlined
def _offer_limits(
    best: NDArray[np.float64],
    default_rate: float,
    attribute: int,
    ranks: NDArray[np.int32],
    counts: NDArray[np.float64],
) -> None:
    """Offer both sides of each gap between values."""
    all_positives, everything = 0.0, 0.0
    for rank in ranks:
        all_positives += counts[rank, 1]
        everything += counts[rank, 0] + counts[rank, 1]
    below, total = 0.0, 0.0
    for place in range(len(ranks) - 1):
        below += counts[ranks[place], 1]
        total += counts[ranks[place], 0] + counts[ranks[place], 1]
        offer(best, default_rate, attribute, AT_MOST, ranks[place], below, total)
        offer(best, default_rate, attribute, AT_LEAST, ranks[place + 1], all_positives - below, everything - total)
