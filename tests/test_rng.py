"""Seeds to streams: repeatable, independent, and never the global generator."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from railbird._kernels import random_word
from railbird.errors import SeedError
from railbird.rng import generator, kernel_state, new_seed

MASK = (1 << 64) - 1


def plain_words(state: list[int], count: int) -> list[int]:
    """SplitMix64 in plain integers."""
    counter, step = state
    words = []
    for _ in range(count):
        counter = (counter + step) & MASK
        word = counter
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
        word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
        words.append(word ^ word >> 31)
    return words


@numba.njit
def fill(state, words):  # type: ignore[no-untyped-def]
    for i in range(len(words)):
        words[i] = random_word(state)


def words_of(state: np.ndarray, count: int) -> np.ndarray:
    words = np.empty(count, dtype=np.uint64)
    fill(state, words)
    return words


@pytest.mark.kernels
def test_random_words_are_those_of_plain_integers() -> None:
    for seed in range(20):
        state = kernel_state(seed, 3)
        expected = plain_words(state.tolist(), 200)
        assert words_of(state, 100).tolist() + words_of(state, 100).tolist() == expected


@pytest.mark.kernels
def test_random_words_of_the_published_generator() -> None:
    """The first outputs for the seed 1234567, as Rosetta Code lists them (Pseudo-random numbers/Splitmix64)."""
    state = np.array([1234567, 0x9E3779B97F4A7C15], dtype=np.uint64)
    assert words_of(state, 5).tolist() == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.kernels
def test_every_bit_of_the_words_is_set_half_the_time() -> None:
    words = words_of(kernel_state(1), 400_000)
    for bit in range(64):
        share = float((words >> np.uint64(bit) & np.uint64(1)).mean())
        assert abs(share - 0.5) < 5 * 0.5 / np.sqrt(len(words))


def test_steps_are_odd_and_change_between_neighbouring_bits_often_enough() -> None:
    for seed in range(3_000):
        _, step = kernel_state(seed).tolist()
        assert step % 2 == 1
        assert (step ^ step >> 1).bit_count() >= 24


def test_a_seed_and_a_key_always_give_the_same_stream() -> None:
    assert np.array_equal(kernel_state(5, 1, 2), kernel_state(5, 1, 2))
    assert np.array_equal(generator(5, 1, 2).integers(0, 1 << 60, 10), generator(5, 1, 2).integers(0, 1 << 60, 10))


def test_different_seeds_and_keys_give_different_streams() -> None:
    keys = [(seed, *key) for seed in range(10) for key in ((), (0,), (1,), (0, 1), (1, 0))]
    assert len({tuple(kernel_state(*key).tolist()) for key in keys}) == len(keys)
    assert len({int(generator(*key).integers(0, 1 << 60)) for key in keys}) == len(keys)


def test_streams_of_different_keys_are_uncorrelated() -> None:
    streams = [generator(7, key).standard_normal(100_000) for key in range(4)]
    correlations = np.corrcoef(streams)[np.triu_indices(4, 1)]
    assert (np.abs(correlations) < 5 / np.sqrt(100_000)).all()


@pytest.mark.parametrize("seed", [-1, -(2**70)])
def test_seeds_below_zero_are_refused(seed: int) -> None:
    for stream in (generator, kernel_state):
        with pytest.raises(SeedError, match=f"^seed {seed}: a seed must be 0 or greater$"):
            stream(seed, 1)
    assert issubclass(SeedError, ValueError)


def test_every_seed_from_zero_on_has_a_stream() -> None:
    assert generator(0).random() != generator(2**70).random()


def test_new_seeds_differ_and_touch_no_global_generator() -> None:
    before = random.getstate(), np.random.get_state()[1].tolist()  # noqa: NPY002
    seeds = {new_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed < 1 << 32 for seed in seeds)
    generator(1).random()
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # noqa: NPY002
