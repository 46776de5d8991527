"""What a solve takes, before anything is allocated."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.abstraction.abstract_game import exact_game
from railbird.errors import SolverError
from railbird.games import game_named
from railbird.solvers.sizes import bytes_text, check_fits, solve_size


@pytest.mark.parametrize("name", ["kuhn.limit.2p", "leduc.limit.2p", "kuhn.limit.3p", "leduc.limit.3p"])
def test_counts_are_those_of_the_game_when_it_is_built(name: str) -> None:
    size = solve_size(game_named(name), algorithm="cfr")
    game = exact_game(game_named(name))
    assert sum(size.information_sets) == game.information_set_count
    assert size.cells == game.cells.count
    assert size.classes == game.cards.counts


def test_leduc_has_288_information_sets() -> None:
    assert sum(solve_size(game_named("leduc.limit.2p"), algorithm="cfr").information_sets) == 288


def test_ten_classes_a_round_would_have_the_sets_of_the_seed() -> None:
    """Ten buckets a round with perfect recall: 57,337,080 information sets in two-player limit."""
    size = solve_size(game_named("holdem.limit.2p.reverse_blinds"), algorithm="cfr")
    decisions = size.tree.decisions.sum(axis=0)
    assert sum(int(count) * 10 ** (street + 1) for street, count in enumerate(decisions)) == 57_337_080


def test_a_game_too_large_is_refused_with_the_numbers_and_what_would_fit() -> None:
    game = game_named("holdem.limit.2p.reverse_blinds")
    with pytest.raises(SolverError) as refusal:
        check_fits(game, algorithm="cfr+", memory=16 * 10**9)
    message = str(refusal.value)
    assert "13,803,249,787,132 information sets" in message
    assert "16.0 GB are free" in message
    assert "it would fit with 3 ranks (" in message
    assert "or 2 rounds (" in message
    assert "or 3 rounds and 5 ranks (" in message
    # What is said to fit fits.
    check_fits(replace(game, ranks=3), algorithm="cfr+", memory=16 * 10**9)
    with pytest.raises(SolverError):
        check_fits(replace(game, ranks=4), algorithm="cfr+", memory=16 * 10**9)


def test_a_game_that_nothing_makes_fit_is_refused_all_the_same() -> None:
    with pytest.raises(SolverError, match=r"but 10 bytes are free$"):
        check_fits(game_named("leduc.limit.2p"), algorithm="cfr", memory=10)


def test_sampling_takes_less_memory() -> None:
    game = game_named("leduc.limit.3p")
    assert solve_size(game, algorithm="external-sampling").bytes < solve_size(game, algorithm="cfr").bytes / 4


@pytest.mark.parametrize(
    ("count", "text"), [(999, "999 bytes"), (1500, "1.5 kB"), (2.5e9, "2.5 GB"), (3e15, "3.0 PB"), (4e18, "4,000.0 PB")]
)
def test_bytes_for_people(count: float, text: str) -> None:
    assert bytes_text(count) == text
