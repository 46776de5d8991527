"""Flop tables in which the rows of three flops are built: that takes a second, and all flops take half a minute."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import parse_cards
from railbird.cards.isomorphism import HAND_FLOP, RIVER
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.flop_tables import FlopTables
from railbird.equity.flop_tables._kernels import SUMS, add_boards
from railbird.equity.flop_tables.geometry import flop_geometry
from twins import random_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

FLOPS = tuple(tuple(parse_cards(flop)) for flop in ("Qs Jh 2d", "8c 8d 3c", "KhTh9h"))


def random_deals(rng: np.random.Generator, count: int) -> list[list[int]]:
    """Hands on one of the three flops."""
    flops = [FLOPS[place] for place in rng.integers(len(FLOPS), size=count)]
    return [[*random_cards(rng, 2, without=flop), *flop] for flop in flops]


def build_flops(flops: Sequence[Sequence[int]]) -> FlopTables:
    """Sweep the boards of a few flops only: of each flop, all its rows are complete."""
    boards = [
        sorted((*flop, *run_out))
        for flop in flops
        for run_out in combinations([card for card in range(52) if card not in flop], 2)
    ]
    classes = np.unique(RIVER.indices(np.array(boards, dtype=np.uint8)))
    sums = np.zeros((HAND_FLOP.size, SUMS), dtype=np.int64)
    add_boards(RIVER.deals(classes), RIVER.class_sizes(classes), strength_tables(7), flop_geometry(), sums)
    hands = [[*hand, *flop] for flop in flops for hand in combinations([c for c in range(52) if c not in flop], 2)]
    complete = np.unique(HAND_FLOP.indices(np.array(hands, dtype=np.uint8)))
    counts = np.zeros_like(sums)
    counts[complete] = sums[complete] // HAND_FLOP.class_sizes(complete)[:, np.newaxis]
    against_one, two = (np.ascontiguousarray(counts[:, columns], dtype=np.uint32) for columns in ([0, 1, 5], [2, 3, 4]))
    for table in (against_one, two):
        table.flags.writeable = False  # like tables in files, which are another type to the compiler
    return FlopTables(against_one, two)
