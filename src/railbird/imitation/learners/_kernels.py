"""Nearest neighbours, sums over trees and similar cases, in compiled code."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import count_up_to
from railbird.compiled import inlined, kernel


@inlined
def squared_difference(first: float, second: float, is_nominal: bool) -> float:
    """Between two values: 0 or 1 of nominal ones; a missing value is as far away as possible."""
    if is_nominal:
        return 0.0 if first == second else 1.0
    if np.isnan(first) and np.isnan(second):
        return 1.0
    if np.isnan(first):
        difference = max(second, 1 - second)
    elif np.isnan(second):
        difference = max(first, 1 - first)
    else:
        difference = first - second
    return difference * difference


@kernel
def neighbour_votes(
    inputs: NDArray[np.float64],
    cases: NDArray[np.float64],
    labels: NDArray[np.int32],
    is_nominal: NDArray[np.bool_],
    k: int,
    nearest: NDArray[np.float64],
    nearest_labels: NDArray[np.int32],
    votes: NDArray[np.float64],
) -> None:
    """Count the classes of the k cases that are nearest to each row, with all that are as near as the last of them."""
    for row in range(len(inputs)):
        found = 0
        tied = votes[row]
        for case in range(len(cases)):
            distance = 0.0
            limit = nearest[k - 1] if found == k else np.inf
            for place in range(inputs.shape[1]):
                distance += squared_difference(inputs[row, place], cases[case, place], is_nominal[place])
                if distance > limit:
                    break
            if distance > limit:
                continue
            if found == k and distance == limit:
                tied[labels[case]] += 1
                continue
            if found == k:
                found -= 1
                pushed_out = nearest_labels[found]
                if k == 1 or max(nearest[k - 2], distance) != limit:
                    for label in range(len(tied)):
                        tied[label] = 0.0
                else:
                    tied[pushed_out] += 1
            place = found
            while place > 0 and nearest[place - 1] > distance:
                nearest[place] = nearest[place - 1]
                nearest_labels[place] = nearest_labels[place - 1]
                place -= 1
            nearest[place] = distance
            nearest_labels[place] = labels[case]
            found += 1
        for place in range(found):
            tied[nearest_labels[place]] += 1


@kernel
def tree_sums(
    inputs: NDArray[np.float64],
    roots: NDArray[np.int64],
    links: NDArray[np.int32],
    thresholds: NDArray[np.float64],
    values: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Add the values of the leaf that each row reaches in each tree.

    A row of `links` is feature (-1 for a leaf), left child, right child, whether missing values go left, and the
    column of `sums` that the tree adds to, or -1 if its values have a column for each.
    """
    for row in range(len(inputs)):
        for root in roots:
            node = root
            while links[node, 0] >= 0:
                value = inputs[row, links[node, 0]]
                goes_left = links[node, 3] == 1 if np.isnan(value) else value <= thresholds[node]
                node = root + (links[node, 1] if goes_left else links[node, 2])
            column = links[node, 4]
            if column >= 0:
                sums[row, column] += values[node, 0]
            else:
                for place in range(sums.shape[1]):
                    sums[row, place] += values[node, place]


class Cases(NamedTuple):
    """Situations in which it is known what was done and earned, in ascending order of their strengths."""

    strengths: NDArray[np.float64]
    bettings: NDArray[np.int64]
    textures: NDArray[np.int64]
    """-1 where it is missing."""
    actions: NDArray[np.int64]
    earnings: NDArray[np.float64]


@kernel
def case_weights(
    strengths: NDArray[np.float64],
    textures: NDArray[np.int64],
    betting_similarity: NDArray[np.float64],
    texture_similarity: NDArray[np.float64],
    nearness: float,
    cases: Cases,
    places: NDArray[np.int64],
    weights: NDArray[np.float64],
    earned: NDArray[np.float64],
) -> None:
    """Add up, for situations with the same betting, the similarities of the cases by action, and their earnings.

    Rows of the answers are at `places`; the last texture stands for a missing one.
    """
    last = len(texture_similarity) - 1
    for number in range(len(strengths)):
        place = places[number]
        texture = textures[number] if textures[number] >= 0 else last
        low = count_up_to(cases.strengths, strengths[number] - nearness)
        for case in range(low, len(cases.strengths)):
            difference = abs(cases.strengths[case] - strengths[number])
            if not difference < nearness:
                break
            other = cases.textures[case] if cases.textures[case] >= 0 else last
            similarity = betting_similarity[cases.bettings[case]] * texture_similarity[texture, other]
            if similarity > 0:
                weight = similarity * (1 - difference / nearness)
                weights[place, cases.actions[case]] += weight
                earned[place, cases.actions[case]] += weight * cases.earnings[case]
