"""Translation of bets to sizes: the published formula, the nearest size, bets outside all sizes, draws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.abstraction.translation import TRANSLATION_METHODS, Translation, pseudo_harmonic
from railbird.errors import GameError

SIZES = (0.5, 1.0, 2.0)
POTS = st.floats(0.01, 100)


@given(POTS, POTS)
def test_the_mapping_is_1_at_the_smaller_and_0_at_the_larger_size(one: float, other: float) -> None:
    """Ganzfried and Sandholm 2013, boundary conditions."""
    smaller, larger = sorted((one, one + other))
    assert pseudo_harmonic(smaller, smaller=smaller, larger=larger) == pytest.approx(1)
    assert pseudo_harmonic(larger, smaller=smaller, larger=larger) == 0


@given(POTS, POTS)
def test_the_median_is_that_of_the_paper(one: float, other: float) -> None:
    """f(x) = 1/2 at x = (A + B + 2AB) / (A + B + 2)."""
    smaller, larger = one, one + other
    median = (smaller + larger + 2 * smaller * larger) / (smaller + larger + 2)
    assert pseudo_harmonic(median, smaller=smaller, larger=larger) == pytest.approx(0.5)


@given(POTS, POTS, st.floats(0, 1), st.floats(0, 1))
def test_the_mapping_falls_and_is_a_probability(one: float, other: float, share: float, larger_share: float) -> None:
    low, high = (one + other * each for each in sorted((share, larger_share)))
    first, second = (pseudo_harmonic(bet, smaller=one, larger=one + other) for bet in (low, high))
    assert 1 + 1e-9 >= first >= second - 1e-9 >= -2e-9


@pytest.mark.parametrize(
    ("bet", "smaller", "larger", "expected"),
    [
        # (B - x)(1 + A) / ((B - A)(1 + x)), by hand.
        (0.75, 0.5, 1.0, 0.25 * 1.5 / (0.5 * 1.75)),
        (1.5, 1.0, 2.0, 0.4),
        (3.0, 1.0, 5.0, 0.25),
        (0.5, 0.0, 1.0, 1 / 3),
    ],
)
def test_known_values(bet: float, smaller: float, larger: float, expected: float) -> None:
    assert pseudo_harmonic(bet, smaller=smaller, larger=larger) == pytest.approx(expected)


@pytest.mark.parametrize("method", TRANSLATION_METHODS)
@pytest.mark.parametrize(("bet", "index"), [(0.5, 0), (1.0, 1), (2.0, 2), (0.01, 0), (0.499, 0), (2.01, 2), (1e9, 2)])
def test_sizes_of_the_menu_and_bets_outside_it_are_certain(method: str, bet: float, index: int) -> None:
    assert {Translation(method, seed=7).size_for(bet, SIZES, key) for key in range(50)} == {index}


@pytest.mark.parametrize(
    ("method", "bet", "index"),
    [
        ("nearest", 1.4, 1),
        ("nearest", 1.5, 1),  # the smaller of two that are equally near
        ("nearest", 1.6, 2),
        ("deterministic-pseudo-harmonic", 1.39, 1),
        ("deterministic-pseudo-harmonic", 1.4, 1),  # the median of 1 and 2 is 7/5
        ("deterministic-pseudo-harmonic", 1.41, 2),
    ],
)
def test_deterministic_methods(method: str, bet: float, index: int) -> None:
    assert {Translation(method, seed=seed).size_for(bet, SIZES, seed) for seed in range(20)} == {index}


@pytest.mark.parametrize("bet", [0.6, 0.9, 1.2, 1.5, 1.9])
def test_the_randomised_method_draws_with_the_published_probability(bet: float) -> None:
    smaller, larger = (0.5, 1.0) if bet < 1 else (1.0, 2.0)
    probability, count = pseudo_harmonic(bet, smaller=smaller, larger=larger), 4_000
    drawn = [Translation(seed=3).size_for(bet, SIZES, hand, 2) for hand in range(count)]
    share = sum(SIZES[index] == smaller for index in drawn) / count
    assert set(drawn) == {SIZES.index(smaller), SIZES.index(larger)}
    assert abs(share - probability) < 4 * (probability * (1 - probability) / count) ** 0.5


def test_a_draw_depends_on_the_seed_and_the_key_alone() -> None:
    drawn = [Translation(seed=1).size_for(1.4, SIZES, hand, 5) for hand in range(100)]
    assert drawn == [Translation(seed=1).size_for(1.4, SIZES, hand, 5) for hand in range(100)]
    assert drawn != [Translation(seed=2).size_for(1.4, SIZES, hand, 5) for hand in range(100)]
    assert drawn != [Translation(seed=1).size_for(1.4, SIZES, hand, 6) for hand in range(100)]


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("pseudoharmonic", "translation 'pseudoharmonic' is not known: did you mean pseudo-harmonic?"),
        ("best", "translation 'best' is not known: give one of pseudo-harmonic, deterministic-pseudo-harmonic"),
    ],
)
def test_unknown_methods_are_refused(method: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        Translation(method)
