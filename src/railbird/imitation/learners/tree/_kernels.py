"""Growing, pruning and applying decision trees as C4.5 does, in compiled code.

Quinlan, C4.5: Programs for Machine Learning, 1993; the same order of decisions and the same tolerances as J48 in Weka,
so that the trees can be compared. A segment is a range of `rows` and `weights`: the examples at a node. A row whose
value is missing is in all branches, with a part of its weight in each.
"""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined, kernel

SMALL = 1e-6
"""Smaller differences count as none."""
GAP = 1e-5
"""Values that are closer are not separated."""
MISSING = -1
LEAF = -1
DONE, NODES_NEEDED, ROWS_NEEDED = 0, 1, 2


@inlined
def x_log_x(x: float, table: NDArray[np.float64]) -> float:
    """x ln x; from the table for small whole numbers, which counts usually are."""
    if x < SMALL:
        return 0.0
    whole = np.int64(x)
    if whole == x and whole < len(table):
        return table[whole]
    return x * np.log(x)


@inlined
def distribution_entropy(counts: NDArray[np.float64], table: NDArray[np.float64]) -> float:
    """The entropy of a distribution times its total, in nats."""
    total, parts = 0.0, 0.0
    for count in counts:
        total += count
        parts += x_log_x(count, table)
    return x_log_x(total, table) - parts


@inlined
def split_information(known: float, total: float, bags: NDArray[np.float64], table: NDArray[np.float64]) -> float:
    """The entropy of the split itself, in nats; the missing values are a branch of their own."""
    information = x_log_x(total, table) - x_log_x(total - known, table)
    for bag in bags:
        information -= x_log_x(bag, table)
    return information / total


@inlined
def nominal_split(
    histogram: NDArray[np.float64],
    bags: NDArray[np.float64],
    total: float,
    minimum: float,
    table: NDArray[np.float64],
    answer: NDArray[np.float64],
) -> bool:
    """Whether a nominal attribute can split the node; `answer` gets gain and gain ratio, in nats."""
    values, classes = histogram.shape
    known, large, after = 0.0, 0, 0.0
    for value in range(values):
        bag = 0.0
        for label in range(classes):
            bag += histogram[value, label]
            after -= x_log_x(histogram[value, label], table)
        after += x_log_x(bag, table)
        bags[value] = bag
        known += bag
        if bag + SMALL > minimum:
            large += 1
    if large < 2:
        return False
    before, whole = 0.0, 0.0
    for label in range(classes):
        count = 0.0
        for value in range(values):
            count += histogram[value, label]
        before -= x_log_x(count, table)
        whole += count
    before += x_log_x(whole, table)
    gain = (before - after) * (known / total)
    answer[0] = 0.0 if abs(gain / np.log(2.0)) < SMALL else gain / known
    information = split_information(known, total, bags[:values], table)
    answer[1] = 0.0 if information * total / np.log(2.0) < SMALL else answer[0] / information
    return True


