"""Builds board buckets times hand buckets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.board_hand import _kernels
from railbird.abstraction.board_hand.board_textures import COLUMNS, LEVELS, board_rows
from railbird.abstraction.board_hand.rounds import later_rounds
from railbird.abstraction.board_hand.texture_rules import HANDS_IN_CHUNK, TextureRules
from railbird.abstraction.build_cost import BuildCost
from railbird.abstraction.chunked_work import work_in_chunks
from railbird.abstraction.clustering import cluster_rows
from railbird.abstraction.equal_parts.part_borders import borders_of_keys
from railbird.abstraction.hand_values import open_hand_values
from railbird.abstraction.street_classes.river_borders import count_scores, river_borders
from railbird.cards.isomorphism import HAND_FLOP, HAND_RIVER, HAND_TURN, RIVER
from railbird.compiled import available_cores
from railbird.rng import kernel_state

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.board_hand.rounds import Round
    from railbird.abstraction.street_classes.bucket_rules import EarlyClasses
    from railbird.progress import Progress

_CORE_SECONDS, _CLASSES_SECONDS = 60.0, 10.0
"""Time of building on one core of an ordinary machine: all, and only the classes on the flop and the turn."""


def textures_cost(*, with_rules: bool) -> BuildCost:
    """What building takes: the hand values, a row for each river board, and two keys for each hand on the turn."""
    disk = 2 * (HAND_TURN.size + HAND_FLOP.size)
    values = 4 * (HAND_TURN.size + HAND_FLOP.size)
    if not with_rules:
        return BuildCost(values + disk + 300_000_000, disk, _CLASSES_SECONDS / available_cores())
    rows, keys = 2 * COLUMNS * RIVER.size, 2 * 8 * HAND_TURN.size
    memory = values + disk + 2 * HAND_RIVER.size + rows + keys + 300_000_000
    return BuildCost(memory, disk, _CORE_SECONDS / available_cores())


def build_textures(
    boards: tuple[int, ...], hands: tuple[int, ...], seed: int, progress: Progress
) -> tuple[TextureRules, EarlyClasses]:
    """Build the rules and the classes."""
    values = open_hand_values(progress)
    buckets = [
        _board_buckets(street, values.preflop_squares, count, seed=seed, progress=progress)
        for street, count in zip(later_rounds(values), boards, strict=True)
    ]
    flop, turn, _ = later_rounds(values)
    rules = TextureRules(
        flop_boards=buckets[0],
        turn_boards=buckets[1],
        river_boards=buckets[2],
        flop_borders=_borders(flop, buckets[0], boards[0], parts=hands[0], progress=progress),
        turn_borders=_borders(turn, buckets[1], boards[1], parts=hands[1], progress=progress),
        borders=river_borders(count_scores(buckets[2], boards[2], progress), hands[2]),
    )
    return rules, rules.early_classes(progress)


def _board_buckets(
    street: Round, preflop_squares: NDArray[np.int64], count: int, *, seed: int, progress: Progress
) -> NDArray[np.uint16]:
    """The bucket of every board of a round."""
    together = np.zeros(street.boards.size, dtype=np.uint16)
    if street.boards is RIVER:
        levels = river_borders(count_scores(together, 1, progress), LEVELS)[0].astype(np.int64)
    else:
        levels = _borders(street, together, 1, parts=LEVELS, progress=progress)[0].astype(np.int64)
    rows = board_rows(street, levels, preflop_squares, progress)
    weights = street.boards.class_sizes(np.arange(len(rows))).astype(np.uint8)
    state, name = kernel_state(seed, street.number), f"Clusters: {street.name} boards"
    return cluster_rows(rows, weights, count, state=state, progress=progress, name=name).labels


def _borders(
    street: Round, board_buckets: NDArray[np.uint16], buckets: int, *, parts: int, progress: Progress
) -> NDArray[np.uint32]:
    """By bucket of the board: the smallest value of each part of its hands but the first."""
    keys = np.empty(street.hands.size, dtype=np.uint64)
    tables = street.hand_tables, street.board_tables

    def work(start: int, stop: int) -> None:
        cards = np.empty(2 + street.boards.board_cards, dtype=np.uint8)
        _kernels.write_hand_keys(start, stop, street.values, board_buckets, *tables, cards, keys)

    name = f"Borders: hands on the {street.name}"
    work_in_chunks(work, street.hands.size, chunk=HANDS_IN_CHUNK, progress=progress, name=name)
    return borders_of_keys(keys, parents=buckets, parts=parts)
