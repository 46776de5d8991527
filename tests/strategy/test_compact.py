"""Compact strategies: probabilities in single bytes."""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.abstraction import CardClasses, abstract_game, exact_game
from railbird.errors import StrategyError
from railbird.games import game_named
from railbird.solvers import Evaluator, new_solver
from railbird.strategy import Origin, Strategy, decisions_of, open_strategy, save_strategy
from railbird.strategy.quantised import PACKED_PARTS

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

ORIGIN = Origin(algorithm="cfr+", iterations=3, seconds=0.5)
LEDUC = exact_game("leduc.limit.2p")
NO_LIMIT = exact_game(
    replace(game_named("leduc.limit.2p"), betting="nolimit", stacks=(30, 30), raise_sizes=(), name="no limit")
)


def plain_quantised(shares: list[float], parts: int = 255) -> list[int]:
    """Largest remainders, by sorting."""
    exact = [parts * share / sum(shares) for share in shares]
    whole = [int(number) for number in exact]
    by_remainder = sorted(range(len(shares)), key=lambda place: (whole[place] - exact[place], place))
    for place in by_remainder[: parts - sum(whole)]:
        whole[place] += 1
    return [255 // parts * number for number in whole]


def random_probabilities(game, seed: int) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    sums = rng.random(game.layout.count) ** 5 * (rng.random(game.layout.count) < 0.7)
    return game.probabilities(sums)


@pytest.mark.kernels
@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([LEDUC, NO_LIMIT]), st.sampled_from([255, PACKED_PARTS]))
def test_bytes_are_largest_remainders(seed: int, game, parts: int) -> None:
    probabilities = random_probabilities(game, seed)
    compact = Strategy(game, probabilities, ORIGIN).compact(parts=parts)
    assert compact.stored.dtype == np.uint8
    for decision in decisions_of(game):
        for cells in decision.cells:
            assert compact.stored[cells].tolist() == plain_quantised(probabilities[cells].tolist(), parts)
            assert np.abs(compact.probabilities_of(cells) - probabilities[cells]).max() < 1 / parts


def test_pure_and_even_choices_stay_as_they_are() -> None:
    sums = np.zeros(LEDUC.layout.count)
    for decision in decisions_of(LEDUC):
        sums[decision.cells[:, 0]] = 1.0
    pure = Strategy(LEDUC, LEDUC.probabilities(sums), ORIGIN)
    assert np.array_equal(pure.compact().checked_probabilities(), pure.checked_probabilities())
    thirds = Strategy(LEDUC, LEDUC.probabilities(np.zeros(LEDUC.layout.count)), ORIGIN).compact()
    assert {*thirds.at("Kh", history="r").values()} == {1 / 3}


def test_a_compact_file_is_small_and_read_back(tmp_path: Path) -> None:
    solver = new_solver("cfr+", LEDUC)
    solver.step(200)
    strategy = solver.strategy()
    compact = strategy.compact()
    save_strategy(tmp_path / "whole", strategy)
    save_strategy(tmp_path / "compact", compact)
    again = open_strategy(tmp_path / "compact")
    assert again.is_compact
    assert not open_strategy(tmp_path / "whole").is_compact
    assert np.array_equal(again.stored, compact.stored)
    assert again.compact().stored.tolist() == compact.stored.tolist()
    assert again.at("Kh", "Qs", "cc") == {
        action: byte / 255
        for action, byte in zip(
            again.at("Kh", "Qs", "cc"), compact.stored[compact.first_cell(2, "Kh", "Qs") :][:2].tolist(), strict=True
        )
    }


def test_a_packed_file_is_compressed_and_read_back(tmp_path: Path) -> None:
    merged = abstract_game(CardClasses(game_named("leduc.limit.3p")), recall="round")
    solver = new_solver("external-sampling", merged, seed=1, exploration=10)
    solver.step(5_000)
    strategy = solver.strategy().compact(parts=PACKED_PARTS)
    save_strategy(tmp_path / "packed", strategy, packed=True)
    save_strategy(tmp_path / "compact", strategy)
    again, compact = open_strategy(tmp_path / "packed"), open_strategy(tmp_path / "compact")
    assert (tmp_path / "packed").stat().st_size < (tmp_path / "compact").stat().st_size
    for read in (again, compact):
        assert read.is_compact
        assert np.array_equal(read.stored, strategy.stored)
        assert (read.recall, read.cards, read.origin) == ("round", strategy.cards, strategy.origin)
        assert read.at("Kh", "Qs", "ccc") == strategy.at("Kh", "Qs", "ccc")
    assert set(again.at("Kh", history="r").values()) <= {part / PACKED_PARTS for part in range(PACKED_PARTS + 1)}


def test_a_damaged_packed_file_is_refused(tmp_path: Path) -> None:
    strategy = Strategy(LEDUC, LEDUC.probabilities(np.zeros(LEDUC.layout.count)), ORIGIN).compact()
    save_strategy(tmp_path / "packed", strategy, packed=True)
    content = bytearray((tmp_path / "packed").read_bytes())
    packed = zlib.compress(strategy.stored.tobytes(), level=9)
    content[content.index(packed) + 10] ^= 0xFF
    (tmp_path / "packed").write_bytes(content)
    with pytest.raises(StrategyError, match="packed: its packed probabilities are damaged"):
        open_strategy(tmp_path / "packed")


def test_rounding_costs_little() -> None:
    solver, judge = new_solver("cfr+", LEDUC), Evaluator(LEDUC)
    solver.step(1000)
    strategy = solver.strategy()
    whole = judge.evaluate(strategy.checked_probabilities()).exploitability
    compact = judge.evaluate(strategy.compact().checked_probabilities()).exploitability
    assert whole < 1e-3
    assert whole < compact < 0.05


def test_the_evaluation_of_the_original_is_not_that_of_the_compact_strategy() -> None:
    origin = replace(ORIGIN, values=(0.1, -0.1))
    assert Strategy(LEDUC, LEDUC.probabilities(np.zeros(LEDUC.layout.count)), origin).compact().origin.values is None


def test_bytes_that_do_not_sum_to_255_are_damage(tmp_path: Path) -> None:
    compact = Strategy(LEDUC, random_probabilities(LEDUC, 1), ORIGIN).compact()
    cells = compact.stored.copy()
    cells[compact.first_cell(0, "Kh")] ^= 1
    save_strategy(tmp_path / "s", Strategy(LEDUC, cells, ORIGIN))
    opened = open_strategy(tmp_path / "s")
    assert opened.at("Qh") == compact.at("Qh")
    with pytest.raises(StrategyError, match="the probabilities of Kh on no board are"):
        opened.at("Kh")
    with pytest.raises(StrategyError, match="do not add up to 1"):
        opened.checked_probabilities()
