"""Joint tables of the percentile buckets of hold'em, counted exactly over every board and every pair of hands.

Every turn board up to suits is combined with each of its four cards as the turn, and with all 48 rivers: 3,154,944
sequences of board cards, which stand for 5.6 * 10^13 deals to two players. All counts are integers.
"""

from __future__ import annotations

from math import comb, prod
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.bucket_files import BucketFiles
from railbird.abstraction.build_cost import BuildCost
from railbird.abstraction.chunked_work import summed_in_chunks
from railbird.abstraction.holdem_deals.deal_indices import deal_indices
from railbird.abstraction.joint.joint_tables import JointTables, check_class_count, parent_transition
from railbird.abstraction.joint.pair_counts import PairCounts, new_pair_workspace
from railbird.abstraction.percentile import _kernels
from railbird.abstraction.percentile.borders import VERSION
from railbird.array_files import ArrayFileKind
from railbird.cards.isomorphism import TURN
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.compiled import available_cores
from railbird.errors import TableError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.abstraction.bucket_files import Shapes
    from railbird.abstraction.percentile.bucket_tables import BucketTables
    from railbird.progress import Progress

DEALS = comb(52, 2) * comb(50, 2) * comb(48, 3) * 45 * 44
"""Two hands, a flop, a turn and a river."""
_BOARDS = 8
"""Size of a chunk of work."""
_CORE_SECONDS_PER_CLASS, _CORE_SECONDS = 0.2, 250.0
"""Time of counting on one core of an ordinary machine: by class, and besides."""


def _shapes(buckets: tuple[int, ...]) -> Shapes:
    by_pair = np.int64, (prod(buckets), prod(buckets))
    return {"wins": by_pair, "ties": by_pair}


COUNT_FILES = BucketFiles(
    kind=ArrayFileKind("joint tables", layout=1, error=TableError),
    version=VERSION,
    prefix="joint-",
    shipped=((5, 5, 5, 5),),
    shipped_folder=Path(__file__).parent / "shipped",
    shipped_prefix="joint-",
    shapes=_shapes,
    facts={"method": "enumerated", "deals": DEALS},
)


def counting_cost(buckets: tuple[int, ...]) -> BuildCost:
    """What counting takes; nothing if the counts are stored."""
    if COUNT_FILES.exist(buckets):
        return BuildCost()
    classes = prod(buckets)
    by_thread = 2 * (4 + 8) * classes**2
    seconds = (_CORE_SECONDS + _CORE_SECONDS_PER_CLASS * classes) / available_cores()
    return BuildCost((available_cores() + 1) * by_thread + 600_000_000, 2 * 8 * classes**2, seconds)


def sequence_tables(buckets: tuple[int, ...], counts: PairCounts) -> JointTables:
    """The joint tables of bucket sequences from the counts of the last round."""
    classes = np.cumprod(buckets)
    transitions = [
        parent_transition(np.arange(later) // parts, int(earlier))
        for earlier, later, parts in zip(classes[:-1], classes[1:], buckets[1:], strict=True)
    ]
    return JointTables.from_last_round(transitions, probabilities=counts.probabilities, margins=counts.margins)


def load_counts(buckets: tuple[int, ...]) -> PairCounts | None:
    """The shipped or stored counts; None if there are none, or if they are damaged."""
    arrays = COUNT_FILES.load_unless_damaged(buckets)
    return None if arrays is None else PairCounts(**arrays)


def count_and_store(buckets: tuple[int, ...], tables: BucketTables, progress: Progress) -> PairCounts:
    """Count, and write the counts to the cache folder."""
    check_class_count(prod(buckets))
    counting_cost(buckets).check_memory(f"joint tables of the buckets {','.join(map(str, buckets))}")
    counts = count_sequences(prod(buckets), tables, progress)
    COUNT_FILES.store(buckets, counts._asdict())
    return counts


def count_sequences(classes: int, tables: BucketTables, progress: Progress, *, boards: int = TURN.size) -> PairCounts:
    """Count all pairs of hands by bucket sequence, on the first `boards` turn boards up to suits with all rivers."""
    numbers = np.arange(boards)
    deals, sizes = TURN.deals(numbers), TURN.class_sizes(numbers)

    def count(chunk: slice, totals: NDArray[np.int64]) -> None:
        _kernels.count_sequences(
            deals[chunk],
            sizes[chunk],
            tables,
            deal_indices(),
            strength_tables(7),
            new_pair_workspace(classes),
            totals[0],
            totals[1],
        )

    name = "Joint tables: turn boards with rivers"
    totals = summed_in_chunks(count, boards, shape=(2, classes, classes), chunk=_BOARDS, progress=progress, name=name)
    return PairCounts(wins=totals[0], ties=totals[1])
