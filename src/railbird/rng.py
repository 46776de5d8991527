"""Independent streams of random numbers from a seed, for NumPy and for compiled kernels."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import numpy as np

from railbird.errors import SeedError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def new_seed() -> int:
    """A random seed. Print it, so that the run can be repeated."""
    return secrets.randbits(32)


def _sequence(seed: int, key: tuple[int, ...]) -> np.random.SeedSequence:
    if seed < 0:
        raise SeedError(f"seed {seed}: a seed must be 0 or greater")
    return np.random.SeedSequence(seed, spawn_key=key)


def generator(seed: int, *key: int) -> np.random.Generator:
    """The stream for `seed` and `key`; streams with different keys are independent."""
    return np.random.default_rng(_sequence(seed, key))


def kernel_state(seed: int, *key: int) -> NDArray[np.uint64]:
    """The stream for `seed` and `key` in kernels: a counter and its step, the state of `_kernels.random_word`."""
    counter, step = _sequence(seed, key).generate_state(2, np.uint64).tolist()
    # The step must be odd and needs enough changes between neighbouring bits (Steele et al., section 5).
    step |= 1
    if (step ^ step >> 1).bit_count() < 24:
        step ^= 0xAAAAAAAAAAAAAAAA
    return np.array([counter, step], dtype=np.uint64)


def derived_seed(seed: int, *key: int) -> int:
    """A seed for part of the work; seeds with different keys are independent."""
    return int(_sequence(seed, key).generate_state(1, np.uint32)[0])


def uniform(seed: int, *key: int) -> float:
    """A number in [0, 1) determined by seed and key alone, whatever was drawn before (SplitMix64's mixing)."""
    word = seed & _MASK
    for part in key:
        word = _mixed(word + _GOLDEN * (part + 1) & _MASK)
    return (_mixed(word) >> 11) * 2.0**-53


_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _MASK
    return word ^ word >> 31
