"""The best split of a node as C4.5 finds it, in compiled code.

Quinlan, C4.5: Programs for Machine Learning, 1993; the same order of decisions and the same tolerances as J48 in Weka,
so that the trees can be compared. Gains, ratios and information are in nats.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel
from railbird.imitation.learners.tree._kernels import MISSING, SMALL, TrainingColumns

GAP = 1e-5
"""Values that are closer are not separated."""


class ValueHistogram(NamedTuple):
    """The values of an attribute at a node. Weights and marks are 0 between searches."""

    weights: NDArray[np.float64]
    """By value and class."""
    ranks: NDArray[np.int32]
    """The values that are present, in ascending order."""
    is_present: NDArray[np.uint8]


class SplitWorkspace(NamedTuple):
    """Arrays for the search of a split."""

    logarithms: NDArray[np.float64]
    """x ln x of small whole numbers."""
    bags: NDArray[np.float64]
    """The weight of each value of a nominal attribute."""
    left: NDArray[np.float64]
    """The weights of the classes on the left of a cut; then those of both sides."""
    right: NDArray[np.float64]
    found: NDArray[np.float64]
    """By attribute: gain (-1 if it cannot split the node), gain ratio, and rank of the last value on the left."""


@inlined
def x_log_x(x: float, logarithms: NDArray[np.float64]) -> float:
    """x ln x; from the table for small whole numbers, which counts usually are."""
    if x < SMALL:
        return 0.0
    whole = np.int64(x)
    if whole == x and whole < len(logarithms):
        return logarithms[whole]
    return x * np.log(x)


@inlined
def distribution_entropy(counts: NDArray[np.float64], logarithms: NDArray[np.float64]) -> float:
    """The entropy of a distribution times its total."""
    total, parts = 0.0, 0.0
    for count in counts:
        total += count
        parts += x_log_x(count, logarithms)
    return x_log_x(total, logarithms) - parts


@inlined
def gain_ratio(
    gain: float, known: float, total: float, bags: NDArray[np.float64], logarithms: NDArray[np.float64]
) -> float:
    """The gain over the entropy of the split itself, in which the missing values are a branch of their own."""
    information = x_log_x(total, logarithms) - x_log_x(total - known, logarithms)
    for bag in bags:
        information -= x_log_x(bag, logarithms)
    information /= total
    return 0.0 if information * total / np.log(2.0) < SMALL else gain / information


@inlined
def nominal_split(
    weights: NDArray[np.float64], total: float, minimum: float, workspace: SplitWorkspace, answer: NDArray[np.float64]
) -> bool:
    """Whether a nominal attribute can split the node; `answer` gets gain and gain ratio."""
    bags, logarithms = workspace.bags[: len(weights)], workspace.logarithms
    known, after, large = _fill_bags(weights, minimum, bags, logarithms)
    if large < 2:
        return False
    gain = (_entropy_before(weights, logarithms) - after) * (known / total)
    answer[0] = 0.0 if abs(gain / np.log(2.0)) < SMALL else gain / known
    answer[1] = gain_ratio(answer[0], known, total, bags, logarithms)
    return True


@inlined
def _fill_bags(
    weights: NDArray[np.float64], minimum: float, bags: NDArray[np.float64], logarithms: NDArray[np.float64]
) -> tuple[float, float, int]:
    """Write the weight of each value. Return their sum, their entropy times that, and how many reach the minimum."""
    values, classes = weights.shape
    known, entropy, large = 0.0, 0.0, 0
    for value in range(values):
        bag = 0.0
        for label in range(classes):
            bag += weights[value, label]
            entropy -= x_log_x(weights[value, label], logarithms)
        entropy += x_log_x(bag, logarithms)
        bags[value] = bag
        known += bag
        if bag + SMALL > minimum:
            large += 1
    return known, entropy, large


@inlined
def _entropy_before(weights: NDArray[np.float64], logarithms: NDArray[np.float64]) -> float:
    """The entropy of the classes of all values together, times their weight."""
    values, classes = weights.shape
    entropy, whole = 0.0, 0.0
    for label in range(classes):
        count = 0.0
        for value in range(values):
            count += weights[value, label]
        entropy -= x_log_x(count, logarithms)
        whole += count
    return entropy + x_log_x(whole, logarithms)


@inlined
def numeric_split(
    ranks: NDArray[np.int32],
    values: NDArray[np.float64],
    known_rows: int,
    total: float,
    minimum: float,
    weights: NDArray[np.float64],
    workspace: SplitWorkspace,
    answer: NDArray[np.float64],
) -> bool:
    """Whether a numeric attribute can split the node.

    `ranks` are the present values in ascending order. `answer` gets gain and gain ratio, and the place of the last
    value on the left.
    """
    left = workspace.left
    known = _begin_on_the_right(weights, ranks, left, workspace.right)
    smallest = _smallest_side(known, minimum, weights.shape[1])
    if known_rows + SMALL < 2 * smallest:
        return False
    best, place, cuts = _best_cut(ranks, values, known, smallest, known / total, weights, workspace)
    if place < 0:
        return False
    gain = best - np.log(float(cuts)) / total
    if gain / np.log(2.0) < SMALL:
        return False
    left[0] = _weight_of(weights, ranks[: place + 1])
    left[1] = known - left[0]
    answer[0] = gain
    answer[1] = gain_ratio(gain, known, total, left[:2], workspace.logarithms)
    answer[2] = place
    return True


@inlined
def _begin_on_the_right(
    weights: NDArray[np.float64], ranks: NDArray[np.int32], left: NDArray[np.float64], right: NDArray[np.float64]
) -> float:
    """Put all values on the right, and return their weight."""
    classes, weight = weights.shape[1], 0.0
    for label in range(classes):
        left[label] = 0.0
        right[label] = 0.0
    for rank in ranks:
        for label in range(classes):
            right[label] += weights[rank, label]
            weight += weights[rank, label]
    return weight


@inlined
def _weight_of(weights: NDArray[np.float64], ranks: NDArray[np.int32]) -> float:
    weight = 0.0
    for rank in ranks:
        for label in range(weights.shape[1]):
            weight += weights[rank, label]
    return weight


@inlined
def _smallest_side(known: float, minimum: float, classes: int) -> float:
    """The weight that both sides of a cut must exceed: a tenth of the average class, from the minimum up to 25."""
    smallest = 0.1 * known / classes
    if smallest <= minimum + SMALL:
        return minimum
    return 25.0 if smallest > 25 + SMALL else smallest


@inlined
def _best_cut(
    ranks: NDArray[np.int32],
    values: NDArray[np.float64],
    known: float,
    smallest: float,
    share: float,
    weights: NDArray[np.float64],
    workspace: SplitWorkspace,
) -> tuple[float, int, int]:
    """The largest gain, the place of the last value on the left (-1 if there is none), and the number of cuts."""
    classes, logarithms = weights.shape[1], workspace.logarithms
    left, right = workspace.left[:classes], workspace.right[:classes]
    before = distribution_entropy(right, logarithms)
    best, best_place, cuts, on_left = 0.0, -1, 0, 0.0
    for place in range(len(ranks) - 1):
        for label in range(classes):
            count = weights[ranks[place], label]
            left[label] += count
            right[label] -= count
            on_left += count
        if values[ranks[place]] + GAP >= values[ranks[place + 1]]:
            continue
        if on_left + SMALL <= smallest or known - on_left + SMALL <= smallest:
            continue
        cuts += 1
        after = distribution_entropy(left, logarithms) + distribution_entropy(right, logarithms)
        gain = share * (before - after) / known
        if (gain - best) / np.log(2.0) > SMALL:
            best = gain
            best_place = place
    return best, best_place, cuts


@inlined
def sort(numbers: NDArray[np.int32], count: int) -> None:
    """Heapsort of the first numbers; Numba's own sort cannot be inlined."""
    start, stop = count // 2, count
    while stop > 1:
        if start > 0:
            start -= 1
        else:
            stop -= 1
            numbers[0], numbers[stop] = numbers[stop], numbers[0]
        parent = start
        moved = numbers[parent]
        while 2 * parent + 1 < stop:
            child = 2 * parent + 1
            if child + 1 < stop and numbers[child + 1] > numbers[child]:
                child += 1
            if numbers[child] <= moved:
                break
            numbers[parent] = numbers[child]
            parent = child
        numbers[parent] = moved


