"""Equities and draws of many deals against those of single deals."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.equity.all_in import all_in_equity
from railbird.equity.exact import equities_against_random
from railbird.equity.many_deals import all_in_equities, draw_counts, exact_equities
from railbird.equity.metrics import draws
from twins import random_cards

pytestmark = pytest.mark.kernels


def random_deals(cards: int, *, count: int, seed: int) -> np.ndarray:
    """Rows of different cards, of which some are equal."""
    generator = np.random.default_rng(seed)
    rows = [random_cards(generator, cards) for _ in range(count)]
    return np.array([*rows, *rows[: count // 3]], dtype=np.uint8)


@pytest.mark.parametrize("board", [0, 3, 4, 5])
def test_equities_are_exactly_those_of_single_deals(board: int) -> None:
    deals = random_deals(2 + board, count=12, seed=board)
    found = exact_equities(deals)
    for deal, pair in zip(deals.tolist(), found.tolist(), strict=True):
        expected = [all_in_equity(deal[:2], deal[2:], opponents=opponents) for opponents in (1, 2)]
        assert pair == expected
        if board > 3:
            assert tuple(pair) == equities_against_random(deal[:2], deal[2:])


def test_a_single_deal_is_answered_like_many() -> None:
    deals = random_deals(6, count=9, seed=7)
    assert exact_equities(deals[:1]).tolist() == exact_equities(deals)[:1].tolist()


@pytest.mark.parametrize("board", [0, 3, 4])
def test_equities_by_number_of_opponents(board: int) -> None:
    deals = random_deals(2 + board, count=6, seed=board + 10)
    opponents = np.arange(len(deals)) % 5
    found = all_in_equities(deals, opponents, exact_equities(deals))
    for deal, count, equity in zip(deals.tolist(), opponents.tolist(), found.tolist(), strict=True):
        assert equity == (all_in_equity(deal[:2], deal[2:], opponents=count) if count else 1.0)


@pytest.mark.parametrize("board", [3, 4])
@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.deep)])
def test_draws_are_those_of_single_deals(board: int, count: int) -> None:
    deals = random_deals(2 + board, count=count, seed=board)
    for deal, numbers in zip(deals.tolist(), draw_counts(deals).tolist(), strict=True):
        found = draws(deal[:2], deal[2:])
        assert numbers == [len(found.outs), len(found.straight), len(found.flush)]
