"""Small chains of equity buckets with random counts, in place of those of hold'em."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.equity_chain.chain_counts import ChainCounts
from railbird.cards.isomorphism import HAND

if TYPE_CHECKING:
    from numpy.typing import NDArray

RUN_OUTS = {3: 1_081, 4: 46, 5: 1}


def random_chain(buckets: tuple[int, int, int], seed: int = 1) -> ChainCounts:
    """Borders at equal distances, and random counts."""
    rng = np.random.default_rng(seed)
    flop, turn, river = buckets
    borders = [
        np.linspace(0, 1_980 * run_outs, parts + 1)[1:-1].astype(np.int64)
        for parts, run_outs in zip(buckets, RUN_OUTS.values(), strict=True)
    ]
    flops = rng.integers(1, 100, (HAND.size, flop))
    turns = followers(flops, turn, rng)
    rivers = followers(turns, river, rng)
    ties = rng.integers(0, 5, (river, river))
    return ChainCounts(
        flop_borders=borders[0],
        turn_borders=borders[1],
        river_borders=borders[2],
        flops=flops,
        turns=turns,
        rivers=rivers,
        wins=rng.integers(1, 100, (river, river)),
        ties=ties + ties.T,
    )


def followers(counts: NDArray[np.int64], buckets: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Random counts of the next round, equally many for each hand."""
    shares = rng.multinomial(60, np.full(buckets, 1 / buckets), size=counts.shape[1])
    return counts.sum(axis=0)[:, None] * shares
