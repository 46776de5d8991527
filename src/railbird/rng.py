"""Seeds to independent streams of random numbers, for NumPy and for compiled kernels."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def new_seed() -> int:
    """A seed nobody chose; print it, so that the run can be repeated."""
    return secrets.randbits(32)


def generator(seed: int, *key: int) -> np.random.Generator:
    """The stream of `seed` and `key`: streams of different keys are independent of each other."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))


def kernel_state(seed: int, *key: int) -> NDArray[np.uint64]:
    """The same for kernels: four words of xoshiro256** state, which a kernel changes as it draws."""
    return np.random.SeedSequence(seed, spawn_key=key).generate_state(4, np.uint64)