@inlined
def numeric_split(
    histogram: NDArray[np.float64],
    ranks: NDArray[np.int32],
    values: NDArray[np.float64],
    known_rows: int,
    total: float,
    minimum: float,
    table: NDArray[np.float64],
    left: NDArray[np.float64],
    right: NDArray[np.float64],
    answer: NDArray[np.float64],
) -> bool:
    """Whether a numeric attribute can split the node.

    `ranks` are the present values in ascending order, `histogram[rank]` their classes. `answer` gets gain and gain
    ratio, in nats, and the rank of the last value on the left.
    """
    classes = histogram.shape[1]
    known = 0.0
    for label in range(classes):
        left[label] = 0.0
        right[label] = 0.0
    for rank in ranks:
        for label in range(classes):
            right[label] += histogram[rank, label]
            known += histogram[rank, label]
    smallest = 0.1 * known / classes
    if smallest <= minimum + SMALL:
        smallest = minimum
    elif smallest > 25 + SMALL:
        smallest = 25.0
    if known_rows + SMALL < 2 * smallest:
        return False
    before = distribution_entropy(right, table)
    best, best_place, cuts, share = 0.0, -1, 0, known / total
    on_left = 0.0
    for place in range(len(ranks) - 1):
        for label in range(classes):
            count = histogram[ranks[place], label]
            left[label] += count
            right[label] -= count
            on_left += count
        if values[ranks[place]] + GAP >= values[ranks[place + 1]]:
            continue
        if on_left + SMALL <= smallest or known - on_left + SMALL <= smallest:
            continue
        cuts += 1
        after = distribution_entropy(left, table) + distribution_entropy(right, table)
        gain = share * (before - after) / known
        if (gain - best) / np.log(2.0) > SMALL:
            best = gain
            best_place = place
    if best_place < 0:
        return False
    gain = best - np.log(float(cuts)) / total
    if gain / np.log(2.0) < SMALL:
        return False
    on_left = 0.0
    for place in range(best_place + 1):
        for label in range(classes):
            on_left += histogram[ranks[place], label]
    left[0] = on_left
    left[1] = known - on_left
    information = split_information(known, total, left[:2], table)
    answer[0] = gain
    answer[1] = 0.0 if information * total / np.log(2.0) < SMALL else gain / information
    answer[2] = best_place
    return True


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
    histogram: NDArray[np.float64],
    ranks: NDArray[np.int32],
    is_present: NDArray[np.uint8],
) -> tuple[int, int]:
    """Fill the histogram of a column over a segment; the numbers of present values and of rows with a value.

    Without many rows the present values are collected and sorted; else all values are looked at in turn.
    """
    known, count = 0, 0
    for place in range(len(rows)):
        row = rows[place]
        rank = cells[row]
        if rank == MISSING:
            continue
        known += 1
        histogram[rank, target[row]] += weights[place]
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
def clear(histogram: NDArray[np.float64], ranks: NDArray[np.int32], count: int, is_present: NDArray[np.uint8]) -> None:
    for place in range(count):
        is_present[ranks[place]] = 0
        for label in range(histogram.shape[1]):
            histogram[ranks[place], label] = 0.0


@kernel
def best_split(
    cells: NDArray[np.int32],
    target: NDArray[np.uint8],
    sizes: NDArray[np.int64],
    offsets: NDArray[np.int64],
    values: NDArray[np.float64],
    rows: NDArray[np.int32],
    weights: NDArray[np.float64],
    total: float,
    minimum: float,
    table: NDArray[np.float64],
    histogram: NDArray[np.float64],
    ranks: NDArray[np.int32],
    is_present: NDArray[np.uint8],
    bags: NDArray[np.float64],
    found: NDArray[np.float64],
) -> int:
    """The attribute that splits a node best, or -1; its row of `found` has gain, ratio and place of the cut.

    Numeric attributes have values (`offsets` is not negative); of nominal ones `sizes` is the number of values. The
    winner has the best gain ratio among those whose gain is at least average (Quinlan 1993, section 2.2).
    """
    attributes, count = cells.shape
    classes = histogram.shape[1]
    left, right = np.empty(max(classes, 2)), np.empty(max(classes, 2))
    few_values = 0.3 * count
    are_all_large = True
    for attribute in range(attributes):
        if offsets[attribute] >= 0 or sizes[attribute] + SMALL < few_values:
            are_all_large = False
    average, averaged = 0.0, 0
    for attribute in range(attributes):
        column = cells[attribute]
        size = sizes[attribute]
        answer = found[attribute]
        present, known = present_ranks(column, rows, weights, target, size, histogram, ranks, is_present)
        if offsets[attribute] >= 0:
            own = values[offsets[attribute] : offsets[attribute] + size]
            is_valid = present > 1 and numeric_split(
                histogram, ranks[:present], own, known, total, minimum, table, left, right, answer
            )
            if is_valid:
                answer[2] = cut_rank(own, ranks, np.int64(answer[2]))
        else:
            is_valid = known > 0 and nominal_split(histogram[:size], bags, total, minimum, table, answer)
        clear(histogram, ranks, present, is_present)
        if not is_valid:
            answer[0] = -1.0
        elif offsets[attribute] >= 0 or are_all_large or size + SMALL < few_values:
            average += answer[0]
            averaged += 1
    if averaged == 0:
        return -1
    average /= averaged
    best, best_ratio = -1, 0.0
    for attribute in range(attributes):
        gain, ratio = found[attribute, 0], found[attribute, 1]
        if gain >= 0 and gain / np.log(2.0) >= average / np.log(2.0) - 1e-3 and ratio > best_ratio + SMALL:
            best = attribute
            best_ratio = ratio
    return best


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
def branch_of(cell: int, cut: int) -> int:
    """The branch of a value: nominal attributes have no cut and a branch for each value."""
    if cut < 0:
        return cell
    return 0 if cell <= cut else 1


