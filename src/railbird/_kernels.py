"""What kernels of all packages use: random numbers from a state (see `rng.kernel_state`), copying, searching."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import inlined

Number = TypeVar("Number", bound=np.generic)


@inlined
def copy_into(source: NDArray[Number], target: NDArray[Number]) -> None:
    """Copy an array to the start of another one.

    Numba compiles the assignment of an array to a slice together with its error message, which takes seconds.
    """
    for place in range(len(source)):
        target[place] = source[place]


@inlined
def count_up_to(ascending: NDArray[Number], number: float) -> int:
    """How many of the numbers, which ascend, are not larger. Numba takes half a second to compile np.searchsorted."""
    low, high = 0, len(ascending)
    while low < high:
        middle = (low + high) >> 1
        if ascending[middle] <= number:
            low = middle + 1
        else:
            high = middle
    return low


@inlined
def random_word(state: NDArray[np.uint64]) -> np.uint64:
    """64 random bits from SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014).

    The state is a counter and its odd step, so that a draw does not depend on the mixing of the previous one.
    """
    state[0] += state[1]
    word = state[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inlined
def random_below(state: NDArray[np.uint64], bound: np.uint64) -> np.uint64:
    """A uniform random number from 0 to bound - 1, without bias, for bounds up to 2**32.

    Lemire, Fast random integer generation in an interval, 2019: scale 32 bits by a multiplication, and reject
    the rare draws that would favour some numbers.
    """
    scaled = (random_word(state) >> np.uint64(32)) * bound
    if (scaled & np.uint64(0xFFFFFFFF)) < bound:
        unfair = (np.uint64(1 << 32) - bound) % bound
        while (scaled & np.uint64(0xFFFFFFFF)) < unfair:
            scaled = (random_word(state) >> np.uint64(32)) * bound
    return scaled >> np.uint64(32)
