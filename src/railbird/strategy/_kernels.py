"""Probabilities in single bytes, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import kernel

WHOLE = 255
"""The sum of the bytes of an information set."""


@kernel
def quantise(
    player: NDArray[np.int8],
    street: NDArray[np.int8],
    first_edge: NDArray[np.int64],
    slot: NDArray[np.int32],
    base: NDArray[np.int64],
    width: NDArray[np.int64],
    classes: NDArray[np.int64],
    probabilities: NDArray[np.float64] | NDArray[np.float32],
    parts: int,
    quantised: NDArray[np.uint8],
) -> None:
    """Round probabilities to `parts` that sum to 1 in every information set, by the method of largest remainders.

    They are written in 255ths, which `parts` divides.
    """
    value = np.uint8(WHOLE // parts)
    for node in range(len(player)):
        acting, now = player[node], street[node]
        choices = first_edge[node + 1] - first_edge[node]
        for number in range(classes[now]):
            first = base[acting, now] + number * width[acting, now] + slot[node]
            total = 0.0
            for cell in range(first, first + choices):
                total += probabilities[cell]
            left = parts
            for cell in range(first, first + choices):
                quantised[cell] = np.uint8(min(np.floor(parts * probabilities[cell] / total), left))
                left -= np.int64(quantised[cell])
            for _ in range(left):
                largest = first
                for cell in range(first + 1, first + choices):
                    remainder = parts * probabilities[cell] / total - quantised[cell]
                    if remainder > parts * probabilities[largest] / total - quantised[largest]:
                        largest = cell
                quantised[largest] += np.uint8(1)
            for cell in range(first, first + choices):
                quantised[cell] *= value


@kernel
def sums_are_whole(
    player: NDArray[np.int8],
    street: NDArray[np.int8],
    first_edge: NDArray[np.int64],
    slot: NDArray[np.int32],
    base: NDArray[np.int64],
    width: NDArray[np.int64],
    classes: NDArray[np.int64],
    quantised: NDArray[np.uint8],
) -> bool:
    """Whether the bytes of every information set sum to 255."""
    for node in range(len(player)):
        acting, now = player[node], street[node]
        choices = first_edge[node + 1] - first_edge[node]
        for number in range(classes[now]):
            first = base[acting, now] + number * width[acting, now] + slot[node]
            total = 0
            for cell in range(first, first + choices):
                total += quantised[cell]
            if total != WHOLE:
                return False
    return True