@kernel
def partition(
    column: NDArray[np.int32],
    cut: int,
    branches: int,
    low: int,
    high: int,
    top: int,
    rows: NDArray[np.int32],
    weights: NDArray[np.float64],
    spare_rows: NDArray[np.int32],
    spare_weights: NDArray[np.float64],
    counts: NDArray[np.int64],
    shares: NDArray[np.float64],
    starts: NDArray[np.int64],
) -> int:
    """Sort a segment by branches: in place, or at `top` if values are missing. `starts` gets their limits.

    Returns how many rows the arrays need to have; if they have fewer, nothing is done.
    """
    known_weight, missing = 0.0, 0
    for branch in range(branches):
        counts[branch] = 0
        shares[branch] = 0.0
    for place in range(low, high):
        cell = column[rows[place]]
        if cell == MISSING:
            missing += 1
            continue
        branch = branch_of(cell, cut)
        counts[branch] += 1
        shares[branch] += weights[place]
        known_weight += weights[place]
    start = low if missing == 0 else top
    for branch in range(branches):
        shares[branch] = shares[branch] / known_weight if known_weight > 0 else 0.0
        starts[branch] = start
        start += counts[branch] + (missing if shares[branch] > SMALL else 0)
    starts[branches] = start
    if start > len(rows):
        return start
    for branch in range(branches):
        counts[branch] = starts[branch]
    for place in range(low, high):
        cell = column[rows[place]]
        if cell != MISSING:
            branch = branch_of(cell, cut)
            spare_rows[counts[branch]] = rows[place]
            spare_weights[counts[branch]] = weights[place]
            counts[branch] += 1
    if missing:
        for branch in range(branches):
            if shares[branch] <= SMALL:
                continue
            for place in range(low, high):
                if column[rows[place]] == MISSING:
                    spare_rows[counts[branch]] = rows[place]
                    spare_weights[counts[branch]] = weights[place] * shares[branch]
                    counts[branch] += 1
    for place in range(starts[0], start):
        rows[place] = spare_rows[place]
        weights[place] = spare_weights[place]
    return start


@inlined
def measure(
    rows: NDArray[np.int32],
    weights: NDArray[np.float64],
    low: int,
    high: int,
    target: NDArray[np.uint8],
    distribution: NDArray[np.float64],
) -> None:
    """Count the classes of a segment."""
    for label in range(len(distribution)):
        distribution[label] = 0.0
    for place in range(low, high):
        distribution[target[rows[place]]] += weights[place]


@inlined
def total_and_most(distribution: NDArray[np.float64]) -> tuple[float, float]:
    total, most = 0.0, 0.0
    for count in distribution:
        total += count
        most = max(most, count)
    return total, most


@kernel
def grow(
    cells: NDArray[np.int32],
    target: NDArray[np.uint8],
    sizes: NDArray[np.int64],
    offsets: NDArray[np.int64],
    values: NDArray[np.float64],
    minimum: float,
    table: NDArray[np.float64],
    nodes: NDArray[np.int32],
    distributions: NDArray[np.float64],
    rows: NDArray[np.int32],
    weights: NDArray[np.float64],
    spare_rows: NDArray[np.int32],
    spare_weights: NDArray[np.float64],
    stack: NDArray[np.int64],
    progress: NDArray[np.int64],
) -> int:
    """Grow the tree below the nodes on the stack; the answer says whether arrays must grow before it can go on.

    A row of `nodes` is attribute (-1 for a leaf), cut, first child and number of children. A row of `stack` is a node
    and its segment; `progress` is the height of the stack, the number of nodes, and the number of rows needed.
    """
    attributes, classes = len(cells), distributions.shape[1]
    most_values = 1
    for attribute in range(attributes):
        most_values = max(most_values, sizes[attribute])
    histogram = np.zeros((most_values, classes))
    ranks = np.empty(most_values, dtype=np.int32)
    is_present = np.zeros(most_values, dtype=np.uint8)
    bags, shares = np.empty(most_values), np.empty(most_values + 1)
    counts, starts = np.empty(most_values + 1, dtype=np.int64), np.empty(most_values + 2, dtype=np.int64)
    found = np.empty((attributes, 3))
    while progress[0] > 0:
        progress[0] -= 1
        node, low, high = stack[progress[0], 0], stack[progress[0], 1], stack[progress[0], 2]
        measure(rows, weights, low, high, target, distributions[node])
        total, most = total_and_most(distributions[node])
        nodes[node, 0] = LEAF
        if total + SMALL < 2 * minimum or total - most < SMALL:
            continue
        attribute = best_split(
            cells,
            target,
            sizes,
            offsets,
            values,
            rows[low:high],
            weights[low:high],
            total,
            minimum,
            table,
            histogram,
            ranks,
            is_present,
            bags,
            found,
        )
        if attribute < 0:
            continue
        is_numeric = offsets[attribute] >= 0
        cut = np.int64(found[attribute, 2]) if is_numeric else -1
        branches = 2 if is_numeric else sizes[attribute]
        if progress[1] + branches > len(nodes) or progress[0] + branches > len(stack):
            progress[0] += 1
            return NODES_NEEDED
        needed = partition(
            cells[attribute],
            cut,
            branches,
            low,
            high,
            high,
            rows,
            weights,
            spare_rows,
            spare_weights,
            counts,
            shares,
            starts,
        )
        if needed > len(rows):
            progress[0] += 1
            progress[2] = needed
            return ROWS_NEEDED
        nodes[node, 0] = attribute
        nodes[node, 1] = cut
        nodes[node, 2] = progress[1]
        nodes[node, 3] = branches
        for branch in range(branches):
            stack[progress[0], 0] = progress[1] + branch
            stack[progress[0], 1] = starts[branch]
            stack[progress[0], 2] = starts[branch + 1]
            progress[0] += 1
        progress[1] += branches
    return DONE


