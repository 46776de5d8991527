"""Random draws inside compiled code, from a state that the caller passes in (see `rng.kernel_state`)."""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import kernel


@kernel
def random_word(state: NDArray[np.uint64]) -> np.uint64:
    """64 random bits: xoshiro256** (Blackman and Vigna, Scrambled linear pseudorandom number generators, 2021)."""
    scrambled = state[1] * np.uint64(5)
    result = ((scrambled << np.uint64(7)) | (scrambled >> np.uint64(57))) * np.uint64(9)
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << np.uint64(45)) | (state[3] >> np.uint64(19))
    return result


@kernel
def random_below(state: NDArray[np.uint64], bound: np.uint64) -> np.uint64:
    """A random number from 0 to bound - 1, all exactly equally likely, for bounds up to 2**32.

    Lemire, Fast random integer generation in an interval, 2019: scale 32 bits by a multiplication, and draw
    again in the rare case that the remainder would favour some numbers.
    """
    scaled = (random_word(state) >> np.uint64(32)) * bound
    if (scaled & np.uint64(0xFFFFFFFF)) < bound:
        unfair = (np.uint64(1 << 32) - bound) % bound
        while (scaled & np.uint64(0xFFFFFFFF)) < unfair:
            scaled = (random_word(state) >> np.uint64(32)) * bound
    return scaled >> np.uint64(32)