@inlined
def present_ranks(
    cells: NDArray[np.int32],
    rows: NDArray[np.int32],
    weights: NDArray[np.float64],
    target: NDArray[np.uint8],
    size: int,
    histogram: ValueHistogram,
) -> tuple[int, int]:
    """Fill the histogram of a column over a segment; the numbers of present values and of rows with a value.

    Without many rows the present values are collected and sorted; else all values are looked at in turn.
    """
    ranks, is_present = histogram.ranks, histogram.is_present
    known, count = 0, 0
    for place in range(len(rows)):
        row = rows[place]
        rank = cells[row]
        if rank == MISSING:
            continue
        known += 1
        histogram.weights[rank, target[row]] += weights[place]
        if not is_present[rank]:
            is_present[rank] = 1
            ranks[count] = rank
            count += 1
    if size > 4 * count:
        sort(ranks, count)
    else:
        count = 0
        for rank in range(size):
            if is_present[rank]:
                ranks[count] = rank
                count += 1
    return count, known


@inlined
def clear(histogram: ValueHistogram, count: int) -> None:
    for rank in histogram.ranks[:count]:
        histogram.is_present[rank] = 0
        for label in range(histogram.weights.shape[1]):
            histogram.weights[rank, label] = 0.0


@kernel
def best_split(
    columns: TrainingColumns,
    rows: NDArray[np.int32],
    weights: NDArray[np.float64],
    total: float,
    minimum: float,
    histogram: ValueHistogram,
    workspace: SplitWorkspace,
) -> int:
    """The attribute that splits a node best, or -1; its row of `workspace.found` says how.

    The winner has the best gain ratio among those whose gain is at least average (Quinlan 1993, section 2.2). Nominal
    attributes with many values do not count for the average, unless all attributes are like that.
    """
    attributes, count = columns.cells.shape
    few_values = 0.3 * count
    have_all_many = True
    for attribute in range(attributes):
        if columns.offsets[attribute] >= 0 or columns.sizes[attribute] + SMALL < few_values:
            have_all_many = False
    average, averaged = 0.0, 0
    for attribute in range(attributes):
        answer = workspace.found[attribute]
        if not _try_attribute(columns, attribute, rows, weights, total, minimum, histogram, workspace, answer):
            answer[0] = -1.0
        elif columns.offsets[attribute] >= 0 or have_all_many or columns.sizes[attribute] + SMALL < few_values:
            average += answer[0]
            averaged += 1
    if averaged == 0:
        return -1
    return _best_ratio(workspace.found, average / averaged)