@kernel
def collapse(nodes: NDArray[np.int32], distributions: NDArray[np.float64], errors: NDArray[np.float64]) -> None:
    """Turn nodes into leaves whose subtrees make no fewer errors in training. Children have larger numbers."""
    for node in range(len(nodes) - 1, -1, -1):
        total, most = total_and_most(distributions[node])
        errors[node] = total - most
        if nodes[node, 0] == LEAF:
            continue
        below = 0.0
        for child in range(nodes[node, 2], nodes[node, 2] + nodes[node, 3]):
            below += errors[child]
        if below >= errors[node] - 1e-3:
            nodes[node, 0] = LEAF
        errors[node] = below


@inlined
def estimated_errors(distribution: NDArray[np.float64], confidence: float, z: float) -> float:
    """Errors to be expected of a leaf: the upper limit of the binomial's confidence interval (Quinlan 1993, 4.2)."""
    total, most = total_and_most(distribution)
    if total < SMALL:
        return 0.0
    return total - most + added_errors(total, total - most, confidence, z)


@inlined
def added_errors(total: float, errors: float, confidence: float, z: float) -> float:
    if errors < 1:
        base = total * (1 - confidence ** (1 / total))
        if errors == 0:
            return base
        return base + errors * (upper_limit(total, 1.0, z) - base)
    return upper_limit(total, errors, z)


@inlined
def upper_limit(total: float, errors: float, z: float) -> float:
    if errors + 0.5 >= total:
        return max(total - errors, 0.0)
    share = (errors + 0.5) / total
    width = z * np.sqrt(share / total - share * share / total + z * z / (4 * total * total))
    return (share + z * z / (2 * total) + width) / (1 + z * z / total) * total - errors


