"""Build the shipped tables: `python -m railbird.abstraction.percentile.build` writes them, in about ten minutes."""

from __future__ import annotations

import logging
from dataclasses import asdict
from math import prod

import numpy as np

from railbird.abstraction.hand_values import open_hand_values
from railbird.abstraction.percentile.border_building import build_borders, open_borders
from railbird.abstraction.percentile.borders import SHIPPED, shipped_path
from railbird.abstraction.percentile.holdem_buckets import look_up_tables
from railbird.abstraction.percentile.sequence_tables import SHIPPED_COUNTS, count_sequences, shipped_counts_path
from railbird.files import written_whole
from railbird.progress import Silence

_log = logging.getLogger(__name__)


def main() -> None:
    """Write the shipped borders and joint counts into the package."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    values = open_hand_values()
    for buckets in SHIPPED:
        borders = build_borders(buckets, values, Silence())
        with written_whole(shipped_path(buckets)) as file:
            np.savez_compressed(file, **asdict(borders))
        _log.info("%s", shipped_path(buckets))
    for buckets in SHIPPED_COUNTS:
        tables, indices = look_up_tables(open_borders(buckets), values)
        counts = count_sequences(prod(buckets), tables, indices, Silence())
        with written_whole(shipped_counts_path(buckets)) as file:
            np.savez_compressed(file, **counts._asdict())
        _log.info("%s", shipped_counts_path(buckets))


if __name__ == "__main__":
    main()
