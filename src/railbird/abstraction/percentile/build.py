"""Build the shipped tables: `python -m railbird.abstraction.percentile.build` writes them, in about ten minutes."""

from __future__ import annotations

import logging
from dataclasses import asdict
from math import prod

from railbird.abstraction.hand_values import open_hand_values
from railbird.abstraction.percentile.border_building import build_borders, open_borders
from railbird.abstraction.percentile.borders import BORDER_FILES
from railbird.abstraction.percentile.holdem_buckets import bucket_tables
from railbird.abstraction.percentile.sequence_tables import COUNT_FILES, count_sequences
from railbird.progress import Silence

_log = logging.getLogger(__name__)


def main() -> None:
    """Write the shipped borders and joint counts into the package."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    values = open_hand_values()
    for buckets in BORDER_FILES.shipped:
        _log.info("%s", BORDER_FILES.ship(buckets, asdict(build_borders(buckets, values, Silence()))))
    for buckets in COUNT_FILES.shipped:
        counts = count_sequences(prod(buckets), bucket_tables(open_borders(buckets), values), Silence())
        _log.info("%s", COUNT_FILES.ship(buckets, counts._asdict()))


if __name__ == "__main__":
    main()