@kernel
def prune(
    cells: NDArray[np.int32],
    target: NDArray[np.uint8],
    confidence: float,
    z: float,
    nodes: NDArray[np.int32],
    distributions: NDArray[np.float64],
    rows: NDArray[np.int32],
    weights: NDArray[np.float64],
    spare_rows: NDArray[np.int32],
    spare_weights: NDArray[np.float64],
    stack: NDArray[np.int64],
    branch_stack: NDArray[np.int64],
    estimates: NDArray[np.float64],
) -> int:
    """Replace subtrees by leaves or by their largest branch where the estimated errors do not grow by a tenth.

    Returns 0, or how many rows the arrays need to have; then everything must be started again. A row of `stack` is a
    node, its segment, whether its children are done, whether its distribution must be measured again, and where the
    rows end that are still needed.
    """
    most_branches = 2
    for node in range(len(nodes)):
        most_branches = max(most_branches, nodes[node, 3])
    counts, starts = np.empty(most_branches + 1, dtype=np.int64), np.empty(most_branches + 2, dtype=np.int64)
    shares, distribution = np.empty(most_branches + 1), np.empty(distributions.shape[1])
    height = 1
    while height > 0:
        height -= 1
        node, low, high = stack[height, 0], stack[height, 1], stack[height, 2]
        is_raised, top = stack[height, 4], stack[height, 5]
        if not stack[height, 3]:
            if is_raised:
                measure(rows, weights, low, high, target, distributions[node])
            if nodes[node, 0] == LEAF:
                estimates[node] = estimated_errors(distributions[node], confidence, z)
                continue
            first, branches = nodes[node, 2], nodes[node, 3]
            needed = partition(
                cells[nodes[node, 0]],
                nodes[node, 1],
                branches,
                low,
                high,
                top,
                rows,
                weights,
                spare_rows,
                spare_weights,
                counts,
                shares,
                starts,
            )
            if needed > len(rows):
                return needed
            stack[height, 3] = 1
            height += 1
            for branch in range(branches):
                stack[height, 0] = first + branch
                stack[height, 1] = starts[branch]
                stack[height, 2] = starts[branch + 1]
                stack[height, 3] = 0
                stack[height, 4] = is_raised
                stack[height, 5] = max(top, starts[branches])
                height += 1
            continue
        first, branches = nodes[node, 2], nodes[node, 3]
        largest, largest_total, errors_of_tree = first, -1.0, 0.0
        for child in range(first, first + branches):
            total, _ = total_and_most(distributions[child])
            errors_of_tree += estimates[child]
            if total + SMALL > largest_total:
                largest_total = total
                largest = child
        branch_stack[0, 0] = largest
        branch_stack[0, 1] = low
        branch_stack[0, 2] = high
        branch_height, errors_of_branch = 1, 0.0
        while branch_height > 0:
            branch_height -= 1
            lower = branch_stack[branch_height, 0]
            lower_low, lower_high = branch_stack[branch_height, 1], branch_stack[branch_height, 2]
            if nodes[lower, 0] == LEAF:
                measure(rows, weights, lower_low, lower_high, target, distribution)
                errors_of_branch += estimated_errors(distribution, confidence, z)
                continue
            needed = partition(
                cells[nodes[lower, 0]],
                nodes[lower, 1],
                nodes[lower, 3],
                lower_low,
                lower_high,
                max(top, lower_high),
                rows,
                weights,
                spare_rows,
                spare_weights,
                counts,
                shares,
                starts,
            )
            if needed > len(rows):
                return needed
            for branch in range(nodes[lower, 3]):
                branch_stack[branch_height, 0] = nodes[lower, 2] + branch
                branch_stack[branch_height, 1] = starts[branch]
                branch_stack[branch_height, 2] = starts[branch + 1]
                branch_height += 1
        errors_of_leaf = estimated_errors(distributions[node], confidence, z)
        if errors_of_leaf <= min(errors_of_tree, errors_of_branch) + 0.1 + SMALL:
            nodes[node, 0] = LEAF
            estimates[node] = errors_of_leaf
        elif errors_of_branch <= errors_of_tree + 0.1 + SMALL:
            for field in range(4):
                nodes[node, field] = nodes[largest, field]
            stack[height, 3] = 0
            stack[height, 4] = 1
            height += 1
        else:
            estimates[node] = errors_of_tree
    return 0


@kernel
def class_probabilities(
    inputs: NDArray[np.float64],
    nodes: NDArray[np.int32],
    thresholds: NDArray[np.float64],
    totals: NDArray[np.float64],
    leaves: NDArray[np.float64],
    stack: NDArray[np.int64],
    parts: NDArray[np.float64],
    answer: NDArray[np.float64],
) -> None:
    """The classes of the leaves that each row of inputs reaches; NaN goes down all branches, in proportion."""
    for row in range(len(inputs)):
        stack[0] = 0
        parts[0] = 1.0
        height = 1
        while height > 0:
            height -= 1
            node, part = stack[height], parts[height]
            while nodes[node, 0] != LEAF:
                value = inputs[row, nodes[node, 0]]
                first = nodes[node, 2]
                if np.isnan(value):
                    break
                if nodes[node, 1] >= 0:
                    node = first if value <= thresholds[node] else first + 1
                else:
                    node = first + np.int64(value)
            if nodes[node, 0] == LEAF:
                for label in range(leaves.shape[1]):
                    answer[row, label] += part * leaves[node, label]
                continue
            for child in range(nodes[node, 2], nodes[node, 2] + nodes[node, 3]):
                share = totals[child] / totals[node]
                if share > 0:
                    stack[height] = child
                    parts[height] = part * share
                    height += 1
