"""Builds k-means buckets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.build_cost import BuildCost
from railbird.abstraction.clustering import Clusters, cluster_rows
from railbird.abstraction.k_means.cluster_rules import ClusterRules
from railbird.abstraction.k_means.histograms import COLUMNS, flop_rows, preflop_rows, turn_rows
from railbird.abstraction.street_classes.bucket_rules import EarlyClasses
from railbird.abstraction.street_classes.river_borders import count_scores, river_borders
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_TURN, RIVER
from railbird.compiled import available_cores
from railbird.rng import kernel_state

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.cards.isomorphism import CanonicalIndex
    from railbird.progress import Progress

_HISTOGRAM_SECONDS = 20.0
"""Time of the histograms on one core of an ordinary machine."""
_CLUSTER_SECONDS = 50.0, 0.15
"""The same for clusters of any number, and in addition for each of them."""


def clusters_cost(buckets: tuple[int, ...], *, with_rules: bool) -> BuildCost:
    """What building takes: rows of the flop and the turn, with label, place and weight of each, and 16 bytes to sample.

    Without the rules, the nearest centre of each row is searched only once.
    """
    memory = HAND_TURN.size * (COLUMNS + 7 + 16) + HAND_FLOP.size * (2 * COLUMNS + 7 + 16) + 300_000_000
    disk = 2 * (HAND_TURN.size + HAND_FLOP.size)
    fixed, each = _CLUSTER_SECONDS
    seconds = _HISTOGRAM_SECONDS + (fixed + each * max(buckets[1:3])) * (1.0 if with_rules else 0.1)
    return BuildCost(memory, disk, seconds / available_cores())


def build_clusters(buckets: tuple[int, ...], seed: int, progress: Progress) -> tuple[ClusterRules, EarlyClasses]:
    """Build the rules and the classes, round after round."""
    on_turn = turn_rows(progress)
    on_flop = flop_rows(on_turn, progress)
    hand_classes = np.arange(HAND.size, dtype=np.uint16)
    if buckets[0] < HAND.size:
        hand_classes = _clusters(preflop_rows(on_flop), HAND, buckets, street=0, seed=seed, progress=progress).labels
    flop = _clusters(on_flop, HAND_FLOP, buckets, street=1, seed=seed, progress=progress)
    turn = _clusters(on_turn, HAND_TURN, buckets, street=2, seed=seed, progress=progress)
    scores = count_scores(np.zeros(RIVER.size, dtype=np.uint16), 1, progress)
    rules = ClusterRules(
        hand_classes=hand_classes,
        flop_centres=flop.centres.astype(np.uint16),
        turn_centres=turn.centres.astype(np.uint8),
        borders=river_borders(scores, buckets[3]),
    )
    return rules, EarlyClasses(flop.labels, turn.labels)


def _clusters(
    rows: NDArray[np.uint8] | NDArray[np.uint16],
    index: CanonicalIndex,
    buckets: tuple[int, ...],
    *,
    street: int,
    seed: int,
    progress: Progress,
) -> Clusters:
    """Cluster the rows of a round, weighted by the number of deals of each class."""
    weights = index.class_sizes(np.arange(index.size)).astype(np.uint8)
    name = f"Clusters: {('hands', 'hands on the flop', 'hands on the turn')[street]}"
    return cluster_rows(rows, weights, buckets[street], state=kernel_state(seed, street), progress=progress, name=name)
