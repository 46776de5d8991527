"""Joint tables of the percentile buckets of hold'em, counted exactly over every board and every pair of hands.

Every turn board up to suits is combined with each of its four cards as the turn, and with all 48 rivers: 3,154,944
sequences of board cards, which stand for 5.6 * 10^13 deals to two players. All counts are integers.
"""

from __future__ import annotations

import logging
from math import comb, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.abstraction.build_cost import BuildCost
from railbird.abstraction.chunked_work import summed_in_chunks
from railbird.abstraction.joint.joint_tables import JointTables, check_class_count, parent_transition
from railbird.abstraction.joint.pair_counts import PairCounts, new_pair_workspace
from railbird.abstraction.percentile import _kernels
from railbird.abstraction.percentile.borders import VERSION
from railbird.array_files import ArrayFileKind, open_arrays, write_arrays
from railbird.cards.isomorphism import TURN
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.compiled import available_cores
from railbird.errors import TableError
from railbird.files import cached_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from railbird.abstraction.percentile.bucket_tables import BucketTables, DealIndices
    from railbird.progress import Progress

COUNTS_FILE = ArrayFileKind("joint tables", layout=1, error=TableError)
DEALS = comb(52, 2) * comb(50, 2) * comb(48, 3) * 45 * 44
"""Two hands, a flop, a turn and a river."""
SHIPPED_COUNTS = ((5, 5, 5, 5),)
"""Numbers of buckets whose counts are shipped."""
_BOARDS = 8
"""Size of a chunk of work."""
_CORE_SECONDS_PER_CLASS, _CORE_SECONDS = 0.2, 250.0
"""Time of counting on one core of an ordinary machine: by class, and besides."""
_log = logging.getLogger(__name__)


def counts_path(buckets: tuple[int, ...]) -> Path:
    """Where the counts are stored, or would be."""
    return cached_file("abstractions", f"joint-{'-'.join(map(str, buckets))}.arrays")


def shipped_counts_path(buckets: tuple[int, ...]) -> Path:
    """Where the counts are in the package, if they are shipped."""
    return Path(__file__).parent / "shipped" / f"joint-{'-'.join(map(str, buckets))}.npz"


def counting_cost(buckets: tuple[int, ...]) -> BuildCost:
    """What counting takes; nothing if the counts are stored."""
    if buckets in SHIPPED_COUNTS or counts_path(buckets).exists():
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
    """The shipped or stored counts; None if there are none. Raise TableError if they are damaged."""
    if buckets in SHIPPED_COUNTS:
        with np.load(shipped_counts_path(buckets)) as shipped:
            return _checked(shipped_counts_path(buckets), dict(shipped), buckets)
    path = counts_path(buckets)
    if not path.exists():
        return None
    description, arrays = open_arrays(path, COUNTS_FILE, verify=True)
    if description != _description(buckets):
        raise TableError(f"{path} is damaged, or from another version: it does not count the buckets {list(buckets)}")
    return _checked(path, arrays, buckets)


def _checked(path: Path, arrays: Mapping[str, Any], buckets: tuple[int, ...]) -> PairCounts:
    expected = np.dtype(np.int64), (prod(buckets), prod(buckets))
    shapes = {name: (array.dtype, array.shape) for name, array in arrays.items()}
    if shapes != {"wins": expected, "ties": expected}:
        raise TableError(f"{path} is damaged: its arrays are not those of the buckets {list(buckets)}")
    return PairCounts(**arrays)


def stored_counts(buckets: tuple[int, ...]) -> PairCounts | None:
    """The shipped or stored counts; None if there are none, or if they are damaged."""
    try:
        return load_counts(buckets)
    except TableError as error:
        _log.warning("%s; counting again", error)
        return None


def count_and_store(
    buckets: tuple[int, ...], tables: BucketTables, indices: DealIndices, progress: Progress
) -> PairCounts:
    """Count, and write the counts to the cache folder."""
    check_class_count(prod(buckets))
    counting_cost(buckets).check_memory(f"joint tables of the buckets {','.join(map(str, buckets))}")
    counts = count_sequences(prod(buckets), tables, indices, progress)
    write_arrays(counts_path(buckets), COUNTS_FILE, _description(buckets), counts._asdict())
    return counts


def _description(buckets: tuple[int, ...]) -> dict[str, object]:
    return {"buckets": list(buckets), "version": VERSION, "method": "enumerated", "deals": DEALS}


def count_sequences(
    classes: int, tables: BucketTables, indices: DealIndices, progress: Progress, *, boards: int = TURN.size
) -> PairCounts:
    """Count all pairs of hands by bucket sequence, on the first `boards` turn boards up to suits with all rivers."""
    numbers = np.arange(boards)
    deals, sizes = TURN.deals(numbers), TURN.class_sizes(numbers)

    def count(chunk: slice, totals: NDArray[np.int64]) -> None:
        _kernels.count_sequences(
            deals[chunk],
            sizes[chunk],
            tables,
            indices,
            strength_tables(7),
            new_pair_workspace(classes),
            totals[0],
            totals[1],
        )

    name = "Joint tables: turn boards with rivers"
    totals = summed_in_chunks(count, boards, shape=(2, classes, classes), chunk=_BOARDS, progress=progress, name=name)
    return PairCounts(wins=totals[0], ties=totals[1])