@inlined
def _try_attribute(
    columns: TrainingColumns,
    attribute: int,
    rows: NDArray[np.int32],
    weights: NDArray[np.float64],
    total: float,
    minimum: float,
    histogram: ValueHistogram,
    workspace: SplitWorkspace,
    answer: NDArray[np.float64],
) -> bool:
    """Whether an attribute can split the node; `answer` gets its row of `found`."""
    size, offset = columns.sizes[attribute], columns.offsets[attribute]
    present, known = present_ranks(columns.cells[attribute], rows, weights, columns.target, size, histogram)
    if offset >= 0:
        ranks, values = histogram.ranks[:present], columns.values[offset : offset + size]
        is_valid = present > 1 and numeric_split(
            ranks, values, known, total, minimum, histogram.weights, workspace, answer
        )
        if is_valid:
            answer[2] = cut_rank(values, ranks, np.int64(answer[2]))
    else:
        is_valid = known > 0 and nominal_split(histogram.weights[:size], total, minimum, workspace, answer)
    clear(histogram, present)
    return is_valid


@inlined
def cut_rank(values: NDArray[np.float64], ranks: NDArray[np.int32], place: int) -> int:
    """The largest of all values in the data that is not above the middle of the gap at a place."""
    middle = (values[ranks[place]] + values[ranks[place + 1]]) / 2
    if middle == values[ranks[place + 1]]:
        middle = values[ranks[place]]
    rank = np.int64(ranks[place])
    while rank + 1 < len(values) and values[rank + 1] <= middle:
        rank += 1
    return rank


@inlined
def _best_ratio(found: NDArray[np.float64], average: float) -> int:
    best, best_ratio = -1, 0.0
    for attribute in range(len(found)):
        gain, ratio = found[attribute, 0], found[attribute, 1]
        if gain >= 0 and gain / np.log(2.0) >= average / np.log(2.0) - 1e-3 and ratio > best_ratio + SMALL:
            best = attribute
            best_ratio = ratio
    return best
