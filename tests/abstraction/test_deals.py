"""Deals at random: each as often as it should be, whatever the batches."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from chi_square import chi_square_p
from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.deals import EnumeratedDeals, ListedDeals
from railbird.abstraction.joint_deals import joint_deals
from railbird.games import GameDefinition, game_named
from railbird.games.definition import UNLIMITED
from railbird.rng import kernel_state
from solvers.sampled.sampled_games import game

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from numpy.typing import NDArray

    from railbird.abstraction import CardEnumeration, DealSource

    NewSource: TypeAlias = Callable[[CardEnumeration, int], DealSource]


def two_hole_cards(players: int) -> GameDefinition:
    """With boards of unequal shares, and hands that overlap."""
    return GameDefinition(
        name="small",
        betting="limit",
        stacks=(UNLIMITED,) * players,
        blinds=(1,) * players,
        raise_sizes=(2, 4),
        first_players=(0, 0),
        max_raises=(1, 1),
        suits=4,
        ranks=3,
        hole_cards=2,
        board_cards=(0, 3),
    )


def from_list(cards: CardEnumeration, players: int) -> DealSource:
    return ListedDeals(cards, players=players)


def from_boards(cards: CardEnumeration, _: int) -> DealSource:
    return EnumeratedDeals(cards)


SOURCES = [from_list, from_boards]


def dealt(
    new_source: NewSource, cards: CardEnumeration, players: int, *, batches: tuple[int, ...]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    state = kernel_state(5)
    classes = np.zeros((sum(batches), players, len(cards.boards)), dtype=np.int32)
    order = np.zeros(sum(batches), dtype=np.int32)
    for part in np.split(np.arange(len(order)), np.cumsum(batches)[:-1]):
        source = new_source(cards, players)
        source.deal(state, classes=classes[part[0] : part[-1] + 1], order=order[part[0] : part[-1] + 1])
    return classes, order


@pytest.mark.kernels
@pytest.mark.parametrize("new_source", SOURCES)
@pytest.mark.parametrize(
    ("definition", "players"),
    [
        (game_named("kuhn.limit.2p"), 2),
        (game_named("kuhn.limit.3p"), 3),
        (game_named("leduc.limit.2p"), 2),
        (game_named("leduc.limit.3p"), 3),
        (two_hole_cards(2), 2),
    ],
)
@pytest.mark.parametrize("count", [100_000, pytest.param(400_000, marks=pytest.mark.deep)])
def test_deals_are_as_frequent_as_in_the_list_of_all(
    definition: GameDefinition, players: int, new_source: NewSource, count: int
) -> None:
    cards = CardClasses(definition).enumeration
    classes, order = dealt(new_source, cards, players, batches=(count,))
    rows, counts = np.unique(np.column_stack([classes[:, :, -1], order]), axis=0, return_counts=True)
    seen = Counter(dict(zip(map(tuple, rows.tolist()), counts.tolist(), strict=True)))
    deals = joint_deals(cards, players)
    keys = list(map(tuple, np.column_stack([deals.classes, deals.order]).tolist()))
    assert set(seen) <= set(keys)
    expected = deals.probability * count
    # Deals that are hardly ever seen are counted together.
    rare = expected < 10
    observed = np.array([seen[key] for key in keys])
    groups = [*observed[~rare], *([observed[rare].sum()] if rare.any() else [])]
    wanted = [*expected[~rare], *([expected[rare].sum()] if rare.any() else [])]
    assert chi_square_p(groups, wanted) > 0.001


@pytest.mark.parametrize("new_source", SOURCES)
def test_classes_of_earlier_rounds_lead_to_the_last(new_source: NewSource) -> None:
    cards = CardClasses(game_named("leduc.limit.2p")).enumeration
    classes, _ = dealt(new_source, cards, 2, batches=(1_000,))
    assert (cards.parents[1][classes[:, :, 1]] == classes[:, :, 0]).all()


@pytest.mark.parametrize("new_source", SOURCES)
def test_the_size_of_a_batch_makes_no_difference(new_source: NewSource) -> None:
    cards = CardClasses(game_named("leduc.limit.3p")).enumeration
    whole, in_parts = (dealt(new_source, cards, 3, batches=sizes) for sizes in ((1_000,), (1, 600, 399)))
    assert (whole[0] == in_parts[0]).all()
    assert (whole[1] == in_parts[1]).all()


def test_a_game_without_cards_has_one_deal() -> None:
    classes, order = np.full((3, 2, 1), 7, dtype=np.int32), np.full(3, 7, dtype=np.int32)
    game("bluff").deals().deal(kernel_state(1), classes=classes, order=order)
    assert not classes.any()
    assert not order.any()
